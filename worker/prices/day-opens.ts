import { CANDLE_INTERVALS, candleStartMs } from "../contract/candles.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import type { CandleAnswer } from "./request-candles.ts";
import type { CandleSpan } from "./sources/price-source.ts";

/** The minimum interval, however often the source is reconnected. */
const REQUEST_EVERY_MS = 60_000;
const SIZE_MS = CANDLE_INTERVALS["1d"];

/**
 * Requests the first prices of the day from the source, on which the day's change is based: after a connection in the
 * middle of the day they are unknown. Until there is an answer, the first price seen today is used as the open.
 */
export class DayOpens {
  readonly #request: (span: CandleSpan) => Promise<CandleAnswer>;
  readonly #onOpen: (symbol: FeedSymbol, price: number, nowMs: number) => void;
  readonly #unknown = new Set<FeedSymbol>();
  #requestedAtMs = Number.NEGATIVE_INFINITY;

  constructor(given: {
    request: (span: CandleSpan) => Promise<CandleAnswer>;
    onOpen: (symbol: FeedSymbol, price: number, nowMs: number) => void;
  }) {
    this.#request = given.request;
    this.#onOpen = given.onOpen;
  }

  /** Marks the opens as unknown after the source was reconnected. */
  forget(symbols: readonly FeedSymbol[]): void {
    for (const symbol of symbols) this.#unknown.add(symbol);
  }

  /** Requests the unknown opens, unless that was done recently. Call it repeatedly. */
  async requestUnknown(nowMs: number): Promise<void> {
    if (this.#unknown.size === 0 || nowMs - this.#requestedAtMs < REQUEST_EVERY_MS) return;
    this.#requestedAtMs = nowMs;
    const fromMs = candleStartMs(nowMs, SIZE_MS);
    await Promise.all(
      [...this.#unknown].map(async (symbol) => {
        const answer = await this.#request({ symbol, sizeMs: SIZE_MS, fromMs, toMs: nowMs });
        if (answer === "unanswered") return;
        this.#unknown.delete(symbol);
        const today = answer === "refused" ? undefined : answer.find(([startMs]) => startMs === fromMs);
        if (today) this.#onOpen(symbol, today[1], nowMs);
      }),
    );
  }
}

import { CANDLE_INTERVALS, candleStartMs } from "../contract/candles.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import type { CandleSpan } from "./price-source.ts";
import type { CandleAnswer } from "./request-candles.ts";

/** So often at most, however often the source is dialled. */
const ASK_EVERY_MS = 60_000;
const SIZE_MS = CANDLE_INTERVALS["1d"];

/**
 * Asks the source for the day's first prices, from which the day's change counts: whoever dials in the middle of the day
 * cannot know them. Until there is an answer, the first price seen today stands in for the open.
 */
export class DayOpens {
  readonly #ask: (span: CandleSpan) => Promise<CandleAnswer>;
  readonly #onOpen: (symbol: FeedSymbol, price: number, nowMs: number) => void;
  readonly #unknown = new Set<FeedSymbol>();
  #askedAtMs = Number.NEGATIVE_INFINITY;

  constructor(given: {
    ask: (span: CandleSpan) => Promise<CandleAnswer>;
    onOpen: (symbol: FeedSymbol, price: number, nowMs: number) => void;
  }) {
    this.#ask = given.ask;
    this.#onOpen = given.onOpen;
  }

  /** The source was dialled: what opened meanwhile, we have not seen. */
  forget(symbols: readonly FeedSymbol[]): void {
    for (const symbol of symbols) this.#unknown.add(symbol);
  }

  /** Asks for those that are unknown, unless that was done just now. To be called again and again. */
  async askUnknown(nowMs: number): Promise<void> {
    if (this.#unknown.size === 0 || nowMs - this.#askedAtMs < ASK_EVERY_MS) return;
    this.#askedAtMs = nowMs;
    const fromMs = candleStartMs(nowMs, SIZE_MS);
    await Promise.all(
      [...this.#unknown].map(async (symbol) => {
        const answer = await this.#ask({ symbol, sizeMs: SIZE_MS, fromMs, toMs: nowMs });
        if (answer === "unanswered") return;
        this.#unknown.delete(symbol);
        const today = answer === "refused" ? undefined : answer.find(([startMs]) => startMs === fromMs);
        if (today) this.#onOpen(symbol, today[1], nowMs);
      }),
    );
  }
}

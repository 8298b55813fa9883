import type { DemoFill, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { QuoteUnpacker } from "../../worker/contract/replay/packed-quotes.ts";
import type { PositionStory } from "../../worker/contract/replay/position-story.ts";
import { REPLAY_SPAN } from "../../worker/contract/replay/replay-span.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { minuteOf } from "../../worker/contract/tape/tape-minute.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import type { TapePiece } from "./replay-calls.ts";

/** What is shown before the opening and after the closing: a quarter of the time between, within bounds. */
const AROUND = { share: 0.25, minMs: MINUTE_MS, maxMs: 15 * MINUTE_MS } as const;

/** So many quotes are kept of one trade at most: some tens of megabytes in memory. */
const QUOTES_MAX = 600_000;

type Fetch = (piece: { fromMs: number; afterSeq: number }, signal: AbortSignal) => Promise<TapePiece>;

/** The tape of one trade's symbol, read piece by piece. */
export class TradeTape {
  readonly quotes: MarketQuote[] = [];
  readonly #story: PositionStory;
  readonly #fetch: Fetch;
  readonly #unpacker: QuoteUnpacker;
  #nextMs: number | null;
  #lastSeq: number | null = null;
  #isWhole = true;

  /** @param fromMs where it begins, epoch ms; a while before the opening where it is not given */
  constructor(story: PositionStory, fetch: Fetch, fromMs = story.open.at - aroundMs(story)) {
    this.#story = story;
    this.#fetch = fetch;
    this.#unpacker = new QuoteUnpacker(TRADED_SYMBOLS[story.open.symbol].pricedFrom);
    this.#nextMs = minuteOf(fromMs);
  }

  /** Reads up to a time, epoch ms, as far as the tape goes. */
  async readTo(untilMs: number, signal: AbortSignal): Promise<void> {
    while (this.hasMore && (this.#nextMs ?? 0) <= untilMs) await this.readMore(signal);
  }

  /** Reads the next piece. */
  async readMore(signal: AbortSignal): Promise<void> {
    if (this.#nextMs === null) return;
    const { open } = this.#story;
    const afterSeq = Math.max(this.#lastSeq ?? 0, open.quote.seq - 1);
    const piece = await this.#fetch({ fromMs: this.#nextMs, afterSeq }, signal);
    const { records } = piece;
    // Records before the opening are for the picture alone.
    const isNext = !records || this.#lastSeq === null || records.first === this.#lastSeq + 1;
    const isHeld = records !== null && records.last >= open.quote.seq;
    if (isHeld && !(isNext && piece.isWhole)) this.#isWhole = false;
    this.#lastSeq = records?.last ?? this.#lastSeq;
    for (const quote of this.#unpacker.next(piece.quotes)) this.quotes.push(quote);
    this.#nextMs = piece.nextMs;
  }

  /** Whether there is more of it. */
  get hasMore(): boolean {
    return this.#nextMs !== null && this.quotes.length < QUOTES_MAX;
  }

  /** Whether no record is missing between the first and the last that was read. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Whether nothing is missing from the opening to a fill: the numbers go on, and the quote of each fill is there as it was used. */
  isExactTo(last: DemoFill): boolean {
    const { open, closings } = this.#story;
    const bySeq = new Map(this.quotes.map((quote) => [quote.seq, quote]));
    const isThere = ({ quote }: DemoFill) => {
      const found = bySeq.get(quote.seq);
      return found?.bid === quote.bid && found.ask === quote.ask;
    };
    return this.#isWhole && [open, ...closings.filter(({ id }) => id <= last.id)].every(isThere);
  }
}

/** What is shown before a trade's opening and after its closing, ms. */
export function aroundMs({ open, closings }: PositionStory): number {
  const heldMs = (closings.at(-1)?.at ?? open.at) - open.at;
  return Math.min(Math.max(heldMs * AROUND.share, AROUND.minMs), AROUND.maxMs);
}

/** Whether a trade was held longer than its quotes are read. */
export function isTooLong({ open, closings }: PositionStory): boolean {
  return (closings.at(-1)?.at ?? open.at) - open.at > REPLAY_SPAN.heldMs;
}

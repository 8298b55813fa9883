import {
  CANDLE_INTERVALS,
  CANDLES_PER_ANSWER,
  type Candle,
  type CandleInterval,
} from "../../worker/contract/candles.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { emptyColumns, foldLive, mergeNewer, prependOlder } from "./candle-columns.ts";

/** Asks the API for candles that begin before a moment, or for the newest. */
export type FetchCandles = (ask: {
  symbol: FeedSymbol;
  interval: CandleInterval;
  beforeMs?: number;
  limit: number;
}) => Promise<{ candles: Candle[]; isWhole: boolean }>;

export type SeriesStatus = "loading" | "ready" | "empty" | "error";

/** Candles that are older than the first are asked for in pieces of this size. */
const OLDER_LIMIT = CANDLES_PER_ANSWER.max;

/**
 * The candles of one symbol and interval: loaded from the API, kept alive by ticks, and set right by the API again, since
 * ticks that reach a browser are thinned out.
 */
export class CandleSeries {
  columns = emptyColumns();
  readonly sizeMs: number;
  status: SeriesStatus = "loading";
  readonly #symbol: FeedSymbol;
  readonly #interval: CandleInterval;
  readonly #fetch: FetchCandles;
  readonly #onChange: (addedInFront: number) => void;
  #isWhole = false;
  /** Up to then nothing is missing at the right end: live prices begin candles after a hole, too. Null before a load. */
  #wholeUntilMs: number | null = null;
  /** Whether there may be candles before the first: the source may still be asked for them, or have no more. */
  #older: "some" | "none yet" | "none" = "some";
  #isAskingNewest = false;
  #isAskingOlder = false;

  /** @param given.onChange is told of every change, and how many rows came in front of the others */
  constructor(given: {
    symbol: FeedSymbol;
    interval: CandleInterval;
    fetch: FetchCandles;
    onChange: (addedInFront: number) => void;
  }) {
    this.#symbol = given.symbol;
    this.#interval = given.interval;
    this.#fetch = given.fetch;
    this.#onChange = given.onChange;
    this.sizeMs = CANDLE_INTERVALS[given.interval];
  }

  /**
   * Loads what is missing at the right end: everything at first, later what came since. After so long that one answer does
   * not reach back, the series begins afresh. A failure leaves what is there; a call during another does nothing.
   * @param nowMs epoch ms, of one clock in all calls
   */
  async loadNewest(nowMs: number): Promise<void> {
    if (this.#isAskingNewest) return;
    this.#isAskingNewest = true;
    const { standard, max } = CANDLES_PER_ANSWER;
    const sinceMs = this.#wholeUntilMs ?? nowMs;
    const missing = Math.max(0, Math.ceil((nowMs - sinceMs) / this.sizeMs)) + 2;
    const isAfresh = this.#wholeUntilMs === null || missing > max;
    const limit = isAfresh ? standard : this.#isWhole ? missing : Math.max(missing, standard);
    try {
      const { candles, isWhole } = await this.#fetch({ symbol: this.#symbol, interval: this.#interval, limit });
      if (isAfresh) this.columns = emptyColumns();
      mergeNewer(this.columns, candles);
      this.#isWhole = isWhole;
      if (isWhole || isAfresh) this.#wholeUntilMs = nowMs;
      if (isAfresh || this.#older === "none yet") this.#older = "some";
      this.status = this.columns.startMs.length > 0 ? "ready" : "empty";
    } catch (error) {
      console.warn("candles not loaded", error);
      if (this.columns.startMs.length === 0) this.status = "error";
    } finally {
      this.#isAskingNewest = false;
    }
    this.#onChange(0);
  }

  /** Whether the source is still being asked for some of them: then they are worth loading again soon. */
  get isIncomplete(): boolean {
    return this.status === "error" || !this.#isWhole;
  }

  /** Loads candles before the first, unless there are none or they are on their way: what is stored, if not all arrived. */
  async loadOlder(): Promise<void> {
    const firstMs = this.columns.startMs[0];
    if (firstMs === undefined || this.#older !== "some" || this.#isAskingOlder) return;
    this.#isAskingOlder = true;
    try {
      const ask = { symbol: this.#symbol, interval: this.#interval, beforeMs: firstMs, limit: OLDER_LIMIT };
      const { candles, isWhole } = await this.#fetch(ask);
      // The series may have begun afresh meanwhile: these would not touch its first.
      if (this.columns.startMs[0] !== firstMs) return;
      const added = prependOlder(this.columns, candles);
      if (added === 0) this.#older = isWhole ? "none" : "none yet";
      if (added > 0) this.#onChange(added);
    } catch (error) {
      // Whoever scrolls on asks again.
      console.warn("older candles not loaded", error);
    } finally {
      this.#isAskingOlder = false;
    }
  }

  /** Takes in a live price. */
  take(quote: { price: number; at: number }): void {
    if (this.status !== "ready") return;
    foldLive(this.columns, { price: quote.price, atMs: quote.at }, this.sizeMs);
    this.#onChange(0);
  }
}

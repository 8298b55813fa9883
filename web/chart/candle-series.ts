import {
  CANDLE_INTERVALS,
  CANDLES_PER_ANSWER,
  type Candle,
  type CandleInterval,
} from "../../worker/contract/candles.ts";
import type { FeedSymbol } from "../../worker/contract/market-messages.ts";
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
  readonly columns = emptyColumns();
  readonly sizeMs: number;
  status: SeriesStatus = "loading";
  readonly #symbol: FeedSymbol;
  readonly #interval: CandleInterval;
  readonly #fetch: FetchCandles;
  readonly #onChange: (addedInFront: number) => void;
  #isWhole = false;
  #hasAllOlder = false;
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

  /** Loads what is missing at the right end: everything at first, later what came since. A failure leaves what is there. */
  async loadNewest(nowMs: number): Promise<void> {
    const newestMs = this.columns.startMs.at(-1);
    const missing = newestMs === undefined ? Number.POSITIVE_INFINITY : Math.ceil((nowMs - newestMs) / this.sizeMs) + 2;
    const limit = this.#isWhole ? Math.min(missing, CANDLES_PER_ANSWER.standard) : CANDLES_PER_ANSWER.standard;
    try {
      const { candles, isWhole } = await this.#fetch({ symbol: this.#symbol, interval: this.#interval, limit });
      this.#isWhole = isWhole;
      mergeNewer(this.columns, candles);
      this.status = this.columns.startMs.length > 0 ? "ready" : "empty";
    } catch (error) {
      console.warn("candles not loaded", error);
      if (this.columns.startMs.length === 0) this.status = "error";
    }
    this.#onChange(0);
  }

  /** Whether the source is still being asked for some of them: then they are worth loading again soon. */
  get isIncomplete(): boolean {
    return this.status === "error" || !this.#isWhole;
  }

  /** Loads candles before the first, unless there are none or they are on their way. */
  async loadOlder(): Promise<void> {
    const firstMs = this.columns.startMs[0];
    if (firstMs === undefined || this.#hasAllOlder || this.#isAskingOlder || !this.#isWhole) return;
    this.#isAskingOlder = true;
    try {
      const ask = { symbol: this.#symbol, interval: this.#interval, beforeMs: firstMs, limit: OLDER_LIMIT };
      const { candles } = await this.#fetch(ask);
      const added = prependOlder(this.columns, candles);
      this.#hasAllOlder = added === 0;
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

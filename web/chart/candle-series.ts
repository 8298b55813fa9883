import {
  CANDLE_INTERVALS,
  CANDLES_PER_ANSWER,
  type Candle,
  type CandleInterval,
} from "../../worker/contract/candles.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { emptyColumns, foldLive, mergeNewer, newestRows, prependOlder } from "./plot/candle-columns.ts";

/** Requests candles that begin before an instant, or the newest ones, from the API. */
export type FetchCandles = (request: {
  symbol: FeedSymbol;
  interval: CandleInterval;
  beforeMs?: number;
  limit: number;
}) => Promise<{ candles: Candle[]; isWhole: boolean }>;

/** The load state of a series; `empty` means that the API has no candle. */
export type SeriesStatus = "loading" | "ready" | "empty" | "error";

/** The change by a load: the number of rows added at the front, and the first row that differs from before. */
export type SeriesChange = { addedInFront: number; changedFrom: number };

/** The page size of requests for candles older than the first. */
const OLDER_LIMIT = CANDLES_PER_ANSWER.max;

/**
 * The candles of one symbol and interval: loaded from the API, updated by ticks, and corrected by further loads because
 * the ticks sent to browsers are throttled. Between two charts it is kept by the cache of queries.
 */
export class CandleSeries {
  /** Called when candles have been loaded. */
  onChange: (change: SeriesChange) => void = () => {};
  /** Called when a live price has changed the newest candle or started another. */
  onPrice: () => void = () => {};
  columns = emptyColumns();
  readonly sizeMs: number;
  status: SeriesStatus = "loading";
  readonly #symbol: FeedSymbol;
  readonly #interval: CandleInterval;
  readonly #fetch: FetchCandles;
  #isWhole = false;
  /** Whether it was kept without a chart and has not been loaded since: it continues with no live price. */
  #isOutdated = false;
  /** Loads in a row after which another one soon is worthwhile, see {@link isIncomplete}. */
  incompleteLoads = 0;
  /**
   * Candles are complete up to this instant: live prices also start candles after a gap. Null before the first load.
   */
  #wholeUntilMs: number | null = null;
  /** Whether there may be candles before the first one. `none yet`: the source may still deliver some. */
  #older: "some" | "none yet" | "none" = "some";
  #isAskingNewest = false;
  #olderRequest: Promise<void> | null = null;

  constructor(given: { symbol: FeedSymbol; interval: CandleInterval; fetch: FetchCandles }) {
    this.#symbol = given.symbol;
    this.#interval = given.interval;
    this.#fetch = given.fetch;
    this.sizeMs = CANDLE_INTERVALS[given.interval];
  }

  /**
   * Loads what is missing at the newest end: a full page at first, later only what is new. If one response cannot cover
   * the gap, the series starts over. A failure keeps the loaded candles; a call during another one does nothing.
   * @param nowMs epoch ms, from the same clock in all calls
   */
  async loadNewest(nowMs: number): Promise<void> {
    if (this.#isAskingNewest) return;
    this.#isAskingNewest = true;
    const { standard, max } = CANDLES_PER_ANSWER;
    const sinceMs = this.#wholeUntilMs ?? nowMs;
    const missing = Math.max(0, Math.ceil((nowMs - sinceMs) / this.sizeMs)) + 2;
    const startsOver = this.#wholeUntilMs === null || missing > max;
    let changedFrom = this.columns.startMs.length;
    const limit = startsOver ? standard : this.#isWhole ? missing : Math.max(missing, standard);
    try {
      const { candles, isWhole } = await this.#fetch({ symbol: this.#symbol, interval: this.#interval, limit });
      if (startsOver) this.columns = emptyColumns();
      changedFrom = mergeNewer(this.columns, candles);
      this.#isWhole = isWhole;
      this.#isOutdated = false;
      if (isWhole || startsOver) this.#wholeUntilMs = nowMs;
      if (startsOver || this.#older === "none yet") this.#older = "some";
      this.status = this.columns.startMs.length > 0 ? "ready" : "empty";
    } catch (error) {
      console.warn("candles not loaded", error);
      if (this.columns.startMs.length === 0) this.status = "error";
    } finally {
      this.#isAskingNewest = false;
      this.incompleteLoads = this.isIncomplete ? this.incompleteLoads + 1 : 0;
    }
    this.onChange({ addedInFront: 0, changedFrom });
  }

  /**
   * Whether another load soon is worthwhile: the source still delivers candles for the last request, or it failed and
   * there is none, or only what another chart has left.
   */
  get isIncomplete(): boolean {
    return this.status === "error" || !this.#isWhole || this.#isOutdated;
  }

  /** Ends its use by a chart. The newest candles stay for the next one, which begins with them and loads what is newer. */
  leave(): void {
    this.onChange = () => {};
    this.onPrice = () => {};
    this.columns = newestRows(this.columns, CANDLES_PER_ANSWER.standard);
    this.#older = "some";
    this.#isOutdated = true;
    if (this.status !== "ready") this.status = "loading";
  }

  /** Whether there may be candles before the first one; with `none yet` only after a while. */
  get older(): "some" | "none yet" | "none" {
    return this.#older;
  }

  /**
   * Loads candles before the first one, unless there are none; during a request it waits for that one. Takes what is
   * stored, even if not all of them have arrived.
   */
  loadOlder(): Promise<void> {
    this.#olderRequest ??= this.#requestOlder().finally(() => {
      this.#olderRequest = null;
    });
    return this.#olderRequest;
  }

  async #requestOlder(): Promise<void> {
    const firstMs = this.columns.startMs[0];
    if (firstMs === undefined || this.#older !== "some") return;
    try {
      const request = { symbol: this.#symbol, interval: this.#interval, beforeMs: firstMs, limit: OLDER_LIMIT };
      const { candles, isWhole } = await this.#fetch(request);
      // The series may have started over meanwhile: these candles would leave a gap before its first one.
      if (this.columns.startMs[0] !== firstMs) return;
      const added = prependOlder(this.columns, candles);
      if (added === 0) this.#older = isWhole ? "none" : "none yet";
      if (added > 0) this.onChange({ addedInFront: added, changedFrom: 0 });
    } catch (error) {
      // The next scroll requests them again.
      console.warn("older candles not loaded", error);
    }
  }

  /** Applies a live price. */
  take(quote: { mid: number; at: number }): void {
    if (this.status !== "ready" || this.#isOutdated) return;
    foldLive(this.columns, { price: quote.mid, atMs: quote.at }, this.sizeMs);
    this.onPrice();
  }
}

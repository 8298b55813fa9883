import { CANDLE_INTERVALS, CANDLES_PER_ANSWER, type CandleInterval, candleStartMs } from "../contract/candles.ts";
import { AppError } from "../contract/errors.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { LocalCount } from "../platform/request/local-count.ts";

/** The newest candles of an interval that begin before a time, epoch ms. */
export type CandleQuery = { symbol: FeedSymbol; interval: CandleInterval; beforeMs: number; limit: number };

/** Candles as an object's call returns them, oldest first; `isWhole` is false while more may come soon. */
export type CandleWindow = { candles: readonly (readonly number[])[]; isWhole: boolean };

/** A window as it was answered. `isClosed`: no trade changes it any more. */
type Kept = { untilMs: number; isClosed: boolean; window: CandleWindow };

/** How many windows an isolate keeps: one has some 100 KB at most. */
const WINDOWS_MAX = 60;
/** How long one is kept whose last candle still grows, or that is not whole. */
const GROWING_MS = 1_000;
/** How long a closed one is: its volumes may still come. */
export const CLOSED_MS = 5 * MINUTE_MS;
/** Older windows that an isolate asks the feed for in a second. Charts that are drawn back ask for one or two. */
const OLDER_PER_SECOND = 20;

/**
 * The windows of candles that were asked for last. They are public, and every one comes from the object that also takes all
 * prices, which callers must not be able to keep busy: windows that begin at the same candle are one, the newest ones are asked
 * for once a second, and of all others only so many.
 */
export class CandleCache {
  readonly #windows = new Map<string, Kept>();
  readonly #older = new LocalCount(1_000);

  /**
   * @param load asks the feed. Its promise belongs to the caller's request and may never end with it, so only answers
   * are kept
   * @throws AppError `busy` when too many older windows are asked for
   */
  async get(
    { limit, ...query }: CandleQuery,
    nowMs: number,
    load: (query: CandleQuery) => PromiseLike<CandleWindow>,
  ): Promise<CandleWindow & { isClosed: boolean }> {
    const sizeMs = CANDLE_INTERVALS[query.interval];
    const newestMs = candleStartMs(nowMs, sizeMs) + sizeMs;
    const beforeMs = Math.min(candleStartMs(query.beforeMs + sizeMs - 1, sizeMs), newestMs);
    const whole = limit <= CANDLES_PER_ANSWER.standard ? CANDLES_PER_ANSWER.standard : CANDLES_PER_ANSWER.max;
    const key = `${query.symbol} ${query.interval} ${beforeMs} ${whole}`;
    const { window, isClosed } =
      this.#kept(key, nowMs) ??
      (await this.#load(key, nowMs, { ...query, beforeMs, limit: whole }, { newestMs, load }));
    return { candles: window.candles.slice(-limit), isWhole: window.isWhole, isClosed };
  }

  #kept(key: string, nowMs: number): Kept | null {
    const kept = this.#windows.get(key);
    return kept && nowMs < kept.untilMs ? kept : null;
  }

  async #load(
    key: string,
    nowMs: number,
    query: CandleQuery,
    { newestMs, load }: { newestMs: number; load: (query: CandleQuery) => PromiseLike<CandleWindow> },
  ): Promise<Kept> {
    const isOlder = query.beforeMs < newestMs;
    if (isOlder && this.#older.add("older", nowMs) > OLDER_PER_SECOND)
      throw new AppError("busy", ERROR_TEXT.service_down);
    const { candles, isWhole } = await load(query);
    const window = { candles, isWhole };
    const isClosed = isOlder && window.isWhole;
    const kept = { untilMs: nowMs + (isClosed ? CLOSED_MS : GROWING_MS), isClosed, window };
    this.#windows.delete(key);
    this.#windows.set(key, kept);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > WINDOWS_MAX && oldest !== undefined) this.#windows.delete(oldest);
    return kept;
  }
}

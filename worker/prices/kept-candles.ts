import { CANDLE_INTERVAL_LIST, CANDLE_INTERVALS, type CandleInterval, candleStartMs } from "../contract/candles.ts";

const DAY_MS = CANDLE_INTERVALS["1d"];

/** The sizes that are stored, and for how long; all other intervals are folded from them on read. */
export const STORED_CANDLES = [
  { sizeMs: CANDLE_INTERVALS["1m"], keptMs: 7 * DAY_MS },
  { sizeMs: CANDLE_INTERVALS["1h"], keptMs: 2 * 365 * DAY_MS },
  { sizeMs: DAY_MS, keptMs: Number.POSITIVE_INFINITY },
] as const;

/** A stored candle size, in ms. */
export type StoredSize = (typeof STORED_CANDLES)[number]["sizeMs"];

/** How far back daily candles are requested the first time: charts show no more. */
const DAYS_REQUESTED_MS = 10 * 365 * DAY_MS;

/** The stored size from which an interval is folded: the largest that divides it. */
export function storedSizeFor(interval: CandleInterval): StoredSize {
  const sizeMs = CANDLE_INTERVALS[interval];
  return STORED_CANDLES.findLast((kept) => sizeMs % kept.sizeMs === 0)?.sizeMs ?? CANDLE_INTERVALS["1m"];
}

/** Returns true if candles of this size are never deleted. */
export function isStoredForEver(sizeMs: StoredSize): boolean {
  return STORED_CANDLES.some((kept) => kept.sizeMs === sizeMs && kept.keptMs === Number.POSITIVE_INFINITY);
}

/**
 * Since when candles of a size are stored or requested, epoch ms; it is the start of every interval folded from them,
 * so that the oldest folded candle is complete.
 */
export function storedSinceMs(sizeMs: StoredSize, nowMs: number): number {
  const keptMs = STORED_CANDLES.find((kept) => kept.sizeMs === sizeMs)?.keptMs ?? 0;
  const folded = CANDLE_INTERVAL_LIST.filter((interval) => storedSizeFor(interval) === sizeMs);
  const largestMs = Math.max(...folded.map((interval) => CANDLE_INTERVALS[interval]));
  return candleStartMs(nowMs - Math.min(keptMs, DAYS_REQUESTED_MS), largestMs);
}

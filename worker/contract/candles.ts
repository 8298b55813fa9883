/**
 * Candles, shared by both sides: the prices of one interval. Intervals start at whole multiples of their size since
 * 1970 in UTC, so a day is a UTC day; weeks begin on Sunday.
 */

/** `[start, open, high, low, close, volume]`: the start is epoch ms, the volume 0 when the source reports none. */
export type Candle = readonly [startMs: number, open: number, high: number, low: number, close: number, volume: number];

/** The intervals of charts, with their size in ms. */
export const CANDLE_INTERVALS = {
  "1m": 60_000,
  "5m": 300_000,
  "15m": 900_000,
  "1h": 3_600_000,
  "4h": 14_400_000,
  "1d": 86_400_000,
  "1w": 604_800_000,
} as const;

/** The name of an interval. */
export type CandleInterval = keyof typeof CANDLE_INTERVALS;

/** Ordered by size. Object.keys returns string[], but the record has only keys of this type. */
export const CANDLE_INTERVAL_LIST = Object.keys(CANDLE_INTERVALS) as CandleInterval[];

/** The number of candles in one response: by default, and at most. */
export const CANDLES_PER_ANSWER = { standard: 500, max: 1_000 } as const;

/** 1970 began on a Thursday: its first Sunday is three days later. */
const FIRST_SUNDAY_MS = 3 * CANDLE_INTERVALS["1d"];

/** The start of the interval that contains a time, epoch ms. */
export function candleStartMs(atMs: number, sizeMs: number): number {
  const originMs = sizeMs === CANDLE_INTERVALS["1w"] ? FIRST_SUNDAY_MS : 0;
  return Math.floor((atMs - originMs) / sizeMs) * sizeMs + originMs;
}

/**
 * Adds one price to a candle.
 * @param candle the interval's candle so far, or null for its first price
 * @param sizeMs the interval's size
 */
export function foldPrice(
  candle: Candle | null,
  { price, atMs, volume = 0 }: { price: number; atMs: number; volume?: number },
  sizeMs: number,
): Candle {
  if (!candle) return [candleStartMs(atMs, sizeMs), price, price, price, price, volume];
  const [startMs, open, high, low, , before] = candle;
  return [startMs, open, Math.max(high, price), Math.min(low, price), price, before + volume];
}

/**
 * Folds candles into larger ones.
 * @param candles oldest first, of a size that divides `sizeMs`
 * @returns oldest first; the first and the last are complete only if all their candles were given
 */
export function foldCandles(candles: readonly Candle[], sizeMs: number): Candle[] {
  const folded: Candle[] = [];
  for (const candle of candles) {
    const [atMs, open, high, low, close, volume] = candle;
    const startMs = candleStartMs(atMs, sizeMs);
    const last = folded.at(-1);
    if (last?.[0] === startMs) {
      const [, first, highest, lowest, , before] = last;
      folded[folded.length - 1] = [
        startMs,
        first,
        Math.max(highest, high),
        Math.min(lowest, low),
        close,
        before + volume,
      ];
    } else folded.push([startMs, open, high, low, close, volume]);
  }
  return folded;
}

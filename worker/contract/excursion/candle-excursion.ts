import type { Candle } from "../candles.ts";

/** A trade whose ticks nobody has. Prices in the unit of the candles. */
export type UntickedTrade = {
  isBuy: boolean;
  entryPrice: number;
  exitPrice: number;
  openedAtMs: number;
  closedAtMs: number;
};

/**
 * Prices between which the true one lies: `sure` was reached for certain, and nothing beyond `most` was.
 */
export type PriceInterval = { sure: number; most: number };

/**
 * How far the price went against and for a trade, as far as candles tell it. A candle that lies within the holding was reached as a
 * whole; of one that began before it or ended after it nobody knows which part.
 * Source: docs/replay.md
 *
 * @param candles oldest first
 * @returns null where the candles do not reach from the opening to the closing
 */
export function candleExcursion(
  { isBuy, entryPrice, exitPrice, openedAtMs, closedAtMs }: UntickedTrade,
  candles: readonly Candle[],
  sizeMs: number,
): { worst: PriceInterval; best: PriceInterval } | null {
  const touched = candles.filter(([startMs]) => startMs <= closedAtMs && startMs + sizeMs > openedAtMs);
  const [first] = touched;
  if (!first || first[0] > openedAtMs || (candles.at(-1)?.[0] ?? 0) + sizeMs < closedAtMs) return null;
  const within = touched.filter(([startMs]) => startMs >= openedAtMs && startMs + sizeMs <= closedAtMs);
  const sides = [entryPrice, exitPrice];
  const high = intervalOf(Math.max, sides, within, touched, 2);
  const low = intervalOf(Math.min, sides, within, touched, 3);
  return isBuy ? { worst: low, best: high } : { worst: high, best: low };
}

/** How far the prices of another broker may be from the candles, as a share of the price: further away it is another market. */
const APART_MAX = 0.005;

/**
 * Whether the candles can be those of the market that a trade was made in: its prices are near the candles in which it was opened and closed. A
 * symbol of the same name may be another contract elsewhere, of which they tell nothing.
 */
export function areCandlesOf(
  { entryPrice, exitPrice, openedAtMs, closedAtMs }: UntickedTrade,
  candles: readonly Candle[],
): boolean {
  const isNear = (price: number, atMs: number) => {
    const candle = candles.findLast(([startMs]) => startMs <= atMs);
    if (!candle) return false;
    const [, , high, low] = candle;
    return price <= high * (1 + APART_MAX) && price >= low * (1 - APART_MAX);
  };
  return isNear(entryPrice, openedAtMs) && isNear(exitPrice, closedAtMs);
}

/** @param field the place of the high or the low in a candle */
function intervalOf(
  of: (...prices: number[]) => number,
  sides: readonly number[],
  within: readonly Candle[],
  touched: readonly Candle[],
  field: 2 | 3,
): PriceInterval {
  const sure = of(...sides, ...within.map((candle) => candle[field]));
  return { sure, most: of(sure, ...touched.map((candle) => candle[field])) };
}

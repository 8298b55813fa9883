import type { ClosedTrade } from "./closed-trade.ts";

type Risked = Pick<ClosedTrade, "direction" | "entryPrice" | "exitPrice" | "stopPrice">;

/**
 * R multiple: what the price made divided by what was risked, the way from the entry to the stop.
 * Source: Van K. Tharp, "Trade Your Way to Financial Freedom", chapter 7
 *
 * @returns thousandths of R, rounded, so that sums are exact; null when no stop is known, or it stood on the wrong side
 */
export function milliR({ direction, entryPrice, exitPrice, stopPrice }: Risked): number | null {
  if (stopPrice === null) return null;
  const sign = direction === "Buy" ? 1 : -1;
  const risk = (entryPrice - stopPrice) * sign;
  if (risk <= 0) return null;
  const ratio = ((exitPrice - entryPrice) * sign * 1000) / risk;
  // Away from zero at a half, as SQL rounds.
  return Math.sign(ratio) * Math.round(Math.abs(ratio));
}

/**
 * The mean of R over the trades whose stop is known; null when it is known of none.
 * @param known.riskedMilliR the sum of their {@link milliR}
 */
export function averageR(known: { riskedTrades: number; riskedMilliR: number }): number | null {
  return known.riskedTrades === 0 ? null : known.riskedMilliR / known.riskedTrades / 1000;
}

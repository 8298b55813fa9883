import type { TradeTotals } from "./trade-totals.ts";

/**
 * The share of winning trades among all trades, including breakeven ones, in percent; 0 without trades. Source:
 * specification section 2.
 */
export function tradeWinPercentage({ wins, trades }: TradeTotals): number {
  return trades === 0 ? 0 : (wins * 100) / trades;
}

/**
 * Day win percentage: the share of days with a profit among the days with trades; 0 without any. Source: design section
 * 6.
 */
export function dayWinPercentage({ tradedDays, winningDays }: { tradedDays: number; winningDays: number }): number {
  return tradedDays === 0 ? 0 : (winningDays * 100) / tradedDays;
}

import type { TradeTotals } from "./trade-totals.ts";

/** Share of winning trades among all, breakeven ones too, in percent; 0 without trades. Source: specification section 2. */
export function tradeWinPercentage({ wins, trades }: TradeTotals): number {
  return trades === 0 ? 0 : (wins * 100) / trades;
}

/**
 * Day win percentage: days that ended with a profit among the days with trades; 0 without any. Source: design section 6.
 * @param days the totals of each day that has trades
 */
export function dayWinPercentage(days: readonly Pick<TradeTotals, "trades" | "profitCents">[]): number {
  const traded = days.filter(({ trades }) => trades > 0);
  const won = traded.filter(({ profitCents }) => profitCents > 0);
  return traded.length === 0 ? 0 : (won.length * 100) / traded.length;
}

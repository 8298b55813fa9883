/**
 * Maximum drawdown of the closed results: the deepest fall of their running sum below the highest point that it had
 * reached before. It begins at zero.
 * Source: https://www.investopedia.com/terms/m/maximum-drawdown-mdd.asp; MetaTrader 5 help, "Balance Drawdown Maximal"
 */
export type Drawdown = {
  /** How deep, in cents, zero or above. */
  cents: number;
  /** The highest point before it, in cents of the running sum. */
  peakCents: number;
};

/** @param profitsCents the results in the order in which the trades were closed */
export function maxDrawdown(profitsCents: Iterable<number>): Drawdown {
  let sum = 0;
  let peak = 0;
  let deepest: Drawdown = { cents: 0, peakCents: 0 };
  for (const profit of profitsCents) {
    sum += profit;
    peak = Math.max(peak, sum);
    if (peak - sum > deepest.cents) deepest = { cents: peak - sum, peakCents: peak };
  }
  return deepest;
}

/**
 * The drawdown in percent of the account at its peak: what had been paid in by then, and what had been made of it.
 * @param paidInCents deposits less withdrawals
 * @returns null where there was nothing to lose a share of
 */
export function drawdownPercent({ cents, peakCents }: Drawdown, paidInCents: number): number | null {
  const account = paidInCents + peakCents;
  return account > 0 ? (cents * 100) / account : null;
}

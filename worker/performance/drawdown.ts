import type { Places } from "./closed-trade.ts";

/**
 * Maximum drawdown of the closed results: the deepest fall of their running sum below its previous peak. The sum starts
 * at zero; of two equal falls the earlier one counts.
 * Source: https://www.investopedia.com/terms/m/maximum-drawdown-mdd.asp; MetaTrader 5 help, "Balance Drawdown Maximal"
 */
export type Drawdown = {
  /** The depth in cents, zero or above. */
  cents: number;
  /** The peak before it, in cents of the running sum. */
  peakCents: number;
};

/**
 * Computes the maximum drawdown.
 * @param profitsCents the results in the order in which the trades were closed
 * @returns with `fall`, the trades from the one after the peak to the one at the bottom; null without a fall
 */
export function maxDrawdown(profitsCents: Iterable<number>): Drawdown & { fall: Places | null } {
  let [sum, peak, place, first] = [0, 0, 0, 0];
  let deepest: Drawdown & { fall: Places | null } = { cents: 0, peakCents: 0, fall: null };
  for (const profit of profitsCents) {
    sum += profit;
    if (sum >= peak) [peak, first] = [sum, place + 1];
    else if (peak - sum > deepest.cents) {
      deepest = { cents: peak - sum, peakCents: peak, fall: { first, last: place } };
    }
    place += 1;
  }
  return deepest;
}

/** A payment in cents: positive into the account, negative out of it. */
export type Payment = { atMs: number; cents: number };

/** @returns deposits minus withdrawals before a given time, in cents */
export function paidInBefore(payments: readonly Payment[], atMs: number): number {
  return payments.reduce((sum, payment) => (payment.atMs < atMs ? sum + payment.cents : sum), 0);
}

/**
 * The drawdown in percent of the account at its peak: what had been paid in by then, plus the result until then.
 * @param paidInCents deposits minus withdrawals before the fall's first trade was closed
 * @returns null when the account was not above zero
 */
export function drawdownPercent({ cents, peakCents }: Drawdown, paidInCents: number): number | null {
  const account = paidInCents + peakCents;
  return account > 0 ? (cents * 100) / account : null;
}

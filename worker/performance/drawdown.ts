import type { Places } from "./closed-trade.ts";
import type { OrderedSums } from "./ordered-sums.ts";

/**
 * Maximum drawdown of the closed results: the deepest fall of their running sum below its previous peak. The sum starts
 * at zero; of two equal falls the earlier one counts.
 * Source: https://www.investopedia.com/terms/m/maximum-drawdown-mdd.asp; MetaTrader 5 help, "Balance Drawdown Maximal"
 */
export type Drawdown = {
  /** The depth in units, zero or above. */
  units: number;
  /** The peak before it, in units of the running sum. */
  peakUnits: number;
};

/**
 * Computes the maximum drawdown.
 * @param profitsUnits the results in the order in which the trades were closed
 * @returns with `fall`, the trades from the one after the peak to the one at the bottom; null without a fall
 */
export function maxDrawdown(profitsUnits: Iterable<number>): Drawdown & { fall: Places | null } {
  let [sum, peak, place, first] = [0, 0, 0, 0];
  let deepest: Drawdown & { fall: Places | null } = { units: 0, peakUnits: 0, fall: null };
  for (const profit of profitsUnits) {
    sum += profit;
    if (sum >= peak) [peak, first] = [sum, place + 1];
    else if (peak - sum > deepest.units) {
      deepest = { units: peak - sum, peakUnits: peak, fall: { first, last: place } };
    }
    place += 1;
  }
  return deepest;
}

/** A payment in units: positive into the account, negative out of it. */
export type Payment = { atMs: number; units: number };

/**
 * The maximum drawdown in percent: the deepest fall of the account below its peak, in percent of that peak. It may be
 * another fall than the deepest in money.
 *
 * Payments are neither gains nor losses. A deposit raises account and peak by its sum, so one that comes later makes no
 * earlier fall larger; a withdrawal lowers both in the same proportion. While the account is at zero or below, nothing is
 * measured, and the next payment begins a new peak.
 * Source: https://www.investopedia.com/terms/m/maximum-drawdown-mdd.asp; MetaTrader 5 help, "Balance Drawdown Relative"
 *
 * @param trades in the order in which they were closed
 * @param payments a payment counts for the trades that are closed after it
 * @returns 0 to 100; null where the account was never above zero
 */
export function maxDrawdownPercent(
  trades: readonly { closedAtMs: number; resultUnits: number }[],
  payments: readonly Payment[],
): number | null {
  const account = new AccountFall(payments);
  for (const { closedAtMs, resultUnits } of trades) account.next(closedAtMs, resultUnits);
  return account.percent();
}

/** Computes {@link maxDrawdownPercent} trade by trade. */
export class AccountFall {
  readonly #payments: readonly Payment[];
  #account = 0;
  #peak = 0;
  #paid = 0;
  #deepest: number | null = null;

  constructor(payments: readonly Payment[]) {
    this.#payments = payments.toSorted((a, b) => a.atMs - b.atMs);
  }

  next(closedAtMs: number, resultUnits: number): void {
    this.#payUntil(closedAtMs);
    this.#account += resultUnits;
    this.#peak = Math.max(this.#peak, this.#account);
    if (this.#peak > 0) this.#measure(this.#account, this.#peak);
  }

  /**
   * Counts the trades of sums, as {@link next} does one by one. @returns false where it cannot, and has counted none: a payment came between them, or
   * the account got above zero
   */
  add({ firstMs, lastMs, falls, resultUnits, peakUnits }: Omit<OrderedSums, "wins" | "losses">): boolean {
    this.#payUntil(firstMs);
    const [account, peak] = [this.#account, this.#peak];
    const highest = Math.max(peak, account + peakUnits);
    if ((this.#payments[this.#paid]?.atMs ?? Number.POSITIVE_INFINITY) < lastMs || peak < account) return false;
    if (peak <= 0 && highest > 0) return false;
    if (peak > 0) {
      for (const [own, low] of falls) this.#measure(account + low, Math.max(peak, account + own));
      this.#measure(account + resultUnits, highest);
    }
    this.#account = account + resultUnits;
    this.#peak = highest;
    return true;
  }

  #payUntil(closedAtMs: number): void {
    for (let next = this.#payments[this.#paid]; next && next.atMs < closedAtMs; next = this.#payments[this.#paid]) {
      this.#peak = peakAfter(next.units, { account: this.#account, peak: this.#peak });
      this.#account += next.units;
      this.#paid += 1;
    }
  }

  #measure(account: number, peak: number): void {
    this.#deepest = Math.max(this.#deepest ?? 0, Math.min(1, 1 - account / peak));
  }

  percent(): number | null {
    return this.#deepest === null ? null : this.#deepest * 100;
  }
}

/** The peak that the account is compared with after a payment. */
function peakAfter(units: number, { account, peak }: { account: number; peak: number }): number {
  if (account <= 0) return account + units;
  return units > 0 ? peak + units : (peak * (account + units)) / account;
}

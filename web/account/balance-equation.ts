/** What the ledger says about an account. Dollars. */
export type AccountTotals = {
  depositsUsd: number;
  /** Paid out. */
  withdrawalsUsd: number;
  /** Set aside for requests that are not paid yet. */
  heldUsd: number;
  availableUsd: number;
};

/**
 * What trading has brought: all that the account holds beyond what was paid in and not paid out. Deposits, withdrawals
 * and trading are the only ways in which money moves.
 * @returns dollars, exact to the cent
 */
export function tradingResultUsd({ depositsUsd, withdrawalsUsd, heldUsd, availableUsd }: AccountTotals): number {
  const inCents = (usd: number) => Math.round(usd * 100);
  return (inCents(availableUsd) + inCents(heldUsd) + inCents(withdrawalsUsd) - inCents(depositsUsd)) / 100;
}

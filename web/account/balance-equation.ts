import type { User } from "../state/api.ts";

/** An account's totals from the ledger, in dollars. */
export type AccountTotals = {
  depositsUsd: number;
  withdrawalsUsd: number;
  /** On hold for withdrawals that are not completed yet. */
  heldUsd: number;
  availableUsd: number;
};

/**
 * The result of trading: what the account holds beyond deposits minus withdrawals. Deposits, withdrawals and trading
 * are the only ways in which money moves.
 * @returns dollars, exact to the cent
 */
export function tradingResultUsd({ depositsUsd, withdrawalsUsd, heldUsd, availableUsd }: AccountTotals): number {
  const inCents = (usd: number) => Math.round(usd * 100);
  return (inCents(availableUsd) + inCents(heldUsd) + inCents(withdrawalsUsd) - inCents(depositsUsd)) / 100;
}

/**
 * The result of a user's trading, in dollars, from the totals that the API gives with the user: completed withdrawals
 * are added, so that a withdrawal does not look like a loss. Source: design section 6, "Total P&L"
 */
export function userResultUsd({ balance, heldBalance, totalWithdrawals, analytics }: User): number {
  return tradingResultUsd({
    depositsUsd: analytics.totalDeposits,
    withdrawalsUsd: totalWithdrawals,
    heldUsd: heldBalance,
    availableUsd: balance,
  });
}

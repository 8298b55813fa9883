import { dollarsFromCents } from "../contract/money.ts";
import type { ReviewRow } from "./payment-exception-store.ts";

/** A mismatched payment, as its payer sees it. */
export type DepositReview = ReturnType<typeof reviewView>;

/** The review shown to the trader: that of the newest of a deposit's mismatched payments; null without any. */
export function newestReview(rows: readonly ReviewRow[]): DepositReview | null {
  const newest = rows.at(-1);
  return newest ? reviewView(newest) : null;
}

/**
 * The paid amount is in units of its currency, the credited amount in dollars. An admin's note on a match is internal.
 */
function reviewView(row: ReviewRow) {
  const { status, reason, paidAmount, paidCurrency, creditedCents, note, decidedAtMs } = row;
  return {
    status,
    reason,
    paidAmount,
    paidCurrency,
    creditedAmount: creditedCents === null ? null : dollarsFromCents(creditedCents),
    note: status === "refunded" || status === "dismissed" ? note : null,
    decidedAt: decidedAtMs === null ? null : new Date(decidedAtMs).toISOString(),
  };
}

import { isoOrNull } from "../../contract/iso-time.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import { depositView } from "../../deposits/deposit-view.ts";
import { approvalsView } from "../commands/approvals.ts";
import { personView } from "../lists/person-view.ts";
import { type AdminDepositRow, markPaidApprovals } from "./deposit-admin-store.ts";

/** A deposit as the admin API shows it: the owner's view, plus the owner, the payments and the approvals. */
export function adminDepositView(row: AdminDepositRow) {
  return {
    ...depositView(row.deposit),
    settlementHash: row.deposit.settlementHash,
    bankReference: row.deposit.bankReference,
    /** The payments for its code that did not match it, oldest first. `isLate`: made after the code had ended. */
    payments: row.payments.map(({ id, paidAtMs, creditedCents, ...payment }) => ({
      _id: id,
      ...payment,
      paidAt: isoOrNull(paidAtMs),
      isLate: paidAtMs !== null && paidAtMs > row.deposit.expiresAtMs,
      creditedAmount: creditedCents === null ? null : dollarsFromCents(creditedCents),
    })),
    /** Credited after the code had ended. */
    isLate: row.deposit.paidAtMs !== null && row.deposit.paidAtMs > row.deposit.expiresAtMs,
    user: personView(row.user),
    approvals: markPaidApprovals(row),
    approvedBy: approvalsView(row.approvedBy),
  };
}

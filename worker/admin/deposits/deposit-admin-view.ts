import { depositView } from "../../deposits/deposit-view.ts";
import { approvalsView } from "../commands/approvals.ts";
import { personView } from "../lists/person-view.ts";
import { type AdminDepositRow, markPaidApprovals } from "./deposit-admin-store.ts";

/** A deposit as the admin API shows it: the owner's view, plus the owner, the payment and the approvals. */
export function adminDepositView(row: AdminDepositRow) {
  return {
    ...depositView(row.deposit),
    settlementHash: row.deposit.settlementHash,
    bankReference: row.deposit.bankReference,
    user: personView(row.user),
    approvals: markPaidApprovals(row),
    approvedBy: approvalsView(row.approvedBy),
  };
}

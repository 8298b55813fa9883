import { isoOrNull } from "../../contract/iso-time.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import { approvalsView } from "../commands/approvals.ts";
import { personView } from "../lists/person-view.ts";
import { creditable } from "./exception-rules.ts";
import { type ExceptionRow, matchApprovals } from "./exception-store.ts";

/**
 * A mismatched payment as the admin API shows it. `paidAmount` is in units of `paidCurrency`, all other amounts in
 * dollars.
 */
export function exceptionView(row: ExceptionRow) {
  const { mostCents, obstacle } = creditable(row);
  return {
    _id: row.id,
    status: row.status,
    reason: row.reason,
    paidAmount: row.paidAmount,
    paidCurrency: row.paidCurrency,
    paidAt: isoOrNull(row.paidAtMs),
    /** The payer's account as the network reported it; null when unknown. */
    paidFrom: row.paidFrom,
    settlementHash: row.settlementHash,
    creditedAmount: row.creditedCents === null ? null : dollarsFromCents(row.creditedCents),
    /** The maximum that a match can credit; 0 when nothing can be credited, with the reason in `notCreditable`. */
    mostCreditable: dollarsFromCents(mostCents),
    notCreditable: obstacle,
    note: row.note,
    decidedBy: row.decidedByName,
    decidedAt: isoOrNull(row.decidedAtMs),
    version: row.version,
    createdAt: new Date(row.createdAtMs).toISOString(),
    deposit: {
      _id: row.deposit.id,
      amount: dollarsFromCents(row.deposit.amountCents),
      status: row.deposit.status,
      billNumber: row.deposit.billNumber,
      createdAt: new Date(row.deposit.createdAtMs).toISOString(),
    },
    user: personView(row.user),
    approvals: matchApprovals(row),
    approvedBy: approvalsView(row.approvedBy),
  };
}

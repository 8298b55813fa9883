import { iso, isoOrNull } from "../../contract/iso-time.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import { recordCode } from "../../contract/record-code.ts";
import { clientView } from "../../questions/question-view.ts";
import { approvalsView } from "../commands/approvals.ts";
import { personView } from "../lists/person-view.ts";
import { creditable, refundable } from "./exception-rules.ts";
import { type ExceptionRow, matchApprovals, refundApprovals } from "./exception-store.ts";

function payerView({ id, paidFrom }: Pick<ExceptionRow, "id" | "paidFrom">): ReturnType<typeof personView> {
  const name = paidFrom ?? recordCode("exception", id);
  return { _id: "", email: "", username: "", name, closedAt: null, frozenAt: null };
}

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
    /** The deposit that this payment was credited to, if another one. */
    creditedTo: row.creditedTo && { _id: row.creditedTo.id, billNumber: row.creditedTo.billNumber },
    /** The maximum that can be sent back, in units of `paidCurrency`; 0 for a payment that was credited. */
    mostRefundable: dollarsFromCents(refundable(row)),
    /** The sum that was sent back, in units of `paidCurrency`; null unless a refund was recorded with its sum. */
    refundedAmount: row.refundedCents === null ? null : dollarsFromCents(row.refundedCents),
    refundReference: row.refundReference,
    note: row.note,
    decidedBy: row.decidedByName,
    decidedAt: isoOrNull(row.decidedAtMs),
    version: row.version,
    client: clientView(row),
    createdAt: new Date(row.createdAtMs).toISOString(),
    /** Null while nobody knows whose payment it is. */
    deposit: row.deposit && {
      _id: row.deposit.id,
      amount: dollarsFromCents(row.deposit.amountCents),
      paidAmount: row.deposit.paidCents === null ? null : dollarsFromCents(row.deposit.paidCents),
      /** Two admins marked it paid by the bank's records: what came may be the same money. */
      isMarkedByHand: row.deposit.bankReference !== null,
      expiresAt: iso(row.deposit.expiresAtMs),
      status: row.deposit.status,
      billNumber: row.deposit.billNumber,
      createdAt: new Date(row.deposit.createdAtMs).toISOString(),
    },
    /** The trader of the deposit; without one the payer, who has no account, as the bank writes them. */
    user: row.user === null ? payerView(row) : personView(row.user),
    /** The bill number of its deposit, else its own code. */
    code: row.deposit?.billNumber ?? recordCode("exception", row.id),
    /** To whom those who approved would credit it, where nobody knew the payer. */
    chosenTrader: row.chosenTrader,
    approvals: matchApprovals(row),
    approvedBy: approvalsView(row.approvedBy),
    refundApprovals: refundApprovals(row),
    /** The approved detail is not shown: the second admin reads it in the bank's records. */
    refundApprovedBy: approvalsView(row.refundApprovedBy).map(({ detail: _, ...approval }) => approval),
  };
}

import { cents, formatUsd } from "../../contract/money.ts";
import { decideException, noteException } from "../../deposits/payment-exception-store.ts";
import { paymentCreditedMail } from "../../deposits/payment-mails.ts";
import { postTransfer } from "../../ledger/transfer-store.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { mustHaveSameApprovals, recordApproval } from "../commands/approval-store.ts";
import { type ApprovalsSeen, assertApprovalsSeen, weighApproval, withApproval } from "../commands/approvals.ts";
import { addNote, requiredNote } from "../commands/decision-note.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { assertOpen, matchAmount } from "./exception-rules.ts";
import { approvalsOnRecord, MATCH_ADMINS, selectException } from "./exception-store.ts";
import { exceptionView } from "./exception-view.ts";

/**
 * Credits a mismatched payment to the trader whose code was paid, and so pays the deposit of that code: with the sum
 * credited, not the one asked. Always needs two admins, who agree on the amount; the money moves with the second approval. A
 * code that was credited already is not credited again.
 *
 * @param input.amount dollars to credit
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `approval_differs` | `settlement_used` |
 * `invalid_input` | `step_up_required` | `key_reused`
 */
export function matchException(
  scope: Scope,
  id: string,
  input: { version: number; approvals?: ApprovalsSeen; amount: number; note: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const note = requiredNote(input.note, "note");
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectException(query, callerId, id)] as const,
    ([[found]], admin, nowMs) => {
      const row = assertOpen(found, input.version, admin.id);
      assertApprovalsSeen(approvalsOnRecord(row), { seen: input.approvals, need: MATCH_ADMINS }, admin);
      const amountCents = matchAmount(input.amount, row);
      const subject = `exception:${id}` as const;
      const request = { subject, act: "match" as const, detail: String(amountCents), need: MATCH_ADMINS };
      const { approvals, isLast } = weighApproval(row.approvedBy, request, admin, (detail) =>
        formatUsd(Number(detail)),
      );
      const agreed = {
        ...row,
        note: addNote(row.note, note),
        approvedBy: withApproval(row.approvedBy, request, admin, nowMs),
      };
      const noted = [
        ...noteException(query, row, agreed.note ?? note),
        ...recordApproval(query, row.approvedBy, request, admin, nowMs),
        mustHaveSameApprovals(query, `refund:${id}`, row.refundApprovedBy),
      ];
      const entry = { actor: admin.id, subject, detail: { amountCents, note } };
      if (!isLast) {
        const statements = [...noted, audit(query, { ...entry, action: "exception.match_agreed" }, nowMs)];
        return { reply: { exception: exceptionView(agreed), approvals }, statements };
      }

      const decision = {
        status: "matched" as const,
        version: row.version + 1,
        creditedCents: amountCents,
        refundedCents: null,
        refundReference: null,
        decidedBy: admin.id,
        decidedAtMs: nowMs,
      };
      const transfer = {
        kind: "deposit" as const,
        reference: subject,
        actor: admin.id,
        memo: `KHQR payment matched to ${row.deposit.billNumber}`,
        entries: [
          { accountId: "house:khqr" as const, amountCents: cents(-amountCents) },
          { accountId: `available:${row.traderId}` as const, amountCents },
        ],
      };
      // The database pays the deposit with the match (`payment_exceptions_pay_deposit`).
      const deposit = { ...row.deposit, status: "paid" as const, paidCents: amountCents };
      return {
        reply: { exception: exceptionView({ ...agreed, ...decision, deposit, decidedByName: admin.name }), approvals },
        statements: [
          ...noted,
          ...postTransfer(query, transfer, nowMs),
          decideException(query, id, decision),
          audit(query, { ...entry, action: "exception.matched" }, nowMs),
          audit(
            query,
            {
              actor: admin.id,
              action: "deposit.paid",
              subject: `deposit:${row.deposit.id}`,
              detail: { amountCents, settlementHash: row.settlementHash, was: row.deposit.status },
            },
            nowMs,
          ),
        ],
        mails: [
          paymentCreditedMail(row.user.email, scope.settings.APP_ORIGIN, {
            amountCents,
            billNumber: row.deposit.billNumber,
            event: row.deposit.status === "paid" ? "payment_credited" : "deposit_paid",
          }),
        ],
      };
    },
  );
}

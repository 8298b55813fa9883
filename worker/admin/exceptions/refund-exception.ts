import { mustHold } from "../../../db/guard.ts";
import { decideException, hasMoved, noteException } from "../../deposits/payment-exception-store.ts";
import { formatPaid, paymentRefundedMail } from "../../deposits/payment-mails.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { mustHaveSameApprovals, recordApproval } from "../commands/approval-store.ts";
import { type ApprovalsSeen, assertApprovalsSeen, weighApproval, withApproval } from "../commands/approvals.ts";
import { COMMAND_TEXT } from "../commands/command-answers.ts";
import { requiredBankReference, requiredNote } from "../commands/decision-note.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import { assertOpen } from "./exception-rules.ts";
import {
  approvalsOnRecord,
  decisionFactsOf,
  isOpenAt,
  REFUND_ADMINS,
  selectDecisionFacts,
  selectException,
} from "./exception-store.ts";
import { exceptionView } from "./exception-view.ts";
import { mailToTrader } from "./mail-to-trader.ts";
import { planDecision } from "./plan-decision.ts";

/**
 * Records that the bank sent a mismatched payment back; the product itself sends nothing. Always needs two admins, who enter
 * the same sum and the same reference of the bank. What was credited is not sent back. The note of the second is sent to the
 * trader; that of the first stays in the audit log.
 *
 * @param input.amount in units of the payment's currency
 * @param input.bankAccount the company's bank account that sent it; left out for the account that codes pay into
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `approval_differs` | `settlement_used` |
 * `invalid_input` | `step_up_required` | `key_reused`
 */
export function refundException(
  scope: Scope,
  id: string,
  input: {
    version: number;
    approvals?: ApprovalsSeen;
    amount: number;
    bankReference: string;
    bankAccount?: string | undefined;
    note: string;
  },
  idempotencyKey: IdempotencyKey | null,
) {
  const note = requiredNote(input.note, "note");
  const refundReference = requiredBankReference(input.bankReference);
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectException(query, callerId, id), selectDecisionFacts(query, callerId, id)] as const,
    ([[found], [facts]], admin, nowMs) => {
      const row = assertOpen(found, input.version, admin.id);
      assertApprovalsSeen(approvalsOnRecord(row), { seen: input.approvals, need: REFUND_ADMINS }, admin);
      const { amount, bankAccount } = input;
      const plan = planDecision({ decision: "refund", amount, bankAccount }, row, decisionFactsOf(facts));
      const { amountCents: refundedCents, refundedFrom } = plan;
      const subject = `refund:${id}` as const;
      const detail = [refundedCents, refundReference, ...(refundedFrom === null ? [] : [refundedFrom])].join(" ");
      const request = { subject, act: "approve" as const, detail, need: REFUND_ADMINS };
      const { approvals, isLast } = weighApproval(row.refundApprovedBy, request, admin, (other) => {
        const [cents = "", ...reference] = other.split(" ");
        const sum = formatPaid({ ...row, paidAmount: Number(cents) / 100 });
        return COMMAND_TEXT.approval.approved.refund(sum, reference.join(" "));
      });
      const agreed = { ...row, refundApprovedBy: withApproval(row.refundApprovedBy, request, admin, nowMs) };
      const recorded = [
        ...recordApproval(query, row.refundApprovedBy, request, admin, nowMs),
        mustHaveSameApprovals(query, `exception:${id}`, row.approvedBy),
      ];
      const entry = {
        actor: admin.id,
        subject: `exception:${id}` as const,
        detail: {
          refunded: formatPaid({ ...row, paidAmount: refundedCents / 100 }),
          bankReference: refundReference,
          ...(refundedFrom !== null && { refundedFrom }),
          note,
        },
      };
      if (!isLast) {
        const statements = [
          mustBeUnchanged(query, isOpenAt(row)),
          ...recorded,
          audit(query, { ...entry, action: "exception.refund_agreed" }, nowMs),
        ];
        return { reply: { exception: exceptionView(agreed), approvals }, statements };
      }

      const decision = {
        status: "refunded" as const,
        version: row.version + 1,
        creditedCents: null,
        refundedCents,
        refundReference,
        refundedFrom,
        decidedBy: admin.id,
        decidedAtMs: nowMs,
      };
      const closed = { ...agreed, ...decision, note, decidedByName: admin.name };
      return {
        reply: { exception: exceptionView(closed), approvals },
        statements: [
          ...noteException(query, row, note),
          ...recorded,
          decideException(query, id, decision),
          mustHold(query, "entries_differ", hasMoved(id, plan.entries, row.receivedCents !== null)),
          audit(query, { ...entry, action: "exception.refunded" }, nowMs),
        ],
        mails: mailToTrader(closed, (email, payment) =>
          paymentRefundedMail(email, scope.settings.APP_ORIGIN, payment, {
            cents: refundedCents,
            reference: refundReference,
          }),
        ),
      };
    },
  );
}

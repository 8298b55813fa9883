import { mustHold } from "../../../db/guard.ts";
import { decideException, hasMoved, noteException } from "../../deposits/payment-exception-store.ts";
import { paymentNotCreditedMail } from "../../deposits/payment-mails.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { mustHaveSameApprovals } from "../commands/approval-store.ts";
import { type ApprovalsSeen, assertApprovalsSeen } from "../commands/approvals.ts";
import { requiredNote } from "../commands/decision-note.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { assertOpen } from "./exception-rules.ts";
import {
  approvalsOnRecord,
  decisionFactsOf,
  matchApprovals,
  selectDecisionFacts,
  selectException,
} from "./exception-store.ts";
import { exceptionView } from "./exception-view.ts";
import { mailToTrader } from "./mail-to-trader.ts";
import { planDecision } from "./plan-decision.ts";

/**
 * Closes a mismatched payment of which nothing is to be credited or sent back. The note explains the decision and is sent to
 * the trader; earlier notes between admins stay in the audit log.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `invalid_input` | `step_up_required` | `key_reused`
 */
export function dismissException(
  scope: Scope,
  id: string,
  input: { version: number; approvals?: ApprovalsSeen; note: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const note = requiredNote(input.note, "note");
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectException(query, callerId, id), selectDecisionFacts(query, callerId, id)] as const,
    ([[found], [facts]], admin, nowMs) => {
      const row = assertOpen(found, input.version, admin.id);
      assertApprovalsSeen(approvalsOnRecord(row), { seen: input.approvals, need: 1 }, admin);
      const plan = planDecision({ decision: "dismiss" }, row, decisionFactsOf(facts));
      const decision = {
        status: "dismissed" as const,
        version: row.version + 1,
        creditedCents: null,
        refundedCents: null,
        refundReference: null,
        decidedBy: admin.id,
        decidedAtMs: nowMs,
      };
      const closed = { ...row, ...decision, note, decidedByName: admin.name };
      const entry = { actor: admin.id, subject: `exception:${id}` as const, detail: { note } };
      return {
        reply: { exception: exceptionView(closed), approvals: matchApprovals(row) },
        statements: [
          ...noteException(query, row, note),
          mustHaveSameApprovals(query, `exception:${id}`, row.approvedBy),
          mustHaveSameApprovals(query, `refund:${id}`, row.refundApprovedBy),
          decideException(query, id, decision),
          mustHold(query, "entries_differ", hasMoved(id, plan.entries, row.receivedCents !== null)),
          audit(query, { ...entry, action: "exception.dismissed" }, nowMs),
        ],
        mails: mailToTrader(closed, (email, payment) =>
          paymentNotCreditedMail(email, scope.settings.APP_ORIGIN, payment),
        ),
      };
    },
  );
}

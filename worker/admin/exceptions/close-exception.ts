import { decideException, noteException } from "../../deposits/payment-exception-store.ts";
import { paymentNotCreditedMail, paymentRefundedMail } from "../../deposits/payment-mails.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { mustHaveSameApprovals } from "../commands/approval-store.ts";
import { type ApprovalsSeen, assertApprovalsSeen } from "../commands/approvals.ts";
import { requiredNote } from "../commands/decision-note.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { assertOpen } from "./exception-rules.ts";
import { matchApprovals, selectException } from "./exception-store.ts";
import { exceptionView } from "./exception-view.ts";

/**
 * Closes a mismatched payment without crediting it: the bank sent it back (`refunded`; the product itself sends
 * nothing), or there is nothing to credit (`dismissed`). The note explains the decision and is sent to the trader;
 * earlier notes between admins stay in the audit log.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `invalid_input` | `step_up_required` | `key_reused`
 */
export function closeException(
  scope: Scope,
  id: string,
  input: { how: "refunded" | "dismissed"; version: number; approvals?: ApprovalsSeen; note: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const { how } = input;
  const note = requiredNote(input.note, "note");
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    () => [selectException(query, id)] as const,
    ([[found]], admin, nowMs) => {
      const row = assertOpen(found, input.version, admin.id);
      assertApprovalsSeen(row.approvedBy, { seen: input.approvals, need: 1 }, admin);
      const decision = {
        status: how,
        version: row.version + 1,
        creditedCents: null,
        decidedBy: admin.id,
        decidedAtMs: nowMs,
      };
      const closed = { ...row, ...decision, note, decidedByName: admin.name };
      const composeMail = how === "refunded" ? paymentRefundedMail : paymentNotCreditedMail;
      return {
        reply: { exception: exceptionView(closed), approvals: matchApprovals(row) },
        statements: [
          ...noteException(query, row, note),
          mustHaveSameApprovals(query, `exception:${id}`, row.approvedBy),
          decideException(query, id, decision),
          audit(
            query,
            { actor: admin.id, action: `exception.${how}`, subject: `exception:${id}`, detail: { note } },
            nowMs,
          ),
        ],
        mails: [composeMail(row.user.email, scope.settings.APP_ORIGIN, closed)],
      };
    },
  );
}

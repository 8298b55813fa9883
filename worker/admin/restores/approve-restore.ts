import { AppError } from "../../contract/errors.ts";
import { RESTORE_ADMINS } from "../../contract/restore-finding.ts";
import { endAllPauses } from "../../ledger/pause-store.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordApproval } from "../commands/approval-store.ts";
import { type ApprovalsSeen, assertApprovalsSeen, weighApproval, withApproval } from "../commands/approvals.ts";
import { COMMAND_TEXT } from "../commands/command-answers.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import { isUnreviewed, noteResumed, selectRestore } from "./restore-store.ts";
import { restoreView } from "./restore-view.ts";

/**
 * Approves what a restore found. The approval of the second admin ends the pause of withdrawals and deposits, unless another
 * restore waits for its review. An approval that is on record already is answered, and recorded once.
 *
 * @param input.findingCount the number of findings that the admin saw
 * @throws AppError `not_found` | `wrong_state` | `approval_differs` | `admin_too_new` | `step_up_required` | `key_reused`
 */
export function approveRestore(
  scope: Scope,
  id: string,
  { findingCount, approvals: seen }: { findingCount: number; approvals?: ApprovalsSeen },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectRestore(query, callerId, id)] as const,
    ([[row]], admin, nowMs) => {
      if (!row) throw new AppError("not_found", ERROR_TEXT.not_found);
      if (row.resumedAtMs !== null || row.findingCount !== findingCount) {
        throw new AppError("wrong_state", COMMAND_TEXT.restoreDecided);
      }
      assertApprovalsSeen(row.approvedBy, { seen, need: RESTORE_ADMINS }, admin);
      const subject = `restore:${id}` as const;
      const request = { subject, act: "approve" as const, detail: String(findingCount), need: RESTORE_ADMINS };
      const describe = COMMAND_TEXT.approval.approved.findings;
      const { approvals, isLast } = weighApproval(row.approvedBy, request, admin, describe);
      if (row.approvedBy.some(({ adminId, detail }) => adminId === admin.id && detail === request.detail)) {
        return { reply: { restore: restoreView(row), approvals }, statements: [] };
      }
      const after = { ...row, approvedBy: withApproval(row.approvedBy, request, admin, nowMs) };
      const entry = { actor: admin.id, subject, detail: { findings: findingCount } };
      const approval = [
        mustBeUnchanged(query, isUnreviewed(id)),
        ...recordApproval(query, row.approvedBy, request, admin, nowMs),
      ];
      if (!isLast) {
        return {
          reply: { restore: restoreView(after), approvals },
          statements: [...approval, audit(query, { ...entry, action: "restore.approve_agreed" }, nowMs)],
        };
      }
      return {
        reply: { restore: restoreView({ ...after, resumedAtMs: nowMs }), approvals },
        statements: [
          ...approval,
          noteResumed(query, id, nowMs),
          endAllPauses(query),
          audit(query, { ...entry, action: "restore.approved" }, nowMs),
        ],
      };
    },
  );
}

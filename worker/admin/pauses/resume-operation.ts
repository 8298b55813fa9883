import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordApproval } from "../commands/approval-store.ts";
import { type ApprovalsSeen, assertApprovalsSeen, weighApproval, withApproval } from "../commands/approvals.ts";
import { COMMAND_TEXT } from "../commands/command-answers.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import { endAdminPause, isOpenPause, selectPause } from "./pause-admin-store.ts";
import { PAUSE_TEXT } from "./pause-answers.ts";
import { aloneFrom, pauseView, resumersNeeded } from "./pause-view.ts";

/**
 * Approves the end of a pause. The approval of the second admin ends it; where there is one admin only, theirs does, a day
 * after the pause began.
 * @throws AppError `not_found` | `wrong_state` when it has ended, or it is too early for one admin | `admin_too_new` |
 * `step_up_required` | `key_reused`
 */
export function resumeAsAdmin(
  scope: Scope,
  id: string,
  { approvals: seen }: { approvals?: ApprovalsSeen },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectPause(query, callerId, id)] as const,
    ([[row]], admin, nowMs) => {
      if (!row) throw new AppError("not_found", ERROR_TEXT.not_found);
      if (row.resumedAtMs !== null) throw new AppError("wrong_state", PAUSE_TEXT.ended);
      const fromMs = aloneFrom(row);
      if (fromMs !== null && nowMs < fromMs) {
        throw new AppError("wrong_state", PAUSE_TEXT.aloneLater(fromMs, admin.timeZone));
      }
      const subject = `pause:${id}` as const;
      const request = { subject, act: "approve" as const, detail: "", need: resumersNeeded(row) };
      assertApprovalsSeen(row.approvedBy, { seen, need: request.need }, admin);
      const describe = () => COMMAND_TEXT.approval.approved.other;
      const { approvals, isLast } = weighApproval(row.approvedBy, request, admin, describe);
      const after = { ...row, approvedBy: withApproval(row.approvedBy, request, admin, nowMs) };
      return {
        reply: { pause: pauseView(isLast ? { ...after, resumedAtMs: nowMs } : after), approvals },
        statements: [
          mustBeUnchanged(query, isOpenPause(id)),
          ...recordApproval(query, row.approvedBy, request, admin, nowMs),
          ...(isLast
            ? endAdminPause(query, row, admin.id, nowMs)
            : [audit(query, { actor: admin.id, action: `${row.what}.resume_agreed`, subject }, nowMs)]),
        ],
      };
    },
  );
}

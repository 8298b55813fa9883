import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordApproval } from "../commands/approval-store.ts";
import { type ApprovalsSeen, assertApprovalsSeen, weighApproval, withApproval } from "../commands/approvals.ts";
import { COMMAND_TEXT } from "../commands/command-answers.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import { SETTING_TEXT } from "./setting-answers.ts";
import { aloneFrom, assertOpen, peopleNeeded } from "./setting-rules.ts";
import { applyChange, cancelChange, isOpenChange, type SettingChange, selectChange } from "./setting-store.ts";
import { changeView } from "./setting-view.ts";

/**
 * Approves a proposed change of a setting; the last approval that it needs puts it into force. Where there is one admin only, theirs does,
 * a day after they proposed it.
 * @throws AppError `not_found` | `wrong_state` when it was decided, for who proposed it, or when it is too early for one admin |
 * `own_account` | `admin_too_new` | `step_up_required` | `key_reused`
 */
export function approveSetting(
  scope: Scope,
  id: string,
  { approvals: seen }: { approvals?: ApprovalsSeen },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectChange(query, callerId, id)] as const,
    ([[found]], admin, nowMs) => {
      const change = assertOpen(found);
      if (change.userId === admin.id) throw new AppError("own_account", ERROR_TEXT.own_account);
      const fromMs = aloneFrom(change);
      if (fromMs !== null && nowMs < fromMs) {
        throw new AppError("wrong_state", SETTING_TEXT.aloneLater(fromMs, admin.timeZone));
      }
      const subject = `setting:${id}` as const;
      const request = { subject, act: "approve" as const, detail: "", need: peopleNeeded(change) };
      assertApprovalsSeen(change.approvedBy, { seen, need: request.need }, admin);
      const { approvals, isLast } = weighApproval(
        change.approvedBy,
        request,
        admin,
        () => COMMAND_TEXT.approval.approved.other,
      );
      if (!isLast && change.proposedBy === admin.id) throw new AppError("wrong_state", SETTING_TEXT.own);
      const after = { ...change, approvedBy: withApproval(change.approvedBy, request, admin, nowMs) };
      const applied = { ...after, revision: 0, appliedByName: admin.name, appliedAtMs: nowMs };
      const entry = { actor: admin.id, subject, detail: detailOf(change) };
      return {
        reply: { change: changeView(isLast ? applied : after), approvals },
        statements: [
          mustBeUnchanged(query, isOpenChange(id)),
          ...recordApproval(query, change.approvedBy, request, admin, nowMs),
          ...(isLast
            ? [applyChange(query, id, admin.id, nowMs), audit(query, { ...entry, action: "setting.changed" }, nowMs)]
            : [audit(query, { ...entry, action: "setting.agreed" }, nowMs)]),
        ],
      };
    },
  );
}

/**
 * Cancels a proposed change. Any admin may.
 * @throws AppError `not_found` | `wrong_state` when it was decided | `step_up_required` | `key_reused`
 */
export function cancelSetting(scope: Scope, id: string, idempotencyKey: IdempotencyKey | null) {
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectChange(query, callerId, id)] as const,
    ([[found]], admin, nowMs) => {
      const change = assertOpen(found);
      const entry = { actor: admin.id, action: "setting.cancelled" as const, subject: `setting:${id}` as const };
      return {
        reply: { change: changeView({ ...change, cancelledByName: admin.name, cancelledAtMs: nowMs }) },
        statements: [
          mustBeUnchanged(query, isOpenChange(id)),
          cancelChange(query, id, admin.id, nowMs),
          audit(query, { ...entry, detail: detailOf(change) }, nowMs),
        ],
      };
    },
  );
}

function detailOf({ key, value, valueBefore, seenId, userId }: SettingChange) {
  return {
    key,
    value: value ?? "",
    ...(seenId !== null && { before: valueBefore ?? "" }),
    ...(userId !== null && { userId }),
  };
}

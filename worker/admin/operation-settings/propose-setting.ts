import { AppError } from "../../contract/errors.ts";
import { ruleOf, type SettingKey, type SettingValue } from "../../contract/operation/settings.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import { composeContent, HELLO } from "../../platform/mail/compose-mail.ts";
import { queueMailToAdmins } from "../../platform/mail/outbox-store.ts";
import { firstValue, operationOf } from "../../platform/operation-settings.ts";
import { selectSettings } from "../../platform/operation-settings-sql.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordApproval } from "../commands/approval-store.ts";
import { assertApprovalCounts, withApproval } from "../commands/approvals.ts";
import { decisionNote, requiredNote } from "../commands/decision-note.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { SETTING_TEXT } from "./setting-answers.ts";
import { assertMayPropose, currentOf, peopleNeeded, valueToStore } from "./setting-rules.ts";
import {
  applyChange,
  countOwners,
  insertChange,
  maySecond,
  type SettingChange,
  selectCurrent,
  selectTrader,
} from "./setting-store.ts";
import { settingView } from "./setting-view.ts";

/** @property version of the setting as the admin saw it; null for its first value */
export type Proposal = {
  key: SettingKey;
  user?: string | undefined;
  value: SettingValue | null;
  version: string | null;
  reason: string;
};

/**
 * Proposes another value of a setting. One that money depends on waits for the approval of another owner; those who may give it get a mail. A
 * display setting is in force at once.
 * @throws AppError `invalid_input` | `not_found` for an unknown trader | `own_account` | `wrong_state` for another value than was seen, or
 * while another proposal waits | `admin_too_new` | `step_up_required` | `key_reused`
 */
export function proposeSetting(scope: Scope, input: Proposal, idempotencyKey: IdempotencyKey | null) {
  const { key } = input;
  const of = { key, userId: input.user ?? null };
  const value = valueToStore(of, input.value);
  const isForTwo = ruleOf(key).people === 2;
  const reason = isForTwo ? requiredNote(input.reason, "reason") : decisionNote(input.reason, "reason");
  const { query } = scope.db;
  const id = crypto.randomUUID();
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        selectCurrent(query, callerId, of),
        selectTrader(query, callerId, of.userId),
        countOwners(query, callerId),
        selectSettings(query, callerId),
      ] as const,
    ([rows, [trader], [owners], set], admin, nowMs) => {
      if (of.userId !== null && !trader) throw new AppError("not_found", ERROR_TEXT.not_found);
      if (of.userId === admin.id) throw new AppError("own_account", ERROR_TEXT.own_account);
      const current = currentOf(rows);
      assertMayPropose(current, input.version, value, admin);
      if (isForTwo) assertApprovalCounts(admin);
      const first = firstValue(key, scope.settings, operationOf(set, scope.settings));
      const ownerCount = owners?.count ?? 0;
      const subject = `setting:${id}` as const;
      const request = { subject, act: "approve" as const, detail: "", need: peopleNeeded({ key, ownerCount }) };
      const change: SettingChange = {
        id,
        ...of,
        value,
        reason,
        proposedBy: admin.id,
        proposedByName: admin.name,
        proposedAtMs: nowMs,
        ownerCount,
        revision: null,
        appliedByName: null,
        appliedAtMs: null,
        cancelledByName: null,
        cancelledAtMs: null,
        isInForce: 0,
        seenId: input.version,
        valueBefore: current.inForce?.value ?? null,
        trader: null,
        approvedBy: isForTwo ? withApproval([], request, admin, nowMs) : [],
      };
      const insert = insertChange(query, {
        id,
        ...of,
        value,
        reason,
        seenId: input.version,
        proposedBy: admin.id,
        proposedAtMs: nowMs,
      });
      const entry = {
        actor: admin.id,
        subject,
        detail: {
          key,
          value: value ?? "",
          ...(reason !== "" && { reason }),
          ...(of.userId !== null && { userId: of.userId }),
          ...(current.inForce && { before: current.inForce.value ?? "" }),
        },
      };
      if (!isForTwo) {
        const inForce = { ...change, revision: 0, appliedByName: admin.name, appliedAtMs: nowMs };
        return {
          reply: { setting: settingView(key, { inForce, open: undefined }, first) },
          statements: [
            insert,
            applyChange(query, id, admin.id, nowMs),
            audit(query, { ...entry, action: "setting.changed" }, nowMs),
          ],
        };
      }
      return {
        reply: { setting: settingView(key, { ...current, open: change }, first) },
        statements: [
          insert,
          ...recordApproval(query, [], request, admin, nowMs),
          audit(query, { ...entry, action: "setting.proposed" }, nowMs),
          queueMailToAdmins(
            query,
            `setting:${id}`,
            proposedMail(scope.settings.APP_ORIGIN, admin.name),
            maySecond(admin.id, of),
            nowMs,
          ),
        ],
      };
    },
  );
}

function proposedMail(appOrigin: string, by: string) {
  const text = SETTING_TEXT.mail;
  return composeContent(text.subject, [
    HELLO,
    text.body(by),
    text.ifWrong,
    { link: `${appOrigin}/admin/settings`, text: text.link },
  ]);
}

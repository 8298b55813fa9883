import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { endAllSessions } from "../../platform/session-store.ts";
import { resetSecondFactor } from "../../platform/user-store.ts";
import { withApproval } from "../commands/approvals.ts";
import { requiredNote } from "../commands/decision-note.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import { type ApprovalsSeen, PEOPLE_ADMINS, recordAgreement, weighAgreement } from "./agree-on-user.ts";
import { assertAsSeen, assertHasSecondFactor } from "./user-admin-rules.ts";
import { hasAdminVersion, selectAdminAddresses, selectAdminUser, selectLastDecision } from "./user-admin-store.ts";
import { adminUserView } from "./user-admin-view.ts";
import { adminFactorMail, factorResetMail } from "./user-mails.ts";

type ResetInput = { version: number; approvals?: ApprovalsSeen; reason: string };

/**
 * Removes the second factor of a person who has lost it, when two admins have approved it; never by one alone. The person is
 * mailed at both approvals, so that one who has asked nobody can object, is signed out, and their withdrawals wait for a day.
 * That of an admin is mailed to all admins too.
 * @throws AppError `invalid_input` | `not_found` | `own_account` | `wrong_state` | `admin_too_new` | `key_reused`
 */
export async function resetSecondFactorAsAdmin(
  scope: Scope,
  id: string,
  input: ResetInput,
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const reason = requiredNote(input.reason, "reason");
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [selectAdminUser(query, callerId, id), selectLastDecision(query, id), selectAdminAddresses(query)] as const,
    ([[found], [last], admins], admin, nowMs) => {
      const user = assertAsSeen(found, input.version, last, admin);
      assertHasSecondFactor(user);
      const existing = user.resetApprovedBy;
      const { isLast, isRecorded } = weighAgreement(existing, { seen: input.approvals, isAlone: false, nowMs }, admin);
      const subject = `second_factor:${id}:${user.adminVersion}` as const;
      const request = { subject, act: "approve" as const, detail: "", need: PEOPLE_ADMINS };
      const action = isLast ? ("user.two_factor_reset" as const) : ("user.two_factor_reset_agreed" as const);
      const after = isLast
        ? {
            ...user,
            hasSecondFactor: 0,
            securityChangedAtMs: nowMs,
            adminVersion: user.adminVersion + 1,
            resetApprovedBy: [],
            appointedBy: [],
          }
        : { ...user, resetApprovedBy: withApproval(existing, request, admin, nowMs) };
      const step = isLast ? "done" : "asked";
      const colleagues =
        user.role === "admin" ? admins.filter(({ email }) => email !== user.email).map(({ email }) => email) : [];
      return {
        reply: { user: adminUserView(after, scope.language) },
        statements: [
          mustBeUnchanged(query, hasAdminVersion(id, user.adminVersion)),
          ...recordAgreement(query, existing, { subject, isRecorded }, admin, nowMs),
          ...(isLast ? [resetSecondFactor(query, id, nowMs), ...endAllSessions(query, id)] : []),
          audit(query, { actor: admin.id, action, subject: `user:${id}`, detail: { reason } }, nowMs),
        ],
        mails: [
          factorResetMail(user.email, scope.settings.APP_ORIGIN, step),
          ...colleagues.map((to) =>
            adminFactorMail(to, scope.settings.APP_ORIGIN, { email: user.email, by: admin.name, step }),
          ),
        ],
      };
    },
  );
}

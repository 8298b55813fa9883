import { ADMIN_ROLES, type AdminRole, readRoles, rolesText } from "../../contract/admin-roles.ts";
import { AppError } from "../../contract/errors.ts";
import { ADMIN } from "../../contract/limits.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { endAllSessions } from "../../platform/session-store.ts";
import { giveRole } from "../../platform/user-store.ts";
import { withApproval } from "../commands/approvals.ts";
import { requiredNote } from "../commands/decision-note.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import { type ApprovalsSeen, PEOPLE_ADMINS, recordAgreement, weighAgreement } from "./agree-on-user.ts";
import { USER_ANSWERS } from "./user-admin-answers.ts";
import { assertAsSeen, assertMayHaveRole } from "./user-admin-rules.ts";
import { hasAdminVersion, selectAdminAddresses, selectAdminUser, selectLastDecision } from "./user-admin-store.ts";
import { adminUserView } from "./user-admin-view.ts";
import { newAdminMail, roleChangedMail } from "./user-mails.ts";

/**
 * The input of a role change. @property version of the user as the admin saw them
 * @property approvals of making them an admin, as the admin saw them
 */
export type RoleInput = {
  version: number;
  approvals?: ApprovalsSeen;
  role: "trader" | "admin";
  /** What a new admin may do; all, where nothing is said, as in the version before. */
  roles?: readonly AdminRole[] | undefined;
  reason: string;
};

/**
 * Makes a user an admin, or removes an admin; no other route can. An admin is made by two owners, each of whom gives a reason and names
 * the same roles; or by the operation's only owner, who confirms it a day later. One is enough to remove: that takes rights away. The user is signed out
 * everywhere, and every admin is mailed at each step, including a removed one. A new admin can log in as one after setting up a
 * second factor as a trader, and can decide about money a day later.
 * @throws AppError `invalid_input` | `not_found` | `own_account` | `last_admin` | `last_operators` | `wrong_state` | `admin_too_new` | `key_reused`
 */
export async function changeRole(scope: Scope, id: string, input: RoleInput, idempotencyKey: IdempotencyKey | null) {
  const { query } = scope.db;
  const { role } = input;
  const reason = requiredNote(input.reason, "reason");
  if (input.roles?.length === 0) throw new AppError("invalid_input", USER_ANSWERS.noRole, { field: "roles" });
  // All of them are named as the version before names them: not at all.
  const named = rolesText(input.roles ?? ADMIN_ROLES);
  const detail = named === rolesText(ADMIN_ROLES) ? "" : named;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [selectAdminUser(query, callerId, id), selectLastDecision(query, id), selectAdminAddresses(query)] as const,
    ([[found], [last], admins], admin, nowMs) => {
      const user = assertAsSeen(found, input.version, last, admin);
      assertMayHaveRole(user, role);
      const { statements, isLast } = agreementOf(user);
      const step = role === "trader" ? "removed" : isLast ? "appointed" : "proposed";
      const mailFor = (to: string) =>
        roleChangedMail(to, scope.settings.APP_ORIGIN, { email: user.email, by: admin.name, step });
      const adminMails = admins.map(({ email }) => mailFor(email));
      const said = detail === "" ? { reason } : { reason, roles: detail };
      const entry = { actor: admin.id, subject: `user:${id}`, detail: said } as const;
      const seen = mustBeUnchanged(query, hasAdminVersion(id, user.adminVersion));
      if (!isLast) {
        const request = { subject: subjectOf(user), act: "approve" as const, detail, need: PEOPLE_ADMINS };
        const appointedBy = withApproval(user.appointedBy, request, admin, nowMs);
        return {
          reply: { user: adminUserView({ ...user, appointedBy }, scope.language) },
          statements: [seen, ...statements, audit(query, { ...entry, action: "admin.appoint_agreed" }, nowMs)],
          mails: adminMails,
        };
      }
      const action = role === "admin" ? "admin.appointed" : "admin.removed";
      const after = {
        ...user,
        role,
        roles: role === "admin" ? readRoles(rolesText(input.roles ?? ADMIN_ROLES)) : [],
        approvalsCountFromMs: role === "admin" ? nowMs + ADMIN.approvalsCountAfterMs : null,
        adminVersion: user.adminVersion + 1,
        appointedBy: [],
        resetApprovedBy: [],
      };
      return {
        reply: { user: adminUserView(after, scope.language) },
        statements: [
          seen,
          ...statements,
          giveRole(query, { userId: id, role, by: admin.id, atMs: nowMs }),
          ...endAllSessions(query, id),
          audit(query, { ...entry, action }, nowMs),
        ],
        mails:
          role === "admin"
            ? [...adminMails, newAdminMail(user.email, scope.settings.APP_ORIGIN, admin.name)]
            : adminMails,
      };

      /** This admin's approval of making an admin, and whether it is the last; a removal needs none. */
      function agreementOf({ appointedBy, ownerCount }: typeof user) {
        if (role === "trader") return { statements: [], isLast: true };
        const other = appointedBy.find((approval) => approval.detail !== detail);
        if (other) throw new AppError("approval_differs", USER_ANSWERS.otherRoles(other.name));
        const terms = { seen: input.approvals, isAlone: ownerCount === 1, nowMs };
        const { isLast, isRecorded } = weighAgreement(appointedBy, terms, admin);
        const request = { subject: subjectOf(user), isRecorded, detail };
        return { statements: recordAgreement(query, appointedBy, request, admin, nowMs), isLast };
      }
    },
  );
}

/** The subject of the approvals: the user as the admins saw them. */
function subjectOf({ _id, adminVersion }: { _id: string; adminVersion: number }) {
  return `appointment:${_id}:${adminVersion}` as const;
}

import { type AdminRole, readRoles, rolesText } from "../../contract/admin-roles.ts";
import { ADMIN } from "../../contract/limits.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { raiseAdminVersion } from "../../platform/user-store.ts";
import { withApproval } from "../commands/approvals.ts";
import { requiredNote } from "../commands/decision-note.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import { setRoles } from "../users/admin-role-store.ts";
import { type ApprovalsSeen, PEOPLE_ADMINS, recordAgreement, weighAgreement } from "../users/agree-on-user.ts";
import { assertAsSeen } from "../users/user-admin-rules.ts";
import { hasAdminVersion, selectAdminAddresses, selectLastDecision } from "../users/user-admin-store.ts";
import { rolesChangedMail } from "../users/user-mails.ts";
import { assertMayChange, assertSameRoles } from "./people-rules.ts";
import { countOtherOperators, selectPeople } from "./people-store.ts";
import { adminPersonView } from "./people-view.ts";

/**
 * The input of a change of roles. @property version of the account as the owner saw it @property roles all that the person is to hold
 */
export type RolesInput = { version: number; approvals?: ApprovalsSeen; roles: readonly AdminRole[]; reason: string };

/**
 * Changes the roles of an admin, when two owners have approved the same ones; where only one owner may decide about the person, that one
 * confirms it a day later. Nobody changes their own. Every admin is mailed at each step. The person stays signed in: their next request
 * is answered by their new roles. Approvals by a role that they get count a day later.
 * @throws AppError `invalid_input` | `not_found` | `own_account` | `wrong_state` | `approval_differs` | `last_operators` |
 * `admin_too_new` | `key_reused`
 */
export async function changeRoles(scope: Scope, id: string, input: RolesInput, idempotencyKey: IdempotencyKey | null) {
  const { query } = scope.db;
  const reason = requiredNote(input.reason, "reason");
  const roles = readRoles(rolesText(input.roles));
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        selectPeople(query, callerId, id),
        selectLastDecision(query, id),
        selectAdminAddresses(query),
        countOtherOperators(query, callerId, id),
      ] as const,
    ([[found], [last], admins, [operators]], admin, nowMs) => {
      const person = assertAsSeen(found, input.version, last, admin);
      const held = readRoles(person.roles.map(({ role }) => role).join());
      assertMayChange({ role: person.role, roles: held }, roles, operators?.count ?? 0);
      const existing = person.rolesApprovedBy;
      assertSameRoles(existing, roles);
      const terms = { seen: input.approvals, isAlone: person.ownersBeside === 1, nowMs };
      const { isLast, isRecorded } = weighAgreement(existing, terms, admin);
      const subject = `roles:${id}:${person.adminVersion}` as const;
      const detail = rolesText(roles);
      const request = { subject, act: "approve" as const, detail, need: PEOPLE_ADMINS };
      const action = isLast ? ("admin.roles_changed" as const) : ("admin.roles_proposed" as const);
      const entry = { from: rolesText(held), to: detail, reason };
      const step = isLast ? ("changed" as const) : ("proposed" as const);
      const mail = { email: person.email, by: admin.name, step, from: held, to: roles };
      const countsFromMs = nowMs + ADMIN.approvalsCountAfterMs;
      const after = isLast
        ? {
            ...person,
            roles: roles.map(
              (role) =>
                person.roles.find((one) => one.role === role) ?? { role, atMs: nowMs, by: admin.name, countsFromMs },
            ),
            adminVersion: person.adminVersion + 1,
            rolesApprovedBy: [],
          }
        : { ...person, reason, rolesApprovedBy: withApproval(existing, request, admin, nowMs) };
      return {
        reply: { person: adminPersonView(after) },
        statements: [
          mustBeUnchanged(query, hasAdminVersion(id, person.adminVersion)),
          ...recordAgreement(query, existing, { subject, isRecorded, detail }, admin, nowMs),
          ...(isLast
            ? [...setRoles(query, { userId: id, held, roles, by: admin.id, atMs: nowMs }), raiseAdminVersion(query, id)]
            : []),
          audit(query, { actor: admin.id, action, subject: `user:${id}`, detail: entry }, nowMs),
        ],
        mails: admins.map(({ email }) => rolesChangedMail(email, scope.settings.APP_ORIGIN, mail)),
      };
    },
  );
}

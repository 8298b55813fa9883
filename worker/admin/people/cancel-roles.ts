import { AppError } from "../../contract/errors.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { raiseAdminVersion } from "../../platform/user-store.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import { assertAsSeen } from "../users/user-admin-rules.ts";
import { hasAdminVersion, selectLastDecision } from "../users/user-admin-store.ts";
import { PEOPLE_ANSWERS } from "./people-answers.ts";
import { selectPeople } from "./people-store.ts";
import { adminPersonView } from "./people-view.ts";

/**
 * Cancels a change of roles that waits: any owner may, besides the person whom it is about. The version of the account rises, so that
 * the approvals of before are void, also one of removing a lost second factor.
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `key_reused`
 */
export async function cancelRoles(
  scope: Scope,
  id: string,
  { version }: { version: number },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectPeople(query, callerId, id), selectLastDecision(query, id)] as const,
    ([[found], [last]], admin, nowMs) => {
      const person = assertAsSeen(found, version, last, admin);
      const [first] = person.rolesApprovedBy;
      if (!first) throw new AppError("wrong_state", PEOPLE_ANSWERS.nothingWaits);
      const after = { ...person, adminVersion: person.adminVersion + 1, rolesApprovedBy: [] };
      const entry = {
        action: "admin.roles_cancelled" as const,
        subject: `user:${id}` as const,
        detail: { to: first.detail },
      };
      return {
        reply: { person: adminPersonView(after) },
        statements: [
          mustBeUnchanged(query, hasAdminVersion(id, person.adminVersion)),
          raiseAdminVersion(query, id),
          audit(query, { actor: admin.id, ...entry }, nowMs),
        ],
      };
    },
  );
}

import { sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { adminRoles } from "../../../db/schema/index.ts";
import { ADMIN_ROLES, type AdminRole } from "../../contract/admin-roles.ts";

/** The only SQL that writes admins' roles. Functions return statements; verbs put them into batches. */

/**
 * The statements that give and take the roles of an admin which differ from what they hold.
 *
 * The database refuses the batch as `approvals_missing`, `own_account`, `role_needed`, `last_operators` or `last_admin`.
 * @param change.by the owner with the last approval, or `system`: on the server
 */
export function setRoles(
  query: Query,
  change: { userId: string; held: readonly AdminRole[]; roles: readonly AdminRole[]; by: string; atMs: number },
) {
  const { userId, held, roles, by, atMs } = change;
  return ADMIN_ROLES.filter((role) => held.includes(role) !== roles.includes(role)).map((role) => {
    const row = { isHeld: roles.includes(role), changedBy: by, changedAtMs: atMs };
    return query
      .insert(adminRoles)
      .values({ userId, role, ...row })
      .onConflictDoUpdate({ target: [adminRoles.userId, adminRoles.role], set: row });
  });
}

/**
 * The statements by which the owner of the database gives a new admin these roles and no others. Approvals by them count at once.
 * @param userId of somebody whom the batch has just made an admin
 */
export function setRolesOnServer(query: Query, userId: string, roles: readonly AdminRole[]) {
  return ADMIN_ROLES.map((role) =>
    query
      .insert(adminRoles)
      .values({ userId, role, isHeld: roles.includes(role), changedBy: "system" })
      .onConflictDoUpdate({
        target: [adminRoles.userId, adminRoles.role],
        set: { isHeld: roles.includes(role), changedBy: "system", changedAtMs: sql`NULL` },
      }),
  );
}

import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { accounts, adminRoles, auditLog, roleHolders, secondFactors, users } from "../../../db/schema/index.ts";
import type { AdminRole } from "../../contract/admin-roles.ts";
import { approvalsOn } from "../commands/approval-store.ts";
import { nameOf, PERSON_COLUMNS } from "../lists/person-sql.ts";

/** The SQL about the people of the operation. Functions return statements; verbs put them into batches. */

/** A role that an admin holds. @property by null: it came with the appointment, or from the server */
export type HeldRole = { role: AdminRole; atMs: number | null; by: string | null; countsFromMs: number };

/** An admin as {@link selectPeople} reads them. */
export type PersonRow = ReturnType<typeof selectPeople>["_"]["result"][number];

const giver = alias(users, "giver");

/** The roles that an admin holds, as a column of the row. */
const heldRoles = (() => {
  const held = sql`json_object('role', ${roleHolders.role}, 'atMs', ${adminRoles.changedAtMs}, 'by', ${nameOf(giver)}, 'countsFromMs', ${roleHolders.countsFromMs})`;
  const ofRole = and(eq(adminRoles.userId, roleHolders.userId), eq(adminRoles.role, roleHolders.role));
  return sql`(SELECT json_group_array(${held}) FROM ${roleHolders} JOIN ${adminRoles} ON ${ofRole} LEFT JOIN ${users} AS ${giver} ON ${and(eq(giver.id, adminRoles.changedBy), sql`${adminRoles.changedAtMs} IS NOT NULL`)} WHERE ${roleHolders.userId} = users.id)`.mapWith(
    // The statement above makes this type true.
    (json: string) => JSON.parse(json) as HeldRole[],
  );
})();

const proposal = sql`'roles:' || ${users.id} || ':' || ${users.adminVersion}`;

/** How many owners there are beside the person. */
export const ownersBeside = sql<number>`(SELECT count(*) FROM role_holders WHERE role_holders.role = 'owner' AND role_holders.user_id <> users.id)`;

/** The approvals of a change of the person's roles, as the account is now. */
export const rolesApprovedBy = approvalsOn(proposal);

/**
 * The statement that reads the admins, with their roles, and the change that waits for each of them. @param callerId NULL reads nothing
 */
export function selectPeople(query: Query, callerId: SQL, id?: string) {
  const isProposed = sql`${auditLog.subject} = 'user:' || users.id AND ${auditLog.action} = 'admin.roles_proposed'`;
  return (
    query
      .select({
        ...PERSON_COLUMNS,
        role: users.role,
        roleGivenAtMs: users.roleGivenAtMs,
        adminVersion: users.adminVersion,
        hasSecondFactor: sql<number>`users.id IN (SELECT ${secondFactors.userId} FROM ${secondFactors})`,
        roles: heldRoles,
        ownersBeside,
        rolesApprovedBy,
        /** What was said when the newest change was proposed. */
        reason: sql<
          string | null
        >`(SELECT json_extract(${auditLog.detail}, '$.reason') FROM ${auditLog} WHERE ${isProposed} ORDER BY ${auditLog.atMs} DESC, ${auditLog.sequence} DESC LIMIT 1)`,
      })
      .from(users)
      // Drizzle omits table names in a statement about one table.
      .innerJoin(accounts, eq(accounts.id, sql`'available:' || ${users.id}`))
      .where(and(sql`${callerId} IS NOT NULL`, id === undefined ? sql`users.role = 'admin'` : eq(users.id, id)))
      .orderBy(asc(users.createdAtMs))
  );
}

/**
 * The statement that counts the operators beside a person who can sign in. A change that leaves fewer than two is refused, also by the
 * database.
 */
export function countOtherOperators(query: Query, callerId: SQL, id: string) {
  const { userId, role } = roleHolders;
  return query
    .select({ count: sql<number>`count(*)` })
    .from(roleHolders)
    .innerJoin(secondFactors, eq(secondFactors.userId, userId))
    .where(and(sql`${callerId} IS NOT NULL`, eq(role, "operator"), sql`${userId} <> ${id}`));
}

import { eq, type SQL, sql } from "drizzle-orm";
import { prepared } from "../../../db/prepared.ts";
import { admins, roleHolders, users } from "../../../db/schema/index.ts";
import type { AdminRole } from "../../contract/admin-roles.ts";

/** The SQL about the admin who runs a command. */

/**
 * An admin as {@link selectActingAdmin} reads them. @property countsFromMs when their approvals as an operator begin to count, and
 * those as an owner; the appointment's for a role that they do not hold
 */
export type ActingAdminRow = ReturnType<typeof selectActingAdmin>["_"]["result"][number];

/** The statement that reads the calling admin; no row for anybody else. */
export const selectActingAdmin = prepared((query, callerId: SQL) => {
  const { id, firstName, lastName } = users;
  return query
    .select({
      id,
      firstName,
      lastName,
      countsFromMs: countsAs("operator"),
      ownerCountsFromMs: countsAs("owner"),
    })
    .from(users)
    .innerJoin(admins, eq(admins.id, users.id))
    .where(eq(users.id, callerId));
});

function countsAs(role: AdminRole) {
  return sql<number>`coalesce((SELECT ${roleHolders.countsFromMs} FROM ${roleHolders} WHERE ${roleHolders.userId} = ${users.id} AND ${roleHolders.role} = ${sql.raw(`'${role}'`)}), ${admins.countsFromMs})`;
}

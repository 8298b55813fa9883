import { eq, type SQL } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { admins, users } from "../../../db/schema/index.ts";

/** The SQL about the admin who runs a command. */

/** An admin as {@link selectActingAdmin} reads them. @property countsFromMs when their approvals begin to count */
export type ActingAdminRow = Awaited<ReturnType<typeof selectActingAdmin>>[number];

/** The statement that reads the calling admin; no row for anybody else. */
export function selectActingAdmin(query: Query, callerId: SQL<string>) {
  const { id, firstName, lastName } = users;
  return query
    .select({ id, firstName, lastName, countsFromMs: admins.countsFromMs })
    .from(users)
    .innerJoin(admins, eq(admins.id, users.id))
    .where(eq(users.id, callerId));
}

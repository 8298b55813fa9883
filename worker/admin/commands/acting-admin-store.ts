import { eq, type SQL } from "drizzle-orm";
import { prepared } from "../../../db/prepared.ts";
import { admins, users } from "../../../db/schema/index.ts";

/** The SQL about the admin who runs a command. */

/** An admin as {@link selectActingAdmin} reads them. @property countsFromMs when their approvals begin to count */
export type ActingAdminRow = ReturnType<typeof selectActingAdmin>["_"]["result"][number];

/** The statement that reads the calling admin; no row for anybody else. */
export const selectActingAdmin = prepared((query, callerId: SQL) => {
  const { id, firstName, lastName } = users;
  return query
    .select({ id, firstName, lastName, countsFromMs: admins.countsFromMs })
    .from(users)
    .innerJoin(admins, eq(admins.id, users.id))
    .where(eq(users.id, callerId));
});

import { eq, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { mustHold } from "../../../db/guard.ts";
import { secondFactors, users } from "../../../db/schema/index.ts";
import type { MailAddress } from "../../platform/mail-address.ts";
import { idAt } from "../../platform/user-store.ts";

/** The SQL that reads an admin who logs in. It writes nothing. */

/**
 * The statement that reads what an admin's log-in checks, whatever the user's role; no row without a second factor.
 */
export function selectForAdminLogIn(query: Query, address: MailAddress) {
  return query
    .select({
      id: users.id,
      passwordHash: users.passwordHash,
      role: users.role,
      totpSecret: secondFactors.totpSecret,
      lastStep: secondFactors.lastStep,
    })
    .from(users)
    .innerJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, idAt(address)));
}

/** The statement that refuses its batch as `admin_changed` when the user is no admin any more. */
export function mustBeAdmin(query: Query, userId: string) {
  return mustHold(
    query,
    "admin_changed",
    sql`(SELECT ${users.role} FROM ${users} WHERE ${users.id} = ${userId}) = 'admin'`,
  );
}

import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import type { GuardName } from "../../db/guard-names.ts";
import { users } from "../../db/schema/index.ts";

/** The SQL about the password that somebody has given, between its check and what it opens. */

/** The statement that finds the caller's password as it is stored. */
export function selectPasswordHash(query: Query, callerId: SQL<string>) {
  return query.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, callerId));
}

/** The guard's name where a log-in of traders says why, and for whoever has words of their own for it. */
export const PASSWORD_CHANGED = "password_changed";

/**
 * A statement that refuses its batch when another password has taken the place of the one that was checked: a reset or a
 * change that came in between wins.
 * @param checked.passwordHash as it was stored when it was checked
 * @param name of the guard
 */
export function passwordMustStillBe(
  query: Query,
  checked: { id: string; passwordHash: string },
  name: GuardName = PASSWORD_CHANGED,
) {
  const stored = sql`(SELECT ${users.passwordHash} FROM ${users} WHERE ${users.id} = ${checked.id})`;
  return mustHold(query, name, sql`${stored} = ${checked.passwordHash}`);
}

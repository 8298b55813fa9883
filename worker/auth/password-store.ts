import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import type { GuardName } from "../../db/guard-names.ts";
import { users } from "../../db/schema/index.ts";

/** The SQL about a password between its check and the write that depends on it. */

/** The statement that reads the caller's stored password hash. */
export function selectPasswordHash(query: Query, callerId: SQL<string>) {
  return query.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, callerId));
}

/** The statement that reads with what the caller logs in: the address, the username and the stored password hash. */
export function selectLogInData(query: Query, callerId: SQL<string>) {
  return query
    .select({ email: users.email, username: users.username, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, callerId));
}

/** The guard's default name. Callers with another error for it pass a name of their own. */
export const PASSWORD_CHANGED = "password_changed";

/**
 * The statement that refuses its batch when the checked password has been replaced: a concurrent reset or change wins.
 * @param checked.passwordHash the stored hash that was checked
 * @param name of the guard
 */
export function passwordMustBeUnchanged(
  query: Query,
  checked: { id: string; passwordHash: string },
  name: GuardName = PASSWORD_CHANGED,
) {
  const stored = sql`(SELECT ${users.passwordHash} FROM ${users} WHERE ${users.id} = ${checked.id})`;
  return mustHold(query, name, sql`${stored} = ${checked.passwordHash}`);
}

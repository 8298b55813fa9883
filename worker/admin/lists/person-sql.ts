import { eq, or, type SQL, sql } from "drizzle-orm";
import { users } from "../../../db/schema/index.ts";

/** Pieces of SQL about the people in admin lists. */

/** A subquery of the ids of the users with this e-mail address, username or id. */
export function idsNamed(name: string): SQL {
  return sql`(SELECT ${users.id} FROM ${users} WHERE ${isNamed(name)})`;
}

/** The condition that a user has this e-mail address, username or id. */
export function isNamed(name: string): SQL | undefined {
  return or(eq(users.email, name), eq(users.usernameKey, name), eq(users.id, name));
}

/** The id of a user as an expression, NULL for an unauthenticated caller, so that a statement about it finds no row. */
export function idForCaller(callerId: SQL, userId: string): SQL {
  return sql`(SELECT ${userId} WHERE ${callerId} IS NOT NULL)`;
}

/** The columns of a user in admin lists. */
export const PERSON_COLUMNS = {
  _id: users.id,
  email: users.email,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  closedAtMs: users.closedAtMs,
  frozenAtMs: users.frozenAtMs,
};

/** A user's full name as SQL, for joins; NULL when no user is joined. */
export function nameOf(person: { firstName: unknown; lastName: unknown }) {
  return sql<string | null>`${person.firstName} || ' ' || ${person.lastName}`;
}

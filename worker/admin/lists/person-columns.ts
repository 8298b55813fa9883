import { eq, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { users } from "../../../db/schema/index.ts";
import type { CsvColumns } from "../../platform/csv.ts";
import { plainText } from "../../platform/plain-text.ts";

const NAME_CHARACTERS_MAX = 254;

/** The query parameter that selects one user's rows: a complete e-mail address, username or id. */
export const userQuery = { user: z.string().min(1).optional() };

/** Cleans the text of a search for a user. @throws AppError `invalid_input` */
export function typedText(typed: string, field: string): string {
  return plainText(typed, { field, max: NAME_CHARACTERS_MAX }).normalize("NFKC");
}

/**
 * The search text in the form in which e-mail addresses, usernames and ids are compared. @throws AppError
 * `invalid_input`
 */
export function typedName(typed: string, field: string): string {
  return typedText(typed, field).toLowerCase();
}

/** A subquery of the ids of the users with this e-mail address, username or id. */
export function idsNamed(name: string): SQL {
  return sql`(SELECT ${users.id} FROM ${users} WHERE ${isNamed(name)})`;
}

/** The condition that a user has this e-mail address, username or id. */
export function isNamed(name: string): SQL | undefined {
  return or(eq(users.email, name), eq(users.usernameKey, name), eq(users.id, name));
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

type PersonRow = Record<"_id" | "email" | "username" | "firstName" | "lastName", string> & {
  closedAtMs: number | null;
  frozenAtMs: number | null;
};

/** A user as the admin lists show them. */
export function personView({ _id, email, username, firstName, lastName, ...row }: PersonRow) {
  /** When the account was closed; its name is erased then. */
  const closedAt = row.closedAtMs === null ? null : new Date(row.closedAtMs).toISOString();
  /** Since when no money can leave the account. */
  const frozenAt = row.frozenAtMs === null ? null : new Date(row.frozenAtMs).toISOString();
  return { _id, email, username, name: `${firstName} ${lastName}`, closedAt, frozenAt };
}

/** The columns of a user in admin CSV files. */
export const PERSON_CSV: CsvColumns<{ user: ReturnType<typeof personView> }> = [
  ["Trader", ({ user }) => user.name],
  ["Username", ({ user }) => user.username],
  ["E-mail", ({ user }) => user.email],
];

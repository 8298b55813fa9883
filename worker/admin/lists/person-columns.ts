import { eq, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { users } from "../../../db/schema/index.ts";
import type { CsvColumns } from "../../platform/csv.ts";
import { plainText } from "../../platform/plain-text.ts";

const NAME_CHARACTERS_MAX = 254;

/** Whose rows are wanted, as typed: an e-mail address, a username or an id, whole. */
export const userQuery = { user: z.string().min(1).optional() };

/** What was typed to find somebody by. @throws AppError `invalid_input` */
export function typedText(typed: string, field: string): string {
  return plainText(typed, { field, max: NAME_CHARACTERS_MAX }).normalize("NFKC");
}

/** The same as an e-mail address, a username and an id are compared. @throws AppError `invalid_input` */
export function typedName(typed: string, field: string): string {
  return typedText(typed, field).toLowerCase();
}

/** A subquery of the ids of whoever has this name: an e-mail address, a username or an id. */
export function idsNamed(name: string): SQL {
  return sql`(SELECT ${users.id} FROM ${users} WHERE ${isNamed(name)})`;
}

export function isNamed(name: string): SQL | undefined {
  return or(eq(users.email, name), eq(users.usernameKey, name), eq(users.id, name));
}

/** The trader whose money it is, as the desk sees them. */
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

export function personView({ _id, email, username, firstName, lastName, ...row }: PersonRow) {
  /** When the account was closed; what it was called before is gone. */
  const closedAt = row.closedAtMs === null ? null : new Date(row.closedAtMs).toISOString();
  /** Since when no money leaves it. */
  const frozenAt = row.frozenAtMs === null ? null : new Date(row.frozenAtMs).toISOString();
  return { _id, email, username, name: `${firstName} ${lastName}`, closedAt, frozenAt };
}

/** Whose row it is, in the desk's files. */
export const PERSON_CSV: CsvColumns<{ user: ReturnType<typeof personView> }> = [
  ["Trader", ({ user }) => user.name],
  ["Username", ({ user }) => user.username],
  ["E-mail", ({ user }) => user.email],
];

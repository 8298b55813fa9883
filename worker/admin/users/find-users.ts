import { and, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { accounts, users } from "../../../db/schema/index.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import { plainText } from "../../http/plain-text.ts";
import type { Scope } from "../../http/scope.ts";
import { batchAs } from "../../http/session.ts";
import { DESK_PERSON_COLUMNS, deskPersonView } from "../desk/desk-person.ts";

const FOUND_MAX = 10;
const SEARCH_CHARACTERS_MAX = 254;

/**
 * The first people whose e-mail address or username begins as typed, with what they can spend.
 * @throws AppError `invalid_input` for characters that no name has
 */
export async function findUsers(scope: Scope, typed: string) {
  const search = plainText(typed, { field: "search", max: SEARCH_CHARACTERS_MAX }).normalize("NFKC").toLowerCase();
  const { rows } = await batchAs(scope, "read", (me) => [selectUsers(scope.db.query, me, search)]);
  return rows[0].map(({ balanceCents, timeZone, ...person }) => ({
    ...deskPersonView(person),
    timeZone,
    balance: dollarsFromCents(balanceCents),
  }));
}

/** @param me NULL reads nothing */
export function selectUsers(query: Query, me: SQL, search: string) {
  return query
    .select({ ...DESK_PERSON_COLUMNS, timeZone: users.timeZone, balanceCents: accounts.balanceCents })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, sql`'available:' || ${users.id}`))
    .where(and(sql`${me} IS NOT NULL`, or(beginsWith(users.email, search), beginsWith(users.usernameKey, search))))
    .orderBy(users.email)
    .limit(FOUND_MAX);
}

/** As a span of the column's index, which LIKE would not use. */
function beginsWith(column: SQLiteColumn, text: string): SQL | undefined {
  return and(gte(column, text), lt(column, `${text}\u{10FFFF}`));
}

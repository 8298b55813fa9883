import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { deposits, users, withdrawals } from "../../../db/schema/index.ts";
import { plainText } from "../../http/plain-text.ts";

const SEARCH_CHARACTERS_MAX = 254;

/**
 * The condition on users that what was typed begins their name, either way round, e-mail address or username, the number
 * of one of their bills or the bank's name of a payment to them, in any case; or is their id.
 * @throws AppError `invalid_input` for characters that no name has
 */
export function isFoundBy(typed: string): SQL | undefined {
  const text = plainText(typed, { field: "search", max: SEARCH_CHARACTERS_MAX }).normalize("NFKC");
  const lower = text.toLowerCase();
  const { firstName, lastName } = users;
  const byBill = sql`(SELECT ${deposits.userId} FROM ${deposits} WHERE ${beginsWith(deposits.billNumber, sql`${text.toUpperCase()}`)})`;
  const byPayment = sql`(SELECT ${withdrawals.userId} FROM ${withdrawals} WHERE ${beginsWith(sql`${withdrawals.paymentId} COLLATE NOCASE`, sql`${text}`)})`;
  return or(
    eq(users.id, lower),
    beginsWith(users.email, sql`${lower}`),
    beginsWith(users.usernameKey, sql`${lower}`),
    // The database lowers Latin letters without accents only, so it lowers both.
    beginsWith(sql`lower(${firstName} || ' ' || ${lastName})`, sql`lower(${text})`),
    beginsWith(sql`lower(${lastName} || ' ' || ${firstName})`, sql`lower(${text})`),
    inArray(users.id, byBill),
    inArray(users.id, byPayment),
  );
}

/** As a span of an index, which LIKE would not use. */
function beginsWith(column: SQLiteColumn | SQL, text: SQL): SQL | undefined {
  return and(sql`${column} >= ${text}`, sql`${column} < ${text} || ${"\u{10FFFF}"}`);
}

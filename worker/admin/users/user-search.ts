import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { deposits, users, withdrawals } from "../../../db/schema/index.ts";
import { beginsWith } from "../lists/begins-with.ts";
import { typedText } from "../lists/person-columns.ts";

/**
 * The condition of a search for users: the text is their id, or the start of their full name (in either order), e-mail
 * address, username, a bill number of theirs, or a payment id of theirs; in any case.
 * @throws AppError `invalid_input` for characters that no name contains
 */
export function isFoundBy(typed: string): SQL | undefined {
  const text = typedText(typed, "search");
  const lower = text.toLowerCase();
  const { firstName, lastName } = users;
  const byBill = sql`(SELECT ${deposits.userId} FROM ${deposits} WHERE ${beginsWith(deposits.billNumber, text.toUpperCase())})`;
  const byPayment = sql`(SELECT ${withdrawals.userId} FROM ${withdrawals} WHERE ${beginsWith(sql`${withdrawals.paymentId} COLLATE NOCASE`, text)})`;
  return or(
    eq(users.id, lower),
    beginsWith(users.email, lower),
    beginsWith(users.usernameKey, lower),
    // SQLite lowers ASCII letters only, so it lowers both sides.
    beginsWith(sql`lower(${firstName} || ' ' || ${lastName})`, sql`lower(${text})`),
    beginsWith(sql`lower(${lastName} || ' ' || ${firstName})`, sql`lower(${text})`),
    inArray(users.id, byBill),
    inArray(users.id, byPayment),
  );
}

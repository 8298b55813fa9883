import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { deposits, users, withdrawals } from "../../../db/schema/index.ts";
import { beginsWith } from "../lists/begins-with.ts";
import { typedText } from "../lists/person-columns.ts";

/**
 * The condition on users that what was typed begins their name, either way round, e-mail address or username, the number
 * of one of their bills or the bank's name of a payment to them, in any case; or is their id.
 * @throws AppError `invalid_input` for characters that no name has
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
    // The database lowers Latin letters without accents only, so it lowers both.
    beginsWith(sql`lower(${firstName} || ' ' || ${lastName})`, sql`lower(${text})`),
    beginsWith(sql`lower(${lastName} || ' ' || ${firstName})`, sql`lower(${text})`),
    inArray(users.id, byBill),
    inArray(users.id, byPayment),
  );
}

import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { idCardFields, identities, paymentMethods, withdrawals } from "../../../db/schema/index.ts";
import { HIDDEN_IMAGE, SEEN_BY, type Seen } from "../../contract/admin-roles.ts";
import { IDENTITY_COLUMNS } from "../../identity/identity-store.ts";
import { holdsRole } from "../../platform/session-store.ts";
import { PAYMENT_METHOD_COLUMNS } from "../../profile/payment-method-store.ts";

/**
 * Columns with personal data as the calling admin sees them: `SEEN_BY` says with which role. A mask is made in the statement, so that
 * what somebody may not see does not leave the database, and the same column serves lists, files and pages.
 */

/** Replaces a text that the admin does not see. */
export const MASK = "••";

/** The condition that the calling admin sees a kind of data. @param callerId NULL sees nothing */
export function sees(callerId: SQL, what: Seen): SQL {
  return holdsRole(callerId, SEEN_BY[what]);
}

/** A column, or a mask where there is something that the admin does not see. */
export function seen<T extends string | null>(callerId: SQL, what: Seen, column: SQLiteColumn): SQL<T> {
  return sql<T>`CASE WHEN ${sees(callerId, what)} THEN ${column} WHEN ${column} <> '' THEN ${MASK} ELSE ${column} END`;
}

/** What people write between the digits of an account number; the second is a space that does not break. */
const BETWEEN_DIGITS = [" ", "\u00A0", "-", ".", "/"];

/** An account number, or its last four characters without what is written between them: they tell on the phone which account is meant. */
function seenAccount<T extends string | null>(callerId: SQL, column: SQLiteColumn): SQL<T> {
  const joined = BETWEEN_DIGITS.reduce((text: SQL | SQLiteColumn, one) => sql`replace(${text}, ${one}, '')`, column);
  return sql<T>`CASE WHEN ${sees(callerId, "account")} THEN ${column} WHEN ${column} <> '' THEN ${MASK} || ' ' || substr(${joined}, -4) ELSE ${column} END`;
}

/** The name of an image's file, or `HIDDEN_IMAGE`. */
function seenImage(callerId: SQL, what: "paymentImage" | "idCard", column: SQLiteColumn): SQL<string | null> {
  return sql<
    string | null
  >`CASE WHEN ${sees(callerId, what)} THEN ${column} WHEN ${column} IS NOT NULL THEN ${HIDDEN_IMAGE} END`;
}

/** The destination of a withdrawal. */
export function seenDestination(callerId: SQL) {
  return {
    accountId: seenAccount<string | null>(callerId, withdrawals.accountId),
    paymentImage: seenImage(callerId, "paymentImage", withdrawals.paymentImage),
  };
}

/** A trader's payment methods. */
export function seenPaymentMethods(callerId: SQL) {
  return {
    ...PAYMENT_METHOD_COLUMNS,
    accountId: seenAccount<string>(callerId, paymentMethods.accountId),
    khqrImage: seenImage(callerId, "paymentImage", paymentMethods.khqrImage),
  };
}

/** A trader's identity. */
export function seenIdentity(callerId: SQL) {
  return { ...IDENTITY_COLUMNS, image: seenImage(callerId, "idCard", identities.image) };
}

/** What an admin read on a trader's identity card, encrypted. The name is not masked: names are not. */
export function seenCard(callerId: SQL) {
  return {
    name: idCardFields.name,
    number: seen<string>(callerId, "idCard", idCardFields.number),
    birthDate: seen<string>(callerId, "idCard", idCardFields.birthDate),
  };
}

import { and, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { deposits, paymentMethods, withdrawals } from "../../../db/schema/index.ts";
import { readWithdrawalNumber } from "../../contract/withdrawal-number.ts";
import { beginsWith } from "./begins-with-sql.ts";
import { codeOf } from "./person-search.ts";
import { sees } from "./seen-sql.ts";

/**
 * The condition that finds a record by a typed text, the same in each list and in the search for people. Each condition of an OR has an
 * index, as SQLite otherwise reads the whole table.
 */

/** An account number as a search compares it. Its index has the same expression. */
export const accountKey = (account: SQLiteColumn | SQL) =>
  sql`replace(replace(replace(lower(${account}), ' ', ''), '-', ''), '.', '')`;

/** A reference of the bank as the database compares it, in whatever way it was typed. Its index has the same expression. */
export const referenceKeySql = (reference: SQLiteColumn) => sql<string>`lower(replace(${reference}, ' ', ''))`;

/** The same for a typed reference. */
export function referenceKey(reference: string): string {
  // SQLite's `lower` changes ASCII letters alone.
  return reference.replaceAll(" ", "").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Fewer characters begin too many ids and account numbers. */
const ID_CHARACTERS_MIN = 8;
const ACCOUNT_CHARACTERS_MIN = 4;

/**
 * The conditions that find a withdrawal: its number, the beginning of its id, as its reference is, of its payment id, and of
 * the account that it goes to, in any spelling.
 * @param callerId who sees no account numbers finds nothing by them
 * @param text as `typedText` gives it
 */
export function isWithdrawalFoundBy(callerId: SQL, text: string): SQL | undefined {
  const code = codeOf(text);
  const number = readWithdrawalNumber(text);
  return or(
    number === null ? undefined : eq(withdrawals.number, number),
    startsId(code) ? beginsWith(withdrawals.id, code) : undefined,
    and(isNotNull(withdrawals.paymentId), beginsWith(referenceKeySql(withdrawals.paymentId), referenceKey(text))),
    hasAccount(callerId, withdrawals.accountId, text),
  );
}

/**
 * The conditions that find a deposit: its id, the beginning of its bill number, and its hashes and the bank's reference in
 * full.
 * @param text as `typedText` gives it
 */
export function isDepositFoundBy(text: string): SQL | undefined {
  const code = codeOf(text);
  return or(
    eq(deposits.id, code),
    beginsWith(deposits.billNumber, code.toUpperCase()),
    eq(deposits.md5Hash, code),
    eq(deposits.settlementHash, code),
    and(isNotNull(deposits.bankReference), eq(referenceKeySql(deposits.bankReference), referenceKey(text))),
  );
}

/** A subquery of the people who have a payment method with this account. @param text as `typedText` gives it */
export function ownersOfAccount(callerId: SQL, text: string): SQL | undefined {
  const has = hasAccount(callerId, paymentMethods.accountId, text);
  return has && sql`(SELECT ${paymentMethods.userId} FROM ${paymentMethods} WHERE ${has})`;
}

/** A subquery of the people with a withdrawal or deposit that the text finds. @param text as `typedText` gives it */
export function ownersOfRecords(callerId: SQL, text: string): SQL[] {
  return [
    sql`(SELECT ${withdrawals.userId} FROM ${withdrawals} WHERE ${isWithdrawalFoundBy(callerId, text)})`,
    sql`(SELECT ${deposits.userId} FROM ${deposits} WHERE ${isDepositFoundBy(text)})`,
  ];
}

/** The condition that a row belongs to one of those whom subqueries give. */
export function isOneOf(column: SQLiteColumn, subqueries: readonly (SQL | undefined)[]): SQL | undefined {
  return or(...subqueries.map((subquery) => subquery && inArray(column, subquery)));
}

function startsId(code: string): boolean {
  return code.length >= ID_CHARACTERS_MIN && /^[0-9a-f-]+$/.test(code);
}

/** Typed one after the other, the beginnings of a number would tell it to somebody who sees none. */
function hasAccount(callerId: SQL, account: SQLiteColumn, text: string): SQL | undefined {
  const key = codeOf(text).replaceAll(/[-.]/g, "");
  if (key.length < ACCOUNT_CHARACTERS_MIN || !/\d/.test(key)) return undefined;
  return and(beginsWith(accountKey(account), key), sees(callerId, "account"));
}

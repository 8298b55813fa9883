import { and, asc, desc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { Query } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import {
  brokerAccounts,
  brokerDeletions,
  brokerImports,
  brokerPositions,
  brokerTotals,
  brokerTrades,
  users,
} from "../../db/schema/index.ts";

/** The SQL that reads and writes broker accounts. Functions return statements; verbs put them into batches. */

/** The columns of a new account. */
export type NewAccount = Pick<
  typeof brokerAccounts.$inferInsert,
  "number" | "name" | "platform" | "currency" | "decimals" | "accountNumber" | "clock" | "mapping" | "createdAtMs"
>;

/** How many accounts, open positions and files one answer has at most. */
const OPEN_SHOWN_MAX = 2_000;
const IMPORTS_SHOWN_MAX = 1_000;

const isOpen = (callerId: SQL, number: number | undefined) =>
  and(
    eq(brokerAccounts.userId, callerId),
    isNull(brokerAccounts.deletedAtMs),
    number === undefined ? undefined : eq(brokerAccounts.number, number),
  );

const closeOf = (pick: "min" | "max") =>
  sql<
    number | null
  >`(SELECT ${sql.raw(pick)}(${brokerTrades.closedAtMs}) FROM ${brokerTrades} WHERE ${brokerTrades.accountId} = ${brokerAccounts.id})`;

/**
 * The statements that read the caller's accounts as the API shows them: accounts, their open positions, and their files.
 * @param number of one account; all of them when it is left out
 */
export function selectAccounts(query: Query, callerId: SQL, number?: number) {
  const own = isOpen(callerId, number);
  // Those of the newest file, and what pairing fills leaves open, which is of no file.
  const newest = sql`(SELECT newest.id FROM broker_imports AS newest WHERE newest.account_id = ${brokerAccounts.id} AND newest.status = 'committed' ORDER BY newest.place DESC LIMIT 1)`;
  return [
    query
      .select({
        account: brokerAccounts,
        trades: brokerTotals.trades,
        resultUnits: brokerTotals.resultUnits,
        firstClosedMs: closeOf("min"),
        lastClosedMs: closeOf("max"),
      })
      .from(brokerAccounts)
      .leftJoin(brokerTotals, eq(brokerTotals.accountId, brokerAccounts.id))
      .where(own)
      .orderBy(asc(brokerAccounts.number)),
    query
      .select({ number: brokerAccounts.number, position: brokerPositions })
      .from(brokerAccounts)
      .innerJoin(brokerPositions, eq(brokerPositions.accountId, brokerAccounts.id))
      .where(and(own, sql`(${brokerPositions.importId} IS NULL OR ${brokerPositions.importId} = ${newest})`))
      .orderBy(asc(brokerPositions.id))
      .limit(OPEN_SHOWN_MAX),
    query
      .select({ number: brokerAccounts.number, file: brokerImports })
      .from(brokerAccounts)
      .innerJoin(brokerImports, eq(brokerImports.accountId, brokerAccounts.id))
      .where(and(own, ne(brokerImports.status, "staged")))
      .orderBy(desc(brokerImports.place))
      .limit(IMPORTS_SHOWN_MAX),
  ] as const;
}

/** The rows of {@link selectAccounts}. */
export type AccountRows = BatchResponse<ReturnType<typeof selectAccounts>>;

/** The statement that reads the highest number that the caller's accounts have had, as one row. */
export function selectLastNumber(query: Query, callerId: SQL) {
  return query
    .select({ last: sql<number>`coalesce(max(${brokerAccounts.number}), 0)` })
    .from(brokerAccounts)
    .where(eq(brokerAccounts.userId, callerId));
}

/** The statement that reads whether the caller has had an account of a number. */
export function selectNumber(query: Query, callerId: SQL, number: number) {
  return query
    .select({ number: brokerAccounts.number })
    .from(brokerAccounts)
    .where(and(eq(brokerAccounts.userId, callerId), eq(brokerAccounts.number, number)));
}

export function insertAccount(query: Query, callerId: SQL<string>, account: NewAccount) {
  return query.insert(brokerAccounts).values({ ...account, userId: callerId });
}

/** @param changes `mapping` is JSON */
export function updateAccount(
  query: Query,
  callerId: SQL,
  number: number,
  changes: { name?: string; mapping?: string | null },
) {
  return query.update(brokerAccounts).set(changes).where(isOpen(callerId, number));
}

/** The statement that takes the name and everything else that was typed from an account; its rows are deleted after it. */
export function markDeleted(query: Query, own: SQL | undefined, nowMs: number) {
  return query
    .update(brokerAccounts)
    .set({
      name: "",
      platform: null,
      accountNumber: null,
      clock: null,
      mapping: null,
      deletedAtMs: nowMs,
      feesUnits: 0,
      swapUnits: 0,
    })
    .where(and(own, isNull(brokerAccounts.deletedAtMs)));
}

/** The condition of the caller's account of a number, deleted or not. */
export function isNumbered(callerId: SQL, number: number): SQL {
  return sql`${brokerAccounts.userId} = ${callerId} AND ${brokerAccounts.number} = ${number}`;
}

/** The condition of one account, deleted or not. */
export function isAccount(id: number): SQL {
  return sql`${brokerAccounts.id} = ${id}`;
}

/** The condition that accounts are deleted as well. */
export function isMarkedAsDeleted(own: SQL): SQL {
  return sql`${own} AND ${brokerAccounts.deletedAtMs} IS NOT NULL`;
}

export function isOfUser(userId: string): SQL {
  return sql`${brokerAccounts.userId} = ${userId}`;
}

/** The statement that reads accounts that were deleted and still have rows, those first that wait longest. */
export function selectDeletions(query: Query, limit: number) {
  return query
    .select({ accountId: brokerDeletions.accountId })
    .from(brokerDeletions)
    .orderBy(asc(brokerDeletions.sinceMs))
    .limit(limit);
}

/** The statements that end the deletion of accounts without rows, and delete the accounts themselves where their person has none any more. */
export function endDeletions(query: Query, own: SQL) {
  const accounts = sql`(SELECT ${brokerAccounts.id} FROM ${brokerAccounts} WHERE ${own})`;
  const isOfClosed = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${brokerAccounts.userId} AND ${users.closedAtMs} IS NOT NULL)`;
  const isEmpty = sql`NOT EXISTS (SELECT 1 FROM ${brokerDeletions} WHERE ${brokerDeletions.accountId} = ${brokerAccounts.id})`;
  const hasRows = sql`EXISTS (SELECT 1 FROM ${brokerImports} WHERE ${brokerImports.accountId} = ${brokerDeletions.accountId})
    OR EXISTS (SELECT 1 FROM ${brokerTrades} WHERE ${brokerTrades.accountId} = ${brokerDeletions.accountId})`;
  return [
    query.delete(brokerDeletions).where(sql`${brokerDeletions.accountId} IN ${accounts} AND NOT (${hasRows})`),
    query.delete(brokerAccounts).where(sql`${own} AND ${isOfClosed} AND ${isEmpty}`),
  ] as const;
}

/**
 * The statements that begin a commit or a reversal: the database refuses the batch (`trades_changed`) unless the account is the caller's and
 * nothing was committed, taken back or deleted since it was read, and the trader's zone is the same.
 */
export function claimAccount(
  query: Query,
  callerId: SQL<string>,
  { accountId, version, timeZone }: { accountId: number; version: number; timeZone: string },
) {
  const isUnchanged = sql`EXISTS (
    SELECT 1 FROM ${brokerAccounts} JOIN ${users} ON ${users.id} = ${brokerAccounts.userId}
    WHERE ${brokerAccounts.id} = ${accountId} AND ${brokerAccounts.userId} = ${callerId} AND ${brokerAccounts.version} = ${version}
      AND ${brokerAccounts.deletedAtMs} IS NULL AND ${users.timeZone} = ${timeZone}
  )`;
  return [
    mustHold(query, "trades_changed", isUnchanged),
    query
      .update(brokerAccounts)
      .set({ version: version + 1 })
      .where(eq(brokerAccounts.id, accountId)),
  ] as const;
}

/** The statement that adds what trades cost to the account's sums, or with a sign of -1 subtracts it. @param chosen their condition */
export function addCosts(query: Query, accountId: number, chosen: SQL, sign: 1 | -1) {
  const sumOf = (column: "fees_units" | "swap_units") =>
    sql`${sql.raw(column)} + ${sql.raw(String(sign))} * (SELECT coalesce(sum(${sql.raw(column)}), 0) FROM ${brokerTrades} WHERE ${chosen})`;
  return query
    .update(brokerAccounts)
    .set({ feesUnits: sumOf("fees_units"), swapUnits: sumOf("swap_units") })
    .where(eq(brokerAccounts.id, accountId));
}

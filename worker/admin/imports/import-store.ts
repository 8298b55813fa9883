import { and, count, eq, getTableColumns, gt, inArray, isNull, max, min, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { accounts, admins, importRows, imports, trades, users } from "../../../db/schema/index.ts";
import { DAY_MS } from "../../contract/time.ts";
import { centsInForce } from "../../platform/operation-settings-sql.ts";
import type { Page, Period } from "../../platform/paging.ts";
import { afterCursor, asideIf, conditionsOf, inPeriod, pageLimit, pageOrder } from "../../platform/paging-sql.ts";
import { decides } from "../lists/decides-sql.ts";
import { idsFoundBy, nameOf, PERSON_COLUMNS } from "../lists/person-sql.ts";

/** The SQL with which admins read imports. Functions return statements; verbs put them into batches. */

/** An import as {@link selectImport} reads it. */
export type ImportRecord = Awaited<ReturnType<typeof selectImport>>[number];

const creator = alias(users, "creator");
const committer = alias(users, "committer");
const reverser = alias(users, "reverser");

/** What one admin may import alone in a day: the sum of when the file was sent, or the one in force where it is lower. */
const ALONE_CENTS_MAX = sql<number>`min(${imports.aloneCentsMax}, coalesce(${centsInForce("second_admin_above")}, ${imports.aloneCentsMax}))`;

/**
 * The condition that a file waits for another admin: all of its rows have arrived, and it moves more than its sender
 * may move alone in a day. It uses the sum at the arrival of the last row; the commit counts again.
 */
function waitsForColleague(nowMs: number): SQL<number> {
  return sql<number>`(${imports.status} = 'staged' AND coalesce(abs(${imports.movesCents}) + (
    SELECT coalesce(sum(abs(own.profit_cents)), 0) FROM imports AS own
    WHERE own.committed_by = ${imports.createdBy} AND own.created_by = own.committed_by
      AND own.committed_at_ms > ${nowMs - DAY_MS}
  ) > ${ALONE_CENTS_MAX}, 0))`;
}

function selectImports(query: Query, nowMs: number) {
  return query
    .select({
      id: imports.id,
      createdAtMs: imports.createdAtMs,
      import: { ...getTableColumns(imports), aloneCentsMax: ALONE_CENTS_MAX },
      user: PERSON_COLUMNS,
      timeZone: users.timeZone,
      balanceCents: accounts.balanceCents,
      createdByName: nameOf(creator),
      /** When the sender's approvals begin to count; null when they are no admin any more. */
      creatorCountsFromMs: sql<
        number | null
      >`(SELECT ${admins.countsFromMs} FROM ${admins} WHERE ${admins.id} = ${imports.createdBy})`,
      committedByName: nameOf(committer),
      reversedByName: nameOf(reverser),
      waitsForColleague: waitsForColleague(nowMs),
    })
    .from(imports)
    .innerJoin(users, eq(users.id, imports.userId))
    .innerJoin(accounts, eq(accounts.id, sql`'available:' || ${imports.userId}`))
    .innerJoin(creator, eq(creator.id, imports.createdBy))
    .leftJoin(committer, eq(committer.id, imports.committedBy))
    .leftJoin(reverser, eq(reverser.id, imports.reversedBy))
    .$dynamic();
}

/** One import, with its trader and their available balance. */
export function selectImport(query: Query, id: string, nowMs: number) {
  return selectImports(query, nowMs).where(eq(imports.id, id));
}

/** The sender of a file has agreed to it: it waits for any other operator. @param callerId NULL gives no file */
function isOfColleague(callerId: SQL): SQL {
  return sql`(${imports.createdBy} <> ${callerId} AND ${decides(callerId)})`;
}

/** How many files wait for the calling admin, as one row. @param callerId NULL reads nothing */
export function countWaitingImports(
  query: Query,
  callerId: SQL,
  nowMs: number,
  { isAged, row }: { isAged: SQL; row: SQL },
) {
  return query
    .select({
      count: count(),
      oldestAtMs: min(imports.createdAtMs),
      aged: sql<string>`json_group_array(${row}) FILTER (WHERE ${isAged})`,
    })
    .from(imports)
    .where(and(sql`${imports.status} = 'staged'`, waitsForColleague(nowMs), isOfColleague(callerId)));
}

/** The calling admin, and what they moved in the last day by imports that no other admin took part in. */
export function selectImporter(query: Query, callerId: SQL<string>, nowMs: number) {
  const sinceMs = nowMs - DAY_MS;
  const sumOf = (own: SQL) => sql<number>`(SELECT coalesce(sum(abs(profit_cents)), 0) FROM imports WHERE ${own})`;
  return query
    .select({
      id: users.id,
      timeZone: users.timeZone,
      countsFromMs: admins.countsFromMs,
      committedCents: sumOf(
        sql`committed_by = ${callerId} AND created_by = committed_by AND committed_at_ms > ${sinceMs}`,
      ),
      reversedCents: sumOf(
        sql`reversed_by = ${callerId} AND committed_by = reversed_by AND reversed_at_ms > ${sinceMs}`,
      ),
    })
    .from(users)
    .innerJoin(admins, eq(admins.id, users.id))
    .where(eq(users.id, callerId));
}
/** The calling admin, as {@link selectImporter} reads them. */
export type Importer = Awaited<ReturnType<typeof selectImporter>>[number];

/** The filter of a list of imports. */
export type ImportFilter = Period & {
  user?: string | undefined;
  /** `waiting`: the staged ones that wait for the asking admin. */
  status?: "staged" | "waiting" | "committed" | "reversed" | undefined;
};

/**
 * The statement that reads a page of committed and reversed imports and of files that wait for another admin; other
 * staged files are included only when the filter asks for them.
 * @param callerId NULL reads nothing
 */
export function selectImportPage(query: Query, callerId: SQL, filter: ImportFilter, page: Page, nowMs: number) {
  const { user, status } = filter;
  // One user's imports are few, and an index of their own finds them.
  const isFound = user !== undefined;
  const createdAtMs = asideIf(isFound, imports.createdAtMs);
  const columns = { createdAtMs, id: imports.id };
  return selectImports(query, nowMs)
    .where(
      and(
        sql`${callerId} IS NOT NULL`,
        conditionsOf<ImportFilter>({
          status: and(
            statusCondition(status, callerId, nowMs),
            status === "committed" || status === "reversed" ? eq(asideIf(isFound, imports.status), status) : undefined,
          ),
          user: isFound ? inArray(imports.userId, idsFoundBy(callerId, user, "user")) : undefined,
        }),
        inPeriod(createdAtMs, filter),
        afterCursor(columns, page),
      ),
    )
    .orderBy(...pageOrder(columns, page))
    .limit(pageLimit(page));
}

/** Literals, so that SQLite can use the partial indexes of these states. */
function statusCondition(status: ImportFilter["status"], callerId: SQL, nowMs: number): SQL | undefined {
  const isStaged = sql`${imports.status} = 'staged'`;
  if (status === "staged") return isStaged;
  if (status === "waiting") return and(isStaged, waitsForColleague(nowMs), isOfColleague(callerId));
  const isOver = sql`${imports.status} <> 'staged'`;
  return status === undefined ? or(isOver, waitsForColleague(nowMs)) : isOver;
}

/** The trader for whom an import is, and their available balance. */
export function selectTrader(query: Query, userId: string) {
  return query
    .select({ user: PERSON_COLUMNS, timeZone: users.timeZone, balanceCents: accounts.balanceCents })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, sql`'available:' || ${users.id}`))
    .where(eq(users.id, userId));
}

/** The condition that a trade of the same trader has a staged row's ticket. */
const isSameTrade = (id: string) =>
  and(
    eq(trades.userId, sql`(SELECT ${imports.userId} FROM ${imports} WHERE ${imports.id} = ${id})`),
    eq(trades.ticket, importRows.ticket),
  );
/** The condition that this trade differs from the row. */
const differs = sql`(${sql.join(
  (
    ["symbol", "direction", "lotMicros", "entryPrice", "exitPrice", "openedAtMs", "closedAtMs", "profitCents"] as const
  ).map((field) => sql`${trades[field]} <> ${importRows[field]}`),
  sql` OR `,
)})`;

/** Counts what a staged import would add: sums in cents, of the new rows unless the name says otherwise. */
export function countStaged(query: Query, id: string) {
  const isNew = sql`${trades.id} IS NULL`;
  const whereNew = (value: SQL) => sql<number>`coalesce(sum(CASE WHEN ${isNew} THEN ${value} END), 0)`;
  return query
    .select({
      staged: count(),
      fresh: whereNew(sql`1`),
      differing: sql<number>`coalesce(sum(${differs}), 0)`,
      profitCents: whereNew(sql`${importRows.profitCents}`),
      fileProfitCents: sql<number>`coalesce(sum(${importRows.profitCents}), 0)`,
      firstClosedMs: sql<number | null>`min(CASE WHEN ${isNew} THEN ${importRows.closedAtMs} END)`,
      lastClosedMs: sql<number | null>`max(CASE WHEN ${isNew} THEN ${importRows.closedAtMs} END)`,
    })
    .from(importRows)
    .leftJoin(trades, isSameTrade(id))
    .where(eq(importRows.importId, id));
}
/** The counts of {@link countStaged}. */
export type StagedCount = Awaited<ReturnType<typeof countStaged>>[number];

/** Staged rows after a row number, in order, each with whether it is new. */
export function selectStagedRows(
  query: Query,
  id: string,
  { after, limit, fate }: { after: number; limit: number; fate: "new" | "duplicate" | undefined },
) {
  return query
    .select({
      row: importRows,
      isNew: sql<number>`${trades.id} IS NULL`,
      differs: sql<number>`coalesce(${differs}, 0)`,
    })
    .from(importRows)
    .leftJoin(trades, isSameTrade(id))
    .where(
      and(
        eq(importRows.importId, id),
        gt(importRows.rowNumber, after),
        fate === "new" ? isNull(trades.id) : fate === "duplicate" ? sql`${trades.id} IS NOT NULL` : undefined,
      ),
    )
    .orderBy(importRows.rowNumber)
    .limit(limit);
}

/**
 * The trades of a committed import, in the order in which they were closed. @param after the id of the last one shown
 */
export function selectImportedTrades(query: Query, id: string, { after, limit }: { after: number; limit: number }) {
  return query
    .select()
    .from(trades)
    .where(and(eq(trades.importId, id), gt(trades.id, after)))
    .orderBy(trades.id)
    .limit(limit);
}

/** When the trades of a committed import were closed; nulls when it has none. */
export function selectImportedSpan(query: Query, id: string) {
  return query
    .select({ firstClosedMs: min(trades.closedAtMs), lastClosedMs: max(trades.closedAtMs) })
    .from(trades)
    .where(eq(trades.importId, id));
}

/** The condition under which a commit or reversal may be written as it was decided. */
export function isUnchangedSinceRead(
  userId: string,
  { timeZone, balanceCentsMin }: { timeZone: string; balanceCentsMin: number },
): SQL {
  return sql`EXISTS (
    SELECT 1 FROM ${users} JOIN ${accounts} ON ${accounts.id} = 'available:' || ${users.id}
    WHERE ${users.id} = ${userId} AND ${users.timeZone} = ${timeZone} AND ${accounts.balanceCents} >= ${balanceCentsMin}
  )`;
}

import { and, count, eq, gt, inArray, isNull, max, min, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { accounts, admins, importRows, imports, trades, users } from "../../../db/schema/index.ts";
import {
  afterCursor,
  asideIf,
  conditionsOf,
  inPeriod,
  type Page,
  type Period,
  pageLimit,
  pageOrder,
} from "../../platform/paging.ts";
import { nameOf } from "../commands/run-admin-command.ts";
import { idsNamed, PERSON_COLUMNS, typedName } from "../lists/person-columns.ts";
import type { ImportRow } from "./import-row.ts";

/** The only SQL about imports that are not trades yet. Functions give statements; verbs put them into batches. */

export type ImportRecord = Awaited<ReturnType<typeof selectImport>>[number];
export type NewImport = typeof imports.$inferInsert;

const creator = alias(users, "creator");
const committer = alias(users, "committer");
const reverser = alias(users, "reverser");

/**
 * Whether a file waits for another admin: it is whole, and more than its sender may move alone in a day. By the sum that
 * was counted when its last row came; the commit counts anew.
 */
function waitsForColleague(nowMs: number): SQL<number> {
  return sql<number>`(${imports.status} = 'staged' AND coalesce(abs(${imports.movesCents}) + (
    SELECT coalesce(sum(abs(own.profit_cents)), 0) FROM imports AS own
    WHERE own.committed_by = ${imports.createdBy} AND own.created_by = own.committed_by
      AND own.committed_at_ms > ${nowMs - DAY_MS}
  ) > ${imports.aloneCentsMax}, 0))`;
}

function selectImports(query: Query, nowMs: number) {
  return query
    .select({
      id: imports.id,
      createdAtMs: imports.createdAtMs,
      import: imports,
      user: PERSON_COLUMNS,
      timeZone: users.timeZone,
      balanceCents: accounts.balanceCents,
      createdByName: nameOf(creator),
      /** From when the word of who sent the file counts; null when they are no admin any more. */
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

/** One import, whose it is, and what they can spend. */
export function selectImport(query: Query, id: string, nowMs: number) {
  return selectImports(query, nowMs).where(eq(imports.id, id));
}

/** How many files wait for another admin, as a row of one. @param callerId NULL reads nothing */
export function countWaitingImports(query: Query, callerId: SQL, nowMs: number) {
  return query
    .select({ count: count(), oldestAtMs: min(imports.createdAtMs) })
    .from(imports)
    .where(and(sql`${callerId} IS NOT NULL`, sql`${imports.status} = 'staged'`, waitsForColleague(nowMs)));
}

/** The admin who looks at an import, and what they moved in the last day by imports that they alone had a hand in. */
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
export type Importer = Awaited<ReturnType<typeof selectImporter>>[number];

const DAY_MS = 24 * 60 * 60_000;

/** Which imports a list has. */
export type ImportFilter = Period & {
  user?: string | undefined;
  /** `waiting`: of the staged ones those that wait for another admin. */
  status?: "staged" | "waiting" | "committed" | "reversed" | undefined;
};

/**
 * A page of what was brought in, and of files that wait for another admin; other files that nobody committed are in it when
 * they are asked for.
 * @param callerId NULL reads nothing
 */
export function selectImportPage(query: Query, callerId: SQL, filter: ImportFilter, page: Page, nowMs: number) {
  const { user, status } = filter;
  // One person's are few, and found by an index of their own.
  const isFound = user !== undefined;
  const createdAtMs = asideIf(isFound, imports.createdAtMs);
  const columns = { createdAtMs, id: imports.id };
  return selectImports(query, nowMs)
    .where(
      and(
        sql`${callerId} IS NOT NULL`,
        conditionsOf<ImportFilter>({
          status: and(
            ofStatus(status, nowMs),
            status === "committed" || status === "reversed" ? eq(asideIf(isFound, imports.status), status) : undefined,
          ),
          user: isFound ? inArray(imports.userId, idsNamed(typedName(user, "user"))) : undefined,
        }),
        inPeriod(createdAtMs, filter),
        afterCursor(columns, page),
      ),
    )
    .orderBy(...pageOrder(columns, page))
    .limit(pageLimit(page));
}

/** Written out, so that the partial indexes of just these serve. */
function ofStatus(status: ImportFilter["status"], nowMs: number): SQL | undefined {
  const isStaged = sql`${imports.status} = 'staged'`;
  if (status === "staged") return isStaged;
  if (status === "waiting") return and(isStaged, waitsForColleague(nowMs));
  const isOver = sql`${imports.status} <> 'staged'`;
  return status === undefined ? or(isOver, waitsForColleague(nowMs)) : isOver;
}

/** The trader that an import is to be for, and what they can spend. */
export function selectTrader(query: Query, userId: string) {
  return query
    .select({ user: PERSON_COLUMNS, timeZone: users.timeZone, balanceCents: accounts.balanceCents })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, sql`'available:' || ${users.id}`))
    .where(eq(users.id, userId));
}

export function insertImport(query: Query, row: NewImport) {
  return query.insert(imports).values(row);
}

/**
 * The statements that stage rows of a file, in place of those that stood at their numbers: sending a piece again is safe.
 * They do nothing unless the import is still staged, is the caller's, and has so many rows; {@link selectImport} before
 * them tells. All rows travel as one value: 50,000 single ones would be a multiple of the work.
 * @param from the number of the first row, from 1
 */
export function stageRows(
  query: Query,
  callerId: SQL<string>,
  { id, from, rows }: { id: string; from: number; rows: readonly ImportRow[] },
) {
  const last = from + rows.length - 1;
  const open = sql`FROM ${imports} WHERE ${imports.id} = ${id} AND ${imports.status} = 'staged'
    AND ${imports.createdBy} = ${callerId} AND ${imports.rowCount} >= ${last}`;
  const list = rows.map((row, i) => [
    from + i,
    row.ticket,
    row.symbol,
    row.direction,
    row.lotSize,
    row.entryPrice,
    row.exitPrice,
    row.stopPrice,
    row.openTime,
    row.closeTime,
    row.profitLoss,
  ]);
  const cells = sql.raw(Array.from({ length: 11 }, (_, i) => `json_extract(value, '$[${i}]')`).join(", "));
  return [
    query.run(sql`
      DELETE FROM ${importRows}
      WHERE import_id = (SELECT ${imports.id} ${open}) AND row_number BETWEEN ${from} AND ${last}`),
    query.run(sql`
      INSERT INTO ${importRows} (import_id, row_number, ticket, symbol, direction, lot_micros, entry_price, exit_price,
        stop_price, opened_at_ms, closed_at_ms, profit_cents)
      SELECT ${id}, ${cells} FROM json_each(${JSON.stringify(list)}) WHERE EXISTS (SELECT 1 ${open})`),
    countMoves(query, callerId, id),
  ] as const;
}

/** The statement that notes what a file's new trades move, once all of its rows are there. */
function countMoves(query: Query, callerId: SQL<string>, id: string) {
  return query.run(sql`
    UPDATE imports SET moves_cents = (
      SELECT coalesce(sum(import_rows.profit_cents), 0) FROM import_rows
      WHERE import_rows.import_id = imports.id AND NOT EXISTS (
        SELECT 1 FROM trades WHERE trades.user_id = imports.user_id AND trades.ticket = import_rows.ticket
      )
    )
    WHERE id = ${id} AND status = 'staged' AND created_by = ${callerId}
      AND row_count = (SELECT count(*) FROM import_rows WHERE import_id = imports.id)`);
}

/** A trade of the same trader that has a staged row's ticket. */
const isSameTrade = (id: string) =>
  and(
    eq(trades.userId, sql`(SELECT ${imports.userId} FROM ${imports} WHERE ${imports.id} = ${id})`),
    eq(trades.ticket, importRows.ticket),
  );
/** Whether it says something else than the row. */
const differs = sql`(${sql.join(
  (
    ["symbol", "direction", "lotMicros", "entryPrice", "exitPrice", "openedAtMs", "closedAtMs", "profitCents"] as const
  ).map((field) => sql`${trades[field]} <> ${importRows[field]}`),
  sql` OR `,
)})`;

/** Counts what a staged import would bring: sums in cents, of the new rows where nothing else is said. */
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
export type StagedCount = Awaited<ReturnType<typeof countStaged>>[number];

/** Staged rows after a number, in their order, each with its fate. */
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

/** The trades that a committed import brought, in the order they were closed. @param after the id of the last one shown */
export function selectImportedTrades(query: Query, id: string, { after, limit }: { after: number; limit: number }) {
  return query
    .select()
    .from(trades)
    .where(and(eq(trades.importId, id), gt(trades.id, after)))
    .orderBy(trades.id)
    .limit(limit);
}

/** When the trades of a committed import were closed; nulls when it brought none. */
export function selectImportedSpan(query: Query, id: string) {
  return query
    .select({ firstClosedMs: min(trades.closedAtMs), lastClosedMs: max(trades.closedAtMs) })
    .from(trades)
    .where(eq(trades.importId, id));
}

/** A condition under which a commit or a reversal may still be written as it was decided. */
export function isAsRead(
  userId: string,
  { timeZone, balanceCentsMin }: { timeZone: string; balanceCentsMin: number },
): SQL {
  return sql`EXISTS (
    SELECT 1 FROM ${users} JOIN ${accounts} ON ${accounts.id} = 'available:' || ${users.id}
    WHERE ${users.id} = ${userId} AND ${users.timeZone} = ${timeZone} AND ${accounts.balanceCents} >= ${balanceCentsMin}
  )`;
}

/** The statements that forget files that nobody committed. */
export function forgetStaged(query: Query, beforeMs: number) {
  const old = sql`${imports.status} = 'staged' AND ${imports.createdAtMs} < ${beforeMs}`;
  return [
    query.delete(importRows).where(sql`${importRows.importId} IN (SELECT ${imports.id} FROM ${imports} WHERE ${old})`),
    query.delete(imports).where(old),
  ] as const;
}

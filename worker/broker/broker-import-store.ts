import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne, mustHold } from "../../db/guard.ts";
import {
  brokerAccounts,
  brokerFills,
  brokerImports,
  brokerPositions,
  brokerRows,
  users,
} from "../../db/schema/index.ts";

/**
 * The only SQL that writes the files of broker accounts, their rows and open positions. Functions return statements; verbs put them into
 * batches.
 */

export type NewBrokerImport = typeof brokerImports.$inferInsert;
export type NewPosition = Omit<typeof brokerPositions.$inferInsert, "id" | "accountId" | "importId">;

export function insertImport(query: Query, row: NewBrokerImport) {
  return query.insert(brokerImports).values(row);
}

/** The caller's account for which a file is opened. */
export function selectAccountOf(query: Query, callerId: SQL, number: number) {
  return query
    .select({ id: brokerAccounts.id })
    .from(brokerAccounts)
    .where(
      sql`${brokerAccounts.userId} = ${callerId} AND ${brokerAccounts.number} = ${number} AND ${brokerAccounts.deletedAtMs} IS NULL`,
    );
}

/** How many rows of a file have arrived, as an expression of a statement about it. */
const staged = sql<number>`CASE ${brokerImports.kind} WHEN 'trades'
  THEN (SELECT count(*) FROM ${brokerRows} WHERE ${brokerRows.importId} = ${brokerImports.id})
  ELSE (SELECT count(*) FROM ${brokerFills} WHERE ${brokerFills.importId} = ${brokerImports.id}) END`;

/** The statement that reads one of the caller's files with its account; no row for another's. */
export function selectImport(query: Query, callerId: SQL, id: number) {
  return query
    .select({
      id: brokerImports.id,
      status: brokerImports.status,
      kind: brokerImports.kind,
      rowCount: brokerImports.rowCount,
      place: brokerImports.place,
      staged,
      accountId: brokerAccounts.id,
      number: brokerAccounts.number,
      decimals: brokerAccounts.decimals,
      version: brokerAccounts.version,
      rowsVersion: brokerImports.rowsVersion,
      timeZone: users.timeZone,
      nextPlace: sql<number>`(SELECT coalesce(max(earlier.place), 0) + 1 FROM broker_imports AS earlier WHERE earlier.account_id = ${brokerAccounts.id})`,
      /** The first and last time of all committed files. */
      firstAtMs: sql<
        number | null
      >`(SELECT min(other.first_at_ms) FROM broker_imports AS other WHERE other.account_id = ${brokerAccounts.id} AND other.status = 'committed')`,
      lastAtMs: sql<
        number | null
      >`(SELECT max(other.last_at_ms) FROM broker_imports AS other WHERE other.account_id = ${brokerAccounts.id} AND other.status = 'committed')`,
    })
    .from(brokerImports)
    .innerJoin(brokerAccounts, eq(brokerAccounts.id, brokerImports.accountId))
    .innerJoin(users, eq(users.id, brokerAccounts.userId))
    .where(
      sql`${brokerImports.id} = ${id} AND ${brokerAccounts.userId} = ${callerId} AND ${brokerAccounts.deletedAtMs} IS NULL`,
    );
}

/** A file as {@link selectImport} reads it. */
export type ImportRecord = Awaited<ReturnType<typeof selectImport>>[number];

/** The first and last time of a file's rows; nulls without rows. */
export function selectSpan(query: Query, id: number) {
  return query
    .select({ firstAtMs: sql<number | null>`min(at_ms)`, lastAtMs: sql<number | null>`max(at_ms)` })
    .from(
      sql`(SELECT closed_at_ms AS at_ms FROM ${brokerRows} WHERE import_id = ${id} UNION ALL SELECT at_ms FROM ${brokerFills} WHERE import_id = ${id})`,
    );
}

/** A row of a file of closed trades: sums in units. */
export type UnitRow = {
  line: number;
  isRounded: boolean;
  ticket: string;
  symbol: string;
  direction: string;
  quantity: string;
  entryPrice: string;
  exitPrice: string;
  stopPrice: string | null;
  openedAtMs: number | null;
  closedAtMs: number;
  profitUnits: number;
  feesUnits: number;
  swapUnits: number;
};

/** A row of a file of fills: sums in units. */
export type UnitFill = {
  line: number;
  isRounded: boolean;
  fillId: string;
  symbol: string;
  side: string;
  quantity: string;
  price: string;
  atMs: number;
  feeUnits: number;
  multiplier: string;
  position: string;
  isClosing: boolean;
};

const ROW_COLUMNS =
  "line, is_rounded, ticket, symbol, direction, quantity, entry_price, exit_price, stop_price, opened_at_ms, closed_at_ms, profit_units, fees_units, swap_units";
const FILL_COLUMNS =
  "line, is_rounded, fill_id, symbol, side, quantity, price, at_ms, fee_units, multiplier, position, is_closing";

/**
 * The statements that stage rows of a file in place of earlier rows of the same numbers, so that sending a chunk again is safe. All rows are
 * one JSON parameter: single inserts would take several times as long. The triggers refuse a file that is not staged any more.
 * @param from the number of the first row, from 1
 */
export function stageTrades(query: Query, file: ImportRecord, from: number, rows: readonly UnitRow[]) {
  const list = rows.map((row) => [
    ...[row.line, row.isRounded ? 1 : 0, row.ticket, row.symbol, row.direction, row.quantity, row.entryPrice],
    ...[row.exitPrice, row.stopPrice, row.openedAtMs, row.closedAtMs, row.profitUnits, row.feesUnits, row.swapUnits],
  ]);
  return [
    query
      .delete(brokerRows)
      .where(
        sql`${brokerRows.importId} = ${file.id} AND ${brokerRows.rowNumber} BETWEEN ${from} AND ${from + rows.length - 1}`,
      ),
    query.run(sql`
      INSERT INTO ${brokerRows} (import_id, account_id, row_number, ${sql.raw(ROW_COLUMNS)})
      SELECT ${file.id}, ${file.accountId}, ${from} + key, ${cellsOf(ROW_COLUMNS)} FROM json_each(${JSON.stringify(list)})`),
  ];
}

/** As {@link stageTrades}, of fills. */
export function stageFills(query: Query, file: ImportRecord, from: number, rows: readonly UnitFill[]) {
  const list = rows.map((row) => [
    ...[row.line, row.isRounded ? 1 : 0, row.fillId, row.symbol, row.side, row.quantity, row.price, row.atMs],
    ...[row.feeUnits, row.multiplier, row.position, row.isClosing ? 1 : 0],
  ]);
  return [
    query
      .delete(brokerFills)
      .where(
        sql`${brokerFills.importId} = ${file.id} AND ${brokerFills.rowNumber} BETWEEN ${from} AND ${from + rows.length - 1}`,
      ),
    query.run(sql`
      INSERT INTO ${brokerFills} (import_id, account_id, row_number, ${sql.raw(FILL_COLUMNS)})
      SELECT ${file.id}, ${file.accountId}, ${from} + key, ${cellsOf(FILL_COLUMNS)} FROM json_each(${JSON.stringify(list)})`),
  ];
}

/** The cells of a JSON list, one for each column. */
function cellsOf(columns: string): SQL {
  return sql.raw(
    columns
      .split(", ")
      .map((_, i) => `json_extract(value, '$[${i}]')`)
      .join(", "),
  );
}

/** The statements that replace the positions that a staged file shows as open. */
export function stagePositions(query: Query, file: ImportRecord, open: readonly NewPosition[]) {
  return [
    query.delete(brokerPositions).where(eq(brokerPositions.importId, file.id)),
    ...insertPositions(
      query,
      open.map((position) => ({ ...position, accountId: file.accountId, importId: file.id })),
    ),
  ];
}

/** The statements that replace what an account's fills leave open in some symbols. @param symbols those that were paired anew */
export function replaceLots(
  query: Query,
  accountId: number,
  { symbols, lots }: { symbols: readonly string[]; lots: readonly NewPosition[] },
) {
  return [
    query
      .delete(brokerPositions)
      .where(
        sql`${brokerPositions.accountId} = ${accountId} AND ${brokerPositions.importId} IS NULL AND ${brokerPositions.symbol} IN (SELECT value FROM json_each(${JSON.stringify(symbols)}))`,
      ),
    ...insertPositions(
      query,
      lots.map((lot) => ({ ...lot, accountId, importId: null })),
    ),
  ];
}

function insertPositions(query: Query, rows: readonly (typeof brokerPositions.$inferInsert)[]) {
  if (rows.length === 0) return [];
  const list = rows.map(({ accountId, importId, symbol, direction, quantity, entryPrice, openedAtMs }) => [
    ...[accountId, importId, symbol, direction, quantity, entryPrice, openedAtMs],
  ]);
  const columns = "account_id, import_id, symbol, direction, quantity, entry_price, opened_at_ms";
  return [
    query.run(sql`
      INSERT INTO ${brokerPositions} (${sql.raw(columns)})
      SELECT ${cellsOf(columns)} FROM json_each(${JSON.stringify(list)})`),
  ];
}

/** The statements that count a request that stages rows: they begin its batch, and refuse it once the file is committed or cancelled. */
export function countStaging(query: Query, id: number) {
  return [
    query
      .update(brokerImports)
      .set({ rowsVersion: sql`${brokerImports.rowsVersion} + 1` })
      .where(eq(brokerImports.id, id)),
    mustHaveChangedOne(query, "broker_without_import"),
  ] as const;
}

/** The statement that refuses a batch unless a file waits, with the rows that were read of it. */
export function assertRowsUnchanged(query: Query, { id, rowsVersion }: ImportRecord) {
  return mustHold(
    query,
    "broker_without_import",
    sql`EXISTS (SELECT 1 FROM ${brokerImports} WHERE ${brokerImports.id} = ${id} AND ${brokerImports.status} = 'staged' AND ${brokerImports.rowsVersion} = ${rowsVersion})`,
  );
}

/** The statement that marks a file as committed. @param step.takes whether its rows replace stored ones with the same ticket */
export function markCommitted(
  query: Query,
  id: number,
  step: { place: number; takes: boolean; firstAtMs: number | null; lastAtMs: number | null },
  nowMs: number,
) {
  return query
    .update(brokerImports)
    .set({ ...step, status: "committed", committedAtMs: nowMs })
    .where(eq(brokerImports.id, id));
}

export function markReversed(query: Query, id: number, nowMs: number) {
  return query.update(brokerImports).set({ status: "reversed", reversedAtMs: nowMs }).where(eq(brokerImports.id, id));
}

/** The statements that delete the rows and open positions of files. @param which their condition, about `broker_imports` */
export function deleteRowsOf(query: Query, which: SQL) {
  const chosen = sql`(SELECT ${brokerImports.id} FROM ${brokerImports} WHERE ${which})`;
  return [
    query.delete(brokerRows).where(sql`${brokerRows.importId} IN ${chosen}`),
    query.delete(brokerFills).where(sql`${brokerFills.importId} IN ${chosen}`),
    query.delete(brokerPositions).where(sql`${brokerPositions.importId} IN ${chosen}`),
  ] as const;
}

/** The condition of one file. */
export const isImport = (id: number): SQL => sql`${brokerImports.id} = ${id}`;

/** The statements that delete a file of the caller that waits. */
export function deleteStaged(query: Query, callerId: SQL, id: number) {
  const waiting = sql`${brokerImports.id} = ${id} AND ${brokerImports.status} = 'staged' AND ${brokerImports.accountId} IN (
    SELECT ${brokerAccounts.id} FROM ${brokerAccounts} WHERE ${brokerAccounts.userId} = ${callerId}
  )`;
  return [...deleteRowsOf(query, waiting), query.delete(brokerImports).where(waiting)] as const;
}

/** The statements that delete old files that nobody committed. */
export function deleteOldStagedBroker(query: Query, beforeMs: number) {
  const old = sql`${brokerImports.status} = 'staged' AND ${brokerImports.createdAtMs} < ${beforeMs}`;
  return [...deleteRowsOf(query, old), query.delete(brokerImports).where(old)] as const;
}

/**
 * The statements that delete rows of accounts that are marked as deleted: at most a part of each kind, then the files that have none left.
 * @param own the condition of the accounts
 */
export function deleteImportsPart(query: Query, own: SQL, partMax: number) {
  const accounts = sql`(SELECT ${brokerAccounts.id} FROM ${brokerAccounts} WHERE ${own})`;
  const partOf = (table: SQL) =>
    sql`rowid IN (SELECT rowid FROM ${table} WHERE account_id IN ${accounts} LIMIT ${partMax})`;
  const hasNone = (rows: typeof brokerRows | typeof brokerFills) =>
    sql`NOT EXISTS (SELECT 1 FROM ${rows} WHERE ${rows.importId} = ${brokerImports.id})`;
  return [
    query.delete(brokerRows).where(partOf(sql`${brokerRows}`)),
    query.delete(brokerFills).where(partOf(sql`${brokerFills}`)),
    query.delete(brokerPositions).where(sql`${brokerPositions.accountId} IN ${accounts}`),
    query
      .delete(brokerImports)
      .where(sql`${brokerImports.accountId} IN ${accounts} AND ${hasNone(brokerRows)} AND ${hasNone(brokerFills)}`),
  ] as const;
}

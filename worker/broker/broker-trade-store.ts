import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import { brokerAccounts, brokerImports, brokerRows, brokerTotals, brokerTrades } from "../../db/schema/index.ts";
import { BROKER } from "../contract/broker/broker-limits.ts";
import type { OffsetSpan } from "../contract/trade-calendar.ts";
import type { OrderedFigures, TradeResult } from "../performance/ordered-figures.ts";
import { deleteBrokerBreakdowns } from "../trades/breakdown/kept-breakdown-store.ts";
import {
  countBrokerTrades,
  deleteBrokerAggregates,
  storeBrokerTotals,
  subtractBrokerRisks,
} from "../trades/trade-aggregate-store.ts";
import { blocksOfBroker, deleteBlocks } from "../trades/trade-block-store.ts";
import { addCosts } from "./broker-account-store.ts";
import type { CandidateFill, PairedTrade } from "./pair-account-fills.ts";

/**
 * The only SQL that writes the trades of broker accounts. They follow from the committed files and their order: a ticket counts as the last file
 * has it that took changed tickets, and otherwise as the first one has it. Functions return statements; verbs put them into batches.
 */

/** Beyond it SQLite's own sums would end in an error; what an account keeps is far below it, by its CHECKs. */
const SUM_LIMIT = 2 ** 60;

/** How far the ids of two files, and of two rows, are apart: a fill may close many lots. */
const OF_ROW = 1_000_000;
const OF_FILE = BROKER.rowsMax * OF_ROW;

/** The id of a trade: files in the order of their commits, then rows, then the trades that one fill closed. @param part from 0 */
export function tradeId(place: number, rowNumber: number, part: number): number {
  return place * OF_FILE + (rowNumber - 1) * OF_ROW + part;
}

/** The condition of the trades that come from the rows of a file. */
export function isOfFile(accountId: number, place: number): SQL {
  return sql`${brokerTrades.accountId} = ${accountId} AND ${brokerTrades.id} >= ${place * OF_FILE} AND ${brokerTrades.id} < ${(place + 1) * OF_FILE}`;
}

/** The condition of the trades that have a ticket of a file. */
export function hasTicketOf(accountId: number, importId: number): SQL {
  return sql`${brokerTrades.accountId} = ${accountId} AND ${brokerTrades.ticket} IN (SELECT ${brokerRows.ticket} FROM ${brokerRows} WHERE ${brokerRows.importId} = ${importId})`;
}

/** The condition of the trades of these ids. */
export function isOneOf(accountId: number, ids: readonly number[]): SQL {
  return sql`${brokerTrades.accountId} = ${accountId} AND ${brokerTrades.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

const FIELDS =
  "ticket, symbol, direction, quantity, entry_price, exit_price, stop_price, opened_at_ms, closed_at_ms, profit_units, fees_units, swap_units";

/** The id of the trade of a row, as SQL. */
const ID = sql.raw(`place * ${OF_FILE} + (row_number - 1) * ${OF_ROW}`);

/** The rows that count of a file's tickets, as a query. @param without a file that is left out */
function effectiveOf(accountId: number | SQL, importId: number, without: number | null): SQL {
  const fields = sql.raw(
    FIELDS.split(", ")
      .map((field) => `source.${field}`)
      .join(", "),
  );
  return sql`
    SELECT * FROM (
      SELECT files.place, source.import_id, source.row_number, ${fields},
        row_number() OVER (
          PARTITION BY source.ticket ORDER BY files.takes DESC, CASE WHEN files.takes THEN -files.place ELSE files.place END
        ) AS choice
      FROM broker_rows AS source JOIN ${brokerImports} AS files ON files.id = source.import_id AND files.status = 'committed'
      WHERE source.account_id = ${accountId} AND files.id IS NOT ${without}
        AND source.ticket IN (SELECT ticket FROM ${brokerRows} WHERE ${brokerRows.importId} = ${importId})
    ) WHERE choice = 1`;
}

/**
 * The statement that makes trades of a file's tickets, of those that have none: each as the committed files say it.
 */
export function insertEffective(query: Query, accountId: number, importId: number) {
  return query.run(sql`
    INSERT INTO ${brokerTrades} (account_id, id, import_id, ${sql.raw(FIELDS)}, result_units)
    SELECT ${accountId}, ${ID}, import_id, ${sql.raw(FIELDS)}, profit_units + fees_units + swap_units
    FROM (${effectiveOf(accountId, importId, null)}) AS chosen
    WHERE NOT EXISTS (SELECT 1 FROM broker_trades AS kept WHERE kept.account_id = ${accountId} AND kept.ticket = chosen.ticket)`);
}

/** A list as one value of a row, read from JSON: as rows its cells would take most of the time. @param from a query with those columns */
function listOf<Item>(query: Query, columns: string, from: SQL) {
  const list = sql`coalesce(json_group_array(json_array(${sql.raw(columns)})), '[]')`;
  return query.select({ list: list.mapWith((json: string) => JSON.parse(json) as Item[]) }).from(sql`(${from})`);
}

export type ListOf<Item> = ReturnType<typeof listOf<Item>>;

/** A row of a staged file: when it was closed, its number, its result, and 1 where the account has no trade with its ticket, else 0. */
export type StagedResult = [closedAtMs: number, rowNumber: number, resultUnits: number, isNew: 0 | 1];

export function selectStagedResults(query: Query, importId: number) {
  return listOf<StagedResult>(
    query,
    "closed_at_ms, row_number, result, is_new",
    sql`SELECT closed_at_ms, row_number, profit_units + fees_units + swap_units AS result, NOT EXISTS (
        SELECT 1 FROM broker_trades AS kept WHERE kept.account_id = broker_rows.account_id AND kept.ticket = broker_rows.ticket
      ) AS is_new
      FROM broker_rows WHERE import_id = ${importId}`,
  );
}

/** The statement that reads the trades that come back when a committed file is taken back: those that other files have under its tickets. */
export function selectReturning(query: Query, importId: number) {
  return listOf<TradeResult>(
    query,
    "closed_at_ms, id, result",
    sql`SELECT closed_at_ms, ${ID} AS id, profit_units + fees_units + swap_units AS result
      FROM (${effectiveOf(accountOf(importId), importId, importId)}) AS chosen
      WHERE NOT EXISTS (
        SELECT 1 FROM broker_trades AS kept
        WHERE kept.account_id = ${accountOf(importId)} AND kept.ticket = chosen.ticket AND kept.import_id <> ${importId}
      )`,
  );
}

/** The statement that reads the next of an account's trades in the order of closing. @param page.gone the condition of those that are left out */
export function selectNextTrades(
  query: Query,
  accountId: number,
  { after, gone, limit }: { after: { closedAtMs: number; id: number }; gone: SQL | null; limit: number },
) {
  return listOf<TradeResult>(
    query,
    "closed_at_ms, id, result_units",
    sql`SELECT closed_at_ms, id, result_units FROM ${brokerTrades}
      WHERE account_id = ${accountId} AND (closed_at_ms, id) > (${after.closedAtMs}, ${after.id}) ${gone ? sql`AND NOT (${gone})` : sql.raw("")}
      ORDER BY closed_at_ms, id LIMIT ${limit}`,
  );
}

/** The statement that inserts trades that were paired from fills. */
export function insertPaired(query: Query, accountId: number, trades: readonly PairedTrade[]) {
  const list = trades.map((trade) => [
    ...[trade.id, trade.importId, trade.ticket, trade.symbol, trade.direction, trade.quantity, trade.entryPrice],
    ...[trade.exitPrice, null, trade.openedAtMs, trade.closedAtMs, trade.profitUnits, trade.feesUnits, 0],
  ]);
  const cells = Array.from({ length: 14 }, (_, i) => `json_extract(value, '$[${i}]')`);
  const result = `${cells[11]} + ${cells[12]} + ${cells[13]}`;
  return query.run(sql`
    INSERT INTO ${brokerTrades} (account_id, id, import_id, ${sql.raw(FIELDS)}, result_units)
    SELECT ${accountId}, ${sql.raw([...cells, result].join(", "))} FROM json_each(${JSON.stringify(list)})`);
}

/**
 * The statements that take trades out of an account's sums and delete some of them.
 * @param counted the condition of those that are taken out; @param gone of those of them that are deleted
 */
export function takeOut(
  query: Query,
  accountId: number,
  { counted, gone, spans }: { counted: SQL; gone: SQL; spans: readonly OffsetSpan[] },
) {
  return [
    ...countBrokerTrades(query, accountId, { chosen: counted, sign: -1, spans }),
    subtractBrokerRisks(query, accountId, counted),
    addCosts(query, accountId, counted, -1),
    query.delete(brokerTrades).where(gone),
  ] as const;
}

/**
 * The statements that add trades to an account's sums after they were inserted. The database refuses the batch (`broker_sums`) when their sums
 * are not exact.
 * @param figures those of all trades in their order, after the change
 */
export function addIn(
  query: Query,
  accountId: number,
  { counted, spans, figures }: { counted: SQL; spans: readonly OffsetSpan[]; figures: OrderedFigures },
) {
  const sums = sql`(SELECT max(total(abs(profit_units)), total(abs(fees_units)), total(abs(swap_units))) FROM ${brokerTrades} WHERE ${counted})`;
  return [
    mustHold(query, "broker_sums", sql`${sums} < ${SUM_LIMIT}`),
    ...countBrokerTrades(query, accountId, { chosen: counted, sign: 1, spans }),
    addCosts(query, accountId, counted, 1),
    ...storeBrokerTotals(query, accountId, { figures, added: counted }),
  ] as const;
}

/** The statements that delete all sums of accounts, and at most a part of their trades. @param own the condition of the accounts */
export function deleteTradesPart(query: Query, own: SQL, partMax: number) {
  const accounts = sql`account_id IN (SELECT ${brokerAccounts.id} FROM ${brokerAccounts} WHERE ${own})`;
  return [
    query
      .delete(brokerTrades)
      .where(sql`rowid IN (SELECT rowid FROM ${brokerTrades} WHERE ${accounts} LIMIT ${partMax})`),
    ...deleteBrokerAggregates(query, accounts),
    deleteBrokerBreakdowns(query, own),
    ...deleteBlocks(query, blocksOfBroker(own)),
  ] as const;
}

/** Whether a stored trade has other figures than the row of the same ticket. */
const differs = sql.raw(
  `(${FIELDS.split(", ")
    .slice(1)
    .map((field) => `broker_trades.${field} IS NOT broker_rows.${field}`)
    .join(" OR ")})`,
);

/** What a staged file would change, as one row: sums in units. */
export function compareRows(query: Query, importId: number) {
  const isNew = sql`${brokerTrades.id} IS NULL`;
  const result = sql.raw("broker_rows.profit_units + broker_rows.fees_units + broker_rows.swap_units");
  // The sums of a file can be too large for whole numbers; `total` has no limit, and the commit refuses such sums.
  const sumWhere = (condition: SQL, value: SQL) => sql<number>`total(CASE WHEN ${condition} THEN ${value} END)`;
  return query
    .select({
      rows: sql<number>`count(*)`,
      added: sumWhere(isNew, sql`1`),
      changed: sql<number>`coalesce(sum(${isNew} = 0 AND ${differs}), 0)`,
      addedUnits: sumWhere(isNew, result),
      changedUnits: sumWhere(sql`NOT (${isNew})`, sql`${result} - ${brokerTrades.resultUnits}`),
      rounded: sql<number>`coalesce(sum(${brokerRows.isRounded}), 0)`,
    })
    .from(brokerRows)
    .leftJoin(brokerTrades, isSameTrade)
    .where(eq(brokerRows.importId, importId));
}

const isSameTrade = sql`${brokerTrades.accountId} = ${brokerRows.accountId} AND ${brokerTrades.ticket} = ${brokerRows.ticket}`;

/** The first rows of a staged file whose ticket the account has with other figures, each with the stored trade. */
export function selectChanged(query: Query, importId: number) {
  return query
    .select({ row: brokerRows, trade: brokerTrades })
    .from(brokerRows)
    .innerJoin(brokerTrades, isSameTrade)
    .where(sql`${brokerRows.importId} = ${importId} AND ${differs}`)
    .orderBy(brokerRows.rowNumber)
    .limit(BROKER.changedShownMax);
}

/** The totals of a file's account. */
export function selectTotals(query: Query, importId: number) {
  return query
    .select()
    .from(brokerTotals)
    .where(sql`${brokerTotals.accountId} = ${accountOf(importId)}`);
}

/** The account of a file, as an expression. */
const accountOf = (importId: number): SQL => sql`(SELECT account_id FROM broker_imports WHERE id = ${importId})`;

/** The fills of a file and of the committed files of its account, as a query; `place` is null of the file. */
const counted = (importId: number): SQL => sql`
  SELECT source.*, files.place, files.takes FROM broker_fills AS source
  JOIN broker_imports AS files ON files.id = source.import_id
  WHERE source.account_id = ${accountOf(importId)} AND (files.status = 'committed' OR files.id = ${importId})`;

/** The symbols whose trades a file touches: of its fills, and of what other files have under the same ids. */
const affected = (importId: number): SQL => sql`
  SELECT DISTINCT symbol FROM (${counted(importId)})
  WHERE fill_id IN (SELECT fill_id FROM broker_fills WHERE import_id = ${importId})`;

/**
 * The statement that reads the fills on which the trades of a file's symbols depend, the symbols, and their stored trades. Each is one value: as
 * rows their cells would take most of the time.
 */
export function selectPairing(query: Query, importId: number) {
  const list = <Item>(json: SQL) => json.mapWith((text: string) => JSON.parse(text) as Item[]);
  const truth = (column: string) => sql.raw(`json(iif(${column}, 'true', 'false'))`);
  return query
    .select({
      fills: list<CandidateFill>(sql`(
        SELECT json_group_array(json_object(
          'fillId', fill_id, 'importId', import_id, 'place', place, 'rowNumber', row_number, 'takes', ${truth("takes")}, 'symbol', symbol,
          'side', side, 'quantity', quantity, 'price', price, 'atMs', at_ms, 'feeUnits', fee_units, 'multiplier', multiplier,
          'isRounded', ${truth("is_rounded")}, 'line', line, 'position', position, 'isClosing', ${truth("is_closing")}
        ))
        FROM (${counted(importId)}) WHERE fill_id IN (
          SELECT fill_id FROM (${counted(importId)}) WHERE symbol IN (${affected(importId)})
        )
      )`),
      symbols: list<string>(sql`(SELECT json_group_array(symbol) FROM (${affected(importId)}))`),
      pairs: list<StoredPair>(sql`(
        SELECT json_group_array(json_object('id', id, 'figures', ${pairSql})) FROM broker_trades
        WHERE account_id = ${accountOf(importId)} AND symbol IN (${affected(importId)})
      )`),
    })
    .from(brokerImports)
    .where(eq(brokerImports.id, importId));
}

/** A stored trade that was paired. */
export type StoredPair = { id: number; figures: unknown[] };

const pairSql = sql.raw(
  "json_array(id, import_id, ticket, symbol, direction, quantity, entry_price, exit_price, opened_at_ms, closed_at_ms, profit_units, fees_units)",
);

/** What tells a paired trade apart, as {@link selectPairing} reads it. */
export function figuresOf(trade: PairedTrade): unknown[] {
  return [
    ...[trade.id, trade.importId, trade.ticket, trade.symbol, trade.direction, trade.quantity, trade.entryPrice],
    ...[trade.exitPrice, trade.openedAtMs, trade.closedAtMs, trade.profitUnits, trade.feesUnits],
  ];
}

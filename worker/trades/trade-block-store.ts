import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { prepared, type Value } from "../../db/prepared.ts";
import { brokerAccounts, brokerTrades, demoParts, imports, tradeBlocks, trades } from "../../db/schema/index.ts";
import { emptyColumns, type TradeColumns } from "../performance/trade-columns.ts";
import { journalName, type LabelFilter, lackingLabels, lookedUp } from "./label-filter-sql.ts";
import { packColumns, unpackColumns } from "./packed-numbers.ts";
import type { TradeAccount } from "./trade-account.ts";
import { HAS_RISK, MILLI_R } from "./trade-risk-sql.ts";
import {
  matching,
  ownAccountId,
  ownKeysOf,
  resultIn,
  sizeIn,
  type TradeFilter,
  type TradeTable,
  tableOf,
} from "./trade-store.ts";

/** The SQL of trades in columns: of their rows, and of blocks of them. Functions return statements; verbs put them into batches. */

/** A span of the times at which trades are closed, `untilMs` exclusive. */
export type Span = { fromMs: number; untilMs: number };

/** Before and after every time. */
export const FIRST_MS = -Number.MAX_SAFE_INTEGER;
export const LAST_MS = Number.MAX_SAFE_INTEGER;

/** A person whose id is known, where statements take the caller. */
export function personIn(userId: string): SQL<string> {
  return sql<string>`${userId}`;
}

/** Counts what changed the trades of an account, so that it is never the same for other ones. Null for a run, of which nothing is stored. */
export function revisionOf(callerId: SQL<string>, account: TradeAccount): SQL<number | null> {
  switch (account.kind) {
    case "cash":
      return sql`(SELECT count(committed_at_ms) + count(reversed_at_ms) FROM ${imports} WHERE user_id = ${callerId})`;
    case "broker":
      return sql`(SELECT version FROM ${brokerAccounts} WHERE id = ${ownAccountId(callerId, account.number)})`;
    case "run":
      return sql`NULL`;
  }
}

/** Columns of rows as {@link selectRows} writes them. */
type Rows = [
  id: number[],
  closedAtMs: number[],
  symbol: string[],
  isBuy: (0 | 1)[],
  heldMs: (number | null)[],
  size: number[],
  resultUnits: number[],
  milliR: (number | null)[],
];

const ROWS = { cash: rowsIn(trades), run: rowsIn(demoParts), broker: rowsIn(brokerTrades) };

/**
 * The first trades of a span in the order of closing, as one value: as rows, its numbers would take most of the request's time to decode.
 * @param given.unless a query: nothing is read where it has a row
 * @param given.afterBlocks after the last block of the account
 */
export function selectRows(
  query: Query,
  callerId: SQL<string>,
  account: TradeAccount,
  given: {
    filter: TradeFilter;
    span: Span;
    limit: number;
    after?: number;
    unless?: SQL | undefined;
    afterBlocks?: boolean;
  },
) {
  const { filter, span, limit, after, unless, afterBlocks } = given;
  // Bounds of the index, as rows would be looked through for a condition.
  const from = afterBlocks
    ? sql`(SELECT coalesce(max(until_ms), ${span.fromMs}) FROM ${tradeBlocks} WHERE ${ownBlocks(callerId, account)})`
    : sql`${span.fromMs}`;
  const until = unless
    ? sql`CASE WHEN EXISTS (${unless}) THEN ${FIRST_MS} ELSE ${span.untilMs} END`
    : sql`${span.untilMs}`;
  const own = sql`${matching(callerId, account, filter)} AND closed_at_ms >= ${from} AND closed_at_ms < ${until}`;
  return ROWS[account.kind](query, own, after === undefined ? undefined : span.fromMs, after, limit);
}

function rowsIn(table: TradeTable) {
  return prepared(
    (query, own: SQL, fromMs: Value<number> | undefined, after: Value<number> | undefined, limit: Value<number>) => {
      const part = query
        .select({
          id: sql`${table.id}`.as("id"),
          closedAtMs: sql`${table.closedAtMs}`.as("closed"),
          symbol: sql`${table.symbol}`.as("symbol"),
          isBuy: sql`${table.direction} = 'Buy'`.as("is_buy"),
          heldMs: sql`${table.closedAtMs} - ${table.openedAtMs}`.as("held"),
          size: sizeIn(table).as("size"),
          result: sql`${resultIn(table)}`.as("result"),
          milliR: sql`CASE WHEN ${HAS_RISK} THEN ${MILLI_R} END`.as("milli_r"),
        })
        .from(table)
        .where(and(own, fromMs && after && sql`(${table.closedAtMs}, ${table.id}) > (${fromMs}, ${after})`))
        .orderBy(asc(table.closedAtMs), asc(table.id))
        .limit(limit)
        .as("part");
      const lists = ["id", "closed", "symbol", "is_buy", "held", "size", "result", "milli_r"];
      const value = sql.raw(`json_array(${lists.map((name) => `json_group_array(${name})`).join(", ")})`);
      return query.select({ columns: sql<TradeColumns>`${value}`.mapWith(columnsOfRows) }).from(part);
    },
  );
}

function columnsOfRows(json: string): TradeColumns {
  // `rowsIn` writes these lists.
  const [id, closedAtMs, names, isBuy, heldMs, size, resultUnits, milliR] = JSON.parse(json) as Rows;
  const symbols = [...new Set(names)];
  const placeOf = new Map(symbols.map((symbol, place) => [symbol, place]));
  const known = (value: number | null) => value ?? Number.NaN;
  return {
    order: Uint32Array.from(id, (_, place) => place),
    symbols,
    symbol: Uint32Array.from(names, (name) => placeOf.get(name) ?? 0),
    isBuy: Uint8Array.from(isBuy),
    id: Float64Array.from(id),
    closedAtMs: Float64Array.from(closedAtMs),
    heldMs: Float64Array.from(heldMs, known),
    size: Float64Array.from(size),
    resultUnits: Float64Array.from(resultUnits),
    milliR: Float64Array.from(milliR, known),
  };
}

/** The ids of the trades that a filter leaves out because they have a label, as one value. */
export function selectLacking(query: Query, callerId: SQL<string>, account: TradeAccount, filter: LabelFilter) {
  const lacking = lackingLabels(callerId, account, filter);
  const labelled = lookedUp(account, {
    keys: sql.join(lacking, sql` UNION ALL `),
    own: matching(callerId, account, {}),
    ownKeys: ownKeysOf(callerId, account),
  });
  const ids =
    lacking.length === 0 ? sql`'[]'` : sql`(SELECT json_group_array(id) FROM ${tableOf(account)} WHERE ${labelled})`;
  return query
    .select({ ids: sql<number[]>`${ids}`.mapWith((json: string) => JSON.parse(json) as number[]) })
    .from(sql`(SELECT 1)`);
}

/** The condition of the blocks of an account. */
function ownBlocks(callerId: SQL<string>, account: TradeAccount): SQL {
  return sql`user_id = ${callerId} AND account = ${journalName(account)}`;
}

/** The revision of an account's trades, and the spans of its blocks as one value, in the order of time. */
export function selectBlockSpans(query: Query, callerId: SQL<string>, account: TradeAccount) {
  const spans = sql`SELECT DISTINCT from_ms, until_ms FROM ${tradeBlocks} WHERE ${ownBlocks(callerId, account)} ORDER BY from_ms`;
  return query
    .select({
      revision: revisionOf(callerId, account),
      spans: sql<Span[]>`(SELECT json_group_array(json_array(from_ms, until_ms)) FROM (${spans}))`.mapWith(
        (json: string) => (JSON.parse(json) as [number, number][]).map(([fromMs, untilMs]) => ({ fromMs, untilMs })),
      ),
    })
    .from(sql`(SELECT 1)`);
}

/**
 * The rows of an account's first blocks that begin at a time or later.
 * @param given.filter of which symbol, direction and time leave blocks and rows of them out @param given.unless as of {@link selectRows}
 */
export function selectBlocks(
  query: Query,
  callerId: SQL<string>,
  account: TradeAccount,
  given: { filter: TradeFilter; fromMs: number; blocks: number; unless?: SQL | undefined },
) {
  const { filter, fromMs, blocks, unless } = given;
  const { symbol, direction } = filter;
  const own = ownBlocks(callerId, account);
  const first = sql`SELECT DISTINCT from_ms FROM ${tradeBlocks} WHERE ${own} AND from_ms >= ${fromMs} AND until_ms > ${filter.fromMs ?? FIRST_MS}
    AND from_ms < ${filter.toMs ?? LAST_MS} ORDER BY from_ms LIMIT ${blocks}`;
  return query
    .select({
      fromMs: tradeBlocks.fromMs,
      symbol: tradeBlocks.symbol,
      isBuy: tradeBlocks.isBuy,
      trades: tradeBlocks.trades,
      columns: tradeBlocks.columns,
    })
    .from(tradeBlocks)
    .where(
      and(
        own,
        sql`${tradeBlocks.fromMs} IN (${first})`,
        symbol === undefined ? undefined : eq(tradeBlocks.symbol, symbol),
        direction === undefined ? undefined : eq(tradeBlocks.isBuy, direction === "Buy"),
        unless && sql`NOT EXISTS (${unless})`,
      ),
    )
    .orderBy(asc(tradeBlocks.fromMs));
}

/** A row of a block as {@link selectBlocks} reads it. */
export type BlockRow = ReturnType<typeof selectBlocks>["_"]["result"][number];

/** The trades of one block. @param rows of it, all or some */
export function columnsOfBlock(rows: readonly Omit<BlockRow, "fromMs">[]): TradeColumns {
  const count = rows.reduce((sum, row) => sum + row.trades, 0);
  const columns = emptyColumns(count);
  const places = new Float64Array(count);
  const { id, closedAtMs, heldMs, size, resultUnits, milliR } = columns;
  let at = 0;
  for (const { symbol, isBuy, trades: ofRow, columns: text } of rows) {
    unpackColumns(text, ofRow, { into: [places, id, closedAtMs, heldMs, size, resultUnits, milliR], at });
    const known = columns.symbols.indexOf(symbol);
    columns.symbol.fill(known < 0 ? columns.symbols.push(symbol) - 1 : known, at, at + ofRow);
    columns.isBuy.fill(isBuy ? 1 : 0, at, at + ofRow);
    at += ofRow;
  }
  return { ...columns, order: inOrder(places) };
}

/** Where in the columns the first trade of the block is, the second and so on. @param places those of the block, of which some may be missing */
function inOrder(places: Float64Array): Uint32Array {
  let end = 0;
  for (let at = 0; at < places.length; at += 1) end = Math.max(end, (places[at] ?? 0) + 1);
  const found = new Uint32Array(end);
  // One more than the place, so that a missing one is zero.
  for (let at = 0; at < places.length; at += 1) found[places[at] ?? 0] = at + 1;
  const order = new Uint32Array(places.length);
  for (let place = 0, next = 0; place < end; place += 1) {
    const at = found[place] ?? 0;
    if (at === 0) continue;
    order[next] = at - 1;
    next += 1;
  }
  return order;
}

/** The rows of a block of trades, which {@link columnsOfBlock} reads. */
export function rowsOfBlock({ order, symbols, symbol, isBuy, ...columns }: TradeColumns): Omit<BlockRow, "fromMs">[] {
  const { id, closedAtMs, heldMs, size, resultUnits, milliR } = columns;
  const groups = new Map<number, number[]>();
  for (const [place, at] of order.entries()) {
    const group = (symbol[at] ?? 0) * 2 + (isBuy[at] ?? 0);
    const places = groups.get(group);
    if (places) places.push(place);
    else groups.set(group, [place]);
  }
  return [...groups].map(([group, places]) => {
    const ofGroup = (numbers: Float64Array) => {
      const own = new Float64Array(places.length);
      for (let i = 0; i < own.length; i += 1) own[i] = numbers[order[places[i] ?? 0] ?? 0] ?? Number.NaN;
      return own;
    };
    return {
      symbol: symbols[group >> 1] ?? "",
      isBuy: group % 2 === 1,
      trades: places.length,
      columns: packColumns([
        { numbers: Float64Array.from(places), isNear: true },
        { numbers: ofGroup(id), isNear: true },
        { numbers: ofGroup(closedAtMs), isNear: true },
        ...[heldMs, size, resultUnits, milliR].map((numbers) => ({ numbers: ofGroup(numbers) })),
      ]),
    };
  });
}

/** Stores a block, unless the account's trades have changed since they were read, or another block has a time of it. */
export function insertBlock(
  query: Query,
  callerId: SQL<string>,
  account: TradeAccount,
  { fromMs, untilMs, revision, rows }: Span & { revision: number; rows: readonly Omit<BlockRow, "fromMs">[] },
) {
  const list = rows.map(({ symbol, isBuy, trades: count, columns }) => [symbol, isBuy ? 1 : 0, count, columns]);
  const cells = sql.raw(Array.from({ length: 4 }, (_, i) => `json_extract(value, '$[${i}]')`).join(", "));
  return query.run(sql`
    INSERT INTO ${tradeBlocks} (user_id, account, from_ms, until_ms, symbol, is_buy, trades, columns)
    SELECT ${callerId}, ${journalName(account)}, ${fromMs}, ${untilMs}, ${cells} FROM json_each(${JSON.stringify(list)})
    WHERE ${revisionOf(callerId, account)} = ${revision} AND NOT EXISTS (
      SELECT 1 FROM ${tradeBlocks} WHERE ${ownBlocks(callerId, account)} AND from_ms < ${untilMs} AND until_ms > ${fromMs}
    )`);
}

/**
 * The statement that deletes the blocks of the times of trades that are added or removed, in the write that does it.
 * @param own the condition of the account's blocks; @param given.chosen the condition of the trades
 */
export function deleteBlocksOf(query: Query, own: SQL, { table, chosen }: { table: SQL; chosen: SQL }) {
  return query.run(sql`
    WITH times AS MATERIALIZED (SELECT min(closed_at_ms) AS first, max(closed_at_ms) AS last FROM ${table} WHERE ${chosen})
    DELETE FROM ${tradeBlocks} WHERE ${own} AND until_ms > (SELECT first FROM times) AND from_ms <= (SELECT last FROM times)`);
}

/** Deletes all blocks of accounts. @param own their condition */
export function deleteBlocks(query: Query, own: SQL) {
  return query.run(sql`DELETE FROM ${tradeBlocks} WHERE ${own}`);
}

/** The condition of the blocks of a trader's cash. */
export function blocksOfCash(userId: SQL | string | number): SQL {
  return sql`user_id = ${userId} AND account = ${journalName({ kind: "cash" })}`;
}

/** The condition of the blocks of broker accounts. @param own that of the accounts */
export function blocksOfBroker(own: SQL): SQL {
  return sql`(user_id, account) IN (SELECT user_id, 'broker:' || number FROM ${brokerAccounts} WHERE ${own})`;
}

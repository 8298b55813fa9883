import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { prepared, type Value } from "../../db/prepared.ts";
import {
  brokerAccounts,
  brokerTrades,
  demoParts,
  imports,
  tradeBlockSums,
  tradeBlocks,
  trades,
  users,
} from "../../db/schema/index.ts";
import type { BlockFacts } from "../performance/facts-counter.ts";
import type { BlockGroups } from "../performance/group-counter.ts";
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

/** The trades that a filter leaves out because they have a label, as one value. */
export function selectLacking(query: Query, callerId: SQL<string>, account: TradeAccount, filter: LabelFilter) {
  const lacking = lackingLabels(callerId, account, filter);
  const labelled = lookedUp(account, {
    keys: sql.join(lacking, sql` UNION ALL `),
    own: matching(callerId, account, {}),
    ownKeys: ownKeysOf(callerId, account),
  });
  const list =
    lacking.length === 0
      ? sql`'[]'`
      : sql`(SELECT json_group_array(json_array(id, closed_at_ms)) FROM ${tableOf(account)} WHERE ${labelled})`;
  return query
    .select({
      trades: sql<[id: number, closedAtMs: number][]>`${list}`.mapWith(
        (json: string) => JSON.parse(json) as [id: number, closedAtMs: number][],
      ),
    })
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
 * The sums of blocks that are stored, of one part of their trades.
 * @property column what is read of them @property part see {@link partOf}
 */
export type SumsAsked<Sums> = { column: SumsColumn<Sums>; part: string };

/** Sums of blocks by what they are for. */
export type SumsColumn<Sums> = { name: "groups" | "facts"; read: (json: string) => Sums };
// `insertBlockSums` writes them.
export const BLOCK_GROUPS: SumsColumn<BlockGroups> = { name: "groups", read: (json) => JSON.parse(json) };
export const BLOCK_FACTS: SumsColumn<BlockFacts> = { name: "facts", read: (json) => JSON.parse(json) };

/** All trades of a block. */
export const WHOLE_PART = "all";

/** The part of a block of which all trades match a filter, besides its times and labels; null where there are sums of none. */
export function partOf({ symbol, direction, result, stop }: TradeFilter): string | null {
  const named = Object.entries({ symbol, direction, result, stop }).filter(([, value]) => value !== undefined);
  const [first, ...others] = named;
  if (others.length > 0) return null;
  return first ? first.join(":") : WHOLE_PART;
}

/** The condition of the sums of one part that are of the trader's zone, and of blocks whose times a filter has all of. */
function ownSums(callerId: SQL<string>, account: TradeAccount, filter: TradeFilter, asked: SumsAsked<unknown>): SQL {
  return sql`${ownBlocks(callerId, account)} AND part = ${asked.part} AND ${sql.raw(asked.column.name)} IS NOT NULL
    AND time_zone = (SELECT time_zone FROM ${users} WHERE id = ${callerId})
    AND from_ms >= ${filter.fromMs ?? FIRST_MS} AND until_ms <= ${filter.toMs ?? LAST_MS}`;
}

/** The sums of blocks that can be counted in place of their trades. @param given.unless as of {@link selectRows} */
export function selectBlockSums<Sums>(
  query: Query,
  callerId: SQL<string>,
  account: TradeAccount,
  { filter, asked, unless }: { filter: TradeFilter; asked: SumsAsked<Sums> | null; unless?: SQL | undefined },
) {
  // Without any there is no row to read.
  const { name, read } = asked?.column ?? (BLOCK_FACTS as SumsColumn<unknown> as SumsColumn<Sums>);
  return query
    .select({ fromMs: tradeBlockSums.fromMs, sums: sql<Sums>`${sql.raw(name)}`.mapWith(read) })
    .from(tradeBlockSums)
    .where(and(asked ? ownSums(callerId, account, filter, asked) : sql`FALSE`, unless && sql`NOT EXISTS (${unless})`));
}

/** The condition of the rows of blocks whose trades a filter may have. */
function rowsOfFilter({ symbol, direction }: TradeFilter): SQL | undefined {
  return and(
    symbol === undefined ? undefined : eq(tradeBlocks.symbol, symbol),
    direction === undefined ? undefined : eq(tradeBlocks.isBuy, direction === "Buy"),
  );
}

const BLOCK_ROW = {
  fromMs: tradeBlocks.fromMs,
  symbol: tradeBlocks.symbol,
  isBuy: tradeBlocks.isBuy,
  trades: tradeBlocks.trades,
  columns: tradeBlocks.columns,
};

/**
 * The rows of an account's first blocks that have times of a filter, and none of the sums that are asked for.
 * @param given.filter of which symbol and direction leave rows of them out @param given.unless as of {@link selectRows}
 */
export function selectFirstBlocks(
  query: Query,
  callerId: SQL<string>,
  account: TradeAccount,
  given: { filter: TradeFilter; blocks: number; asked: SumsAsked<unknown> | null; unless?: SQL | undefined },
) {
  const { filter, blocks, asked, unless } = given;
  const own = ownBlocks(callerId, account);
  const summed = asked
    ? sql` AND from_ms NOT IN (SELECT from_ms FROM ${tradeBlockSums} WHERE ${ownSums(callerId, account, filter, asked)})`
    : sql``;
  const first = sql`SELECT DISTINCT from_ms FROM ${tradeBlocks} WHERE ${own} AND until_ms > ${filter.fromMs ?? FIRST_MS}
    AND from_ms < ${filter.toMs ?? LAST_MS}${summed} ORDER BY from_ms LIMIT ${blocks}`;
  return query
    .select(BLOCK_ROW)
    .from(tradeBlocks)
    .where(
      and(own, sql`${tradeBlocks.fromMs} IN (${first})`, rowsOfFilter(filter), unless && sql`NOT EXISTS (${unless})`),
    );
}

/** The rows of some blocks of an account. @param given.fromMs where they begin */
export function selectBlocks(
  query: Query,
  callerId: SQL<string>,
  account: TradeAccount,
  { filter, fromMs }: { filter: TradeFilter; fromMs: readonly number[] },
) {
  const begins = sql`SELECT value FROM json_each(${JSON.stringify(fromMs)})`;
  return query
    .select(BLOCK_ROW)
    .from(tradeBlocks)
    .where(and(ownBlocks(callerId, account), sql`${tradeBlocks.fromMs} IN (${begins})`, rowsOfFilter(filter)));
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

/** The accounts of a person that have blocks, as the journal names them. */
export function selectFolded(query: Query, callerId: SQL<string>) {
  return query.selectDistinct({ account: tradeBlocks.account }).from(tradeBlocks).where(sql`user_id = ${callerId}`);
}

/** Where the blocks begin of which there are sums of the trader's zone, as one value. */
export function selectSummed(query: Query, callerId: SQL<string>, account: TradeAccount) {
  const asked = { column: BLOCK_FACTS, part: WHOLE_PART };
  return query
    .select({
      fromMs: sql<number[]>`json_group_array(from_ms)`.mapWith((json: string) => JSON.parse(json) as number[]),
    })
    .from(tradeBlockSums)
    .where(ownSums(callerId, account, {}, asked));
}

/** Sums of one part of a block. */
export type PartSums = { part: string; groups: BlockGroups | null; facts: BlockFacts };

/** Stores the sums of a block in place of those of another zone, unless the account's trades have changed since they were read. */
export function insertBlockSums(
  query: Query,
  callerId: SQL<string>,
  account: TradeAccount,
  given: Span & { revision: number; timeZone: string; parts: readonly PartSums[] },
) {
  const { fromMs, untilMs, revision, timeZone, parts } = given;
  const list = parts.map(({ part, groups, facts }) => [part, groups && JSON.stringify(groups), JSON.stringify(facts)]);
  const value = (at: number) => sql.raw(`json_extract(value, '$[${at}]')`);
  return query.run(sql`
    INSERT OR REPLACE INTO ${tradeBlockSums} (user_id, account, from_ms, until_ms, part, time_zone, groups, facts)
    SELECT ${callerId}, ${journalName(account)}, ${fromMs}, ${untilMs}, ${value(0)}, ${timeZone}, ${value(1)}, ${value(2)}
    FROM json_each(${JSON.stringify(list)})
    WHERE ${revisionOf(callerId, account)} = ${revision} AND EXISTS (
      SELECT 1 FROM ${tradeBlocks} WHERE ${ownBlocks(callerId, account)} AND from_ms = ${fromMs} AND until_ms = ${untilMs}
    )`);
}

/**
 * The statements that delete the blocks of the times of trades that are added or removed, in the write that does it.
 * @param own the condition of the account's blocks; @param given.chosen the condition of the trades
 */
export function deleteBlocksOf(query: Query, own: SQL, { table, chosen }: { table: SQL; chosen: SQL }) {
  const times = sql`times AS MATERIALIZED (SELECT min(closed_at_ms) AS first, max(closed_at_ms) AS last FROM ${table} WHERE ${chosen})`;
  const ofTimes = sql`${own} AND until_ms > (SELECT first FROM times) AND from_ms <= (SELECT last FROM times)`;
  return [
    query.run(sql`WITH ${times} DELETE FROM ${tradeBlockSums} WHERE ${ofTimes}`),
    query.run(sql`WITH ${times} DELETE FROM ${tradeBlocks} WHERE ${ofTimes}`),
  ];
}

/** The statements that delete all blocks of accounts. @param own their condition */
export function deleteBlocks(query: Query, own: SQL) {
  return [
    query.run(sql`DELETE FROM ${tradeBlockSums} WHERE ${own}`),
    query.run(sql`DELETE FROM ${tradeBlocks} WHERE ${own}`),
  ];
}

/** The condition of the blocks of a trader's cash. */
export function blocksOfCash(userId: SQL | string | number): SQL {
  return sql`user_id = ${userId} AND account = ${journalName({ kind: "cash" })}`;
}

/** The condition of the blocks of broker accounts. @param own that of the accounts */
export function blocksOfBroker(own: SQL): SQL {
  return sql`(user_id, account) IN (SELECT user_id, 'broker:' || number FROM ${brokerAccounts} WHERE ${own})`;
}

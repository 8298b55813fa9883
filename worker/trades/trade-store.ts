import { and, asc, between, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Query } from "../../db/client.ts";
import { prepared, shaped, type Value } from "../../db/prepared.ts";
import {
  demoParts,
  demoRuns,
  tradeDays,
  tradeHours,
  tradeSymbols,
  trades,
  tradeTotals,
  users,
} from "../../db/schema/index.ts";
import { QUARTER_MS } from "../contract/trade-calendar.ts";
import type { GroupTotals } from "../performance/analytics.ts";
import { CASH, type RunAccount, type TradeAccount } from "./trade-account.ts";

/**
 * All SQL that reads trades and closed demo positions for their trader. Functions return statements; verbs put them into batches.
 */

/** How a trade ended: with a profit, a loss, or neither. */
export const TRADE_RESULTS = ["win", "loss", "even"] as const;
export type TradeResult = (typeof TRADE_RESULTS)[number];

/**
 * A filter of a trader's trades; omitted fields do not filter. Times are epoch ms, `fromMs` inclusive, `toMs`
 * exclusive.
 */
export type TradeFilter = {
  symbol?: string | undefined;
  direction?: "Buy" | "Sell" | undefined;
  result?: TradeResult | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** Ids of the trader's own trades: the range between them in the order of closing, both inclusive. */
  first?: number | undefined;
  last?: number | undefined;
  /** Only trades with a known stop on the loss side of the entry. */
  stop?: "known" | undefined;
};

/** Returns true if any field filters. */
export function isFiltered(filter: TradeFilter): boolean {
  return Object.values(filter).some((part) => part !== undefined);
}

/** The condition that the stop lies on the loss side of the entry. */
export const HAS_RISK: SQL = sql.raw(
  "stop_price IS NOT NULL AND CASE direction WHEN 'Buy' THEN entry_price > stop_price ELSE entry_price < stop_price END",
);

/** Where the trades of an account are. The tables have the same names for what statements about both read. */
type TradeTable = typeof trades | typeof demoParts;

function matching(callerId: SQL<string>, account: TradeAccount, filter: TradeFilter): SQL {
  const { symbol, direction, result, fromMs, toMs, first, last, stop } = filter;
  const isWin = result === undefined || result === "even" ? undefined : result === "win";
  const values = [symbol, direction, isWin, result === "even", fromMs, toMs, first, last, stop === "known"] as const;
  return account.kind === "cash"
    ? matchingTrades(callerId, undefined, ...values)
    : matchingParts(callerId, account.run, ...values);
}

const matchingTrades = shaped(matchingIn(trades));
const matchingParts = shaped(matchingIn(demoParts));

function matchingIn(table: TradeTable) {
  return (
    callerId: SQL,
    run: Value<number> | undefined,
    symbol: Value<string> | undefined,
    direction: Value<"Buy" | "Sell"> | undefined,
    isWin: boolean | undefined,
    isEven: boolean,
    fromMs: Value<number> | undefined,
    toMs: Value<number> | undefined,
    first: Value<number> | undefined,
    last: Value<number> | undefined,
    hasRisk: boolean,
  ) => {
    const place = sql`(${table.closedAtMs}, ${table.id})`;
    const placeOf = (id: Value<number>) =>
      sql`(SELECT closed_at_ms, id FROM ${table} WHERE id = ${id} AND user_id = ${callerId})`;
    const condition = and(
      eq(table.userId, callerId),
      run && eq(demoParts.run, run),
      symbol && eq(table.symbol, symbol),
      direction && eq(table.direction, direction),
      isWin === undefined ? undefined : isWin ? sql`profit_cents > 0` : sql`profit_cents < 0`,
      isEven ? sql`profit_cents = 0` : undefined,
      fromMs && gte(table.closedAtMs, fromMs),
      toMs && lt(table.closedAtMs, toMs),
      first && sql`${place} >= ${placeOf(first)}`,
      last && sql`${place} <= ${placeOf(last)}`,
      hasRisk ? HAS_RISK : undefined,
    );
    return sql`${condition}`;
  };
}

/** The statement that reads the zone of the trader's days. */
export const selectZone = prepared((query, callerId: SQL) =>
  query.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, callerId)),
);

/** The statement that reads the terms of a demo run; no row when the caller has no such run. */
export const selectRun = prepared((query, callerId: SQL, run: Value<number>) =>
  query
    .select({ startCents: demoRuns.startCents, startedAtMs: demoRuns.startedAtMs })
    .from(demoRuns)
    .where(and(eq(demoRuns.userId, callerId), eq(demoRuns.run, run))),
);

const OF_RUN = sql.raw("demo_parts WHERE user_id = demo_runs.user_id AND run = demo_runs.run");

/**
 * The statement that reads a demo run as its results show it; no row when the caller has no such run. The balance of a run that
 * goes on is that after its last closed position.
 */
export const selectRunDetail = prepared((query, callerId: SQL, run: Value<number>) =>
  query
    .select({
      run: demoRuns.run,
      startCents: demoRuns.startCents,
      costs: demoRuns.costs,
      leverage: demoRuns.leverage,
      startedAtMs: demoRuns.startedAtMs,
      archivedAtMs: demoRuns.archivedAtMs,
      closed: sql<number>`(SELECT count(*) FROM ${OF_RUN})`,
      balanceCents: sql<number>`coalesce(demo_runs.balance_cents,
        (SELECT balance_cents FROM demo_parts WHERE user_id = demo_runs.user_id AND id = (SELECT max(id) FROM ${OF_RUN})),
        demo_runs.start_cents)`,
    })
    .from(demoRuns)
    .where(and(eq(demoRuns.userId, callerId), eq(demoRuns.run, run))),
);

/** A demo run as {@link selectRunDetail} reads it. */
export type RunDetail = ReturnType<typeof selectRunDetail>["_"]["result"][number];

/** A position in the list of all trades: later rows were closed before it. */
export type TradeCursor = { closedAtMs: number; id: number };

type Page = { filter: TradeFilter; after: TradeCursor | null; limit: number };

/** A page of trades, last closed first. */
export function selectPage(query: Query, callerId: SQL<string>, { filter, after, limit }: Page) {
  return selectTrades(query, matching(callerId, CASH, filter), after?.closedAtMs, after?.id, limit);
}

/** A page of the closed parts of a demo run, last closed first. */
export function selectRunPage(query: Query, callerId: SQL<string>, account: RunAccount, page: Page) {
  const { filter, after, limit } = page;
  return selectParts(query, matching(callerId, account, filter), after?.closedAtMs, after?.id, limit);
}

/** The columns that a trader sees of a trade. */
const SHOWN_COLUMNS = {
  id: trades.id,
  symbol: trades.symbol,
  direction: trades.direction,
  lotMicros: trades.lotMicros,
  entryPrice: trades.entryPrice,
  exitPrice: trades.exitPrice,
  closedAtMs: trades.closedAtMs,
  profitCents: trades.profitCents,
};

const selectTrades = prepared(
  (query, own: SQL, closedAtMs: Value<number> | undefined, id: Value<number> | undefined, limit: Value<number>) =>
    query
      .select(SHOWN_COLUMNS)
      .from(trades)
      .where(and(own, closedAtMs && id && isBefore(trades, closedAtMs, id)))
      .orderBy(desc(trades.closedAtMs), desc(trades.id))
      .limit(limit),
);

const selectParts = prepared(
  (query, own: SQL, closedAtMs: Value<number> | undefined, id: Value<number> | undefined, limit: Value<number>) =>
    query
      .select()
      .from(demoParts)
      .where(and(own, closedAtMs && id && isBefore(demoParts, closedAtMs, id)))
      .orderBy(desc(demoParts.closedAtMs), desc(demoParts.id))
      .limit(limit),
);

function isBefore(table: TradeTable, closedAtMs: Value<number>, id: Value<number>): SQL {
  return sql`(${table.closedAtMs}, ${table.id}) < (${closedAtMs}, ${id})`;
}

/** A part as {@link selectRunPage} reads it. */
export type ShownPart = ReturnType<typeof selectRunPage>["_"]["result"][number];

/** A trade as {@link selectPage} reads it. */
export type ShownTrade = ReturnType<typeof selectPage>["_"]["result"][number];

/** The result and the number of trades of days, both ends inclusive. */
export const selectDays = prepared((query, callerId: SQL, from: Value<number>, to: Value<number>) =>
  query
    .select({ day: tradeDays.day, profitCents: tradeDays.profitCents, trades: tradeDays.trades })
    .from(tradeDays)
    .where(and(eq(tradeDays.userId, callerId), between(tradeDays.day, from, to))),
);

/**
 * A trader's zone and all stored aggregates of their trades; `totals` is null before the first trade. Each breakdown is
 * one value: as rows, its numbers would take most of the request's time to decode.
 */
export const selectKept = prepared((query, callerId: SQL) =>
  query
    .select({
      timeZone: users.timeZone,
      totals: tradeTotals,
      // Sorted here: in SQL it would triple the time of the statement.
      days: groupsBy(tradeDays.day).mapWith((json: string) =>
        readGroups<{ day: number }>(json).sort((a, b) => a.day - b.day),
      ),
      hours: groupsBy(tradeHours.hour).mapWith(readGroups<{ hour: number }>),
      symbols: groupsBy(tradeSymbols.symbol).mapWith(readGroups<{ symbol: string }>),
    })
    .from(users)
    .leftJoin(tradeTotals, eq(tradeTotals.userId, users.id))
    .where(eq(users.id, callerId)),
);

function groupsBy(key: SQLiteColumn): SQL {
  const group = sql`json_object('${sql.raw(key.name)}', ${key}, 'trades', trades, 'wins', wins, 'profitCents', profit_cents)`;
  return sql`(SELECT json_group_array(${group}) FROM ${key.table} WHERE user_id = ${users.id})`;
}

function readGroups<Key>(json: string): Array<Key & GroupTotals> {
  // `groupsBy` makes these objects.
  return JSON.parse(json) as Array<Key & GroupTotals>;
}

/** The sums that breakdowns show. */
const GROUP_SUMS = {
  trades: sql<number>`count(*)`,
  wins: sql<number>`sum(profit_cents > 0)`,
  profitCents: sql<number>`sum(profit_cents)`,
};

const SUMS = {
  ...GROUP_SUMS,
  losses: sql<number>`sum(profit_cents < 0)`,
  buys: sql<number>`sum(direction = 'Buy')`,
  grossProfitCents: sql<number>`sum(max(profit_cents, 0))`,
  grossLossCents: sql<number>`sum(max(-profit_cents, 0))`,
  holdingMs: sql<number>`sum(closed_at_ms - opened_at_ms)`,
};

// A literal, not a parameter: a bound number arrives as REAL, and only integers divide to integers.
const QUARTER = sql<number>`${sql.raw(`closed_at_ms / ${QUARTER_MS}`)}`;

/** The same figures computed from filtered trades: by quarter of an hour, by symbol, and the trades in order. */
export function selectFiltered(query: Query, callerId: SQL<string>, account: TradeAccount, filter: TradeFilter) {
  const own = matching(callerId, account, filter);
  const { sumByQuarter, sumBySymbol, selectInOrder } = account.kind === "cash" ? OF_TRADES : OF_PARTS;
  return [sumByQuarter(query, own), sumBySymbol(query, own), selectInOrder(query, own)] as const;
}

/** The sums of a demo run's parts by quarter of an hour; `fromMs` inclusive, `toMs` exclusive. */
export function selectRunQuarters(
  query: Query,
  callerId: SQL<string>,
  account: RunAccount,
  span: Required<Pick<TradeFilter, "fromMs" | "toMs">>,
) {
  return OF_PARTS.sumByQuarter(query, matching(callerId, account, span));
}

const OF_TRADES = figuresIn(trades);
const OF_PARTS = figuresIn(demoParts);

function figuresIn(table: TradeTable) {
  const sumByQuarter = prepared((query, own: SQL) =>
    query
      .select({ quarter: QUARTER, ...SUMS })
      .from(table)
      .where(own)
      .groupBy(QUARTER)
      .orderBy(QUARTER),
  );
  const sumBySymbol = prepared((query, own: SQL) =>
    query
      .select({ symbol: table.symbol, ...GROUP_SUMS })
      .from(table)
      .where(own)
      .groupBy(table.symbol),
  );
  const selectInOrder = prepared((query, own: SQL) =>
    query
      .select({
        id: table.id,
        closedAtMs: table.closedAtMs,
        profitCents: table.profitCents,
        direction: table.direction,
        entryPrice: table.entryPrice,
        exitPrice: table.exitPrice,
        stopPrice: table.stopPrice,
      })
      .from(table)
      .where(own)
      .orderBy(asc(table.closedAtMs), asc(table.id)),
  );
  return { sumByQuarter, sumBySymbol, selectInOrder };
}

import { and, between, desc, eq, getTableColumns, gte, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Query } from "../../db/client.ts";
import { prepared, shaped, type Value } from "../../db/prepared.ts";
import {
  brokerAccounts,
  brokerTrades,
  demoParts,
  demoRuns,
  journalLabels,
  tradeDays,
  tradeHours,
  tradeSymbols,
  trades,
  tradeTotals,
  users,
} from "../../db/schema/index.ts";
import type { GroupTotals } from "../performance/analytics.ts";
import { type GroupFilter, inGroups } from "./group-filter-sql.ts";
import { keyOf, type LabelFilter, lookedUp, setupsOf, withLabels } from "./label-filter-sql.ts";
import { CASH, type RunAccount, type TradeAccount } from "./trade-account.ts";
import { HAS_RISK, MILLI_R } from "./trade-risk-sql.ts";

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
  /** The zone of the days in which trades are counted for `number`, and the time after which there are none. */
  days?: { zone: string; untilMs: number } | undefined;
} & GroupFilter &
  LabelFilter;

/** Returns true if any field filters. */
export function isFiltered(filter: TradeFilter): boolean {
  return Object.entries(filter).some(([name, part]) => part !== undefined && name !== "days");
}

/** Where the trades of an account are. The tables have the same names for what statements about all of them read. */
export type TradeTable = typeof trades | typeof demoParts | typeof brokerTrades;

/** The result of a trade, in whole units of its account: cents of money. */
export function resultIn(table: TradeTable): SQLiteColumn {
  return "resultUnits" in table ? table.resultUnits : table.profitCents;
}

/** The condition that a trade is the caller's, in the run or broker account of a number. */
function ownedBy(table: TradeTable, callerId: SQL, number: Value<number> | undefined): SQL | undefined {
  if ("accountId" in table) return sql`${table.accountId} = ${ownAccountId(callerId, number)}`;
  return and(eq(table.userId, callerId), number && eq(demoParts.run, number));
}

/** The caller's broker account of a number, as an expression: NULL where there is none. */
export function ownAccountId(callerId: SQL, number: Value<number> | number | undefined): SQL<number> {
  return sql<number>`(
    SELECT ${brokerAccounts.id} FROM ${brokerAccounts}
    WHERE ${brokerAccounts.userId} = ${callerId} AND ${brokerAccounts.number} = ${number} AND ${brokerAccounts.deletedAtMs} IS NULL
  )`;
}

/** The condition of an account's trades that match a filter. */
export function matching(callerId: SQL<string>, account: TradeAccount, filter: TradeFilter): SQL {
  const table = tableOf(account);
  const among = withLabels(callerId, account, filter, {
    own: matchingAll(callerId, account, filter),
    ownKeys: ownKeysOf(callerId, account),
  });
  const groups = inGroups(filter, { table: sql`${table}`, among, size: sizeIn(table), days: filter.days });
  return groups.length === 0 ? among : sql`${and(among, ...groups)}`;
}

/** What leads the index of the keys by which the journal names an account's trades. */
export function ownKeysOf(callerId: SQL<string>, account: TradeAccount): SQL {
  switch (account.kind) {
    case "cash":
      return sql`true`;
    case "run":
      return sql`user_id = ${callerId}`;
    case "broker":
      return sql`account_id = ${ownAccountId(callerId, account.number)}`;
  }
}

/** The table of an account's trades. */
export function tableOf({ kind }: TradeAccount): TradeTable {
  return { cash: trades, run: demoParts, broker: brokerTrades }[kind];
}

/** The condition without those of labels and groups. */
function matchingAll(callerId: SQL<string>, account: TradeAccount, filter: TradeFilter): SQL {
  const { symbol, direction, result, fromMs, toMs, first, last, stop } = filter;
  const isWin = result === undefined || result === "even" ? undefined : result === "win";
  const values = [symbol, direction, isWin, result === "even", fromMs, toMs, first, last, stop === "known"] as const;
  switch (account.kind) {
    case "cash":
      return matchingTrades(callerId, undefined, ...values);
    case "run":
      return matchingParts(callerId, account.run, ...values);
    case "broker":
      return matchingBroker(callerId, account.number, ...values);
  }
}

const matchingTrades = shaped(matchingIn(trades));
const matchingParts = shaped(matchingIn(demoParts));
const matchingBroker = shaped(matchingIn(brokerTrades));

function matchingIn(table: TradeTable) {
  const result = resultIn(table);
  return (
    callerId: SQL,
    number: Value<number> | undefined,
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
    // Ids of parts and of imported trades count for each trader and each account.
    const owned = ownedBy(table, callerId, number);
    const placeOf = (id: Value<number>) => sql`(SELECT closed_at_ms, id FROM ${table} WHERE id = ${id} AND ${owned})`;
    const condition = and(
      owned,
      symbol && eq(table.symbol, symbol),
      direction && eq(table.direction, direction),
      isWin === undefined ? undefined : isWin ? sql`${result} > 0` : sql`${result} < 0`,
      isEven ? sql`${result} = 0` : undefined,
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

/** Which trades of an account are read. */
export type TradePage = { filter: TradeFilter; after: TradeCursor | null; limit: number };

/** A page of trades, last closed first. */
export function selectPage(query: Query, callerId: SQL<string>, { filter, after, limit }: TradePage) {
  return selectTrades(query, matching(callerId, CASH, filter), after?.closedAtMs, after?.id, limit);
}

/** A page of the closed parts of a demo run, last closed first. */
export function selectRunPage(query: Query, callerId: SQL<string>, account: RunAccount, page: TradePage) {
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

/** The condition that a trade was closed before a place in the list. */
export function isBefore(table: TradeTable, closedAtMs: Value<number>, id: Value<number>): SQL {
  return sql`(${table.closedAtMs}, ${table.id}) < (${closedAtMs}, ${id})`;
}

/** A part as {@link selectRunPage} reads it. */
export type ShownPart = ReturnType<typeof selectRunPage>["_"]["result"][number];

/** A trade as {@link selectPage} reads it. */
export type ShownTrade = ReturnType<typeof selectPage>["_"]["result"][number];

/** The result and the number of trades of days, both ends inclusive. */
export const selectDays = prepared((query, callerId: SQL, from: Value<number>, to: Value<number>) =>
  query
    .select({ day: tradeDays.day, resultUnits: tradeDays.profitCents, trades: tradeDays.trades })
    .from(tradeDays)
    .where(and(eq(tradeDays.userId, callerId), between(tradeDays.day, from, to))),
);

/**
 * A trader's zone and all stored aggregates of their trades; `totals` is null before the first trade. Each breakdown is
 * one value: as rows, its numbers would take most of the request's time to decode.
 */
export const selectKept = prepared((query, callerId: SQL) => {
  const breakdown = breakdownsOf(sql`user_id = ${users.id}`, tradeDays.profitCents);
  const { profitCents, grossProfitCents, grossLossCents, maxDrawdownCents, maxDrawdownPeakCents, ...same } =
    getTableColumns(tradeTotals);
  return query
    .select({
      timeZone: users.timeZone,
      totals: {
        ...same,
        resultUnits: profitCents,
        grossProfitUnits: grossProfitCents,
        grossLossUnits: grossLossCents,
        maxDrawdownUnits: maxDrawdownCents,
        maxDrawdownPeakUnits: maxDrawdownPeakCents,
      },
      days: breakdown.byDay(tradeDays.day),
      hours: breakdown.byHour(tradeHours.hour),
      symbols: breakdown.bySymbol(tradeSymbols.symbol),
    })
    .from(users)
    .leftJoin(tradeTotals, eq(tradeTotals.userId, users.id))
    .where(eq(users.id, callerId));
});

/**
 * The breakdowns of stored aggregates, as columns of a statement.
 * @param own the condition of their rows
 * @param result the column of results, which all of their tables have
 */
export function breakdownsOf(own: SQL, result: SQLiteColumn) {
  const groupsBy = (key: SQLiteColumn): SQL => {
    const [name, results] = [key.name, result.name].map((text) => sql.raw(text));
    const group = sql`json_object('${name}', ${key}, 'trades', trades, 'wins', wins, 'resultUnits', ${results})`;
    return sql`(SELECT json_group_array(${group}) FROM ${key.table} WHERE ${own})`;
  };
  return {
    // Sorted here: in SQL it would triple the time of the statement.
    byDay: (key: SQLiteColumn) =>
      groupsBy(key).mapWith((json: string) => readGroups<{ day: number }>(json).sort((a, b) => a.day - b.day)),
    byHour: (key: SQLiteColumn) => groupsBy(key).mapWith(readGroups<{ hour: number }>),
    bySymbol: (key: SQLiteColumn) => groupsBy(key).mapWith(readGroups<{ symbol: string }>),
  };
}

function readGroups<Key>(json: string): Array<Key & GroupTotals> {
  // `groupsBy` makes these objects.
  return JSON.parse(json) as Array<Key & GroupTotals>;
}

/** The numbers of a trader's demo runs in which a position was closed in a span; `fromMs` inclusive, `toMs` exclusive. */
export function selectRunsOfSpan(
  query: Query,
  userId: SQL<string>,
  { fromMs, toMs }: { fromMs: number; toMs: number },
) {
  return query
    .selectDistinct({ run: demoParts.run })
    .from(demoParts)
    .where(and(eq(demoParts.userId, userId), gte(demoParts.closedAtMs, fromMs), lt(demoParts.closedAtMs, toMs)))
    .orderBy(demoParts.run);
}

/** The size of a trade, in units that are the same for all trades of a symbol. */
export function sizeIn(table: TradeTable): SQL {
  if ("accountId" in table) return sql`CAST(${table.quantity} AS REAL)`;
  return "units" in table ? sql`${table.units}` : sql`${table.lotMicros}`;
}

/**
 * The statement that reads the newest trades of an account for what is computed from all of them, as one value: an array of arrays with id, opening and closing
 * (epoch ms), symbol, direction, size, result in units, thousandths of R, null without a known stop, and its plan: 0 without, 1 with one, 2 kept, 3 broken.
 */
export function selectStudied(query: Query, callerId: SQL<string>, account: TradeAccount, limit: number) {
  const table = tableOf(account);
  const newest = query
    .select({
      id: sql`id`.as("id"),
      openedAtMs: sql`opened_at_ms`.as("opened"),
      closedAtMs: sql`closed_at_ms`.as("closed"),
      symbol: sql`symbol`.as("symbol"),
      direction: sql`direction`.as("direction"),
      size: sizeIn(table).as("size"),
      result: sql`${resultIn(table)}`.as("result"),
      milliR: sql`CASE WHEN ${HAS_RISK} THEN ${MILLI_R} END`.as("milli_r"),
      // Only parts of demo positions can have a plan. A part of one that cannot be told of its exits has no answer.
      plan: (account.kind === "run"
        ? sql`iif(plan_locked_at_ms IS NULL, 0, iif(coalesce(stop_moved_away, target_pulled) IS NULL, 1,
            iif(coalesce(stop_moved_away, 0) OR coalesce(target_pulled, 0), 3, 2)))`
        : sql`NULL`
      ).as("plan"),
    })
    .from(table)
    .where(matching(callerId, account, {}))
    .orderBy(desc(table.closedAtMs), desc(table.id))
    .limit(limit)
    .as("newest");
  const row = sql`json_array(id, opened, closed, symbol, direction, size, result, milli_r, plan)`;
  return query.select({ rows: sql<string>`json_group_array(${row})` }).from(newest);
}

/**
 * The statement that reads the setups of an account's trades that have one, as one value: an array of arrays with the trade's id, the setup's and its
 * name. A setup that was removed from the account counts nowhere.
 */
export function selectSetups(query: Query, callerId: SQL<string>, account: TradeAccount) {
  const table = tableOf(account);
  const setups = setupsOf(callerId, account);
  const labelled = query
    .select({ id: sql`id`.as("id"), key: sql`${keyOf(account)}`.as("trade_key") })
    .from(table)
    .where(
      lookedUp(account, {
        keys: sql`SELECT key FROM (${setups})`,
        own: matching(callerId, account, {}),
        ownKeys: ownKeysOf(callerId, account),
      }),
    )
    .as("labelled");
  const labels = sql`(SELECT id AS setup, name FROM ${journalLabels} WHERE user_id = ${callerId} AND kind = 'setup')`;
  const row = sql`json_array(labelled.id, setup, name)`;
  return query
    .select({ rows: sql<string>`json_group_array(${row})` })
    .from(labelled)
    .innerJoin(sql`(${setups}) AS of_trade`, sql`of_trade.key = trade_key`)
    .innerJoin(sql`${labels} AS named`, sql`named.setup = of_trade.setup_id`);
}

import { asc, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Query } from "../../db/client.ts";
import { prepared } from "../../db/prepared.ts";
import { brokerTrades, demoParts, trades } from "../../db/schema/index.ts";
import { QUARTER_MS } from "../contract/trade-calendar.ts";
import type { ClosedTrade } from "../performance/closed-trade.ts";
import type { RunAccount, TradeAccount } from "./trade-account.ts";
import { matching, resultIn, type TradeFilter, type TradeTable } from "./trade-store.ts";

/** The SQL of figures that are computed from trades. Functions return statements; verbs put them into batches. */

// A literal, not a parameter: a bound number arrives as REAL, and only integers divide to integers.
const QUARTER = sql<number>`${sql.raw(`closed_at_ms / ${QUARTER_MS}`)}`;

/** The same figures computed from filtered trades: by quarter of an hour, by symbol, and the trades in order. */
export function selectFiltered(query: Query, callerId: SQL<string>, account: TradeAccount, filter: TradeFilter) {
  const own = matching(callerId, account, filter);
  const { sumByQuarter, sumBySymbol, selectInOrder } = FIGURES[account.kind];
  return [sumByQuarter(query, own), sumBySymbol(query, own), selectInOrder(query, own)] as const;
}

/** The sums of a demo run's parts by quarter of an hour; `fromMs` inclusive, `toMs` exclusive. */
export function selectRunQuarters(
  query: Query,
  callerId: SQL<string>,
  account: RunAccount,
  span: Required<Pick<TradeFilter, "fromMs" | "toMs">>,
) {
  return FIGURES.run.sumByQuarter(query, matching(callerId, account, span));
}

/** A trade of {@link selectFiltered}, in the order of closing. */
type OrderedTrade = Pick<
  ClosedTrade,
  "closedAtMs" | "resultUnits" | "direction" | "entryPrice" | "exitPrice" | "stopPrice"
> & {
  id: number;
};

function readOrdered(json: string): OrderedTrade[] {
  // `selectInOrder` writes these arrays.
  const rows = JSON.parse(json) as [number, number, number, "Buy" | "Sell", number, number, number | null][];
  return rows.map(([id, closedAtMs, resultUnits, direction, entryPrice, exitPrice, stopPrice]) => ({
    ...{ id, closedAtMs, resultUnits, direction, entryPrice, exitPrice, stopPrice },
  }));
}

const FIGURES = { cash: figuresIn(trades), run: figuresIn(demoParts), broker: figuresIn(brokerTrades) };

function figuresIn(table: TradeTable) {
  const result = resultIn(table);
  /** The sums that breakdowns show. */
  const groupSums = {
    trades: sql<number>`count(*)`,
    wins: sql<number>`sum(${result} > 0)`,
    resultUnits: sql<number>`sum(${result})`,
  };
  const sums = {
    ...groupSums,
    losses: sql<number>`sum(${result} < 0)`,
    buys: sql<number>`sum(direction = 'Buy')`,
    grossProfitUnits: sql<number>`sum(max(${result}, 0))`,
    grossLossUnits: sql<number>`sum(max(-${result}, 0))`,
    holdingMs: sql<number>`sum(closed_at_ms - coalesce(opened_at_ms, closed_at_ms))`,
  };
  const sumByQuarter = prepared((query, own: SQL) =>
    query
      .select({ quarter: QUARTER, ...sums })
      .from(table)
      .where(own)
      .groupBy(QUARTER)
      .orderBy(QUARTER),
  );
  const sumBySymbol = prepared((query, own: SQL) =>
    query
      .select({ symbol: sql<string>`${table.symbol}`, ...groupSums })
      .from(table)
      .where(own)
      .groupBy(table.symbol),
  );
  // The prices of broker accounts are texts.
  const price = (column: SQLiteColumn) => sql<number>`CAST(${column} AS REAL)`;
  // One value: as rows, its numbers would take most of the request's time to decode.
  const selectInOrder = prepared((query, own: SQL) => {
    const ordered = query
      .select({
        id: sql`${table.id}`.as("id"),
        closedAtMs: sql`${table.closedAtMs}`.as("closed"),
        resultUnits: sql`${result}`.as("result"),
        direction: sql`${table.direction}`.as("side"),
        entryPrice: price(table.entryPrice).as("entry"),
        exitPrice: price(table.exitPrice).as("exit"),
        stopPrice: price(table.stopPrice).as("stop"),
      })
      .from(table)
      .where(own)
      .orderBy(asc(table.closedAtMs), asc(table.id))
      .as("ordered");
    const row = sql`json_array(id, closed, result, side, entry, exit, stop)`;
    return query.select({ trades: sql<OrderedTrade[]>`json_group_array(${row})`.mapWith(readOrdered) }).from(ordered);
  });
  return { sumByQuarter, sumBySymbol, selectInOrder };
}

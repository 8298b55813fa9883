import { and, asc, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { prepared, type Value } from "../../../db/prepared.ts";
import { brokerTrades, demoParts, trades } from "../../../db/schema/index.ts";
import type { TradeAccount } from "../trade-account.ts";
import { HAS_RISK, MILLI_R } from "../trade-risk-sql.ts";
import { matching, resultIn, sizeIn, type TradeCursor, type TradeFilter, type TradeTable } from "../trade-store.ts";

/** The SQL that reads trades for figures of groups. Functions return statements; verbs put them into batches. */

/** A trade as {@link selectGrouped} writes it; one side of the market is 1, the other 0. */
export type GroupedRow = [
  id: number,
  openedAtMs: number | null,
  closedAtMs: number,
  symbol: string,
  isBuy: 0 | 1,
  size: number,
  resultUnits: number,
  milliR: number | null,
];

const GROUPED = { cash: groupedIn(trades), run: groupedIn(demoParts), broker: groupedIn(brokerTrades) };

/** A part of an account's trades in the order of closing, as one value: as rows, its numbers would take most of the request's time to decode. */
export function selectGrouped(
  query: Query,
  callerId: SQL<string>,
  account: TradeAccount,
  { filter, after, limit }: { filter: TradeFilter; after: TradeCursor | null; limit: number },
) {
  const own = matching(callerId, account, filter);
  return GROUPED[account.kind](query, own, after?.closedAtMs, after?.id, limit);
}

function groupedIn(table: TradeTable) {
  return prepared(
    (query, own: SQL, closedAtMs: Value<number> | undefined, id: Value<number> | undefined, limit: Value<number>) => {
      const part = query
        .select({
          id: sql`${table.id}`.as("id"),
          openedAtMs: sql`${table.openedAtMs}`.as("opened"),
          closedAtMs: sql`${table.closedAtMs}`.as("closed"),
          symbol: sql`${table.symbol}`.as("symbol"),
          isBuy: sql`${table.direction} = 'Buy'`.as("is_buy"),
          size: sizeIn(table).as("size"),
          result: sql`${resultIn(table)}`.as("result"),
          milliR: sql`CASE WHEN ${HAS_RISK} THEN ${MILLI_R} END`.as("milli_r"),
        })
        .from(table)
        .where(and(own, closedAtMs && id && sql`(${table.closedAtMs}, ${table.id}) > (${closedAtMs}, ${id})`))
        .orderBy(asc(table.closedAtMs), asc(table.id))
        .limit(limit)
        .as("part");
      const row = sql`json_array(id, opened, closed, symbol, is_buy, size, result, milli_r)`;
      return query
        .select({
          rows: sql<GroupedRow[]>`json_group_array(${row})`.mapWith((json: string) => JSON.parse(json) as GroupedRow[]),
        })
        .from(part);
    },
  );
}

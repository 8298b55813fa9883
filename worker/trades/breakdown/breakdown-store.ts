import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { prepared, type Value } from "../../../db/prepared.ts";
import { brokerTrades, demoParts, journalLabels, trades } from "../../../db/schema/index.ts";
import { keyOf, labelsOf, lookedUp, setupsOf } from "../label-filter-sql.ts";
import type { TradeAccount } from "../trade-account.ts";
import { HAS_RISK, MILLI_R } from "../trade-risk-sql.ts";
import {
  matching,
  ownKeysOf,
  resultIn,
  sizeIn,
  type TradeCursor,
  type TradeFilter,
  type TradeTable,
  tableOf,
} from "../trade-store.ts";

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

/** Beyond every time. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Which trades of an account are read. */
type GroupedPart = {
  filter: TradeFilter;
  after: TradeCursor | null;
  limit: number;
  /** None where this query has a row. */
  unless?: SQL | undefined;
};

const GROUPED = { cash: groupedIn(trades), run: groupedIn(demoParts), broker: groupedIn(brokerTrades) };

/** A part of an account's trades in the order of closing, as one value: as rows, its numbers would take most of the request's time to decode. */
export function selectGrouped(
  query: Query,
  callerId: SQL<string>,
  account: TradeAccount,
  { filter, after, limit, unless }: GroupedPart,
) {
  const all = matching(callerId, account, filter);
  // A bound of the index, as rows would be looked through for a condition that is false for all of them.
  const own = unless ? sql`${all} AND closed_at_ms < CASE WHEN EXISTS (${unless}) THEN ${-LAST} ELSE ${LAST} END` : all;
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

/** A trade with a setup, a tag or a mistake as {@link selectLabelled} writes it. */
export type LabelledRow = [resultUnits: number, milliR: number | null, setupId: string | null, labelIds: string[]];

/** The trades of an account that have a label, as one value. They are those that their trader wrote about, so that they are few. */
export function selectLabelled(query: Query, callerId: SQL<string>, account: TradeAccount, filter: TradeFilter) {
  const table = tableOf(account);
  const [setups, labels] = [setupsOf(callerId, account), labelsOf(callerId, account)];
  const labelled = query
    .select({
      result: sql`${resultIn(table)}`.as("result"),
      milliR: sql`CASE WHEN ${HAS_RISK} THEN ${MILLI_R} END`.as("milli_r"),
      key: sql`${keyOf(account)}`.as("trade_key"),
    })
    .from(table)
    .where(
      lookedUp(account, {
        keys: sql`SELECT key FROM (${setups}) UNION SELECT key FROM (${labels})`,
        own: matching(callerId, account, filter),
        ownKeys: ownKeysOf(callerId, account),
      }),
    )
    .as("labelled");
  const setup = sql`(SELECT setup_id FROM (${setups}) WHERE key = trade_key)`;
  const ids = sql`(SELECT json_group_array(label_id) FROM (${labels}) WHERE key = trade_key)`;
  const row = sql`json_array(result, milli_r, ${setup}, json(${ids}))`;
  return query
    .select({
      rows: sql<LabelledRow[]>`json_group_array(${row})`.mapWith((json: string) => JSON.parse(json) as LabelledRow[]),
    })
    .from(labelled);
}

/** The names and kinds of a trader's labels, with those that are archived. */
export const selectLabels = prepared((query, callerId: SQL) =>
  query
    .select({ id: journalLabels.id, kind: journalLabels.kind, name: journalLabels.name })
    .from(journalLabels)
    .where(eq(journalLabels.userId, callerId)),
);

import { and, between, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { prepared, type Value } from "../../db/prepared.ts";
import {
  brokerAccounts,
  brokerDays,
  brokerHours,
  brokerImports,
  brokerSymbols,
  brokerTotals,
  brokerTrades,
  users,
} from "../../db/schema/index.ts";
import type { BrokerTradeAccount } from "./trade-account.ts";
import { breakdownsOf, isBefore, matching, ownAccountId, type TradePage } from "./trade-store.ts";

/** The SQL that reads trades of broker accounts for their trader. Functions return statements; verbs put them into batches. */

const ownImports = sql`${brokerImports} WHERE ${brokerImports.accountId} = ${brokerAccounts.id} AND ${brokerImports.status} = 'committed'`;

const ACCOUNT = {
  id: brokerAccounts.id,
  number: brokerAccounts.number,
  name: brokerAccounts.name,
  platform: brokerAccounts.platform,
  currency: brokerAccounts.currency,
  decimals: brokerAccounts.decimals,
  feesUnits: brokerAccounts.feesUnits,
  swapUnits: brokerAccounts.swapUnits,
  clock: brokerAccounts.clock,
  imports: sql<number>`(SELECT count(*) FROM ${ownImports})`,
  lastImportAtMs: sql<number | null>`(SELECT max(${brokerImports.committedAtMs}) FROM ${ownImports})`,
  /** As JSON, of the newest file that says it: files may overlap, so that their sums are none of the account. */
  deposits: sql<
    string | null
  >`(SELECT json_array(${brokerImports.depositsIn}, ${brokerImports.depositsOut}) FROM ${ownImports} AND ${brokerImports.depositsIn} IS NOT NULL ORDER BY ${brokerImports.place} DESC LIMIT 1)`,
};

const isOwn = (callerId: SQL, number: Value<number>) =>
  and(eq(brokerAccounts.userId, callerId), eq(brokerAccounts.number, number), isNull(brokerAccounts.deletedAtMs));

/** The statement that reads a broker account as its figures show it; no row when the caller has no such account. */
export const selectBrokerDetail = prepared((query, callerId: SQL, number: Value<number>) =>
  query.select(ACCOUNT).from(brokerAccounts).where(isOwn(callerId, number)),
);

/** A broker account as {@link selectBrokerDetail} reads it. */
export type BrokerDetail = ReturnType<typeof selectBrokerDetail>["_"]["result"][number];

/** As `selectKept`, of a broker account; no row when the caller has no such account. */
export const selectBrokerKept = prepared((query, callerId: SQL, number: Value<number>) => {
  const breakdown = breakdownsOf(sql`account_id = ${brokerAccounts.id}`, brokerDays.resultUnits);
  return query
    .select({
      timeZone: users.timeZone,
      account: ACCOUNT,
      totals: brokerTotals,
      days: breakdown.byDay(brokerDays.day),
      hours: breakdown.byHour(brokerHours.hour),
      symbols: breakdown.bySymbol(brokerSymbols.symbol),
    })
    .from(brokerAccounts)
    .innerJoin(users, eq(users.id, brokerAccounts.userId))
    .leftJoin(brokerTotals, eq(brokerTotals.accountId, brokerAccounts.id))
    .where(isOwn(callerId, number));
});

/** The result and the number of trades of days, both ends inclusive. */
export const selectBrokerDays = prepared(
  (query, callerId: SQL, number: Value<number>, from: Value<number>, to: Value<number>) =>
    query
      .select({ day: brokerDays.day, resultUnits: brokerDays.resultUnits, trades: brokerDays.trades })
      .from(brokerDays)
      .where(and(sql`${brokerDays.accountId} = ${ownAccountId(callerId, number)}`, between(brokerDays.day, from, to))),
);

/** A page of a broker account's trades, last closed first. */
export function selectBrokerPage(query: Query, callerId: SQL<string>, account: BrokerTradeAccount, page: TradePage) {
  const { filter, after, limit } = page;
  return selectRows(query, matching(callerId, account, filter), after?.closedAtMs, after?.id, limit);
}

const selectRows = prepared(
  (query, own: SQL, closedAtMs: Value<number> | undefined, id: Value<number> | undefined, limit: Value<number>) =>
    query
      .select({
        trade: brokerTrades,
        file: sql<string>`(SELECT ${brokerImports.fileName} FROM ${brokerImports} WHERE ${brokerImports.id} = ${brokerTrades.importId})`,
      })
      .from(brokerTrades)
      .where(and(own, closedAtMs && id && isBefore(brokerTrades, closedAtMs, id)))
      .orderBy(desc(brokerTrades.closedAtMs), desc(brokerTrades.id))
      .limit(limit),
);

/** A trade as {@link selectBrokerPage} reads it. */
export type ShownBrokerTrade = ReturnType<typeof selectBrokerPage>["_"]["result"][number];

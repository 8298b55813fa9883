import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { brokerAccounts, tradeBreakdowns, users } from "../../../db/schema/index.ts";
import type { CountedGroups } from "../../performance/group-counter.ts";
import { journalName } from "../label-filter-sql.ts";
import type { TradeAccount } from "../trade-account.ts";
import { revisionOf } from "../trade-block-store.ts";

/** The SQL of the stored sums of groups. Functions return statements; verbs put them into batches. */

/** The stored sums of an account, as a query of one column: no row where they are of other trades or another zone. */
export function keptGroups(callerId: SQL<string>, account: TradeAccount): SQL {
  return sql`SELECT groups FROM ${tradeBreakdowns} WHERE user_id = ${callerId} AND account = ${journalName(account)}
    AND revision = ${revisionOf(callerId, account)}
    AND time_zone = (SELECT time_zone FROM ${users} WHERE id = ${callerId})`;
}

/** What is stored of an account's trades. */
export function selectKeptGroups(query: Query, callerId: SQL<string>, account: TradeAccount) {
  return query
    .select({
      groups: sql<CountedGroups | null>`(${keptGroups(callerId, account)})`.mapWith(
        // `keepGroups` writes it.
        (json: string) => JSON.parse(json) as CountedGroups,
      ),
    })
    .from(sql`(SELECT 1)`);
}

/** Stores the sums of an account, unless its trades have changed since they were read. */
export function keepGroups(
  query: Query,
  callerId: SQL<string>,
  account: TradeAccount,
  { revision, timeZone, groups }: { revision: number; timeZone: string; groups: CountedGroups },
) {
  return query.run(sql`
    INSERT OR REPLACE INTO ${tradeBreakdowns} (user_id, account, revision, time_zone, groups)
    SELECT id, ${journalName(account)}, ${revision}, ${timeZone}, ${JSON.stringify(groups)} FROM ${users}
    WHERE id = ${callerId} AND ${revisionOf(callerId, account)} = ${revision}`);
}

/** Deletes what is stored of broker accounts. @param own their condition */
export function deleteBrokerBreakdowns(query: Query, own: SQL) {
  return query.run(sql`
    DELETE FROM ${tradeBreakdowns} WHERE (user_id, account) IN
      (SELECT ${brokerAccounts.userId}, 'broker:' || ${brokerAccounts.number} FROM ${brokerAccounts} WHERE ${own})`);
}

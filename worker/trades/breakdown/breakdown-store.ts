import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { prepared } from "../../../db/prepared.ts";
import { journalLabels } from "../../../db/schema/index.ts";
import { keyOf, labelsOf, lookedUp, setupsOf } from "../label-filter-sql.ts";
import type { TradeAccount } from "../trade-account.ts";
import { HAS_RISK, MILLI_R } from "../trade-risk-sql.ts";
import { matching, ownKeysOf, resultIn, type TradeFilter, tableOf } from "../trade-store.ts";

/** The SQL that reads labels of trades for figures of groups. Functions return statements; verbs put them into batches. */

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

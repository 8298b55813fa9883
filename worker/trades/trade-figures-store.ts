import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { prepared } from "../../db/prepared.ts";
import { demoParts } from "../../db/schema/index.ts";
import { QUARTER_MS } from "../contract/trade-calendar.ts";
import type { RunAccount } from "./trade-account.ts";
import { matching, type TradeFilter } from "./trade-store.ts";

/** The SQL of figures that are computed from trades. Functions return statements; verbs put them into batches. */

// A literal, not a parameter: a bound number arrives as REAL, and only integers divide to integers.
const QUARTER = sql<number>`${sql.raw(`closed_at_ms / ${QUARTER_MS}`)}`;

/** The sums of a demo run's parts by quarter of an hour; `fromMs` inclusive, `toMs` exclusive. */
export function selectRunQuarters(
  query: Query,
  callerId: SQL<string>,
  account: RunAccount,
  span: Required<Pick<TradeFilter, "fromMs" | "toMs">>,
) {
  return sumByQuarter(query, matching(callerId, account, span));
}

const sumByQuarter = prepared((query, own: SQL) =>
  query
    .select({
      quarter: QUARTER,
      trades: sql<number>`count(*)`,
      wins: sql<number>`sum(profit_cents > 0)`,
      resultUnits: sql<number>`sum(profit_cents)`,
    })
    .from(demoParts)
    .where(own)
    .groupBy(QUARTER)
    .orderBy(QUARTER),
);

import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { demoParts, trades } from "../../db/schema/index.ts";

/** What of a trade's account is needed beside its own log. Functions return statements. */

/** How many of the trades before a trade its size is compared with. */
const SIZES_MAX = 100;

const EARLIER = sql.raw("demo_parts AS o WHERE o.user_id = demo_parts.user_id AND o.run = demo_parts.run");

/**
 * What came before a closed part of a run: the last loss before its opening, and the sizes of the last parts of its symbol. No row for a
 * part that is not the caller's, or not recorded yet.
 */
export function selectPartContext(query: Query, callerId: SQL<string>, { run, id }: { run: number; id: number }) {
  return query
    .select({
      units: demoParts.units,
      openedAtMs: demoParts.openedAtMs,
      lastLossMs: sql<number | null>`(SELECT o.closed_at_ms FROM ${EARLIER}
        AND o.closed_at_ms <= demo_parts.opened_at_ms AND o.profit_cents < 0 ORDER BY o.closed_at_ms DESC LIMIT 1)`,
      sizes: sql`(SELECT json_group_array(units) FROM (SELECT o.units FROM ${EARLIER}
        AND o.symbol = demo_parts.symbol AND o.closed_at_ms < demo_parts.closed_at_ms
        ORDER BY o.closed_at_ms DESC LIMIT ${SIZES_MAX}))`.mapWith((json: string): number[] => JSON.parse(json)),
    })
    .from(demoParts)
    .where(and(eq(demoParts.userId, callerId), eq(demoParts.run, run), eq(demoParts.id, id)));
}

/** The times and the stop of a cash trade. */
export function selectTradeTimes(query: Query, callerId: SQL<string>, id: number) {
  return query
    .select({ openedAtMs: trades.openedAtMs, closedAtMs: trades.closedAtMs, stopPrice: trades.stopPrice })
    .from(trades)
    .where(and(eq(trades.userId, callerId), eq(trades.id, id)));
}

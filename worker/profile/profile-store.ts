import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import { brokerAccounts, brokerQuarters, tradeQuarters } from "../../db/schema/index.ts";
import { offsetSpans } from "../contract/trade-calendar.ts";
import { deleteOwnImages, insertOwnImage } from "../images/image-store.ts";
import type { StoredImage } from "../images/store-image.ts";
import { rebuildDays } from "../trades/trade-aggregate-store.ts";

/** The SQL of changes to a user's own profile. Functions return statements; verbs put them into batches. */

/** The first and last quarter of an hour in which a user closed a trade; both null without trades. */
export type QuarterRange = { first: number | null; last: number | null };

/** All quarters of a user's trades, of money and of broker accounts. */
function quartersOf(userId: SQL | string): SQL {
  return sql`(
    SELECT ${tradeQuarters.quarter} AS quarter FROM ${tradeQuarters} WHERE ${tradeQuarters.userId} = ${userId}
    UNION ALL
    SELECT ${brokerQuarters.quarter} FROM ${brokerQuarters} JOIN ${brokerAccounts} ON ${brokerAccounts.id} = ${brokerQuarters.accountId}
    WHERE ${brokerAccounts.userId} = ${userId}
  )`;
}

/** The statement that reads a user's {@link QuarterRange}. */
export function selectQuarterRange(query: Query, callerId: SQL<string>) {
  return query
    .select({ first: sql<number | null>`min(quarter)`, last: sql<number | null>`max(quarter)` })
    .from(quartersOf(callerId));
}

/**
 * The statements that recount a user's trading days for another time zone. The database refuses the batch
 * (`trades_changed`) when trades were added since the range was read.
 */
export function countDaysIn(query: Query, userId: string, timeZone: string, { first, last }: QuarterRange) {
  const spans = first === null || last === null ? [] : offsetSpans(first, last + 1, timeZone);
  const outside = sql`SELECT 1 FROM ${quartersOf(userId)} WHERE quarter NOT BETWEEN ${first ?? 0} AND ${last ?? -1}`;
  return [
    mustHold(query, "trades_changed", sql`NOT EXISTS (${outside})`),
    ...rebuildDays(query, userId, spans),
  ] as const;
}

/** The statements that replace a profile picture; the old one is deleted first to free its quota. */
export function replaceAvatar(query: Query, callerId: SQL<string>, image: StoredImage, nowMs: number) {
  return [
    deleteOwnImages(query, { purpose: "avatar", callerId }),
    ...insertOwnImage(query, image, { purpose: "avatar", callerId }, nowMs),
  ] as const;
}

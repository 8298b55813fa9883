import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import { tradeQuarters, users } from "../../db/schema/index.ts";
import { offsetSpans } from "../contract/trade-calendar.ts";
import { deleteOwnImages, insertOwnImage } from "../images/image-store.ts";
import type { StoredImage } from "../images/store-image.ts";
import { rebuildDays } from "../trades/trade-aggregates.ts";
import type { ProfileColumns } from "./profile-rules.ts";

/** The SQL of what a person changes about themselves. Functions give statements; verbs put them into batches. */

/** From the first to the last quarter of an hour in which somebody closed a trade; both null where there is none. */
export type QuarterRange = { first: number | null; last: number | null };

export function selectQuarterRange(query: Query, callerId: SQL<string>) {
  return query
    .select({
      first: sql<number | null>`min(${tradeQuarters.quarter})`,
      last: sql<number | null>`max(${tradeQuarters.quarter})`,
    })
    .from(tradeQuarters)
    .where(eq(tradeQuarters.userId, callerId));
}

/** The statements that write a person's words; none where nothing changes. */
export function writeColumns(query: Query, userId: string, columns: Partial<ProfileColumns>) {
  if (Object.keys(columns).length === 0) return [];
  return [query.update(users).set(columns).where(eq(users.id, userId))] as const;
}

/**
 * The statements that count the days of a person's trades in another zone. The database refuses the batch (`trades_changed`)
 * when trades have come since the range was read.
 */
export function countDaysIn(query: Query, userId: string, timeZone: string, { first, last }: QuarterRange) {
  const spans = first === null || last === null ? [] : offsetSpans(first, last + 1, timeZone);
  const outside = sql`SELECT 1 FROM ${tradeQuarters} WHERE ${tradeQuarters.userId} = ${userId} AND ${tradeQuarters.quarter} NOT BETWEEN ${first ?? 0} AND ${last ?? -1}`;
  return [
    mustHold(query, "trades_changed", sql`NOT EXISTS (${outside})`),
    ...rebuildDays(query, userId, spans),
  ] as const;
}

/** The statements that put a picture in the place of the one before, which goes first and makes room. */
export function replaceAvatar(query: Query, callerId: SQL<string>, image: StoredImage, nowMs: number) {
  return [
    deleteOwnImages(query, { purpose: "avatar", callerId }),
    ...insertOwnImage(query, image, { purpose: "avatar", callerId }, nowMs),
  ] as const;
}

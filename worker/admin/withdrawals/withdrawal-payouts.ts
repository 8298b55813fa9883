import { and, count, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { withdrawals } from "../../../db/schema/index.ts";
import { asideIf } from "../../platform/paging-sql.ts";

const other = alias(withdrawals, "other");

/**
 * The condition that two requests have the same destination; spaces in account numbers are ignored, because people type
 * them differently.
 */
const isSameDestination = sql`CASE ${withdrawals.paymentMethod}
  WHEN 'KHQR' THEN ${other.paymentImage} = ${withdrawals.paymentImage}
  ELSE lower(${other.bankName}) = lower(${withdrawals.bankName})
    AND replace(${other.accountId}, ' ', '') = replace(${withdrawals.accountId}, ' ', '') END`;

/** The counts of {@link selectPayouts}. */
export type PayoutsRow = Awaited<ReturnType<typeof selectPayouts>>[number];

/** The statement that counts the trader's other completed withdrawals: to the same destination, and in total. */
export function selectPayouts(query: Query, id: string) {
  return query
    .select({
      count: count(),
      hereCount: sql<number>`count(CASE WHEN ${isSameDestination} THEN 1 END)`,
      hereLastAtMs: sql<number | null>`max(CASE WHEN ${isSameDestination} THEN ${other.completedAtMs} END)`,
    })
    .from(withdrawals)
    .innerJoin(other, and(eq(other.userId, withdrawals.userId), ne(other.id, withdrawals.id)))
    .where(and(eq(withdrawals.id, id), eq(asideIf(true, other.status), "completed")));
}

/** The trader's other completed withdrawals: to the request's destination, and elsewhere. */
export function payoutsView(row: PayoutsRow | undefined) {
  const { count: all = 0, hereCount = 0, hereLastAtMs = null } = row ?? {};
  return {
    here: hereCount,
    lastHereAt: hereLastAtMs === null ? null : new Date(hereLastAtMs).toISOString(),
    elsewhere: all - hereCount,
  };
}

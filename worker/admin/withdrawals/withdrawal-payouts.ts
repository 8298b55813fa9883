import { and, count, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { withdrawals } from "../../../db/schema/index.ts";
import { asideIf } from "../../platform/paging.ts";

const other = alias(withdrawals, "other");

/** Whether two requests are paid to the same place; people type the spaces of an account as they like. */
const isSamePlace = sql`CASE ${withdrawals.paymentMethod}
  WHEN 'KHQR' THEN ${other.paymentImage} = ${withdrawals.paymentImage}
  ELSE lower(${other.bankName}) = lower(${withdrawals.bankName})
    AND replace(${other.accountId}, ' ', '') = replace(${withdrawals.accountId}, ' ', '') END`;

export type PayoutsRow = Awaited<ReturnType<typeof selectPayouts>>[number];

/** The statement that counts what the trader of a withdrawal was paid besides it: to the same place, and at all. */
export function selectPayouts(query: Query, id: string) {
  return query
    .select({
      count: count(),
      hereCount: sql<number>`count(CASE WHEN ${isSamePlace} THEN 1 END)`,
      hereLastAtMs: sql<number | null>`max(CASE WHEN ${isSamePlace} THEN ${other.completedAtMs} END)`,
    })
    .from(withdrawals)
    .innerJoin(other, and(eq(other.userId, withdrawals.userId), ne(other.id, withdrawals.id)))
    .where(and(eq(withdrawals.id, id), eq(asideIf(true, other.status), "completed")));
}

/** What the trader was paid besides a request: to the place that it names, and elsewhere. */
export function payoutsView(row: PayoutsRow | undefined) {
  const { count: all = 0, hereCount = 0, hereLastAtMs = null } = row ?? {};
  return {
    here: hereCount,
    lastHereAt: hereLastAtMs === null ? null : new Date(hereLastAtMs).toISOString(),
    elsewhere: all - hereCount,
  };
}

import { and, asc, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { deposits, identities, priceAlerts, withdrawals } from "../../../db/schema/index.ts";

/** The SQL that reads what a digest says besides results. */

/** The statements that read a person's open alerts, the newest first, and how many there are. */
export function selectOpenAlerts(query: Query, userId: SQL<string>, listedMax: number) {
  const isOpen = and(eq(priceAlerts.userId, userId), sql`${priceAlerts.state} IN ('on', 'paused')`);
  return [
    query.select({ count: sql<number>`count(*)` }).from(priceAlerts).where(isOpen),
    query
      .select({
        symbol: priceAlerts.symbol,
        condition: priceAlerts.condition,
        note: priceAlerts.note,
        state: priceAlerts.state,
      })
      .from(priceAlerts)
      .where(isOpen)
      .orderBy(desc(priceAlerts.id))
      .limit(listedMax),
  ] as const;
}

/** The statements that read what waits: codes that can still be paid, withdrawals that are not paid out, and the ID card. */
export function selectWaiting(query: Query, userId: SQL<string>, nowMs: number) {
  return [
    query
      .select({ amountCents: deposits.amountCents, billNumber: deposits.billNumber, expiresAtMs: deposits.expiresAtMs })
      .from(deposits)
      .where(and(eq(deposits.userId, userId), eq(deposits.status, "pending"), gt(deposits.expiresAtMs, nowMs)))
      .orderBy(asc(deposits.createdAtMs)),
    query
      .select({
        number: sql<number>`${withdrawals.number}`,
        amountCents: withdrawals.amountCents,
        status: sql<"pending" | "approved">`${withdrawals.status}`,
      })
      .from(withdrawals)
      .where(and(eq(withdrawals.userId, userId), inArray(withdrawals.status, ["pending", "approved"])))
      .orderBy(asc(withdrawals.createdAtMs)),
    query
      .select({ status: identities.status })
      .from(identities)
      .where(and(eq(identities.userId, userId), inArray(identities.status, ["pending", "rejected"]))),
  ] as const;
}

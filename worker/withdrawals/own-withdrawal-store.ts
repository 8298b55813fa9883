import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { accounts, paymentMethods, users, withdrawals } from "../../db/schema/index.ts";
import { DAY_MS } from "../contract/time.ts";
import type { Page } from "../platform/paging.ts";
import { afterCursor, pageLimit, pageOrder } from "../platform/paging-sql.ts";
import { PAYMENT_METHOD_COLUMNS } from "../profile/payment-method-store.ts";
import { withdrawalColumns } from "./withdrawal-store.ts";

/** What a trader reads about their own withdrawals. */

/** The statement that reads the facts about a trader that a request depends on. @param callerId NULL gives no row */
export function selectWithdrawer(query: Query, callerId: SQL<string>, nowMs: number) {
  const own = sql`${withdrawals.userId} = ${users.id}`;
  return query
    .select({
      userId: users.id,
      email: users.email,
      securityChangedAtMs: users.securityChangedAtMs,
      frozenAtMs: users.frozenAtMs,
      availableCents: accounts.balanceCents,
      methods: PAYMENT_METHOD_COLUMNS,
      pendingCount: sql<number>`(SELECT count(*) FROM ${withdrawals} WHERE ${own} AND ${withdrawals.status} = 'pending')`,
      lastDayCents: sql<number>`(
        SELECT coalesce(sum(${withdrawals.amountCents}), 0) FROM ${withdrawals} WHERE ${own} AND ${countsTowardsDay(nowMs)}
      )`,
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, sql`'available:' || ${users.id}`))
    .leftJoin(paymentMethods, eq(paymentMethods.userId, users.id))
    .where(eq(users.id, callerId));
}

/** The condition for the 24-hour total: requests of the last 24 hours that were neither rejected nor cancelled. */
function countsTowardsDay(nowMs: number): SQL {
  return sql`${withdrawals.createdAtMs} > ${nowMs - DAY_MS} AND ${withdrawals.status} <> 'rejected'`;
}

/**
 * What the caller requested in the last 24 hours, in cents, and when the first of those requests was made; null without
 * any.
 */
export function selectLastDay(query: Query, callerId: SQL<string>, nowMs: number) {
  return query
    .select({
      sumCents: sql<number>`coalesce(sum(${withdrawals.amountCents}), 0)`,
      firstAtMs: sql<number | null>`min(${withdrawals.createdAtMs})`,
    })
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, callerId), countsTowardsDay(nowMs)));
}

/** The caller's own withdrawal; another user's is not found. */
export function selectOwn(query: Query, callerId: SQL<string>, id: string) {
  return query
    .select(withdrawalColumns)
    .from(withdrawals)
    .where(and(eq(withdrawals.id, id), eq(withdrawals.userId, callerId)));
}

/** A page of the caller's withdrawals, newest first. */
export function selectHistory(query: Query, callerId: SQL<string>, page: Page) {
  return query
    .select(withdrawalColumns)
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, callerId), afterCursor(withdrawals, page)))
    .orderBy(...pageOrder(withdrawals, page))
    .limit(pageLimit(page));
}

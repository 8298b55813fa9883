import { and, count, desc, eq, inArray, min, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { identities, paymentExceptions, validApprovals, withdrawals } from "../../../db/schema/index.ts";
import { WITHDRAWAL } from "../../contract/limits.ts";
import { securityChangedAtMs } from "../../withdrawals/withdrawal-store.ts";
import { countWaitingImports } from "../imports/import-store.ts";

/** The SQL that counts what waits at the desk. It reads what waits and nothing else, by the index of each queue. */

/**
 * What a withdrawal waits for: the end of its hold, a first look, the second admin's word, or the payment.
 * Each is in exactly one of them.
 */
export type WithdrawalStage = "held" | "review" | "second_approval" | "payout";

/** The stage of an open withdrawal as SQL, for what is counted and for what is listed. */
export function withdrawalStage(nowMs: number) {
  const { status, approvableAtMs } = withdrawals;
  const act = sql`CASE ${status} WHEN 'pending' THEN 'approve' ELSE 'complete' END`;
  const hasApproval = sql`EXISTS (SELECT 1 FROM ${validApprovals} WHERE ${validApprovals.subject} = 'withdrawal:' || ${withdrawals.id} AND ${validApprovals.act} = ${act})`;
  const holdEndsAtMs = sql`max(coalesce(${approvableAtMs}, 0), coalesce(${securityChangedAtMs}, 0) + ${WITHDRAWAL.securityHoldMs})`;
  return sql<WithdrawalStage>`CASE
    WHEN ${status} = 'pending' AND ${holdEndsAtMs} > ${nowMs} THEN 'held'
    WHEN ${hasApproval} THEN 'second_approval'
    WHEN ${status} = 'pending' THEN 'review'
    ELSE 'payout' END`;
}

/** @param callerId NULL reads nothing */
function selectWithdrawalStages(query: Query, callerId: SQL, nowMs: number) {
  const { status, claimedUntilMs, createdAtMs } = withdrawals;
  const stage = withdrawalStage(nowMs).as("stage");
  return query
    .select({
      stage,
      count: count(),
      oldestAtMs: min(createdAtMs),
      claimed: sql<number>`count(CASE WHEN ${claimedUntilMs} > ${nowMs} THEN 1 END)`,
      /** The claim that ends first began first. */
      claimEndsAtMs: sql<number | null>`min(CASE WHEN ${claimedUntilMs} > ${nowMs} THEN ${claimedUntilMs} END)`,
    })
    .from(withdrawals)
    .where(and(sql`${callerId} IS NOT NULL`, inArray(status, ["pending", "approved"])))
    .groupBy(sql`stage`);
}

/** Identities that wait for review, as a row of one. @param callerId NULL reads nothing */
function selectWaitingIdentities(query: Query, callerId: SQL) {
  return query
    .select({ count: count(), oldestAtMs: min(identities.submittedAtMs) })
    .from(identities)
    .where(and(sql`${callerId} IS NOT NULL`, eq(identities.status, "pending")));
}

/** Payments that fit no deposit and nobody has decided about, as a row of one. @param callerId NULL reads nothing */
function selectOpenExceptions(query: Query, callerId: SQL) {
  return query
    .select({ count: count(), oldestAtMs: min(paymentExceptions.createdAtMs) })
    .from(paymentExceptions)
    .where(and(sql`${callerId} IS NOT NULL`, eq(paymentExceptions.status, "open")));
}

/** The statements that {@link queuesView} reads. */
export function selectQueues(query: Query, callerId: SQL, nowMs: number) {
  return [
    selectWithdrawalStages(query, callerId, nowMs),
    selectWaitingIdentities(query, callerId),
    selectOpenExceptions(query, callerId),
    countWaitingImports(query, callerId, nowMs),
  ] as const;
}

/** The statements that say when something last came to each queue, whatever became of it since. @param callerId NULL reads nothing */
export function selectArrivals(query: Query, callerId: SQL) {
  const isAsked = sql`${callerId} IS NOT NULL`;
  return [
    query
      .select({ atMs: withdrawals.createdAtMs })
      .from(withdrawals)
      .where(isAsked)
      .orderBy(desc(withdrawals.createdAtMs))
      .limit(1),
    query
      .select({ atMs: identities.submittedAtMs })
      .from(identities)
      .where(isAsked)
      .orderBy(desc(identities.submittedAtMs))
      .limit(1),
    query
      .select({ atMs: paymentExceptions.createdAtMs })
      .from(paymentExceptions)
      .where(isAsked)
      .orderBy(desc(paymentExceptions.createdAtMs))
      .limit(1),
  ] as const;
}

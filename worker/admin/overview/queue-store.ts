import { and, count, desc, eq, inArray, min, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { identities, paymentExceptions, validApprovals, withdrawals } from "../../../db/schema/index.ts";
import { WITHDRAWAL } from "../../contract/limits.ts";
import { securityChangedAtMs } from "../../withdrawals/withdrawal-store.ts";
import { countWaitingImports } from "../imports/import-store.ts";

/** The SQL that counts the admin queues. It reads only waiting rows, by the index of each queue. */

/** In place of a caller's id, for a job of the cron: statements that read nothing without a caller read for it. */
export const CALLED_BY_JOB = sql`'cron'`;

/**
 * What an open withdrawal waits for: the end of its hold, the first review, the second admin's approval, or the
 * payment. Each is in exactly one stage.
 */
export type WithdrawalStage = "held" | "review" | "second_approval" | "payout";

/** The stage of an open withdrawal as SQL, for counts and lists alike. */
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

/** Open withdrawals by stage. @param callerId NULL reads nothing */
function selectWithdrawalStages(query: Query, callerId: SQL, nowMs: number) {
  const { status, claimedUntilMs, createdAtMs } = withdrawals;
  const stage = withdrawalStage(nowMs).as("stage");
  return query
    .select({
      stage,
      count: count(),
      oldestAtMs: min(createdAtMs),
      claimed: sql<number>`count(CASE WHEN ${claimedUntilMs} > ${nowMs} THEN 1 END)`,
      /** The claim that ends first also began first. */
      claimEndsAtMs: sql<number | null>`min(CASE WHEN ${claimedUntilMs} > ${nowMs} THEN ${claimedUntilMs} END)`,
    })
    .from(withdrawals)
    .where(and(sql`${callerId} IS NOT NULL`, inArray(status, ["pending", "approved"])))
    .groupBy(sql`stage`);
}

/** Pending identities, as one row. @param callerId NULL reads nothing */
function selectWaitingIdentities(query: Query, callerId: SQL) {
  return query
    .select({ count: count(), oldestAtMs: min(identities.submittedAtMs) })
    .from(identities)
    .where(and(sql`${callerId} IS NOT NULL`, eq(identities.status, "pending")));
}

/** Open mismatched payments, as one row. @param callerId NULL reads nothing */
function selectOpenExceptions(query: Query, callerId: SQL) {
  return query
    .select({ count: count(), oldestAtMs: min(paymentExceptions.createdAtMs) })
    .from(paymentExceptions)
    .where(and(sql`${callerId} IS NOT NULL`, eq(paymentExceptions.status, "open")));
}

/** The statements whose rows {@link queuesView} takes. */
export function selectQueues(query: Query, callerId: SQL, nowMs: number) {
  return [
    selectWithdrawalStages(query, callerId, nowMs),
    selectWaitingIdentities(query, callerId),
    selectOpenExceptions(query, callerId),
    countWaitingImports(query, callerId, nowMs),
  ] as const;
}

/**
 * The statements that read when each queue last got a new item, whatever its state now. @param callerId NULL reads
 * nothing
 */
export function selectArrivals(query: Query, callerId: SQL) {
  const isAuthorized = sql`${callerId} IS NOT NULL`;
  return [
    query
      .select({ atMs: withdrawals.createdAtMs })
      .from(withdrawals)
      .where(isAuthorized)
      .orderBy(desc(withdrawals.createdAtMs))
      .limit(1),
    query
      .select({ atMs: identities.submittedAtMs })
      .from(identities)
      .where(isAuthorized)
      .orderBy(desc(identities.submittedAtMs))
      .limit(1),
    query
      .select({ atMs: paymentExceptions.createdAtMs })
      .from(paymentExceptions)
      .where(isAuthorized)
      .orderBy(desc(paymentExceptions.createdAtMs))
      .limit(1),
  ] as const;
}

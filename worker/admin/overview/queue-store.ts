import { and, count, desc, eq, inArray, isNull, min, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { identities, incidents, paymentExceptions, validApprovals, withdrawals } from "../../../db/schema/index.ts";
import { WITHDRAWAL } from "../../contract/limits.ts";
import type { Settings } from "../../platform/env.ts";
import { settingInForce } from "../../platform/operation-settings-sql.ts";
import { asideIf } from "../../platform/paging-sql.ts";
import { ageBeginsAtMs, isAtClient, SUBJECT_OF } from "../../questions/question-sql.ts";
import { securityChangedAtMs } from "../../withdrawals/withdrawal-store.ts";
import { countWaitingImports } from "../imports/import-store.ts";

/** The SQL that counts the admin queues. It reads only waiting rows, by the index of each queue. */

/** Takes the place of a caller's id in a job of the cron: statements that read nothing without a caller read for it. */
export const CALLED_BY_JOB = sql`'cron'`;

/**
 * The stage of an open withdrawal, by what it waits for: its trader's answer to a question, the end of its hold, the trader's identity or
 * the end of a freeze, the first review, the second admin's approval, or the payment. Each is in exactly one stage.
 */
export type WithdrawalStage = "client" | "held" | "blocked" | "review" | "second_approval" | "payout";

/**
 * The facts that stages depend on besides the rows: the time, and the operator's rules of payouts in the environment. A setting of the
 * operation that is in force counts in place of `unverifiedPayout`, which each statement reads itself.
 */
export type QueueRules = {
  nowMs: number;
  unverifiedPayout: Settings["UNVERIFIED_PAYOUT"];
  soleApproverPayout: Settings["SOLE_APPROVER_PAYOUT"];
};

/** @param settings the operator's */
export function queueRules(
  settings: Pick<Settings, "UNVERIFIED_PAYOUT" | "SOLE_APPROVER_PAYOUT">,
  nowMs: number,
): QueueRules {
  return { nowMs, unverifiedPayout: settings.UNVERIFIED_PAYOUT, soleApproverPayout: settings.SOLE_APPROVER_PAYOUT };
}

/** The act that an open withdrawal needs next. */
const NEXT_ACT = sql`CASE ${withdrawals.status} WHEN 'pending' THEN 'approve' ELSE 'complete' END`;
// The table is named, as Drizzle leaves it out in a statement about one table.
const IS_FROZEN = sql`EXISTS (SELECT 1 FROM users WHERE users.id = withdrawals.user_id AND users.frozen_at_ms IS NOT NULL)`;
const IS_VERIFIED = sql`EXISTS (SELECT 1 FROM identities WHERE identities.user_id = withdrawals.user_id AND identities.status = 'verified')`;

/** The setting in force of payouts to traders whose identity is not verified; NULL without one. */
// A trigger refuses every other value.
export const UNVERIFIED_PAYOUT = settingInForce("unverified_payout") as SQL<Settings["UNVERIFIED_PAYOUT"] | null>;

/** The condition that an act on an open withdrawal has an approval. @param condition of the approval */
function isApproved(act: SQL, condition?: SQL): SQL {
  const more = condition && sql` AND ${condition}`;
  return sql`EXISTS (SELECT 1 FROM ${validApprovals} WHERE ${validApprovals.subject} = 'withdrawal:' || withdrawals.id AND ${validApprovals.act} = ${act}${more})`;
}

/** The condition that an approval is of this admin. It is found by its subject: an admin has approved far more. */
const isBy = (adminId: SQL) => sql`${asideIf(true, validApprovals.adminId)} = ${adminId}`;

/** The condition that nobody else approved a withdrawal that this admin therefore may not begin to pay. */
function isOnlyApprover(adminId: SQL, { soleApproverPayout }: QueueRules): SQL {
  const { status, payerId, approvalsNeeded } = withdrawals;
  const isRefused = soleApproverPayout === "refused" ? sql`1` : sql`${approvalsNeeded} > 1`;
  return sql`(${status} = 'approved' AND ${payerId} IS NULL AND ${isRefused}
    AND ${isApproved(sql`'approve'`, isBy(adminId))}
    AND NOT ${isApproved(sql`'approve'`, sql`NOT (${isBy(adminId)})`)})`;
}

/** The stage of an open withdrawal as SQL, for counts and lists alike. */
export function withdrawalStage({ nowMs, unverifiedPayout }: QueueRules) {
  const { status, approvableAtMs } = withdrawals;
  const holdEndsAtMs = sql`max(coalesce(${approvableAtMs}, 0), coalesce(${securityChangedAtMs}, 0) + ${WITHDRAWAL.securityHoldMs})`;
  const needsIdentity = sql`${status} = 'pending' AND coalesce(${UNVERIFIED_PAYOUT}, ${unverifiedPayout}) = 'refused' AND NOT ${IS_VERIFIED}`;
  return sql<WithdrawalStage>`CASE
    WHEN ${isAtClient(SUBJECT_OF.withdrawal)} THEN 'client'
    WHEN ${status} = 'pending' AND ${holdEndsAtMs} > ${nowMs} THEN 'held'
    WHEN ${IS_FROZEN} OR (${needsIdentity}) THEN 'blocked'
    WHEN ${isApproved(NEXT_ACT)} THEN 'second_approval'
    WHEN ${status} = 'pending' THEN 'review'
    ELSE 'payout' END`;
}

/**
 * The condition that an open withdrawal waits for this admin: nothing else comes first, they have not approved its next step, no
 * colleague works on it or pays it, it is not for another admin to pay, and it is not their own. The badge, the list behind it and the overview take it from here.
 */
export function waitsFor(adminId: SQL, rules: QueueRules): SQL {
  const { userId, claimedBy, claimedUntilMs, payerId } = withdrawals;
  return sql`(${withdrawalStage(rules)} IN ('review', 'second_approval', 'payout')
    AND ${userId} <> ${adminId}
    AND NOT ${isApproved(NEXT_ACT, isBy(adminId))}
    AND NOT ${isOnlyApprover(adminId, rules)}
    AND (${claimedBy} IS NULL OR ${claimedBy} = ${adminId} OR ${claimedUntilMs} <= ${rules.nowMs})
    AND (${payerId} IS NULL OR ${payerId} = ${adminId}))`;
}

/** Open withdrawals by stage. @param callerId NULL reads nothing */
function selectWithdrawalStages(query: Query, callerId: SQL, rules: QueueRules) {
  const { status, claimedUntilMs } = withdrawals;
  const { nowMs } = rules;
  const stage = withdrawalStage(rules).as("stage");
  const isMine = waitsFor(callerId, rules);
  // What its trader let it wait for is not the operation's age.
  const ageBegins = ageBeginsAtMs(sql`withdrawals.created_at_ms`, SUBJECT_OF.withdrawal, nowMs);
  return query
    .select({
      stage,
      count: count(),
      oldestAtMs: sql<number | null>`min(${ageBegins})`,
      claimed: sql<number>`count(CASE WHEN ${claimedUntilMs} > ${nowMs} THEN 1 END)`,
      /** The claim that ends first also began first. */
      claimEndsAtMs: sql<number | null>`min(CASE WHEN ${claimedUntilMs} > ${nowMs} THEN ${claimedUntilMs} END)`,
      /** Those that wait for the calling admin. */
      mine: sql<number>`count(CASE WHEN ${isMine} THEN 1 END)`,
      mineOldestAtMs: sql<number | null>`min(CASE WHEN ${isMine} THEN ${ageBegins} END)`,
    })
    .from(withdrawals)
    .where(and(sql`${callerId} IS NOT NULL`, inArray(status, ["pending", "approved"])))
    .groupBy(sql`stage`);
}

/** The condition that a pending identity waits for an admin, not for its trader's answer. The badge and the list behind it take it from here. */
export const IDENTITY_WAITS = sql`(NOT ${isAtClient(SUBJECT_OF.identity)})`;

/** What a queue counts of its open rows: those that wait for an admin, and those that wait for their client. */
function waitingColumns(kind: "identity" | "exception", atMs: SQL, waits: SQL, nowMs: number) {
  const atClient = isAtClient(SUBJECT_OF[kind]);
  const ageBegins = ageBeginsAtMs(atMs, SUBJECT_OF[kind], nowMs);
  return {
    count: sql<number>`count(CASE WHEN ${waits} THEN 1 END)`,
    oldestAtMs: sql<number | null>`min(CASE WHEN ${waits} THEN ${ageBegins} END)`,
    atClient: sql<number>`count(CASE WHEN ${atClient} THEN 1 END)`,
    atClientOldestAtMs: sql<number | null>`min(CASE WHEN ${atClient} THEN ${ageBegins} END)`,
  };
}

/** Pending identities, as one row. @param callerId NULL reads nothing */
function selectWaitingIdentities(query: Query, callerId: SQL, nowMs: number) {
  return query
    .select(waitingColumns("identity", sql`identities.submitted_at_ms`, IDENTITY_WAITS, nowMs))
    .from(identities)
    .where(and(sql`${callerId} IS NOT NULL`, eq(identities.status, "pending")));
}

/**
 * The condition that an open mismatched payment waits for this admin: it does not wait for its trader's answer, they have approved
 * neither its match nor its refund, and their own deposit was not paid with it.
 */
export function exceptionWaitsFor(adminId: SQL): SQL {
  const hasAgreed = sql`EXISTS (SELECT 1 FROM ${validApprovals} WHERE ${validApprovals.subject} IN ('exception:' || payment_exceptions.id, 'refund:' || payment_exceptions.id) AND ${asideIf(true, validApprovals.adminId)} = ${adminId})`;
  const isOwn = sql`(SELECT deposits.user_id FROM deposits WHERE deposits.id = payment_exceptions.deposit_id) = ${adminId}`;
  return sql`(NOT ${isAtClient(SUBJECT_OF.exception)} AND NOT ${hasAgreed} AND NOT ${isOwn})`;
}

/** Open mismatched payments: those that wait for the calling admin, and those that wait for their client, as one row. @param callerId NULL reads nothing */
function selectOpenExceptions(query: Query, callerId: SQL, nowMs: number) {
  return query
    .select(waitingColumns("exception", sql`payment_exceptions.created_at_ms`, exceptionWaitsFor(callerId), nowMs))
    .from(paymentExceptions)
    .where(and(sql`${callerId} IS NOT NULL`, eq(paymentExceptions.status, "open")));
}

/** The statements whose rows {@link queuesView} takes. */
export function selectQueues(query: Query, callerId: SQL, rules: QueueRules) {
  return [
    selectWithdrawalStages(query, callerId, rules),
    selectWaitingIdentities(query, callerId, rules.nowMs),
    selectOpenExceptions(query, callerId, rules.nowMs),
    countWaitingImports(query, callerId, rules.nowMs),
  ] as const;
}

/** The statement that counts the incidents that last and that nobody has acknowledged, as one row. @param callerId NULL reads nothing */
export function countIncidents(query: Query, callerId: SQL) {
  return query
    .select({ count: count(), oldestAtMs: min(incidents.openedAtMs) })
    .from(incidents)
    .where(and(sql`${callerId} IS NOT NULL`, isNull(incidents.endedAtMs), isNull(incidents.acknowledgedAtMs)));
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

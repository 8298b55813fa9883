import { and, count, desc, eq, isNull, min, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import {
  idCardFields,
  identities,
  incidents,
  paymentExceptions,
  validApprovals,
  withdrawals,
} from "../../../db/schema/index.ts";
import type { IncidentQueue } from "../../contract/incidents.ts";
import { WITHDRAWAL } from "../../contract/limits.ts";
import { TARGET_KEYS } from "../../contract/operation/settings.ts";
import { HOUR_MS } from "../../contract/time.ts";
import { WITHDRAWAL_VIEWS, type WithdrawalView } from "../../contract/withdrawal-lists.ts";
import { isExpiring } from "../../identity/card-fields-store.ts";
import type { Settings } from "../../platform/env.ts";
import { settingInForce } from "../../platform/operation-settings-sql.ts";
import { asideIf } from "../../platform/paging-sql.ts";
import { holdsRole } from "../../platform/session-store.ts";
import { clientWaitsOf, isAtClient, SUBJECT_OF, wasClientAsked } from "../../questions/question-sql.ts";
import { securityChangedAtMs } from "../../withdrawals/withdrawal-store.ts";
import { countWaitingImports } from "../imports/import-store.ts";
import { decides } from "../lists/decides-sql.ts";

/** The SQL that counts the admin queues. It reads only waiting rows, by the index of each queue. */

/**
 * The stage of an open withdrawal, by what it waits for: its trader's answer to a question, the end of its hold, the trader's identity or
 * the end of a freeze, the first review, the second admin's approval, or the payment. Each is in exactly one stage.
 */
export type WithdrawalStage = "client" | "held" | "blocked" | "review" | "second_approval" | "payout";

/**
 * The facts that queues depend on besides the rows: the time, and the operator's rules in the environment. A setting of the operation that
 * is in force counts in place of `unverifiedPayout` and `firstTargetHours`, which each statement reads itself.
 */
export type QueueRules = {
  nowMs: number;
  firstTargetHours: Settings["QUEUE_TARGET_HOURS"];
  unverifiedPayout: Settings["UNVERIFIED_PAYOUT"];
  soleApproverPayout: Settings["SOLE_APPROVER_PAYOUT"];
};

/** @param settings the operator's */
export function queueRules(
  settings: Pick<Settings, "UNVERIFIED_PAYOUT" | "SOLE_APPROVER_PAYOUT" | "QUEUE_TARGET_HOURS">,
  nowMs: number,
): QueueRules {
  return {
    nowMs,
    firstTargetHours: settings.QUEUE_TARGET_HOURS,
    unverifiedPayout: settings.UNVERIFIED_PAYOUT,
    soleApproverPayout: settings.SOLE_APPROVER_PAYOUT,
  };
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
 * colleague works on it or pays it, it is not for another admin to pay, and it is not their own.
 */
function waitsFor(adminId: SQL, rules: QueueRules, stage: SQL, approved: SQL): SQL {
  const { userId, claimedBy, claimedUntilMs, payerId } = withdrawals;
  return sql`(${stage} IN ('review', 'second_approval', 'payout')
    AND ${userId} <> ${adminId}
    AND NOT (${approved} AND ${isApproved(NEXT_ACT, isBy(adminId))})
    AND NOT ${isOnlyApprover(adminId, rules)}
    AND ${decides(adminId)}
    AND (${claimedBy} IS NULL OR ${claimedBy} = ${adminId} OR ${claimedUntilMs} <= ${rules.nowMs}
      OR NOT ${holdsRole(sql`withdrawals.claimed_by`, ["operator"])})
    AND (${payerId} IS NULL OR ${payerId} = ${adminId}))`;
}

/**
 * The condition that an open withdrawal is in a view. The bar, the overview, the pane of views and the lists take it from here.
 * @param known its stage, where the statement has it already: approvals are then looked for where there are some
 */
export function isInView(view: WithdrawalView, adminId: SQL, rules: QueueRules, known?: SQL): SQL {
  const stage = known ?? withdrawalStage(rules);
  const approved = known ? sql`${known} = 'second_approval'` : sql`1`;
  const { status, userId, claimedBy, claimedUntilMs, payerId } = withdrawals;
  const isToDecide = sql`(${status} = 'pending' AND ${stage} IN ('review', 'second_approval'))`;
  const isToPay = sql`${status} = 'approved' AND ${stage} IN ('second_approval', 'payout')`;
  const isApprovedByMe = sql`(${approved} AND ${isApproved(sql`'approve'`, isBy(adminId))})`;
  switch (view) {
    case "waiting":
      return waitsFor(adminId, rules, stage, approved);
    case "mine":
      return sql`((${claimedBy} = ${adminId} AND ${claimedUntilMs} > ${rules.nowMs}) OR ${payerId} = ${adminId})`;
    case "needs_approval":
      return sql`(${isToDecide} AND ${decides(adminId)} AND ${userId} <> ${adminId} AND NOT ${isApprovedByMe})`;
    case "approved_by_me":
      return sql`(${isToDecide} AND ${isApprovedByMe})`;
    case "to_decide":
      return isToDecide;
    case "on_hold":
      return sql`(${stage} IN ('held', 'blocked'))`;
    case "client":
      return sql`(${stage} = 'client')`;
    case "to_pay":
      return sql`(${isToPay} AND ${payerId} IS NULL)`;
    case "with_bank":
      return sql`(${isToPay} AND ${payerId} IS NOT NULL)`;
  }
}

/**
 * The rows of a queue whose age in working hours the Worker computes ({@link readAged}), as JSON: those that may be late, since working
 * time never passes faster than time does, and those whose client was asked, since their age does not begin when they came.
 * @param atMs when a row came
 * @param subject null for a queue that has no questions
 * @param more a number that the Worker wants to know of each row
 */
function agedRows(queue: IncidentQueue, atMs: SQL, subject: SQL | null, rules: QueueRules, more: SQL = sql`0`) {
  const targetHours = sql`coalesce(CAST(${settingInForce(TARGET_KEYS[queue])} AS INTEGER), ${rules.firstTargetHours})`;
  const mayBeLate = sql`${atMs} < ${rules.nowMs} - ${targetHours} * ${HOUR_MS}`;
  const waits = subject === null ? sql`json_array()` : sql`json(${clientWaitsOf(atMs, subject, sql`${rules.nowMs}`)})`;
  const isAged = subject === null ? mayBeLate : sql`(${mayBeLate} OR ${wasClientAsked(subject)})`;
  return { isAged, row: sql`json_array(${atMs}, ${waits}, ${more})` };
}

/** When the oldest row came whose age begins then: the Worker computes it of those whose client was asked. */
function oldestUnasked(atMs: SQL, subject: SQL, condition: SQL = sql`1`) {
  return sql<number | null>`min(CASE WHEN ${condition} AND NOT ${wasClientAsked(subject)} THEN ${atMs} END)`;
}

/** Open withdrawals by stage. @param callerId NULL reads nothing */
function selectWithdrawalStages(query: Query, callerId: SQL, rules: QueueRules) {
  const { claimedUntilMs } = withdrawals;
  const { nowMs } = rules;
  const stage = sql`withdrawals.stage`;
  const views = sql`withdrawals.views`;
  const [atMs, subject] = [sql`withdrawals.created_at_ms`, SUBJECT_OF.withdrawal];
  const aged = agedRows("withdrawals", atMs, subject, rules, views);
  // The limits keep SQLite from working out the stage and the views again wherever they are named.
  const staged = sql`(SELECT withdrawals.*, ${withdrawalStage(rules)} AS stage FROM withdrawals
    WHERE ${callerId} IS NOT NULL AND withdrawals.status IN ('pending', 'approved') LIMIT -1) AS withdrawals`;
  // A bit for each view.
  const bits = sql.join(
    WITHDRAWAL_VIEWS.map((view, place) => {
      return sql`(CASE WHEN ${isInView(view, callerId, rules, stage)} THEN ${2 ** place} ELSE 0 END)`;
    }),
    sql` + `,
  );
  const open = sql`(SELECT withdrawals.*, ${bits} AS views FROM ${staged} LIMIT -1) AS withdrawals`;
  const isIn = (view: WithdrawalView) => sql`(${views} >> ${WITHDRAWAL_VIEWS.indexOf(view)} & 1)`;
  return query
    .select({
      stage: sql<WithdrawalStage>`withdrawals.stage`,
      count: count(),
      oldestAtMs: oldestUnasked(atMs, subject),
      claimed: sql<number>`count(CASE WHEN ${claimedUntilMs} > ${nowMs} THEN 1 END)`,
      /** The claim that ends first also began first. */
      claimEndsAtMs: sql<number | null>`min(CASE WHEN ${claimedUntilMs} > ${nowMs} THEN ${claimedUntilMs} END)`,
      mineOldestAtMs: oldestUnasked(atMs, subject, isIn("waiting")),
      /** How many are in each view, in the order of `WITHDRAWAL_VIEWS`. */
      views: sql<string>`json_array(${sql.join(
        WITHDRAWAL_VIEWS.map((view) => sql`sum(${isIn(view)})`),
        sql`, `,
      )})`,
      aged: sql<string>`json_group_array(${aged.row}) FILTER (WHERE ${aged.isAged})`,
    })
    .from(open)
    .groupBy(sql`withdrawals.stage`);
}

/** The condition that a pending identity waits for this admin, not for its trader's answer. The badge and the list behind it take it from here. */
export function identityWaitsFor(adminId: SQL): SQL {
  return sql`(NOT ${isAtClient(SUBJECT_OF.identity)} AND ${decides(adminId)})`;
}

/** What a queue counts of its open rows: those that wait for an admin, and those that wait for their client. */
function waitingColumns(kind: "identity" | "exception", atMs: SQL, waits: SQL, rules: QueueRules) {
  const subject = SUBJECT_OF[kind];
  const atClient = isAtClient(subject);
  const aged = agedRows(kind === "identity" ? "identities" : "exceptions", atMs, subject, rules, sql`${atClient}`);
  return {
    count: sql<number>`count(CASE WHEN ${waits} THEN 1 END)`,
    oldestAtMs: oldestUnasked(atMs, subject, waits),
    atClient: sql<number>`count(CASE WHEN ${atClient} THEN 1 END)`,
    aged: sql<string>`json_group_array(${aged.row}) FILTER (WHERE (${waits} OR ${atClient}) AND ${aged.isAged})`,
  };
}

/** Pending identities, as one row. @param callerId NULL reads nothing */
function selectWaitingIdentities(query: Query, callerId: SQL, rules: QueueRules) {
  return query
    .select(waitingColumns("identity", sql`identities.submitted_at_ms`, identityWaitsFor(callerId), rules))
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
  return sql`(NOT ${isAtClient(SUBJECT_OF.exception)} AND ${decides(adminId)} AND NOT ${hasAgreed} AND NOT ${isOwn})`;
}

/** Open mismatched payments: those that wait for the calling admin, and those that wait for their client, as one row. @param callerId NULL reads nothing */
function selectOpenExceptions(query: Query, callerId: SQL, rules: QueueRules) {
  return query
    .select(waitingColumns("exception", sql`payment_exceptions.created_at_ms`, exceptionWaitsFor(callerId), rules))
    .from(paymentExceptions)
    .where(and(sql`${callerId} IS NOT NULL`, eq(paymentExceptions.status, "open")));
}

/** The statements whose rows {@link queuesView} takes. */
export function selectQueues(query: Query, callerId: SQL, rules: QueueRules) {
  return [
    selectWithdrawalStages(query, callerId, rules),
    selectWaitingIdentities(query, callerId, rules),
    selectOpenExceptions(query, callerId, rules),
    countWaitingImports(query, callerId, rules.nowMs, agedRows("imports", sql`imports.created_at_ms`, null, rules)),
  ] as const;
}

/** The statement that counts the identities whose card expires soon or has, which the list of them has. @param callerId NULL reads nothing */
export function countExpiringCards(query: Query, callerId: SQL, soonUntil: string) {
  return query
    .select({ count: count() })
    .from(idCardFields)
    .innerJoin(identities, eq(identities.image, idCardFields.filename))
    .where(and(sql`${callerId} IS NOT NULL`, isExpiring(soonUntil)));
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

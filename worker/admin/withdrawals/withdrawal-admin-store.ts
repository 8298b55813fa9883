import { and, count, eq, gt, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { prepared, shaped, type Value } from "../../../db/prepared.ts";
import { identities, movedAlone, roleHolders, users, withdrawals } from "../../../db/schema/index.ts";
import { DAY_MS } from "../../contract/time.ts";
import {
  WITHDRAWAL_LISTS,
  WITHDRAWAL_VIEWS,
  type WithdrawalList,
  type WithdrawalView,
} from "../../contract/withdrawal-lists.ts";
import type { Amounts, Page, Period, Sort } from "../../platform/paging.ts";
import {
  afterCursor,
  asideIf,
  conditionsOf,
  inPeriod,
  isBetween,
  pageLimit,
  pageOrder,
} from "../../platform/paging-sql.ts";
import { holdsRole } from "../../platform/session-store.ts";
import { clientColumns, SUBJECT_OF } from "../../questions/question-sql.ts";
import { selectWithdrawalImages } from "../../withdrawals/withdrawal-image-store.ts";
import { withdrawalColumns } from "../../withdrawals/withdrawal-store.ts";
import { approvalsOn } from "../commands/approval-store.ts";
import { typedText } from "../lists/person-search.ts";
import { idsFoundBy, nameOf, PERSON_COLUMNS } from "../lists/person-sql.ts";
import { isWithdrawalFoundBy, referenceKey, referenceKeySql } from "../lists/record-search-sql.ts";
import { seenDestination } from "../lists/seen-sql.ts";
import { isInView, type QueueRules, UNVERIFIED_PAYOUT, withdrawalStage } from "../overview/queue-store.ts";
import { risksOf } from "../users/trader-context-store.ts";

/** The admin SQL about withdrawals. Functions return statements; verbs put them into batches. */

/** A withdrawal as {@link selectAdminWithdrawal} reads it. */
export type AdminWithdrawalRow = ReturnType<typeof selectAdminWithdrawal>[0]["_"]["result"][number];

const claimer = alias(users, "claimer");
const decider = alias(users, "decider");
const payer = alias(users, "payer");
const payerBefore = alias(users, "payer_before");

const RISKS = risksOf({ userId: sql`withdrawals.user_id`, createdAtMs: sql`withdrawals.created_at_ms` });

function selectAdminWithdrawals(query: Query, callerId: SQL) {
  return query
    .select({
      ...withdrawalColumns,
      ...seenDestination(callerId),
      user: PERSON_COLUMNS,
      claimedByName: nameOf(claimer),
      // The claim of somebody who may not decide any more holds nobody back.
      isClaimerOperator: sql<number>`${holdsRole(sql`withdrawals.claimed_by`, ["operator"])}`,
      decidedByName: nameOf(decider),
      payerName: nameOf(payer),
      isPayerOperator: sql<number>`${holdsRole(sql`withdrawals.payer_id`, ["operator"])}`,
      payerBeforeName: nameOf(payerBefore),
      identityStatus: identities.status,
      /** The setting in force; null where the environment decides. */
      unverifiedPayoutInForce: UNVERIFIED_PAYOUT,
      /** What the trader owes of a deposit that the bank took back. */
      owedCents: sql<number>`-coalesce((SELECT balance_cents FROM accounts WHERE id = 'receivable:' || withdrawals.user_id), 0)`,
      /** A result of its batch says by reference and sum that the bank paid it, and it was not completed by that. */
      isSaidPaid: sql<number>`EXISTS (SELECT 1 FROM payouts_said_paid WHERE payouts_said_paid.withdrawal_id = withdrawals.id)`,
      ...RISKS,
      ...clientColumns(sql`withdrawals.created_at_ms`, SUBJECT_OF.withdrawal),
      approvedBy: approvalsOn(sql`'withdrawal:' || ${withdrawals.id}`),
      rejectionApprovedBy: approvalsOn(sql`'rejection:' || ${withdrawals.id}`),
    })
    .from(withdrawals)
    .innerJoin(users, eq(users.id, withdrawals.userId))
    .leftJoin(claimer, eq(claimer.id, withdrawals.claimedBy))
    .leftJoin(decider, eq(decider.id, withdrawals.decidedBy))
    .leftJoin(payer, eq(payer.id, withdrawals.payerId))
    .leftJoin(payerBefore, eq(payerBefore.id, withdrawals.payerBeforeId))
    .leftJoin(identities, eq(identities.userId, withdrawals.userId))
    .$dynamic();
}

/** The statements that read one withdrawal and its images. @param callerId the admin, who sees of it what their roles allow */
export function selectAdminWithdrawal(query: Query, callerId: SQL, id: string) {
  const which = isWithdrawal(id);
  return [selectOneAdminWithdrawal(query, callerId, which), selectWithdrawalImages(query, which)] as const;
}

const isWithdrawal = shaped((id: Value<string>) => eq(withdrawals.id, id));

const selectOneAdminWithdrawal = prepared((query, callerId: SQL, which: SQL) =>
  selectAdminWithdrawals(query, callerId).where(which),
);

/** A colleague as {@link selectColleagues} reads them. */
export type Colleague = ReturnType<typeof selectColleagues>["_"]["result"][number];

/** The statement that reads the other operators, or one of them. @param callerId NULL reads nothing */
export function selectColleagues(query: Query, callerId: SQL, id?: string) {
  return query
    .select({ id: users.id, name: sql<string>`${nameOf(users)}`, email: users.email })
    .from(roleHolders)
    .innerJoin(users, eq(users.id, roleHolders.userId))
    .where(
      and(
        sql`${users.id} <> ${callerId}`,
        eq(roleHolders.role, "operator"),
        id === undefined ? undefined : eq(roleHolders.userId, id),
      ),
    )
    .orderBy(users.firstName, users.lastName, users.id);
}

/** The id of the trader of a withdrawal as an expression. @param callerId NULL gives NULL */
export function traderOf(callerId: SQL, id: string): SQL {
  return sql`(SELECT withdrawals.user_id FROM withdrawals WHERE withdrawals.id = ${id} AND ${callerId} IS NOT NULL)`;
}

/** What open withdrawals can be filtered by: the views, the stages as the queue counts use them, and whether an admin has claimed it. */
export const LISTED_STAGES = [
  ...WITHDRAWAL_VIEWS,
  "review",
  "second_approval",
  "payout",
  "blocked",
  "held",
  "claimed",
] as const;
type ListedStage = (typeof LISTED_STAGES)[number];

/** The filter of a list of withdrawals. @property id narrows it to one, whatever its state */
export type WithdrawalFilter = Period &
  Amounts & {
    id?: string | undefined;
    status?: WithdrawalList | undefined;
    /** Which of the open ones. */
    stage?: ListedStage | undefined;
    completedFrom?: number | undefined;
    completedTo?: number | undefined;
    method?: AdminWithdrawalRow["paymentMethod"] | undefined;
    /** A person, or the number of a withdrawal. */
    user?: string | undefined;
  };

/**
 * The statements that read a page of withdrawals, and their images.
 * @param callerId NULL reads nothing
 * @param rules holds and claims that have ended by then do not count
 */
export function selectAdminWithdrawalPage(
  query: Query,
  callerId: SQL,
  filter: WithdrawalFilter,
  page: Page<Sort>,
  rules: QueueRules,
) {
  const which = and(sql`${callerId} IS NOT NULL`, ...onPage(callerId, filter, page, rules));
  const order = pageOrder(columnsFor(filter), page);
  const ids = query
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(which)
    .orderBy(...order)
    .limit(pageLimit(page));
  return [
    selectAdminWithdrawals(query, callerId)
      .where(which)
      .orderBy(...order)
      .limit(pageLimit(page)),
    selectWithdrawalImages(query, inArray(withdrawals.id, ids)),
  ] as const;
}

/** One user's withdrawals, open ones and those paid in a period are few, and indexes of their own find them. */
function columnsFor(filter: WithdrawalFilter) {
  const { user, completedFrom, completedTo } = filter;
  const isFound = user !== undefined || completedFrom !== undefined || completedTo !== undefined;
  const isSelective = isFound || isOpenOnly(filter);
  return {
    id: withdrawals.id,
    createdAtMs: asideIf(isSelective, withdrawals.createdAtMs),
    amountCents: asideIf(isSelective, withdrawals.amountCents),
    status: asideIf(isFound, withdrawals.status),
  };
}

/** Only open withdrawals have a stage. */
function isOpenOnly({ status, stage }: WithdrawalFilter): boolean {
  return status === "open" || ((status === undefined || status === "all") && stage !== undefined);
}

function isView(stage: ListedStage): stage is WithdrawalView {
  return WITHDRAWAL_VIEWS.some((view) => view === stage);
}

/** The condition that a withdrawal is at a stage, as the queue counts define it. */
function isAtStage(stage: ListedStage, callerId: SQL, rules: QueueRules): SQL {
  if (stage === "claimed") return gt(withdrawals.claimedUntilMs, rules.nowMs);
  return isView(stage) ? isInView(stage, callerId, rules) : sql`${withdrawalStage(rules)} = ${stage}`;
}

/** The list of all has no condition, so that an index of all rows has their order. */
function isInStatus(list: WithdrawalList, status: SQL): SQL | undefined {
  if (list === "all") return undefined;
  const { statuses, ...more } = WITHDRAWAL_LISTS[list];
  const isCancelled = "cancelled" in more ? eq(withdrawals.cancelledByUser, more.cancelled) : undefined;
  return and(inArray(status, [...statuses]), isCancelled);
}

function onPage(callerId: SQL, filter: WithdrawalFilter, page: Page<Sort>, rules: QueueRules): (SQL | undefined)[] {
  const { id, status, stage, method, user, completedFrom, completedTo } = filter;
  const columns = columnsFor(filter);
  const list = isOpenOnly(filter) ? "open" : status;
  return [
    conditionsOf<WithdrawalFilter>({
      id: id === undefined ? undefined : eq(withdrawals.id, id),
      status: list && isInStatus(list, columns.status),
      stage: stage && isAtStage(stage, callerId, rules),
      completedFrom: inPeriod(withdrawals.completedAtMs, { from: completedFrom }),
      completedTo: inPeriod(withdrawals.completedAtMs, { to: completedTo }),
      method: method && eq(withdrawals.paymentMethod, method),
      user: user === undefined ? undefined : isSearchedBy(callerId, user),
    }),
    inPeriod(columns.createdAtMs, filter),
    isBetween(columns.amountCents, filter),
    afterCursor(columns, page),
  ];
}

/** The condition of a search: the text finds the trader, or the request itself. @throws AppError `invalid_input` */
function isSearchedBy(callerId: SQL, typed: string): SQL | undefined {
  return or(
    inArray(withdrawals.userId, idsFoundBy(callerId, typed, "user")),
    isWithdrawalFoundBy(callerId, typedText(typed, "user")),
  );
}

/**
 * The sum that an admin moved alone in the last 24 hours, in cents: the amounts of the withdrawals that they approved or
 * completed without another admin's approval, each counted once.
 * @param besides a withdrawal that is not counted
 */
export function selectMovedAlone(query: Query, callerId: SQL<string>, besides: string, nowMs: number) {
  return selectMovedAloneSince(query, callerId, besides, nowMs - DAY_MS);
}

const selectMovedAloneSince = prepared((query, callerId: SQL, besides: Value<string>, sinceMs: Value<number>) => {
  const moved = query
    .select({ id: movedAlone.withdrawalId })
    .from(movedAlone)
    .where(and(eq(movedAlone.adminId, callerId), gt(movedAlone.atMs, sinceMs)));
  return query
    .select({ cents: sql<number>`coalesce(sum(${withdrawals.amountCents}), 0)` })
    .from(withdrawals)
    .where(and(inArray(withdrawals.id, moved), ne(withdrawals.id, besides)));
});

/** Finds another withdrawal with this payment id, whatever its spaces and case. @returns no row when the payment id is unused */
export function selectOtherPaidAs(query: Query, paymentId: string, id: string) {
  const isPaidAs = eq(referenceKeySql(withdrawals.paymentId), referenceKey(paymentId));
  return query
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(isNotNull(withdrawals.paymentId), isPaidAs, ne(withdrawals.id, id)));
}

const other = alias(withdrawals, "other");

const digestOf = (image: SQLiteColumn) => sql`(SELECT images.digest FROM images WHERE images.filename = ${image})`;

/**
 * The condition that two requests have the same destination; spaces in account numbers are ignored, because people type
 * them differently. A payment code that was uploaded again is the same one.
 */
const isSameDestination = sql`CASE ${withdrawals.paymentMethod}
  WHEN 'KHQR' THEN ${other.paymentImage} = ${withdrawals.paymentImage}
    OR ${digestOf(other.paymentImage)} = ${digestOf(withdrawals.paymentImage)}
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

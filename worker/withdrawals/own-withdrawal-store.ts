import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { prepared, type Value } from "../../db/prepared.ts";
import {
  accounts,
  paymentMethods,
  secondFactors,
  users,
  withdrawalDayLimits,
  withdrawals,
} from "../../db/schema/index.ts";
import { DAY_MS } from "../contract/time.ts";
import type { Page } from "../platform/paging.ts";
import { after, HISTORY_ORDER, pageLimit, pageOrder, placeOf } from "../platform/paging-sql.ts";
import { PAYMENT_METHOD_COLUMNS } from "../profile/payment-method-store.ts";
import { isAtClient, SUBJECT_OF } from "../questions/question-sql.ts";
import {
  approvalsHave,
  bankState,
  numberOfWithdrawal,
  securityChangedAtMs,
  type WithdrawalFacts,
} from "./withdrawal-store.ts";

/** Statements by which a trader reads their own withdrawals. */

/** The statement that reads the facts about a trader that a request depends on. @param callerId NULL gives no row */
export const selectWithdrawer = prepared((query, callerId: SQL, nowMs: Value<number>) => {
  const own = sql`${withdrawals.userId} = ${users.id}`;
  return query
    .select({
      userId: users.id,
      email: users.email,
      securityChangedAtMs: users.securityChangedAtMs,
      frozenAtMs: users.frozenAtMs,
      availableCents: accounts.balanceCents,
      methods: PAYMENT_METHOD_COLUMNS,
      hasSecondFactor: sql<number>`EXISTS (SELECT 1 FROM ${secondFactors} WHERE ${secondFactors.userId} = ${users.id})`,
      newestNumber: sql<number | null>`(SELECT max(${withdrawals.number}) FROM ${withdrawals})`,
      dayCentsMax: dayCentsMax(sql`${users.id}`),
      pendingCount: sql<number>`(SELECT count(*) FROM ${withdrawals} WHERE ${own} AND ${withdrawals.status} = 'pending')`,
      lastDayCents: sql<number>`(
        SELECT coalesce(sum(${withdrawals.amountCents}), 0) FROM ${withdrawals} WHERE ${own} AND ${countsTowardsDay(nowMs)}
      )`,
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, sql`'available:' || ${users.id}`))
    .leftJoin(paymentMethods, eq(paymentMethods.userId, users.id))
    .where(eq(users.id, callerId));
});

/** The most that a trader may request in 24 hours; NULL without the trader. */
function dayCentsMax(userId: SQL): SQL<number> {
  return sql<number>`(SELECT ${withdrawalDayLimits.cents} FROM ${withdrawalDayLimits} WHERE ${withdrawalDayLimits.userId} = ${userId})`;
}

/** The condition for the 24-hour total: requests of the last 24 hours that were neither rejected nor cancelled. */
function countsTowardsDay(nowMs: Value<number>): SQL {
  return sql`${withdrawals.createdAtMs} > ${nowMs} - ${DAY_MS} AND ${withdrawals.status} <> 'rejected'`;
}

/**
 * What decides what the caller may request: what they requested in the last 24 hours, in cents, when the first of those requests was
 * made, which is null without any, the most that they may request in that time, and whether they have a second factor. And what they
 * owe, in cents, with the newest deposit whose sum they owe since the bank took it back.
 */
export const selectRequestFacts = prepared((query, callerId: SQL, nowMs: Value<number>) =>
  query
    .select({
      sumCents: sql<number>`coalesce(sum(${withdrawals.amountCents}), 0)`,
      firstAtMs: sql<number | null>`min(${withdrawals.createdAtMs})`,
      dayCentsMax: dayCentsMax(callerId),
      hasSecondFactor: sql<number>`EXISTS (SELECT 1 FROM ${secondFactors} WHERE ${eq(secondFactors.userId, callerId)})`,
      owedCents: sql<number>`-coalesce((SELECT ${accounts.balanceCents} FROM ${accounts} WHERE ${accounts.id} = 'receivable:' || ${callerId}), 0)`,
      owedFor: sql<
        string | null
      >`(SELECT bill_number FROM book_acts JOIN deposits ON deposits.id = book_acts.record_id WHERE book_acts.user_id = ${callerId} AND book_acts.kind = 'deposit_reversed' AND book_acts.receivable_cents > 0 ORDER BY book_acts.posted_at_ms DESC LIMIT 1)`,
    })
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, callerId), countsTowardsDay(nowMs))),
);

/** The columns that a trader sees of a withdrawal. */
const SHOWN_COLUMNS = {
  id: withdrawals.id,
  number: numberOfWithdrawal,
  amountCents: withdrawals.amountCents,
  status: withdrawals.status,
  cancelledByUser: withdrawals.cancelledByUser,
  paymentMethod: withdrawals.paymentMethod,
  bankName: withdrawals.bankName,
  accountId: withdrawals.accountId,
  paymentImage: withdrawals.paymentImage,
  holderName: withdrawals.holderName,
  requestMessage: withdrawals.requestMessage,
  paymentId: withdrawals.paymentId,
  adminNotes: withdrawals.adminNotes,
  rejectReason: withdrawals.rejectReason,
  createdAtMs: withdrawals.createdAtMs,
  approvableAtMs: withdrawals.approvableAtMs,
  reviewedAtMs: withdrawals.reviewedAtMs,
  approvedAtMs: withdrawals.approvedAtMs,
  completedAtMs: withdrawals.completedAtMs,
  returnedAtMs: withdrawals.returnedAtMs,
  rejectedAtMs: withdrawals.rejectedAtMs,
  approvalsNeeded: withdrawals.approvalsNeeded,
  approvalsHave,
  securityChangedAtMs,
  bankState,
  isAtClient: sql<number>`${isAtClient(SUBJECT_OF.withdrawal)}`,
};
/** A withdrawal as its trader sees it. @property isAtClient whether a question about it waits for its trader */
export type ShownWithdrawal = Pick<WithdrawalFacts & { isAtClient: number }, keyof typeof SHOWN_COLUMNS>;

/** The caller's own withdrawal; another user's is not found. */
export const selectOwn = prepared((query, callerId: SQL, id: Value<string>) =>
  query
    .select({ ...SHOWN_COLUMNS, userId: withdrawals.userId, version: withdrawals.version })
    .from(withdrawals)
    .where(and(eq(withdrawals.id, id), eq(withdrawals.userId, callerId))),
);

/** A page of the caller's withdrawals, newest first. */
export function selectHistory(query: Query, callerId: SQL<string>, page: Page) {
  const place = placeOf(page);
  return selectHistoryPage(query, callerId, place?.key, place?.id, pageLimit(page));
}

const selectHistoryPage = prepared(
  (query, callerId: SQL, key: Value<number> | undefined, id: Value<string> | undefined, limit: Value<number>) =>
    query
      .select(SHOWN_COLUMNS)
      .from(withdrawals)
      .where(and(eq(withdrawals.userId, callerId), key && id && after(withdrawals, HISTORY_ORDER, { key, id })))
      .orderBy(...pageOrder(withdrawals, HISTORY_ORDER))
      .limit(limit),
);

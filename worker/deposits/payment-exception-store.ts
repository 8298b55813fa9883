import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { prepared } from "../../db/prepared.ts";
import { deposits, paymentExceptions } from "../../db/schema/index.ts";
import { auditIf, HAS_CHANGED_ONE } from "../platform/audit-log-store.ts";
import type { Payment, Verdict } from "./deposit-rules.ts";

/**
 * The only SQL that writes payments that do not match their deposits. Functions return statements; verbs put them into
 * batches.
 */

/**
 * Why a received payment waits for an admin's decision. A payment to another account never reached us, so there is
 * nothing to decide.
 */
export type ExceptionReason = Exclude<Verdict, "credit" | "wrong_account"> | "settlement_used" | "paid_twice";

/**
 * The statements that queue a payment for a decision, once, however often the network reports it. The code is still
 * polled as before: the correct amount may still be paid for it.
 * @param id of the new row
 * @returns rows of the first statement: one exactly when the payment is new
 */
export function queueException(
  query: Query,
  depositId: string,
  payment: Payment,
  reason: ExceptionReason,
  nowMs: number,
  id: string = crypto.randomUUID(),
) {
  return [
    query
      .insert(paymentExceptions)
      .values({
        id,
        depositId,
        settlementHash: payment.settlementHash,
        reason,
        paidAmount: payment.amount,
        paidCurrency: payment.currency,
        paidAtMs: payment.atMs,
        paidFrom: payment.fromAccountId,
        createdAtMs: nowMs,
      })
      .onConflictDoNothing({ target: paymentExceptions.settlementHash })
      .returning({ id: paymentExceptions.id }),
    auditIf(
      query,
      { actor: "system", action: "deposit.exception", subject: `deposit:${depositId}`, detail: { reason } },
      HAS_CHANGED_ONE,
      nowMs,
    ),
  ] as const;
}

/** The statement that reads the payments of these deposits that wait for a decision or were decided, oldest first. */
export const selectReviews = prepared((query, which: SQL) =>
  query
    .select({
      depositId: paymentExceptions.depositId,
      status: paymentExceptions.status,
      reason: paymentExceptions.reason,
      paidAmount: paymentExceptions.paidAmount,
      paidCurrency: paymentExceptions.paidCurrency,
      creditedCents: paymentExceptions.creditedCents,
      note: paymentExceptions.note,
      decidedAtMs: paymentExceptions.decidedAtMs,
    })
    .from(paymentExceptions)
    .where(inArray(paymentExceptions.depositId, query.select({ id: deposits.id }).from(deposits).where(which)))
    .orderBy(asc(paymentExceptions.createdAtMs)),
);

/** A payment as {@link selectReviews} reads it. */
export type ReviewRow = ReturnType<typeof selectReviews>["_"]["result"][number];

/**
 * The statements that store an admin's note on an exception. If it has changed since it was read, or was decided, they
 * refuse their batch as `version_conflict`.
 */
export function noteException(query: Query, { id, version }: { id: string; version: number }, note: string) {
  const asRead = and(
    eq(paymentExceptions.id, id),
    eq(paymentExceptions.version, version),
    eq(paymentExceptions.status, "open"),
  );
  return [
    query.update(paymentExceptions).set({ note }).where(asRead),
    mustHaveChangedOne(query, "version_conflict"),
  ] as const;
}

/** The columns of a decision. */
export type Decision = Required<
  Pick<
    typeof paymentExceptions.$inferInsert,
    "status" | "version" | "creditedCents" | "refundedCents" | "refundReference" | "decidedBy" | "decidedAtMs"
  >
>;

/**
 * The statement that stores the decision. The database refuses a match without its transfer and two approvals, and a refund
 * without its sum, the bank's reference and two approvals; with a match it pays the deposit.
 */
export function decideException(query: Query, id: string, decision: Decision) {
  return query.update(paymentExceptions).set(decision).where(eq(paymentExceptions.id, id));
}

import { asc, inArray, type SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { deposits, paymentExceptions } from "../../db/schema/index.ts";
import { dollarsFromCents } from "../contract/money.ts";
import { auditIf, HAS_CHANGED_ONE } from "../platform/audit.ts";
import type { Payment, Verdict } from "./deposit-rules.ts";

/** Why money that reached us waits for a person. A payment to another's account is not ours to decide about. */
export type ExceptionReason = Exclude<Verdict, "credit" | "wrong_account"> | "settlement_used" | "paid_twice";

/**
 * The statements that put a payment into the queue, once however often the network tells of it. The code is asked about
 * as before: the right sum may still be paid for it.
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

/** The statement that reads which payments of these deposits wait for a person or were decided by one, oldest first. */
export function selectReviews(query: Query, which: SQL) {
  return query
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
    .orderBy(asc(paymentExceptions.createdAtMs));
}

export type ReviewRow = Awaited<ReturnType<typeof selectReviews>>[number];

/** A payment that did not fit its deposit, as the one who made it sees it. */
export type DepositReview = ReturnType<typeof reviewView>;

/** The review of a deposit that the trader is told of, out of the rows of one deposit. */
export function newestReview(rows: readonly ReviewRow[]): DepositReview | null {
  const newest = rows.at(-1);
  return newest ? reviewView(newest) : null;
}

/** What was paid is in units of its currency, what was credited in dollars. An admin's words on a match stay inside. */
function reviewView(row: ReviewRow) {
  const { status, reason, paidAmount, paidCurrency, creditedCents, note, decidedAtMs } = row;
  return {
    status,
    reason,
    paidAmount,
    paidCurrency,
    creditedAmount: creditedCents === null ? null : dollarsFromCents(creditedCents),
    note: status === "refunded" || status === "dismissed" ? note : null,
    decidedAt: decidedAtMs === null ? null : new Date(decidedAtMs).toISOString(),
  };
}

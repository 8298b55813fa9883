import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { prepared } from "../../db/prepared.ts";
import { deposits, paymentExceptions } from "../../db/schema/index.ts";
import type { ExceptionKind } from "../ledger/transfer-store.ts";
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
export type ExceptionReason =
  | Exclude<Verdict, "credit" | "wrong_account">
  | "settlement_used"
  | "paid_twice"
  | "unknown_payer";

/** What of a payment the books hold, as an expression of its terms; NULL for what `payment_exceptions_received_whole` refuses. */
function receivedCents(payment: { amount: SQL; currency: SQL; reason: SQL; hash: SQL }): SQL<number | null> {
  const { amount, currency, reason, hash } = payment;
  const hundredths = sql`CAST(${amount} * 100 + 1e-6 AS INTEGER)`;
  return sql`CASE WHEN ${currency} IN ('USD', 'KHR') AND ${reason} <> 'settlement_used' AND ${hundredths} > 0
    AND NOT EXISTS (SELECT 1 FROM deposits AS credited WHERE credited.settlement_hash = ${hash}) THEN ${hundredths} END`;
}

/**
 * The statements that queue a payment for a decision, once, however often the network reports it, and with it put its money onto
 * suspense. The code is still polled as before: the correct amount may still be paid for it.
 * @param depositId null where nobody knows whose payment it is @param id of the new row
 * @returns rows of the first statement: one exactly when the payment is new
 */
export function queueException(
  query: Query,
  depositId: string | null,
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
        receivedCents: receivedCents({
          amount: sql`${payment.amount}`,
          currency: sql`${payment.currency}`,
          reason: sql`${reason}`,
          hash: sql`${payment.settlementHash}`,
        }),
        createdAtMs: nowMs,
      })
      .onConflictDoNothing({ target: paymentExceptions.settlementHash })
      .returning({ id: paymentExceptions.id }),
    auditIf(
      query,
      {
        actor: "system",
        action: "deposit.exception",
        subject: depositId === null ? `exception:${id}` : `deposit:${depositId}`,
        detail: { reason },
      },
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

/**
 * The columns of a decision. @property refundedFrom left out for the account that codes pay into @property depositId the one that was made
 * for a payment whose payer nobody knew
 */
export type Decision = Required<
  Pick<
    typeof paymentExceptions.$inferInsert,
    "status" | "version" | "creditedCents" | "refundedCents" | "refundReference" | "decidedBy" | "decidedAtMs"
  >
> &
  Pick<typeof paymentExceptions.$inferInsert, "refundedFrom" | "depositId">;

/**
 * The statement that stores the decision. The database refuses a match without two approvals, and a refund without its sum, the
 * bank's reference and two approvals. It moves the money off suspense with it, and with a match pays the deposit.
 */
export function decideException(query: Query, id: string, decision: Decision) {
  const { paidAmount: amount, paidCurrency: currency, reason } = paymentExceptions;
  const columns = {
    amount: sql`${amount}`,
    currency: sql`${currency}`,
    reason: sql`${reason}`,
    hash: sql`payment_exceptions.settlement_hash`,
  };
  return query
    .update(paymentExceptions)
    .set({ ...decision, receivedCents: sql`coalesce(${paymentExceptions.receivedCents}, ${receivedCents(columns)})` })
    .where(eq(paymentExceptions.id, id));
}

/**
 * The condition that the decision about a payment moved exactly these entries.
 * @param isReceived it was on suspense before the decision, so its receipt is not among them
 */
export function hasMoved(
  id: string,
  moved: ReadonlyArray<{ kind: ExceptionKind; accountId: string; amountCents: number; rateHundredths: number | null }>,
  isReceived: boolean,
): SQL {
  const planned = JSON.stringify(
    moved.map(({ kind, accountId, amountCents, rateHundredths }) => [kind, accountId, amountCents, rateHundredths]),
  );
  return sql`${planned} = (
    SELECT json_group_array(json_array(kind, account_id, amount_cents, rate_hundredths)) FROM (
      SELECT transfers.kind, entries.account_id, entries.amount_cents, entries.rate_hundredths
      FROM transfers JOIN entries ON entries.transfer_id = transfers.id
      WHERE transfers.reference = ${`exception:${id}`} AND transfers.kind IN (
        'exception_credited', 'exception_refunded', 'exception_released', ${isReceived ? null : "exception_received"}
      )
      ORDER BY entries.id
    )
  )`;
}

import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { auditLog, deposits, paymentExceptions } from "../../db/schema/index.ts";
import type { Payment, Verdict } from "./deposit-rules.ts";

/** Why money that reached us waits for a person. A payment to another's account is not ours to decide about. */
export type ExceptionReason = Exclude<Verdict, "credit" | "wrong_account"> | "settlement_used";

/** The statements that put a payment into the queue, once however often the network tells of it, and that stop asking. */
export function queueException(
  query: Query,
  depositId: string,
  payment: Payment,
  reason: ExceptionReason,
  nowMs: number,
) {
  return [
    query
      .insert(paymentExceptions)
      .values({
        ...{ id: crypto.randomUUID(), depositId, settlementHash: payment.settlementHash, reason },
        ...{ paidAmount: payment.amount, paidCurrency: payment.currency, paidAtMs: payment.atMs, createdAtMs: nowMs },
      })
      .onConflictDoNothing({ target: paymentExceptions.settlementHash }),
    query.run(
      sql`INSERT INTO ${auditLog} (at_ms, actor, action, subject, detail) SELECT ${nowMs}, 'system', 'deposit.exception', ${`deposit:${depositId}`}, ${JSON.stringify({ reason })} WHERE changes() = 1`,
    ),
    query.update(deposits).set({ nextAskAtMs: null }).where(eq(deposits.id, depositId)),
  ] as const;
}

/** The statement that tells whether a payment for these deposits waits for a person. @returns rows when one does */
export function selectOpenException(query: Query, which: SQL) {
  const ids = query.select({ id: deposits.id }).from(deposits).where(which);
  return query
    .select({ id: paymentExceptions.id })
    .from(paymentExceptions)
    .where(sql`${inArray(paymentExceptions.depositId, ids)} AND ${paymentExceptions.status} = 'open'`);
}

/** The condition on a deposit that no payment of it is known: then the network has nothing more to tell. */
export const hasNoException = sql`NOT EXISTS (SELECT 1 FROM ${paymentExceptions} WHERE ${paymentExceptions.depositId} = ${deposits.id})`;

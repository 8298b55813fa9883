import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { accounts, deposits, paymentExceptions, secondFactors, users, withdrawals } from "../../db/schema/index.ts";
import { deleteGoogleLink } from "../auth/google-link-store.ts";
import { deleteAllDevices } from "../auth/known-device-store.ts";
import { deleteFailures } from "../auth/login-failure-store.ts";
import { deleteResets } from "../auth/password-reset-store.ts";
import { deleteEnrolment, endSecondFactor } from "../auth/second-factor-store.ts";
import { deleteVerificationCode } from "../auth/verification-code-store.ts";
import { LATE_POLLS_END_MS } from "../deposits/deposit-rules.ts";
import { deleteResponsesOf } from "../platform/idempotency-store.ts";
import { endAllSessions } from "../platform/session-store.ts";
import { deletePaymentMethods } from "../profile/payment-method-store.ts";

/** The SQL of closing an account. Functions return statements; the verb puts them into its batch. */

/** The statement that reads the facts of the decision, and the credentials to check. */
export function selectClosing(query: Query, callerId: SQL<string>) {
  const balanceOf = (kind: "available" | "held") =>
    sql<number>`(SELECT ${accounts.balanceCents} FROM ${accounts} WHERE ${accounts.id} = ${`${kind}:`} || ${users.id})`;
  const ownDeposits = sql`FROM ${deposits} WHERE ${deposits.userId} = ${users.id}`;
  return query
    .select({
      frozenAtMs: users.frozenAtMs,
      email: users.email,
      role: users.role,
      passwordHash: users.passwordHash,
      timeZone: users.timeZone,
      totpSecret: secondFactors.totpSecret,
      availableCents: balanceOf("available"),
      heldCents: balanceOf("held"),
      openDeposits: sql<number>`(SELECT count(*) ${ownDeposits} AND ${deposits.status} = 'pending')`,
      openWithdrawals: sql<number>`(SELECT count(*) FROM ${withdrawals} WHERE ${withdrawals.userId} = ${users.id} AND ${withdrawals.status} IN ('pending', 'approved'))`,
      openExceptions: sql<number>`(SELECT count(*) FROM ${paymentExceptions} WHERE ${paymentExceptions.status} = 'open' AND ${paymentExceptions.depositId} IN (SELECT ${deposits.id} ${ownDeposits}))`,
      lateUntilMs: sql<
        number | null
      >`(SELECT max(${deposits.updatedAtMs}) + ${sql.raw(String(LATE_POLLS_END_MS))} ${ownDeposits} AND ${deposits.status} NOT IN ('pending', 'paid') AND ${deposits.nextAskAtMs} IS NOT NULL)`,
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, callerId));
}

/**
 * The statements that delete everything for logging in and paying out. They come after the user's row is marked closed.
 */
export function deleteTraces(query: Query, userId: string, failuresKeys: readonly string[]) {
  return [
    deleteGoogleLink(query, userId),
    endSecondFactor(query, userId),
    deleteEnrolment(query, userId),
    deleteAllDevices(query, userId),
    deleteVerificationCode(query, userId),
    deleteResets(query, userId),
    deletePaymentMethods(query, userId),
    deleteResponsesOf(query, userId),
    deleteFailures(query, failuresKeys),
    endAllSessions(query, userId),
  ];
}

import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import {
  accounts,
  deposits,
  googleLinks,
  knownDevices,
  loginFailures,
  passwordResets,
  paymentExceptions,
  secondFactorEnrolments,
  secondFactors,
  sessions,
  users,
  verificationCodes,
  withdrawals,
} from "../../db/schema/index.ts";
import { LATE_POLLS_END_MS } from "../deposits/deposit-rules.ts";
import { deleteResponsesOf } from "../platform/idempotency-store.ts";
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
    ...[googleLinks, secondFactors, secondFactorEnrolments, knownDevices, verificationCodes, passwordResets].map(
      (table) => query.delete(table).where(eq(table.userId, userId)),
    ),
    deletePaymentMethods(query, userId),
    deleteResponsesOf(query, userId),
    query.delete(loginFailures).where(inArray(loginFailures.key, [...failuresKeys])),
    query.delete(sessions).where(eq(sessions.userId, userId)),
  ];
}

import { and, eq, isNotNull, ne, notInArray, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import {
  accounts,
  deposits,
  idempotencyKeys,
  identities,
  images,
  paymentExceptions,
  paymentMethods,
  secondFactors,
  users,
  withdrawals,
} from "../../db/schema/index.ts";
import { deleteGoogleLink } from "../auth/google-link-store.ts";
import { deleteAllDevices } from "../auth/known-device-store.ts";
import { deleteFailures } from "../auth/login-failure-store.ts";
import { deleteResets } from "../auth/password-reset-store.ts";
import { deleteEnrolment, endSecondFactor } from "../auth/second-factor-store.ts";
import { deleteVerificationCode } from "../auth/verification-code-store.ts";
import { LATE_POLLS_END_MS } from "../deposits/deposit-rules.ts";
import { endAllSessions } from "../platform/session-store.ts";

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
    query.delete(paymentMethods).where(eq(paymentMethods.userId, userId)),
    query.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId)),
    deleteFailures(query, failuresKeys),
    endAllSessions(query, userId),
  ];
}

/**
 * The statements that erase a user's identity: a decision is kept without its image, a pending submission is deleted.
 */
export function releaseIdentity(query: Query, userId: string) {
  const own = eq(identities.userId, userId);
  return [
    query.delete(identities).where(and(own, eq(identities.status, "pending"))),
    query
      .update(identities)
      .set({ image: null })
      .where(and(own, isNotNull(identities.image))),
  ];
}

/**
 * The statement that deletes a user's images, except for those of a withdrawal. It comes after identity and payment
 * methods no longer refer to theirs.
 * @returns the objects to remove after the commit
 */
export function deletePersonsImages(query: Query, userId: string) {
  const paidTo = query
    .select({ filename: sql<string>`${withdrawals.paymentImage}` })
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, userId), isNotNull(withdrawals.paymentImage)));
  return query
    .delete(images)
    .where(
      and(
        eq(images.userId, userId),
        ne(images.purpose, "admin_image"),
        ne(images.purpose, "proof"),
        notInArray(images.filename, paidTo),
      ),
    )
    .returning({ objectKey: images.objectKey });
}

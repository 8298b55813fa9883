import { and, eq, inArray, isNotNull, ne, notInArray, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import {
  accounts,
  deposits,
  googleLinks,
  idempotencyKeys,
  identities,
  images,
  knownDevices,
  loginFailures,
  passwordResets,
  paymentExceptions,
  paymentMethods,
  secondFactorEnrolments,
  secondFactors,
  sessions,
  users,
  verificationCodes,
  withdrawals,
} from "../../db/schema/index.ts";
import { LATE_POLLS_END_MS } from "../deposits/deposit-rules.ts";

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
    query.delete(paymentMethods).where(eq(paymentMethods.userId, userId)),
    query.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId)),
    query.delete(loginFailures).where(inArray(loginFailures.key, [...failuresKeys])),
    query.delete(sessions).where(eq(sessions.userId, userId)),
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

import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { loginFailures, recoveryCodes, secondFactorEnrolments, secondFactors, users } from "../../db/schema/index.ts";
import { claimAttempt, releaseAttempt } from "./login-failures.ts";
import { hashRecoveryCode, newRecoveryCodes, readRecoveryCode } from "./recovery-codes.ts";

/** The SQL about second factors. */

/** Whether the typed text is an unused recovery code of the user, as a column of a query on `users`. */
export async function isRecoveryCodeOf(userId: string, typed: string): Promise<SQL<number>> {
  const code = readRecoveryCode(typed);
  if (code === null) return sql<number>`0`;
  const codeHash = await hashRecoveryCode(userId, code);
  return sql<number>`EXISTS (SELECT 1 FROM ${recoveryCodes} WHERE ${recoveryCodes.userId} = ${users.id} AND ${recoveryCodes.codeHash} = ${codeHash} AND ${recoveryCodes.usedAtMs} IS NULL)`;
}

/**
 * The statements that claim an attempt at a code. Five wrong codes are free, then each delay doubles; the log-in and
 * turning the factor off count together.
 */
export function claimSecondFactorAttempt(query: Query, userId: SQL | string, nowMs: number) {
  const key = triesKey(userId);
  return [
    claimAttempt(query, "second_factor", key, nowMs),
    query
      .select({ blockedUntilMs: loginFailures.blockedUntilMs })
      .from(loginFailures)
      .where(eq(loginFailures.key, key)),
  ] as const;
}

/** The statement that releases a claimed attempt whose code was not compared. */
export function releaseSecondFactorAttempt(query: Query, userId: string) {
  return releaseAttempt(query, triesKey(userId));
}

/** The statement that resets the count of wrong codes after a correct one. */
export function resetSecondFactorAttempts(query: Query, userId: string) {
  return query.delete(loginFailures).where(eq(loginFailures.key, triesKey(userId)));
}

function triesKey(userId: SQL | string): SQL<string> {
  return sql`${"secondFactorOf:"} || ${userId}`;
}

/** The statement that reads the key that a user was shown and has not confirmed, while it is valid; as it is stored. */
export function selectEnrolment(query: Query, userId: SQL, nowMs: number) {
  return query
    .select({ totpSecret: secondFactorEnrolments.totpSecret })
    .from(secondFactorEnrolments)
    .where(and(eq(secondFactorEnrolments.userId, userId), gt(secondFactorEnrolments.expiresAtMs, nowMs)));
}

/**
 * The statement that stores a key until its owner confirms it, in place of any earlier one.
 * @param enrolment.totpSecret encrypted
 */
export function storeEnrolment(query: Query, userId: string, enrolment: { totpSecret: string; expiresAtMs: number }) {
  return query
    .insert(secondFactorEnrolments)
    .values({ userId, ...enrolment })
    .onConflictDoUpdate({ target: secondFactorEnrolments.userId, set: enrolment });
}

/**
 * The statements that give a user a second factor, and its recovery codes in plain text, which are shown once.
 * @param factor.totpSecret encrypted
 */
export async function startSecondFactor(
  query: Query,
  factor: { userId: string; totpSecret: string; lastStep: number },
  nowMs: number,
) {
  const { userId } = factor;
  const codes = newRecoveryCodes();
  const rows = await Promise.all(
    codes.map(async (code) => ({
      userId,
      codeHash: await hashRecoveryCode(userId, readRecoveryCode(code) ?? ""),
    })),
  );
  const statements = [
    query.insert(secondFactors).values({ ...factor, createdAtMs: nowMs }),
    query.insert(recoveryCodes).values(rows),
    query.delete(secondFactorEnrolments).where(eq(secondFactorEnrolments.userId, userId)),
    resetSecondFactorAttempts(query, userId),
  ] as const;
  return { codes, statements };
}

/** The statement that deletes a second factor together with its recovery codes. */
export function endSecondFactor(query: Query, userId: string) {
  return query.delete(secondFactors).where(eq(secondFactors.userId, userId));
}

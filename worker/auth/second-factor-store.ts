import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { loginFailures, recoveryCodes, secondFactorEnrolments, secondFactors, users } from "../../db/schema/index.ts";
import { claimTry, giveTryBack } from "./login-failures.ts";
import { hashRecoveryCode, newRecoveryCodes, readRecoveryCode } from "./recovery-codes.ts";

/** The SQL about second factors. */

/** Whether what was typed is a recovery code of a user that was not used, as a column beside others of `users`. */
export async function isRecoveryCodeOf(userId: string, typed: string): Promise<SQL<number>> {
  const code = readRecoveryCode(typed);
  if (code === null) return sql<number>`0`;
  const codeHash = await hashRecoveryCode(userId, code);
  return sql<number>`EXISTS (SELECT 1 FROM ${recoveryCodes} WHERE ${recoveryCodes.userId} = ${users.id} AND ${recoveryCodes.codeHash} = ${codeHash} AND ${recoveryCodes.usedAtMs} IS NULL)`;
}

/** Five wrong codes are free, then each waits twice as long: counted for the log-in and for switching it off together. */
export function claimSecondFactorTry(query: Query, userId: SQL | string, nowMs: number) {
  const key = triesKey(userId);
  return [
    claimTry(query, "second_factor", key, nowMs),
    query
      .select({ blockedUntilMs: loginFailures.blockedUntilMs })
      .from(loginFailures)
      .where(eq(loginFailures.key, key)),
  ] as const;
}

/** The statement that takes such a try back, which was claimed and no code was looked at. */
export function giveSecondFactorTryBack(query: Query, userId: string) {
  return giveTryBack(query, triesKey(userId));
}

/** The statement that forgets wrong codes after a right one. */
export function forgetSecondFactorTries(query: Query, userId: string) {
  return query.delete(loginFailures).where(eq(loginFailures.key, triesKey(userId)));
}

function triesKey(userId: SQL | string): SQL<string> {
  return sql`${"secondFactorOf:"} || ${userId}`;
}

/** The statement that finds the key that a user has been shown and not confirmed, while it can be; as it is stored. */
export function selectEnrolment(query: Query, userId: SQL, nowMs: number) {
  return query
    .select({ totpSecret: secondFactorEnrolments.totpSecret })
    .from(secondFactorEnrolments)
    .where(and(eq(secondFactorEnrolments.userId, userId), gt(secondFactorEnrolments.expiresAtMs, nowMs)));
}

/**
 * The statement that keeps a key until its owner confirms it; one that was kept before is worth nothing any more.
 * @param enrolment.totpSecret encrypted
 */
export function keepEnrolment(query: Query, userId: string, enrolment: { totpSecret: string; expiresAtMs: number }) {
  return query
    .insert(secondFactorEnrolments)
    .values({ userId, ...enrolment })
    .onConflictDoUpdate({ target: secondFactorEnrolments.userId, set: enrolment });
}

/**
 * The statements that give a user a second factor, and the recovery codes for it as they are shown, once.
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
    forgetSecondFactorTries(query, userId),
  ] as const;
  return { codes, statements };
}

/** The statement that takes it away, and with it its recovery codes. */
export function endSecondFactor(query: Query, userId: string) {
  return query.delete(secondFactors).where(eq(secondFactors.userId, userId));
}

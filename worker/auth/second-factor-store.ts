import { and, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Query, Statement } from "../../db/client.ts";
import { mustHaveChangedOne, mustHold } from "../../db/guard.ts";
import { counters, recoveryCodes, secondFactorEnrolments, secondFactors, users } from "../../db/schema/index.ts";
import { countWhileWithinIf } from "../platform/counter-store.ts";
import { claimAttempt, resetFailures, selectBlockedUntil } from "./login-failure-store.ts";
import { hashRecoveryCode, newRecoveryCodes, readRecoveryCode } from "./recovery-codes.ts";
import { TOTP_STEP_MS, TOTP_STEPS_AROUND, type TotpReading } from "./totp.ts";

/** The only SQL that writes second factors. Functions return statements; verbs put them into batches. */

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
  return [claimAttempt(query, "second_factor", key, nowMs), selectBlockedUntil(query, key)] as const;
}

/** The statement that resets the count of wrong codes after a correct one. */
export function resetSecondFactorAttempts(query: Query, userId: string) {
  return resetFailures(query, triesKey(userId));
}

function triesKey(userId: SQL | string): SQL<string> {
  return sql`${"secondFactorOf:"} || ${userId}`;
}

/** The statement that reads the key of the caller's second factor as it is stored, and its last accepted step; no row without one. */
export function selectTotpSecret(query: Query, callerId: SQL<string>) {
  return query
    .select({ totpSecret: secondFactors.totpSecret, lastStep: secondFactors.lastStep })
    .from(secondFactors)
    .where(eq(secondFactors.userId, callerId));
}

/** The statement that reads the caller's second factor as it is stored, null without one, and the caller's address, role and password hash. */
export function selectSecondFactor(query: Query, callerId: SQL<string>) {
  return query
    .select({
      email: users.email,
      role: users.role,
      passwordHash: users.passwordHash,
      totpSecret: secondFactors.totpSecret,
      lastStep: secondFactors.lastStep,
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, callerId));
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

/** The statement that refuses its batch as `enrolment_gone` when the key that a user was shown is not this one any more. */
export function mustBeEnrolled(query: Query, userId: string, totpSecret: string) {
  const stored = sql`(SELECT ${secondFactorEnrolments.totpSecret} FROM ${secondFactorEnrolments} WHERE ${secondFactorEnrolments.userId} = ${userId})`;
  return mustHold(query, "enrolment_gone", sql`${stored} IS ${totpSecret}`);
}

/** The statement that deletes the key that a user was shown. */
export function deleteEnrolment(query: Query, userId: string) {
  return query.delete(secondFactorEnrolments).where(eq(secondFactorEnrolments.userId, userId));
}

/** The statement that deletes the keys that nobody confirmed in time. */
export function deleteExpiredEnrolments(query: Query, nowMs: number) {
  return query.delete(secondFactorEnrolments).where(lt(secondFactorEnrolments.expiresAtMs, nowMs));
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
    insertSecondFactor(query, { ...factor, createdAtMs: nowMs }),
    query.insert(recoveryCodes).values(rows),
    deleteEnrolment(query, userId),
    resetSecondFactorAttempts(query, userId),
  ] as const;
  return { codes, statements };
}

/**
 * The statement that inserts a second factor without recovery codes. The database refuses a user's second one.
 * @param factor.totpSecret encrypted
 */
export function insertSecondFactor(query: Query, factor: typeof secondFactors.$inferInsert) {
  return query.insert(secondFactors).values(factor);
}

/**
 * The statements that use up a code of the authenticator. They refuse their batch as `totp_replayed` when its step is not
 * newer than the last one, when {@link spendIfLater} has spent it, and without a second factor.
 * @param step the time step of the code
 */
export function consumeTotpStep(query: Query, userId: string, step: number) {
  const isSpent = sql`EXISTS (SELECT 1 FROM ${counters} WHERE ${counters.key} = ${spentStepKey(userId, step)})`;
  const use = query
    .update(secondFactors)
    .set({ lastStep: step })
    .where(sql`${eq(secondFactors.userId, userId)} AND NOT ${isSpent}`);
  return [use, mustHaveChangedOne(query, "totp_replayed")] as const;
}

/**
 * The statement that spends the step of a code of the next minutes; none for another code. A refusal that tells of a wrong
 * clock tells that such a code will be right, so without it each guess would try as many codes as the refusal knows.
 */
export function spendIfLater(query: Query, userId: string, reading: TotpReading, nowMs: number): readonly Statement[] {
  if (reading.is !== "clock" || reading.step * TOTP_STEP_MS < nowMs) return [];
  const windowMs = (reading.step + TOTP_STEPS_AROUND + 1) * TOTP_STEP_MS - nowMs;
  return [countWhileWithinIf(query, spentStepKey(userId, reading.step), { max: 1, windowMs }, nowMs)];
}

function spentStepKey(userId: string, step: number): string {
  return `totpStepOf:${userId}:${step}`;
}

/** The statement that uses up a recovery code. It changes no row when the code is unknown or was used before. */
export function consumeRecoveryCode(query: Query, userId: string, codeHash: string, nowMs: number) {
  return query
    .update(recoveryCodes)
    .set({ usedAtMs: nowMs })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAtMs)));
}

/** The tables that store TOTP secrets. */
export const TOTP_SECRET_TABLES = [secondFactors, secondFactorEnrolments] as const;
type TotpSecretTable = (typeof TOTP_SECRET_TABLES)[number];

/** The statement that reads some stored secrets that do not begin with a prefix. */
export function selectSecretsWithout(query: Query, table: TotpSecretTable, prefix: string, limit: number) {
  return query
    .select({ userId: table.userId, totpSecret: table.totpSecret })
    .from(table)
    .where(sql`substr(${table.totpSecret}, 1, ${prefix.length}) <> ${prefix}`)
    .limit(limit);
}

/** The statement that replaces a stored secret, if it has not changed since it was read. It returns the changed row. */
export function replaceSecret(
  query: Query,
  table: TotpSecretTable,
  read: { userId: string; totpSecret: string },
  totpSecret: string,
) {
  return query
    .update(table)
    .set({ totpSecret })
    .where(and(eq(table.userId, read.userId), eq(table.totpSecret, read.totpSecret)))
    .returning({ userId: table.userId });
}

/** The statement that deletes a second factor together with its recovery codes. */
export function endSecondFactor(query: Query, userId: string) {
  return query.delete(secondFactors).where(eq(secondFactors.userId, userId));
}

import { eq, lt, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { users, verificationCodes } from "../../db/schema/index.ts";
import { VERIFICATION_CODE } from "../contract/limits.ts";
import { DAY_MS } from "../contract/time.ts";
import { isUnverified } from "../platform/user-store.ts";

/**
 * The only SQL that writes the codes that verify an e-mail address. Functions return statements; verbs put them into batches.
 */

/**
 * The statement that stores the one valid code of a user whose address is not verified; for anybody else it stores
 * nothing.
 * @param codeHash keyed hash of the code
 */
export function storeVerificationCode(query: Query, userId: string, codeHash: string, nowMs: number) {
  const row = {
    codeHash,
    triesLeft: VERIFICATION_CODE.triesMax,
    sentAtMs: nowMs,
    expiresAtMs: nowMs + VERIFICATION_CODE.lifetimeMs,
  };
  const found = query
    .select({
      userId: users.id,
      codeHash: sql<string>`${row.codeHash}`.as("code_hash"),
      triesLeft: sql<number>`${row.triesLeft}`.as("tries_left"),
      sentAtMs: sql<number>`${row.sentAtMs}`.as("sent_at_ms"),
      expiresAtMs: sql<number>`${row.expiresAtMs}`.as("expires_at_ms"),
    })
    .from(users)
    .where(isUnverified(userId));
  return query
    .insert(verificationCodes)
    .select(found)
    .onConflictDoUpdate({ target: verificationCodes.userId, set: row });
}

/** The statement that uses up one attempt at the user's code before it is compared. @returns rows: the hash, or none */
export function claimCodeAttempt(query: Query, userId: string, nowMs: number) {
  return query
    .update(verificationCodes)
    .set({ triesLeft: sql`${verificationCodes.triesLeft} - 1` })
    .where(
      sql`${eq(verificationCodes.userId, userId)} AND ${verificationCodes.triesLeft} > 0 AND ${verificationCodes.expiresAtMs} > ${nowMs}`,
    )
    .returning({ codeHash: verificationCodes.codeHash });
}

/** The statement that deletes the code of a user. */
export function deleteVerificationCode(query: Query, userId: string) {
  return query.delete(verificationCodes).where(eq(verificationCodes.userId, userId));
}

/** The statement that deletes the codes that expired a day ago. */
export function deleteOldVerificationCodes(query: Query, nowMs: number) {
  return query.delete(verificationCodes).where(lt(verificationCodes.expiresAtMs, nowMs - DAY_MS));
}

import { eq, type SQL, sql } from "drizzle-orm";
import type { Query, Statement } from "../../db/client.ts";
import { users, verificationCodes } from "../../db/schema/index.ts";
import { AppError } from "../contract/errors.ts";
import { VERIFICATION_CODE } from "../contract/limits.ts";
import type { Settings } from "../platform/env.ts";
import { verificationMail } from "../platform/mails.ts";
import { queueMailToUser } from "../platform/outbox-store.ts";
import type { Scope } from "../platform/scope.ts";
import { hmacHex, randomCharacters } from "../platform/secrets.ts";
import { readSigned, signText } from "../platform/signed-text.ts";
import { AUTH_COOKIE_LIFETIME_S } from "./auth-cookies.ts";

/**
 * The state between sign-up and the first log-in: a signed cookie names the user, and the code from the mail proves the
 * address. The code alone never identifies a user.
 */

const PURPOSE = "verify-email";

/** Signs the pending cookie. @param userId the user, or a random id for a decoy sign-up */
export function signPending(scope: Scope, userId: string): Promise<string> {
  return signText(scope, PURPOSE, { sub: userId }, AUTH_COOKIE_LIFETIME_S.pending);
}

/** The user id in the cookie. @throws AppError `not_signed_in` when it is missing, invalid or expired */
export async function readPending(scope: Scope, cookie: string | null): Promise<string> {
  const userId = (await readSigned(scope, PURPOSE, cookie))?.sub;
  if (!userId) throw new AppError("not_signed_in", "Your sign-up has expired. Log in to get a new code.");
  return userId;
}

function newVerificationCode(): string {
  return randomCharacters(VERIFICATION_CODE.length, VERIFICATION_CODE.alphabet);
}

/** The stored form of a code: a keyed hash, because six characters could be brute-forced against a plain hash. */
export function hashVerificationCode(settings: Settings, userId: string, code: string): Promise<string> {
  return hmacHex(settings.COOKIE_SECRET, `verification-code:${userId}:${code}`);
}

/**
 * A code that is about to be mailed. @property statements store and queue it; they come after the inserts of a new
 * account @property mailId to send after the commit
 */
export type MailedCode = { statements: readonly Statement[]; mailId: string };

/**
 * Creates a new verification code: the statements store it as the valid one and queue its mail. For a decoy or an
 * already verified account the same statements match no user, so that the work looks the same.
 */
export async function mailNewCode({ db: { query }, settings, now }: Scope, userId: string): Promise<MailedCode> {
  const code = newVerificationCode();
  const codeHash = await hashVerificationCode(settings, userId, code);
  const mailId = crypto.randomUUID();
  const isWaiting = sql`${users.id} = ${userId} AND ${users.emailVerifiedAtMs} IS NULL`;
  const statements = [
    storeVerificationCode(query, isWaiting, codeHash, now()),
    queueMailToUser(query, mailId, verificationMail(code), isWaiting, now()),
  ];
  return { statements, mailId };
}

/** The statement that stores the one valid code of the user that a condition on `users` matches. */
function storeVerificationCode(query: Query, matches: SQL, codeHash: string, nowMs: number) {
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
    .where(matches);
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

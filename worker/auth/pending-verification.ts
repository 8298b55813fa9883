import { eq, type SQL, sql } from "drizzle-orm";
import type { Query, Statement } from "../../db/client.ts";
import { users, verificationCodes } from "../../db/schema/index.ts";
import { AppError } from "../contract/errors.ts";
import { VERIFICATION_CODE } from "../contract/limits.ts";
import type { Settings } from "../platform/env.ts";
import { queueMailToUser } from "../platform/mail-outbox.ts";
import { verificationMail } from "../platform/mails.ts";
import type { Scope } from "../platform/scope.ts";
import { hmacHex, randomCharacters } from "../platform/secrets.ts";
import { readSigned, signText } from "../platform/signed-text.ts";
import { AUTH_COOKIE_LIFETIME_S } from "./auth-cookies.ts";

/**
 * Between sign-up and the first log-in: a signed cookie names the user, the code from the mail proves the address.
 * The code alone never names anybody.
 */

const PURPOSE = "verify-email";

/** The value of the pending cookie. @param userId the user, or a random id for a sign-up that must not tell */
export function signPending(scope: Scope, userId: string): Promise<string> {
  return signText(scope, PURPOSE, { sub: userId }, AUTH_COOKIE_LIFETIME_S.pending);
}

/** Whom the cookie names. @throws AppError `not_signed_in` when there is none, or it is not ours or too old */
export async function readPending(scope: Scope, cookie: string | null): Promise<string> {
  const userId = (await readSigned(scope, PURPOSE, cookie))?.sub;
  if (!userId) throw new AppError("not_signed_in", "Your sign-up has expired. Log in to get a new code.");
  return userId;
}

function newVerificationCode(): string {
  return randomCharacters(VERIFICATION_CODE.length, VERIFICATION_CODE.alphabet);
}

/** How a code is kept: keyed, because six characters could be tried out against a bare hash. */
export function hashVerificationCode(settings: Settings, userId: string, code: string): Promise<string> {
  return hmacHex(settings.COOKIE_SECRET, `verification-code:${userId}:${code}`);
}

/** @property statements send it, with the account's rows before them where it is new @property mailId to send soon */
export type MailedCode = { statements: readonly Statement[]; mailId: string };

/**
 * Makes a new code: its statements make it the one that counts and queue its mail. For a decoy, and for an account that is
 * verified, the same statements find nobody, so that nobody can tell them from others.
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

/** The statement that makes this the one valid code of whom a condition on `users` fits. */
function storeVerificationCode(query: Query, fits: SQL, codeHash: string, nowMs: number) {
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
    .where(fits);
  return query
    .insert(verificationCodes)
    .select(found)
    .onConflictDoUpdate({ target: verificationCodes.userId, set: row });
}

/** The statement that takes one try off the user's code before it is compared. @returns rows: the hash, or none */
export function takeTry(query: Query, userId: string, nowMs: number) {
  return query
    .update(verificationCodes)
    .set({ triesLeft: sql`${verificationCodes.triesLeft} - 1` })
    .where(
      sql`${eq(verificationCodes.userId, userId)} AND ${verificationCodes.triesLeft} > 0 AND ${verificationCodes.expiresAtMs} > ${nowMs}`,
    )
    .returning({ codeHash: verificationCodes.codeHash });
}

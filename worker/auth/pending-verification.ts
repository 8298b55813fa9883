import type { Query, Statement } from "../../db/client.ts";
import { AppError } from "../contract/errors.ts";
import { VERIFICATION_CODE } from "../contract/limits.ts";
import { startTries } from "../platform/counter-store.ts";
import type { Settings } from "../platform/env.ts";
import { queueMailToUser } from "../platform/mail/outbox-store.ts";
import { counterKey } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { hmacHex, randomCharacters } from "../platform/secrets.ts";
import { readSigned, signText } from "../platform/signed-text.ts";
import { isUnverified } from "../platform/user-store.ts";
import { AUTH_TEXT } from "./auth-answers.ts";
import { AUTH_COOKIE_LIFETIME_S } from "./auth-cookies.ts";
import { verificationMail } from "./auth-mails.ts";
import { storeVerificationCode } from "./verification-code-store.ts";

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
  if (!userId) throw new AppError("not_signed_in", AUTH_TEXT.signUpExpired);
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
  const statements = [
    storeVerificationCode(query, userId, codeHash, now()),
    queueMailToUser(query, mailId, verificationMail(code), isUnverified(userId), now()),
    startCodeTries(query, await codeTriesKey(userId), now()),
  ];
  return { statements, mailId };
}

/**
 * The key of the counter of tries that refusals tell of: by the pending cookie, apart from the tries of the code itself,
 * because a decoy has no code and the same refusals.
 */
export function codeTriesKey(userId: string): Promise<string> {
  return counterKey("verificationTries", userId);
}

/** The statement that begins to count the tries of a new code. @param key {@link codeTriesKey} */
export function startCodeTries(query: Query, key: string, nowMs: number) {
  const { triesMax: max, lifetimeMs: windowMs } = VERIFICATION_CODE;
  return startTries(query, key, { max, windowMs }, nowMs);
}

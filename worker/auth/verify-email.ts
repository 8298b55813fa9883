import { AppError } from "../contract/errors.ts";
import { SIGN_IN_TOKEN_MS, VERIFICATION_CODE } from "../contract/limits.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { audit } from "../platform/audit-log-store.ts";
import { countOne, countTry } from "../platform/counter-store.ts";
import { counterKey, LIMITS } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { equalHashes, randomToken, sha256Hex } from "../platform/secrets.ts";
import { storeSignInToken } from "../platform/session-store.ts";
import { setEmailVerified } from "../platform/user-store.ts";
import { codeTriesKey, hashVerificationCode } from "./pending-verification.ts";
import { claimCodeAttempt, deleteVerificationCode } from "./verification-code-store.ts";

/**
 * Verifies the e-mail address of the user in the pending cookie. An attempt is used up before the code is compared; the
 * fifth wrong one invalidates the code. The browser may then log in once without the password.
 * @param code six characters in any case
 * @returns the token of that log-in; null for an account with a second factor, or whose address was verified before
 * @throws AppError `invalid_code` (saying how many tries are left) | `too_many_requests`
 */
export async function verifyEmail(scope: Scope, userId: string, code: string): Promise<{ signInToken: string | null }> {
  const { db } = scope;
  const { query } = db;
  const typed = code.trim().toUpperCase();
  if ([...typed].length !== VERIFICATION_CODE.length) throw wrongCode({});

  const nowMs = scope.now();
  const [, [stored], [tries]] = await db.write([
    countOne(query, await counterKey("verificationByAccount", userId), LIMITS.verificationByAccount, nowMs),
    claimCodeAttempt(query, userId, nowMs),
    countTry(query, await codeTriesKey(userId), nowMs),
  ]);
  const typedHash = await hashVerificationCode(scope.settings, userId, typed);
  if (!stored || !equalHashes(stored.codeHash, typedHash)) throw wrongCode({ triesLeft: tries?.left ?? 0 });

  const signInToken = randomToken();
  const token = { userId, tokenHash: await sha256Hex(signInToken), expiresAtMs: nowMs + SIGN_IN_TOKEN_MS };
  const [, [signIn]] = await db.write([
    setEmailVerified(query, userId, nowMs),
    storeSignInToken(query, token),
    deleteVerificationCode(query, userId),
    audit(query, { actor: userId, action: "user.email_verified", subject: `user:${userId}` }, nowMs),
  ]);
  return { signInToken: signIn ? signInToken : null };
}

function wrongCode(left: { triesLeft?: number }): AppError {
  return new AppError("invalid_code", ERROR_TEXT.invalid_code, { field: "code", ...left });
}

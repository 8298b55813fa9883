import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import { VERIFICATION_CODE } from "../contract/limits.ts";
import { audit } from "../platform/audit-log-store.ts";
import { countOne } from "../platform/counter-store.ts";
import { counterKey, LIMITS } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { equalHashes } from "../platform/secrets.ts";
import { setEmailVerified } from "../platform/user-store.ts";
import { hashVerificationCode } from "./pending-verification.ts";
import { claimCodeAttempt, deleteVerificationCode } from "./verification-code-store.ts";

/**
 * Verifies the e-mail address of the user in the pending cookie. An attempt is used up before the code is compared; the
 * fifth wrong one invalidates the code.
 * @param code six characters in any case
 * @throws AppError `invalid_code` | `too_many_requests`
 */
export async function verifyEmail(scope: Scope, userId: string, code: string): Promise<void> {
  const { db } = scope;
  const { query } = db;
  const wrong = new AppError("invalid_code", ERROR_TEXT.invalid_code, { field: "code" });
  const typed = code.trim().toUpperCase();
  if ([...typed].length !== VERIFICATION_CODE.length) throw wrong;

  const nowMs = scope.now();
  const [, [stored]] = await db.write([
    countOne(query, await counterKey("verificationByAccount", userId), LIMITS.verificationByAccount, nowMs),
    claimCodeAttempt(query, userId, nowMs),
  ]);
  const typedHash = await hashVerificationCode(scope.settings, userId, typed);
  if (!stored || !equalHashes(stored.codeHash, typedHash)) throw wrong;

  await db.write([
    setEmailVerified(query, userId, nowMs),
    deleteVerificationCode(query, userId),
    audit(query, { actor: userId, action: "user.email_verified", subject: `user:${userId}` }, nowMs),
  ]);
}

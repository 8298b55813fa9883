import type { Statement } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { AppError } from "../contract/errors.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import type { Scope } from "../platform/scope.ts";
import { hashRecoveryCode, readRecoveryCode } from "./recovery-codes.ts";
import { consumeRecoveryCode, consumeTotpStep, releaseSecondFactorAttempt } from "./second-factor-store.ts";
import { totpStep } from "./totp.ts";
import { decryptTotpSecret } from "./totp-secret.ts";

/**
 * A valid code.
 * @property statements use the code up, and refuse their batch when it was used before ({@link isCodeUsed})
 */
export type SecondFactorProof = { by: "totp" | "recovery_code"; statements: readonly Statement[] };

/**
 * Checks a typed second factor: a code of the authenticator, at most one time step early or late, or a recovery code.
 * @param factor.totpSecret as it is stored
 * @param factor.used which codes were used before, if known: those are wrong
 * @returns null when the code is certainly wrong
 */
export async function proveSecondFactor(
  { db: { query }, settings }: Scope,
  factor: { userId: string; totpSecret: string; used?: { lastStep: number; isRecoveryCodeKnown: boolean } },
  typed: string,
  nowMs: number,
): Promise<SecondFactorProof | null> {
  const digits = typed.replaceAll(/\s/g, "");
  if (/^\d{6}$/.test(digits)) {
    const secret = await decryptTotpSecret(settings.TOTP_ENCRYPTION_KEYS, factor.userId, factor.totpSecret);
    const step = totpStep(secret, digits, nowMs);
    if (step === null || step <= (factor.used?.lastStep ?? -1)) return null;
    const use = consumeTotpStep(query, factor.userId, step);
    return { by: "totp", statements: [use, mustHaveChangedOne(query, UNKNOWN)] };
  }
  const code = readRecoveryCode(typed);
  if (code === null || factor.used?.isRecoveryCodeKnown === false) return null;
  const use = consumeRecoveryCode(query, factor.userId, await hashRecoveryCode(factor.userId, code), nowMs);
  return { by: "recovery_code", statements: [use, mustHaveChangedOne(query, UNKNOWN)] };
}

const UNKNOWN = "second_factor_unproven";

/**
 * Returns true if a batch was refused because its code was used before, is not one of the account's, or the factor was
 * removed.
 */
export function isCodeUsed(error: unknown): boolean {
  // `totp_replayed` is raised by the trigger of `second_factors`.
  return refusedBy(error, "totp_replayed") || refusedBy(error, UNKNOWN);
}

/**
 * Runs the checks that come before the code is compared, after the attempt was claimed. When they fail, the attempt is
 * released: somebody at an open browser who does not know the password cannot use up its owner's attempts.
 * @throws what the checks throw
 */
export async function runBeforeCode<T>(
  { db }: Scope,
  claim: { userId: string; isClaimed: boolean },
  checks: () => Promise<T>,
): Promise<T> {
  try {
    return await checks();
  } catch (error) {
    if (claim.isClaimed) await db.write([releaseSecondFactorAttempt(db.query, claim.userId)]);
    throw error;
  }
}

/** The error for a wrong code and for a used one. */
export function wrongCode(): AppError {
  return new AppError("invalid_code", ERROR_TEXT.invalid_code, { field: "code" });
}

/** The error for too many wrong codes. @param blockedUntilMs when the next code may be tried, epoch ms */
export function tooManyCodes(blockedUntilMs: number, nowMs: number): AppError {
  const retryAfterS = Math.max(1, Math.ceil((blockedUntilMs - nowMs) / 1000));
  return new AppError("too_many_requests", ERROR_TEXT.too_many_requests, { retryAfterS });
}

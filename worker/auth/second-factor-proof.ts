import { and, eq, isNull } from "drizzle-orm";
import type { Statement } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { recoveryCodes, secondFactors } from "../../db/schema/index.ts";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import type { Scope } from "../platform/scope.ts";
import { hashRecoveryCode, readRecoveryCode } from "./recovery-codes.ts";
import { giveSecondFactorTryBack } from "./second-factor-store.ts";
import { totpStep } from "./totp.ts";
import { decryptTotpSecret } from "./totp-secret.ts";

/** @property statements use the code up, and refuse their batch when it was used before ({@link isUsedUp}) */
export type SecondFactorProof = { by: "totp" | "recovery_code"; statements: readonly Statement[] };

/**
 * Whether what was typed proves the second factor of an account: a code of the authenticator, one step early or late at
 * most, or one of the recovery codes.
 * @param factor.totpSecret as it is stored
 * @param factor.used       which codes were used before, where that was read: those are certainly wrong
 * @returns null when it certainly does not
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
    const use = query.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.userId, factor.userId));
    return { by: "totp", statements: [use, mustHaveChangedOne(query, UNKNOWN)] };
  }
  const code = readRecoveryCode(typed);
  if (code === null || factor.used?.isRecoveryCodeKnown === false) return null;
  const codeHash = await hashRecoveryCode(factor.userId, code);
  const isThis = and(
    eq(recoveryCodes.userId, factor.userId),
    eq(recoveryCodes.codeHash, codeHash),
    isNull(recoveryCodes.usedAtMs),
  );
  const use = query.update(recoveryCodes).set({ usedAtMs: nowMs }).where(isThis);
  return { by: "recovery_code", statements: [use, mustHaveChangedOne(query, UNKNOWN)] };
}

const UNKNOWN = "second_factor_unproven";

/** Whether a batch was refused because its code was used before, is none of the account's, or the factor is gone. */
export function isUsedUp(error: unknown): boolean {
  // The first is the trigger of `second_factors`.
  return refusedBy(error, "totp_replayed") || refusedBy(error, UNKNOWN);
}

/**
 * Runs what comes before the code is looked at, after the try at it was claimed. When that refuses, nobody has tried: whoever
 * sits at an open browser and does not know the password cannot use up its owner's tries.
 * @throws what the checks throw
 */
export async function beforeCode<T>(
  { db }: Scope,
  claim: { userId: string; isClaimed: boolean },
  checks: () => Promise<T>,
): Promise<T> {
  try {
    return await checks();
  } catch (error) {
    if (claim.isClaimed) await db.write([giveSecondFactorTryBack(db.query, claim.userId)]);
    throw error;
  }
}

/** A code that is wrong and one that was used get the same words. */
export function wrongCode(): AppError {
  return new AppError("invalid_code", ERROR_TEXT.invalid_code, { field: "code" });
}

/** @param blockedUntilMs when the next code may be tried */
export function tooManyCodes(blockedUntilMs: number, nowMs: number): AppError {
  const retryAfterS = Math.max(1, Math.ceil((blockedUntilMs - nowMs) / 1000));
  return new AppError("too_many_requests", ERROR_TEXT.too_many_requests, { retryAfterS });
}

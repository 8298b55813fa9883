import type { Statement } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { AppError, type CodeRefusal } from "../contract/errors.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import type { Scope } from "../platform/scope.ts";
import { releaseAttempt } from "./login-failure-store.ts";
import { hashRecoveryCode, readRecoveryCode } from "./recovery-codes.ts";
import { consumeRecoveryCode, consumeTotpStep, spendIfLater } from "./second-factor-store.ts";
import { readTotp, type TotpReading } from "./totp.ts";
import { decryptTotpSecret } from "./totp-secret.ts";

/**
 * A valid code.
 * @property statements use the code up, and refuse their batch when it was used before ({@link isCodeUsed})
 */
export type SecondFactorProof = { by: "totp" | "recovery_code"; statements: readonly Statement[] };

/**
 * A code that is certainly wrong.
 * @property reason why, where that is known; a `used` one is no wrong try
 * @property statements must be written before the refusal is answered
 */
export type RefusedCode = { by: null; reason: CodeRefusal | undefined; statements: readonly Statement[] };

/**
 * Checks a typed second factor: a code of the authenticator, at most one time step early or late, or a recovery code.
 * @param factor.totpSecret as it is stored
 * @param factor.lastStep the last accepted time step
 * @param factor.isRecoveryCodeKnown whether the typed text is an unused recovery code, if that was read
 */
export async function proveSecondFactor(
  { db: { query }, settings }: Scope,
  factor: { userId: string; totpSecret: string; lastStep: number; isRecoveryCodeKnown?: boolean },
  typed: string,
  nowMs: number,
): Promise<SecondFactorProof | RefusedCode> {
  const { userId } = factor;
  const digits = typed.replaceAll(/\s/g, "");
  if (/^\d{6}$/.test(digits)) {
    const secret = await decryptTotpSecret(settings.TOTP_ENCRYPTION_KEYS, userId, factor.totpSecret);
    const reading = readTotp(secret, digits, nowMs, factor.lastStep);
    if (reading.is !== "right") {
      return { by: null, reason: reasonOf(reading), statements: spendIfLater(query, userId, reading, nowMs) };
    }
    return { by: "totp", statements: consumeTotpStep(query, userId, reading.step) };
  }
  const code = readRecoveryCode(typed);
  if (code === null || factor.isRecoveryCodeKnown === false) return { by: null, reason: undefined, statements: [] };
  const use = consumeRecoveryCode(query, userId, await hashRecoveryCode(userId, code), nowMs);
  return { by: "recovery_code", statements: [use, mustHaveChangedOne(query, UNKNOWN)] };
}

const UNKNOWN = "second_factor_unproven";

/** Why a code of an authenticator is refused, as the answer says it. */
export function reasonOf({ is }: TotpReading): CodeRefusal | undefined {
  return is === "used" || is === "clock" ? is : undefined;
}

/**
 * Returns true if a batch was refused because its code was used before, is not one of the account's, or the factor was
 * removed.
 */
export function isCodeUsed(error: unknown): boolean {
  return refusedBy(error, "totp_replayed") || refusedBy(error, UNKNOWN);
}

/** The error for a batch of which {@link isCodeUsed} is true: a concurrent request has used the code. */
export function concurrentlyUsed(error: unknown): AppError {
  return wrongCode(refusedBy(error, "totp_replayed") ? "used" : undefined);
}

/**
 * Runs the checks that come before the code is compared, after the attempt was claimed. When they fail, the attempt is
 * released: somebody at an open browser who does not know the password cannot use up its owner's attempts.
 * @param claimed undefined during a delay
 * @throws what the checks throw
 */
export async function runBeforeCode<T>(
  { db }: Scope,
  claimed: { key: string } | undefined,
  checks: () => Promise<T>,
): Promise<T> {
  try {
    return await checks();
  } catch (error) {
    if (claimed) await db.write([releaseAttempt(db.query, claimed.key)]);
    throw error;
  }
}

/** Records a refused code. @returns the error to throw */
export async function refuseCode(scope: Scope, claimed: { key: string }, refused: RefusedCode): Promise<AppError> {
  const statements = statementsOf(scope, claimed, refused);
  if (statements.length > 0) await scope.db.write(statements);
  return wrongCode(refused.reason);
}

/** The statements that a refused code needs: one that was used before is no attempt. */
export function statementsOf({ db }: Scope, claimed: { key: string }, refused: RefusedCode): readonly Statement[] {
  return refused.reason === "used" ? [releaseAttempt(db.query, claimed.key)] : refused.statements;
}

/** The error for a code that is not accepted. */
export function wrongCode(reason: CodeRefusal | undefined): AppError {
  return new AppError("invalid_code", ERROR_TEXT.invalid_code, { field: "code", ...(reason && { reason }) });
}

/** The error for too many wrong codes. @param blockedUntilMs when the next code may be tried, epoch ms */
export function tooManyCodes(blockedUntilMs: number, nowMs: number): AppError {
  const retryAfterS = Math.max(1, Math.ceil((blockedUntilMs - nowMs) / 1000));
  return new AppError("too_many_requests", ERROR_TEXT.too_many_requests, { retryAfterS });
}

import { countOne } from "../platform/counter-store.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMail } from "../platform/mail/outbox-store.ts";
import { counterKey, LIMITS, scaled } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { recoveryCodeUsedMail } from "./auth-mails.ts";
import { deviceOf } from "./device.ts";
import { selectForSecondStep } from "./log-in-store.ts";
import { resetFailures } from "./login-failure-store.ts";
import { PASSWORD_CHANGED, passwordMustBeUnchanged } from "./password-store.ts";
import {
  concurrentlyUsed,
  isCodeUsed,
  proveSecondFactor,
  type RefusedCode,
  refuseCode,
  statementsOf,
  tooManyCodes,
  wrongCode,
} from "./second-factor-proof.ts";
import { claimSecondFactorAttempt, isRecoveryCodeOf, resetSecondFactorAttempts } from "./second-factor-store.ts";
import { isSamePassword, readSecondStep, secondStepExpired } from "./second-step-cookie.ts";
import { type SignedIn, startTraderSession } from "./start-trader-session.ts";
import { codeFailuresKey, recordRefusal } from "./wrong-admin-codes.ts";

/**
 * The second step of a log-in: a code of the authenticator, or a recovery code. Each works once; five wrong ones are
 * free, then the delay grows. A used code of the authenticator is no wrong one. The use of a recovery code is mailed. A
 * wrong code of an admin is counted, mailed and audited as at the admin log-in.
 * @param cookies.secondStep names the user whose first step succeeded
 * @throws AppError `not_signed_in` (the first step is too old, or the password has changed since) | `invalid_code` |
 * `too_many_requests`
 */
export async function verifySecondStep(
  scope: Scope,
  code: string,
  cookies: { secondStep: string | null; device: string | null },
): Promise<SignedIn> {
  const { db, settings } = scope;
  const { query } = db;
  const nowMs = scope.now();
  const { userId, passwordMark } = await readSecondStep(scope, cookies.secondStep);
  const device = await deviceOf(cookies.device);
  const byAddress = scaled(LIMITS.loginByAddress, settings.ADDRESS_LIMIT_FACTOR);
  const [, [claimed], [attempts], [found]] = await db.write([
    countOne(query, await counterKey("loginByAddress", scope.address), byAddress, nowMs),
    ...claimSecondFactorAttempt(query, userId, nowMs),
    selectForSecondStep(query, device, userId, await isRecoveryCodeOf(userId, code)),
  ]);
  if (!claimed) throw tooManyCodes(attempts?.blockedUntilMs ?? nowMs, nowMs);
  if (!found || !(await isSamePassword(passwordMark, found.passwordHash))) throw secondStepExpired();

  const codesKey = await codeFailuresKey(found.email, null);
  const refuse = async (refused: RefusedCode) => {
    const { role, email, isKnownDevice } = found;
    if (role === "admin") {
      const isCodeUsed = refused.reason === "used";
      const attempt = {
        email,
        key: codesKey,
        admin: { id: userId },
        isKnownBrowser: Boolean(isKnownDevice),
        isCodeUsed,
      };
      const statements = statementsOf(scope, claimed, refused);
      await recordRefusal(scope, { ...attempt, at: "trader_log_in", statements });
      return wrongCode(refused.reason);
    }
    return refuseCode(scope, claimed, refused);
  };
  const { totpSecret, lastStep } = found;
  const isRecoveryCodeKnown = Boolean(found.isRecoveryCodeKnown);
  const proof = await proveSecondFactor(scope, { userId, totpSecret, lastStep, isRecoveryCodeKnown }, code, nowMs);
  if (proof.by === null) throw await refuse(proof);
  const mailId = proof.by === "recovery_code" ? crypto.randomUUID() : null;
  const mail = recoveryCodeUsedMail(found.email, settings.APP_ORIGIN, found.recoveryCodesLeft - 1);
  const guards = [
    passwordMustBeUnchanged(query, found),
    ...proof.statements,
    resetSecondFactorAttempts(query, userId),
    ...(found.role === "admin" ? [resetFailures(query, codesKey)] : []),
    ...(mailId === null ? [] : [queueMail(query, mailId, mail, nowMs)]),
  ];
  try {
    const signedIn = await startTraderSession(scope, found, { device, by: proof.by, guards });
    if (mailId !== null) sendSoon(scope, [mailId]);
    return signedIn;
  } catch (error) {
    // A concurrent request used the code, and has reset the count of wrong ones.
    if (isCodeUsed(error)) throw concurrentlyUsed(error);
    if (refusedBy(error, PASSWORD_CHANGED)) throw secondStepExpired();
    throw error;
  }
}

import { eq } from "drizzle-orm";
import { secondFactors, users } from "../../db/schema/index.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { queueMail, sendSoon } from "../platform/mail-outbox.ts";
import { counterKey, countOne, LIMITS, scaled } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { recoveryCodeUsedMail } from "../platform/security-mails.ts";
import { recoveryCodesLeft } from "../profile/user-view.ts";
import { deviceOf } from "./known-devices.ts";
import { PASSWORD_CHANGED, passwordMustStillBe } from "./password-store.ts";
import { isUsedUp, proveSecondFactor, tooManyCodes, wrongCode } from "./second-factor-proof.ts";
import { claimSecondFactorTry, forgetSecondFactorTries, isRecoveryCodeOf } from "./second-factor-store.ts";
import { isSamePassword, readSecondStep, secondStepExpired } from "./second-step-cookie.ts";
import { arrivalColumns, type SignedIn, startTraderSession } from "./start-trader-session.ts";
import { codeFailuresKey, forgetWrongCodes, noteRefusal } from "./wrong-admin-codes.ts";

/**
 * The second step of a log-in: a code of the authenticator, or a recovery code when that is lost. Each works once; five
 * wrong ones are free, then each waits longer. The use of a recovery code is mailed. A wrong code of an admin counts, is told
 * and is audited as at the admin's log-in.
 * @param cookies.secondStep says whose first step was right
 * @throws AppError `not_signed_in` (the first step is too old, or the password has changed since) | `invalid_code` |
 *         `too_many_requests`
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
  const [, [claimed], [tries], [found]] = await db.write([
    countOne(query, await counterKey("loginByAddress", scope.address), byAddress, nowMs),
    ...claimSecondFactorTry(query, userId, nowMs),
    query
      .select({
        ...arrivalColumns(device),
        passwordHash: users.passwordHash,
        totpSecret: secondFactors.totpSecret,
        lastStep: secondFactors.lastStep,
        role: users.role,
        recoveryCodesLeft,
        isRecoveryCodeKnown: await isRecoveryCodeOf(userId, code),
      })
      .from(users)
      .innerJoin(secondFactors, eq(secondFactors.userId, users.id))
      .where(eq(users.id, userId)),
  ]);
  if (!claimed) throw tooManyCodes(tries?.blockedUntilMs ?? nowMs, nowMs);
  if (!found || !(await isSamePassword(passwordMark, found.passwordHash))) throw secondStepExpired();

  const codesKey = await codeFailuresKey(found.email, null);
  const refuseCode = async () => {
    const { role, email, isKnownDevice } = found;
    const refused = { email, key: codesKey, admin: { id: userId }, isKnownBrowser: Boolean(isKnownDevice) };
    if (role === "admin") await noteRefusal(scope, { ...refused, at: "trader_log_in" });
    return wrongCode();
  };
  const used = { lastStep: found.lastStep, isRecoveryCodeKnown: Boolean(found.isRecoveryCodeKnown) };
  const proof = await proveSecondFactor(scope, { userId, totpSecret: found.totpSecret, used }, code, nowMs);
  if (!proof) throw await refuseCode();
  const mailId = proof.by === "recovery_code" ? crypto.randomUUID() : null;
  const mail = recoveryCodeUsedMail(found.email, settings.APP_ORIGIN, found.recoveryCodesLeft - 1);
  const guards = [
    passwordMustStillBe(query, found),
    ...proof.statements,
    forgetSecondFactorTries(query, userId),
    ...(found.role === "admin" ? [forgetWrongCodes(query, codesKey)] : []),
    ...(mailId === null ? [] : [queueMail(query, mailId, mail, nowMs)]),
  ];
  try {
    const signedIn = await startTraderSession(scope, found, { device, by: proof.by, guards });
    if (mailId !== null) sendSoon(scope, [mailId]);
    return signedIn;
  } catch (error) {
    // Used by another request at the same moment.
    if (isUsedUp(error)) throw await refuseCode();
    if (refusedBy(error, PASSWORD_CHANGED)) throw secondStepExpired();
    throw error;
  }
}

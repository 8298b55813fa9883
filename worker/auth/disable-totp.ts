import { AppError } from "../contract/errors.ts";
import { audit } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMail } from "../platform/mail/outbox-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { mustBeSameCaller } from "../platform/session-store.ts";
import { noteSecurityChange } from "../platform/user-store.ts";
import { AUTH_TEXT } from "./auth-answers.ts";
import { twoFactorOffMail } from "./auth-mails.ts";
import { notYourPassword, requestPasswordCheck } from "./password-hasher-client.ts";
import {
  concurrentlyUsed,
  isCodeUsed,
  proveSecondFactor,
  refuseCode,
  runBeforeCode,
  tooManyCodes,
} from "./second-factor-proof.ts";
import {
  claimSecondFactorAttempt,
  endSecondFactor,
  resetSecondFactorAttempts,
  selectSecondFactor,
} from "./second-factor-store.ts";
import { NO_STEP } from "./totp.ts";

/**
 * Turns the caller's second factor off, with the password and a code of the authenticator or a recovery code. The owner
 * is mailed, and withdrawals cannot be approved for a day. An admin's second factor cannot be turned off.
 * @throws AppError `not_signed_in` | `wrong_state` (it is off) | `forbidden` (for an admin) | `invalid_input` (wrong
 * password) | `invalid_code` | `too_many_requests` | `busy`
 */
export async function disableTotp(scope: Scope, input: { password: string; code: string }): Promise<void> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { caller, rows } = await authorizedBatch(scope, "poll", (callerId) => [
    countOneOf(query, "passwordByAccount", callerId, nowMs),
    ...claimSecondFactorAttempt(query, callerId, nowMs),
    selectSecondFactor(query, callerId),
  ]);
  const [, [claimed], [attempts], [user]] = rows;
  if (!user) throw new Error("a session without its user");
  const { userId } = caller;
  const totpSecret = await runBeforeCode(scope, claimed, async () => {
    if (!user.totpSecret) throw new AppError("wrong_state", AUTH_TEXT.twoFactorAlreadyOff);
    if (user.role === "admin") throw new AppError("forbidden", AUTH_TEXT.adminKeepsTwoFactor);
    const { matches } = await requestPasswordCheck(scope, input.password, user.passwordHash);
    if (!matches) throw notYourPassword();
    return user.totpSecret;
  });
  if (!claimed) throw tooManyCodes(attempts?.blockedUntilMs ?? nowMs, nowMs);
  const factor = { userId, totpSecret, lastStep: user.lastStep ?? NO_STEP };
  const proof = await proveSecondFactor(scope, factor, input.code, nowMs);
  if (proof.by === null) throw await refuseCode(scope, claimed, proof);

  const mailId = crypto.randomUUID();
  try {
    await authorizedBatch(scope, "act", (callerId) => [
      mustBeSameCaller(query, callerId, caller),
      ...proof.statements,
      endSecondFactor(query, userId),
      resetSecondFactorAttempts(query, userId),
      noteSecurityChange(query, callerId, nowMs),
      queueMail(query, mailId, twoFactorOffMail(user.email, scope.settings.APP_ORIGIN), nowMs),
      audit(
        query,
        { actor: userId, action: "user.two_factor_off", subject: `user:${userId}`, detail: { by: proof.by } },
        nowMs,
      ),
    ]);
  } catch (error) {
    if (isCodeUsed(error)) throw concurrentlyUsed(error);
    throw error;
  }
  sendSoon(scope, [mailId]);
}

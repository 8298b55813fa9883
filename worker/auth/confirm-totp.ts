import { AppError } from "../contract/errors.ts";
import { audit } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMail } from "../platform/mail/outbox-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { mustBeSameCaller } from "../platform/session-store.ts";
import { noteSecurityChange, selectEmail } from "../platform/user-store.ts";
import { AUTH_TEXT } from "./auth-answers.ts";
import { twoFactorOnMail } from "./auth-mails.ts";
import { reasonOf, wrongCode } from "./second-factor-proof.ts";
import { mustBeEnrolled, selectEnrolment, startSecondFactor } from "./second-factor-store.ts";
import { NO_STEP, readTotp } from "./totp.ts";
import { decryptTotpSecret, encryptTotpSecret } from "./totp-secret.ts";

/**
 * Turns the caller's second factor on: a code proves that their authenticator has the key they were shown. The owner is
 * mailed, and withdrawals cannot be approved for a day.
 * @param code six digits
 * @returns ten recovery codes, which are shown only once
 * @throws AppError `not_signed_in` | `invalid_code` | `wrong_state` (nothing to confirm, or confirmed already) |
 * `too_many_requests`
 */
export async function confirmTotp(scope: Scope, code: string): Promise<string[]> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { caller, rows } = await authorizedBatch(scope, "poll", (callerId) => [
    selectEnrolment(query, callerId, nowMs),
    selectEmail(query, callerId),
    countOneOf(query, "enrolmentByAccount", callerId, nowMs),
  ]);
  const [[enrolment], [user]] = rows;
  if (!enrolment || !user) throw nothingToConfirm();
  const { userId } = caller;
  const { TOTP_ENCRYPTION_KEYS: keys } = scope.settings;
  const secret = await decryptTotpSecret(keys, userId, enrolment.totpSecret);
  // The caller has the key: a refusal tells nothing new.
  const reading = readTotp(secret, code, nowMs, NO_STEP);
  if (reading.is !== "right") throw wrongCode(reasonOf(reading));

  const totpSecret = await encryptTotpSecret(keys, userId, secret);
  const { codes, statements } = await startSecondFactor(query, { userId, totpSecret, lastStep: reading.step }, nowMs);
  const mailId = crypto.randomUUID();
  try {
    await authorizedBatch(scope, "act", (callerId) => [
      mustBeSameCaller(query, callerId, caller),
      mustBeEnrolled(query, userId, enrolment.totpSecret),
      ...statements,
      noteSecurityChange(query, callerId, nowMs),
      queueMail(query, mailId, twoFactorOnMail(user.email, scope.settings.APP_ORIGIN), nowMs),
      audit(query, { actor: userId, action: "user.two_factor_on", subject: `user:${userId}` }, nowMs),
    ]);
  } catch (error) {
    if (refusedBy(error, "enrolment_gone") || refusedBy(error, "UNIQUE second_factors.user_id"))
      throw nothingToConfirm();
    throw error;
  }
  sendSoon(scope, [mailId]);
  return codes;
}

function nothingToConfirm(): AppError {
  return new AppError("wrong_state", AUTH_TEXT.keyGone);
}

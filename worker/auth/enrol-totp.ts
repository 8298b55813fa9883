import { AppError } from "../contract/errors.ts";
import { SECOND_FACTOR, SESSION } from "../contract/limits.ts";
import { countOneOf } from "../platform/counter-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { mustBeSameCaller } from "../platform/session-store.ts";
import { AUTH_TEXT } from "./auth-answers.ts";
import { notYourPassword, requestPasswordCheck } from "./password-hasher-client.ts";
import { selectSecondFactor, storeEnrolment } from "./second-factor-store.ts";
import { newTotpSecret, otpauthUrl } from "./totp.ts";
import { encryptTotpSecret } from "./totp-secret.ts";

/** A key for an authenticator. @property expiresAtMs until when a code can confirm it, epoch ms */
export type Enrolment = { secret: string; otpauthUrl: string; expiresAtMs: number };

/**
 * Creates a key for the caller's authenticator. It becomes their second factor only when a code confirms it
 * (`confirm-totp.ts`). A caller who has not logged in recently must enter the password: otherwise somebody at an open
 * browser could lock its owner out with a second factor.
 * @throws AppError `not_signed_in` | `wrong_state` (there is one already) | `step_up_required` (the password is
 * required) | `invalid_input` (it is wrong) | `too_many_requests` | `busy`
 */
export async function enrolTotp(scope: Scope, password: string | undefined): Promise<Enrolment> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { caller, rows } = await authorizedBatch(scope, "poll", (callerId) => [
    selectSecondFactor(query, callerId),
    countOneOf(query, "enrolmentByAccount", callerId, nowMs),
    ...(password === undefined ? [] : [countOneOf(query, "passwordByAccount", callerId, nowMs)]),
  ]);
  const [user] = rows[0];
  if (!user) throw new Error("a session without its user");
  if (user.totpSecret !== null) throw new AppError("wrong_state", AUTH_TEXT.twoFactorAlreadyOn);
  if (password !== undefined) {
    const { matches } = await requestPasswordCheck(scope, password, user.passwordHash);
    if (!matches) throw notYourPassword();
  } else if (caller.authenticatedAtMs < nowMs - SESSION.stepUpMs) {
    throw new AppError("step_up_required", AUTH_TEXT.enterPassword, { field: "password" });
  }

  const { userId } = caller;
  const secret = newTotpSecret();
  const totpSecret = await encryptTotpSecret(scope.settings.TOTP_ENCRYPTION_KEYS, userId, secret);
  const expiresAtMs = nowMs + SECOND_FACTOR.enrolmentLifetimeMs;
  await authorizedBatch(scope, "act", (callerId) => [
    mustBeSameCaller(query, callerId, caller),
    storeEnrolment(query, userId, { totpSecret, expiresAtMs }),
  ]);
  return { secret, otpauthUrl: otpauthUrl(secret, user.email), expiresAtMs };
}

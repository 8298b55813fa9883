import { NO_PASSWORD } from "../../db/no-password.ts";
import { AppError } from "../contract/errors.ts";
import { DAY_MS, MINUTE_MS } from "../contract/time.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { countOne } from "../platform/counter-store.ts";
import { counterKey, LIMITS, scaled } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { renewPasswordHash } from "../platform/user-store.ts";
import { mailAddress } from "../profile/person-rules.ts";
import { deviceOf } from "./device.ts";
import { failuresKeyOf } from "./known-device-store.ts";
import { selectForLogIn } from "./log-in-store.ts";
import { claimAttempt, releaseAttempt, resetFailures, selectBlockedUntil } from "./login-failure-store.ts";
import { requestPasswordCheck, requestPasswordHash } from "./password-hasher-client.ts";
import { passwordMustBeUnchanged } from "./password-store.ts";
import { signPending } from "./pending-verification.ts";
import { sendCodeAtLogIn } from "./resend-verification.ts";
import { signSecondStep } from "./second-step-cookie.ts";
import { type SignedIn, startTraderSession } from "./start-trader-session.ts";

/** The outcome of the first step of a log-in. */
export type LogIn =
  | ({ outcome: "signed_in" } & SignedIn)
  /** The password is correct; the account requires its second factor as well. */
  | { outcome: "second_step"; secondStepCookie: string }
  /** The password is correct, the e-mail address is not verified: a new code was sent. */
  | { outcome: "unverified"; pendingCookie: string };

/**
 * Logs a trader in, or completes the first of two steps. Unknown addresses take the same work and get the same error as
 * wrong passwords.
 * @param deviceCookie identifies a browser that has logged in before; its wrong passwords are counted separately
 * @throws AppError `invalid_credentials` | `too_many_requests` | `busy`
 */
export async function logIn(
  scope: Scope,
  input: { email: string; password: string },
  deviceCookie: string | null,
): Promise<LogIn> {
  const { db, settings } = scope;
  const { query } = db;
  const address = mailAddress(input.email);
  const device = await deviceOf(deviceCookie);
  const nowMs = scope.now();
  const failuresKey = failuresKeyOf(address, device, await counterKey("loginByAccount", address.mailbox));

  const [, [claimed], [found], [failures]] = await db.write([
    countOne(
      query,
      await counterKey("loginByAddress", scope.address),
      scaled(LIMITS.loginByAddress, settings.ADDRESS_LIMIT_FACTOR),
      nowMs,
    ),
    claimAttempt(query, "password", failuresKey, nowMs),
    selectForLogIn(query, device, address),
    selectBlockedUntil(query, failuresKey),
  ]);
  if (!claimed) throw tooManyFailures(failures?.blockedUntilMs ?? 0, nowMs);

  const check = await requestPasswordCheck(scope, input.password, found?.passwordHash ?? NO_PASSWORD).catch(
    async (error: unknown) => {
      // The password was not checked, so the attempt must not count.
      await db.write([releaseAttempt(query, claimed.key)]);
      throw error;
    },
  );
  if (!found || !check.matches) throw new AppError("invalid_credentials", ERROR_TEXT.invalid_credentials);

  if (found.emailVerifiedAtMs === null) {
    await sendCodeAtLogIn(scope, found.id);
    return { outcome: "unverified", pendingCookie: await signPending(scope, found.id) };
  }

  const passwordHash = check.isOutdated ? await requestPasswordHash(scope, input.password) : found.passwordHash;
  const guards = [
    passwordMustBeUnchanged(query, found),
    ...(check.isOutdated ? [renewPasswordHash(query, found.id, passwordHash)] : []),
    resetFailures(query, claimed.key),
  ] as const;
  if (found.secondFactor) {
    await db.write(guards);
    return {
      outcome: "second_step",
      secondStepCookie: await signSecondStep(scope, { id: found.id, passwordHash }),
    };
  }
  return { outcome: "signed_in", ...(await startTraderSession(scope, found, { device, by: "password", guards })) };
}

/** The refusal after too many failures, with the whole minutes until the next attempt; an account that is locked says no time. */
function tooManyFailures(blockedUntilMs: number, nowMs: number): AppError {
  const waitMs = blockedUntilMs - nowMs;
  const isKnown = waitMs > 0 && waitMs < DAY_MS;
  const retryAfterS = Math.ceil(waitMs / MINUTE_MS) * 60;
  return new AppError("too_many_requests", ERROR_TEXT.too_many_requests, isKnown ? { retryAfterS } : {});
}

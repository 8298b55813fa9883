import { eq } from "drizzle-orm";
import { loginFailures, NO_PASSWORD, secondFactors, users } from "../../db/schema/index.ts";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import { counterKey, countOne, LIMITS, scaled } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { normaliseEmail } from "../profile/person-rules.ts";
import { deviceOf, failuresKeyOf } from "./known-devices.ts";
import { claimTry, giveTryBack } from "./login-failures.ts";
import { requestPasswordCheck, requestPasswordHash } from "./password-hasher-client.ts";
import { passwordMustStillBe } from "./password-store.ts";
import { signPending } from "./pending-verification.ts";
import { sendCodeAtLogIn } from "./resend-verification.ts";
import { signSecondStep } from "./second-step-cookie.ts";
import { arrivalColumns, type SignedIn, startTraderSession } from "./start-trader-session.ts";

export type LogIn =
  | ({ outcome: "signed_in" } & SignedIn)
  /** The password is right; the account wants its second factor as well. */
  | { outcome: "second_step"; secondStepCookie: string }
  /** The password is right, the e-mail address is not verified: a new code is on its way. */
  | { outcome: "unverified"; pendingCookie: string };

/**
 * Signs a trader in, or takes the first of two steps. Unknown addresses cost the same work and get the same words as wrong
 * passwords.
 * @param deviceCookie tells whether the person has logged in with this browser before; then its wrong passwords count apart
 * @throws AppError `invalid_credentials` | `too_many_requests` | `busy`
 */
export async function logIn(
  scope: Scope,
  input: { email: string; password: string },
  deviceCookie: string | null,
): Promise<LogIn> {
  const { db, settings } = scope;
  const { query } = db;
  const email = normaliseEmail(input.email);
  const device = await deviceOf(deviceCookie);
  const nowMs = scope.now();
  const failuresKey = failuresKeyOf(email, device, await counterKey("loginByAccount", email));

  const [, [claimed], [found]] = await db.write([
    countOne(
      query,
      await counterKey("loginByAddress", scope.address),
      scaled(LIMITS.loginByAddress, settings.ADDRESS_LIMIT_FACTOR),
      nowMs,
    ),
    claimTry(query, "password", failuresKey, nowMs),
    query
      .select({
        ...arrivalColumns(device),
        firstName: users.firstName,
        passwordHash: users.passwordHash,
        emailVerifiedAtMs: users.emailVerifiedAtMs,
        secondFactor: secondFactors.userId,
      })
      .from(users)
      .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
      .where(eq(users.email, email)),
  ]);
  if (!claimed) throw new AppError("too_many_requests", ERROR_TEXT.too_many_requests);

  const check = await requestPasswordCheck(scope, input.password, found?.passwordHash ?? NO_PASSWORD).catch(
    async (error: unknown) => {
      // Nobody looked at the password, so nobody failed.
      await db.write([giveTryBack(query, claimed.key)]);
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
    passwordMustStillBe(query, found),
    ...(check.isOutdated ? [query.update(users).set({ passwordHash }).where(eq(users.id, found.id))] : []),
    query.delete(loginFailures).where(eq(loginFailures.key, claimed.key)),
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

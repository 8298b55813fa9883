import { AppError } from "../contract/errors.ts";
import type { Scope } from "../platform/scope.ts";
import { sha256Hex } from "../platform/secrets.ts";
import { readSigned, signText } from "../platform/signed-text.ts";
import { AUTH_TEXT } from "./auth-answers.ts";
import { AUTH_COOKIE_LIFETIME_S } from "./auth-cookies.ts";

/**
 * The state between the two steps of a log-in: a signed cookie names the user whose first step succeeded. It allows
 * only the second step, and becomes invalid when the password changes.
 */

const PURPOSE = "second-step";

/** Signs the cookie. @param passwordHash the stored hash that the first step was checked against */
export async function signSecondStep(
  scope: Pick<Scope, "settings" | "now">,
  person: { id: string; passwordHash: string },
): Promise<string> {
  const claims = { sub: person.id, pwd: await sha256Hex(person.passwordHash) };
  return signText(scope, PURPOSE, claims, AUTH_COOKIE_LIFETIME_S["second-step"]);
}

/** Reads the cookie. @throws AppError `not_signed_in` when it is missing, invalid or expired */
export async function readSecondStep(
  scope: Pick<Scope, "settings" | "now">,
  cookie: string | null,
): Promise<{ userId: string; passwordMark: string }> {
  const claims = await readSigned(scope, PURPOSE, cookie);
  if (!claims?.sub || typeof claims.pwd !== "string") throw secondStepExpired();
  return { userId: claims.sub, passwordMark: claims.pwd };
}

/** Returns true if the password is still the one of the first step. */
export async function isSamePassword(passwordMark: string, passwordHash: string): Promise<boolean> {
  return (await sha256Hex(passwordHash)) === passwordMark;
}

/** The error for an expired or invalid first step. */
export function secondStepExpired(): AppError {
  return new AppError("not_signed_in", AUTH_TEXT.logInTooSlow);
}

import { AppError } from "../contract/errors.ts";
import type { Scope } from "../platform/scope.ts";
import { sha256Hex } from "../platform/secrets.ts";
import { readSigned, signText } from "../platform/signed-text.ts";
import { AUTH_COOKIE_LIFETIME_S } from "./auth-cookies.ts";

/**
 * Between the two steps of a log-in: a signed cookie says whose first step was right. It opens nothing but the second
 * step, and is worth nothing any more once the password that it was given for is another.
 */

const PURPOSE = "second-step";

/** The value of the cookie. @param passwordHash the stored one that the first step was checked against */
export async function signSecondStep(
  scope: Pick<Scope, "settings" | "now">,
  person: { id: string; passwordHash: string },
): Promise<string> {
  const claims = { sub: person.id, pwd: await sha256Hex(person.passwordHash) };
  return signText(scope, PURPOSE, claims, AUTH_COOKIE_LIFETIME_S["second-step"]);
}

/** @throws AppError `not_signed_in` when there is none, or it is not ours or too old */
export async function readSecondStep(
  scope: Pick<Scope, "settings" | "now">,
  cookie: string | null,
): Promise<{ userId: string; passwordMark: string }> {
  const claims = await readSigned(scope, PURPOSE, cookie);
  if (!claims?.sub || typeof claims.pwd !== "string") throw secondStepExpired();
  return { userId: claims.sub, passwordMark: claims.pwd };
}

/** Whether the password is still the one that the first step was right with. */
export async function isSamePassword(passwordMark: string, passwordHash: string): Promise<boolean> {
  return (await sha256Hex(passwordHash)) === passwordMark;
}

export function secondStepExpired(): AppError {
  return new AppError("not_signed_in", "Your log-in took too long. Please log in again.");
}

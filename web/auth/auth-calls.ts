import type { Proof } from "../../worker/contract/proof-of-work.ts";
import { answer, api } from "../state/api.ts";
import { arrive, leaveAfterReset } from "../state/session.ts";
import {
  forgetPendingVerification,
  keepPendingVerification,
  pendingVerification,
} from "../state/storage/pending-verification.ts";
import { keepVerifiedAddress } from "../state/storage/verified-address.ts";

/** The calls of visitors who are not signed in, and what this browser stores after them. Each @throws ApiError | NetworkError */

export async function logIn(credentials: { email: string; password: string }): Promise<"signed_in" | "second_step"> {
  const reply = await answer(api.auth.login.$post({ json: credentials }));
  if ("totpRequired" in reply) return "second_step";
  arrive(reply.user, reply.token);
  return "signed_in";
}

/** Completes the second step of a log-in. @param code of the authenticator, or a recovery code */
export async function verifySecondStep(code: string): Promise<void> {
  const reply = await answer(api.auth.totp.verify.$post({ json: { code } }));
  arrive(reply.user, reply.token);
}

export type SignUp = { email: string; password: string; firstName: string; lastName: string; username: string };

/**
 * Creates an account, which must be verified with a code; it creates no session.
 * @param proof what the API has asked for, during a flood of sign-ups
 * @returns the API's message
 */
export async function signUp(details: SignUp, proof?: Proof): Promise<string> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { message } = await answer(api.auth.signup.$post({ json: { ...details, timeZone, proof } }));
  const { email, firstName, lastName } = details;
  keepPendingVerification({ email, codeSentAtMs: Date.now(), name: { firstName, lastName } });
  return message;
}

/** Verifies an e-mail address; the landing page offers the log-in. @param code six characters */
export async function verifyEmail(code: string): Promise<void> {
  await answer(api.auth["verify-email"].$post({ json: { code } }));
  keepVerifiedAddress(pendingVerification());
  forgetPendingVerification();
}

/** Logs in the browser that has just verified an address, once and without the password. */
export async function signInVerified(): Promise<void> {
  const reply = await answer(api.auth["sign-in"].$post({ json: {} }));
  arrive(reply.user, reply.token);
}

/** Requests a new code. @returns the API's message */
export async function resendCode(): Promise<string> {
  return (await answer(api.auth["resend-verification"].$post({ json: {} }))).message;
}

export async function forgotPassword(email: string): Promise<void> {
  await answer(api.auth["forgot-password"].$post({ json: { email } }));
}

/** Checks a reset link, which is refused with `invalid_reset_token`. */
export async function checkResetLink(token: string): Promise<void> {
  await answer(api.auth["reset-password"][":token"].$get({ param: { token } }));
}

/** Sets a new password with a reset token. It ends every session of the user, including this one. */
export async function resetPassword({ token, password }: { token: string; password: string }): Promise<void> {
  await answer(api.auth["reset-password"][":token"].$post({ param: { token }, json: { password } }));
  leaveAfterReset();
}

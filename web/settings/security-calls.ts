import { ApiError, answer, api, NetworkError, setBearerToken } from "../state/api.ts";

/** The calls about an account's safety. @throws ApiError | NetworkError, each of them */

/** A browser that the person is signed in with. */
export type Session = Awaited<ReturnType<typeof fetchSessions>>[number];

export async function fetchSessions() {
  const { sessions } = await answer(api.auth.sessions.$get());
  return sessions;
}

/** Ends a session; one that has ended by itself meanwhile is as good. */
export async function endSession(id: string): Promise<void> {
  try {
    await answer(api.auth.sessions[":id"].$delete({ param: { id } }));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "not_found")) throw error;
  }
}

export async function endOtherSessions(): Promise<void> {
  await answer(api.auth.sessions.$delete());
}

/** @returns the API's words */
export async function changePassword(passwords: { currentPassword: string; newPassword: string }): Promise<string> {
  const { message, token } = await answer(api.auth.password.$post({ json: passwords }));
  setBearerToken(token);
  return message;
}

/** A key for the authenticator, worth nothing until it is confirmed. */
export type Enrolment = Awaited<ReturnType<typeof enrolTotp>>;

/** @param password where the API has asked for it */
export function enrolTotp(password?: string) {
  return answer(api.auth.totp.enrol.$post({ json: password === undefined ? {} : { password } }));
}

/** @returns the recovery codes, which the API says this once */
export async function confirmTotp(code: string): Promise<string[]> {
  const { recoveryCodes } = await answer(api.auth.totp.confirm.$post({ json: { code } }));
  return recoveryCodes;
}

export async function disableTotp(proof: { password: string; code: string }): Promise<void> {
  await answer(api.auth.totp.disable.$post({ json: proof }));
}

/** Why a call failed. `field` names the input that was bad, as the API calls it. */
export type Problem = { message: string; field: string | undefined };

/** @param fallback what is said when the API gave no answer */
export function problemOf(caught: unknown, fallback: string): Problem {
  if (caught instanceof ApiError) return { message: caught.message || fallback, field: caught.field };
  if (caught instanceof NetworkError) return { message: fallback, field: undefined };
  throw caught;
}

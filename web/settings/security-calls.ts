import type { InferResponseType } from "hono/client";
import { ApiError, answer, api, setBearerToken } from "../state/api.ts";
import { dropUnread, type QueryOptions } from "../state/query.ts";

/**
 * The calls about an account's security. Each throws ApiError or NetworkError. Those that change the second factor drop the
 * withdrawals: with them comes whether a request needs one.
 */

/** Those of `withdrawals/withdrawal-calls.ts`, whose code the settings have no other use for. */
const WITHDRAWALS = { key: "withdrawals" };

/** A session of the user in one browser. */
export type Session = InferResponseType<typeof api.auth.sessions.$get>["sessions"][number];

export const SESSIONS: QueryOptions<readonly Session[]> = {
  key: "sessions",
  fetch: async (signal) => (await answer(api.auth.sessions.$get({}, { init: { signal } }))).sessions,
};

/** Ends a session; one that has already ended counts as success. */
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

/** Changes the password and stores the new bearer token. @returns the API's message */
export async function changePassword(passwords: { currentPassword: string; newPassword: string }): Promise<string> {
  const { message, token } = await answer(api.auth.password.$post({ json: passwords }));
  setBearerToken(token);
  return message;
}

/** A key for the authenticator, without effect until it is confirmed. */
export type Enrolment = Awaited<ReturnType<typeof enrolTotp>>;

/** Creates a key for the authenticator. @param password where the API has required it */
export function enrolTotp(password?: string) {
  return answer(api.auth.totp.enrol.$post({ json: password === undefined ? {} : { password } }));
}

/**
 * Confirms the key with a code, which turns the second factor on.
 * @returns the recovery codes, which the API returns only once
 */
export async function confirmTotp(code: string): Promise<string[]> {
  const { recoveryCodes } = await answer(api.auth.totp.confirm.$post({ json: { code } }));
  dropUnread(WITHDRAWALS);
  return recoveryCodes;
}

export async function disableTotp(proof: { password: string; code: string }): Promise<void> {
  await answer(api.auth.totp.disable.$post({ json: proof }));
  dropUnread(WITHDRAWALS);
}

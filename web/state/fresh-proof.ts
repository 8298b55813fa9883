import { answer, api } from "./api.ts";

/**
 * Step-up for calls that need a proof within the last 15 minutes, and are refused with `step_up_required` without one.
 */

/** Confirms the password of the signed-in user. @throws ApiError (`password`) | NetworkError */
export async function provePassword(password: string): Promise<void> {
  await answer(api.auth["step-up"].$post({ json: { password } }));
}

/** Confirms a code of the authenticator in an admin session. @throws ApiError (`code`) | NetworkError */
export async function proveSecondFactor(code: string): Promise<void> {
  await answer(api.admin["step-up"].$post({ json: { code } }));
}

import { answer, api } from "./api.ts";

/** For the calls that want a proof of the last 15 minutes, and refuse with `step_up_required` until there is one. */

/** Proves the password of whoever is signed in. @throws ApiError (`password`) | NetworkError */
export async function provePassword(password: string): Promise<void> {
  await answer(api.auth["step-up"].$post({ json: { password } }));
}

/** The same in a session of the admin's side, by a code of the authenticator. @throws ApiError (`code`) | NetworkError */
export async function proveSecondFactor(code: string): Promise<void> {
  await answer(api.admin["step-up"].$post({ json: { code } }));
}

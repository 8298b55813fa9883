import { answer, api } from "../api.ts";

/** For the calls that want a proof of the last 15 minutes, and refuse with `step_up_required` until there is one. */

/** Proves the password of whoever is signed in. @throws ApiError (`password`) | NetworkError */
export async function provePassword(password: string): Promise<void> {
  await answer(api.auth["step-up"].$post({ json: { password } }));
}

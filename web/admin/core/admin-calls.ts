import { answer, api } from "../../state/api.ts";
import type { AdminArrivals, AdminQueues } from "./admin-types.ts";

/** API calls shared by all admin sections. Each @throws ApiError | NetworkError */

/** Unlocks actions on money for 15 minutes. @param code six digits of the authenticator */
export async function confirmSecondFactor(code: string): Promise<void> {
  await answer(api.admin["step-up"].$post({ json: { code } }));
}

/** Counts the open items of each queue, and returns how many seconds actions on money stay unlocked. */
export async function fetchQueues(
  signal: AbortSignal,
): Promise<{ queues: AdminQueues; arrivals: AdminArrivals; stepUpLeftS: number }> {
  return await answer(api.admin.queues.$get({}, { init: { signal } }));
}

import { answer, api } from "../../state/api.ts";
import type { AdminArrivals, AdminQueues } from "./admin-types.ts";

/** The calls of the desk as a whole. @throws ApiError | NetworkError, each of them */

/** Opens the next quarter of an hour for acts on money. @param code six digits of the authenticator */
export async function confirmSecondFactor(code: string): Promise<void> {
  await answer(api.admin["step-up"].$post({ json: { code } }));
}

/** Counts what waits, and for how many seconds acts on money are still open. */
export async function fetchQueues(): Promise<{ queues: AdminQueues; arrivals: AdminArrivals; stepUpLeftS: number }> {
  return await answer(api.admin.queues.$get());
}

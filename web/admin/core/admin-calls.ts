import type { InferResponseType } from "hono/client";
import type { AdminRole } from "../../../worker/contract/admin-roles.ts";
import { answer, api } from "../../state/api.ts";
import { arrive } from "../../state/session.ts";
import type { AdminArrivals, AdminQueues } from "./admin-types.ts";

/** API calls shared by all admin sections. Each @throws ApiError | NetworkError */

/** Logs an admin in. @param credentials.code six digits of the authenticator */
export async function logInAdmin(credentials: { email: string; password: string; code: string }): Promise<void> {
  arrive((await answer(api.admin.login.$post({ json: credentials }))).user, null);
}

/** What the operation has set about queues and imports, as the screens show it. */
export type Operation = Pick<
  InferResponseType<typeof api.admin.queues.$get>,
  "targetHours" | "workingHours" | "importTimeZone"
>;

/** Counts the open items of each queue, and returns how many seconds actions on money stay unlocked. */
export async function fetchQueues(signal: AbortSignal): Promise<
  Operation & {
    queues: AdminQueues;
    arrivals: AdminArrivals;
    stepUpLeftS: number;
    /** The admin's roles now. */
    roles: readonly AdminRole[];
  }
> {
  return await answer(api.admin.queues.$get({}, { init: { signal } }));
}

import type { InferRequestType, InferResponseType } from "hono/client";
import { answer, api } from "../../state/api.ts";
import { action } from "../core/call-parts.ts";

/** The API calls of the overview. They @throws ApiError | NetworkError */

export async function fetchOverview(signal: AbortSignal): Promise<AdminOverview> {
  return (await answer(api.admin.overview.$get({}, { init: { signal } }))).overview;
}

/** Approves what a restore found; the second approval ends the pause of deposits and withdrawals. */
export const approveRestore = action(api.admin.restores[":id"].approve.$post, "restore");

export type ApproveRestoreBody = InferRequestType<(typeof api.admin.restores)[":id"]["approve"]["$post"]>["json"];

/** Response type of the overview, inferred from the Worker's route. Money in dollars, times ISO 8601. */
export type AdminOverview = InferResponseType<typeof api.admin.overview.$get>["overview"];

import type { InferRequestType, InferResponseType } from "hono/client";
import { answer, api } from "../../state/api.ts";
import { action, idempotencyHeaders } from "../core/call-parts.ts";

/** API calls of the operation's settings and of pauses, and their types. Dollars, times ISO 8601. They @throws ApiError | NetworkError */

const settings = api.admin.settings;

export function fetchSettings(signal: AbortSignal): Promise<AdminSettings> {
  return answer(settings.$get({}, { init: { signal } }));
}

export function fetchTraderSetting(id: string, signal: AbortSignal): Promise<TraderSetting> {
  return answer(settings.traders[":id"].$get({ param: { id } }, { init: { signal } }));
}

export async function proposeSetting(json: ProposalBody, key: string): Promise<Setting> {
  return (await answer(settings.$post({ json }, idempotencyHeaders(key)))).setting;
}

export const approveSetting = action(settings[":id"].approve.$post, "change");
export const cancelSetting = action(settings[":id"].cancel.$post, "change");

/** Pauses withdrawals or new deposits at once. */
export async function pauseOperation(json: PauseBody, key: string) {
  return (await answer(api.admin.pauses.$post({ json }, idempotencyHeaders(key)))).pause;
}

/** Approves the end of a pause; the second approval ends it. */
export const resumeOperation = action(api.admin.pauses[":id"].resume.$post, "pause");

export type AdminSettings = InferResponseType<typeof settings.$get>;
export type TraderSetting = InferResponseType<(typeof settings.traders)[":id"]["$get"]>;
export type Setting = AdminSettings["settings"][number];
export type SettingChange = AdminSettings["changes"][number];
export type ProposalBody = InferRequestType<typeof settings.$post>["json"];
export type PauseBody = InferRequestType<typeof api.admin.pauses.$post>["json"];
export type Pause = InferResponseType<typeof api.admin.pauses.$post>["pause"];
export type Paused = Pause["what"];

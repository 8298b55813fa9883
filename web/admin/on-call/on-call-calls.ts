import type { InferRequestType, InferResponseType } from "hono/client";
import { answer, api } from "../../state/api.ts";
import { action, idempotencyHeaders, orNull, pagesOf } from "../core/call-parts.ts";

/** API calls of incidents and of who is on call, and their types. Times ISO 8601. They @throws ApiError | NetworkError */

const onCall = api.admin["on-call"];
const one = onCall.incidents[":id"];

export const fetchIncidents = pagesOf(onCall.incidents.$get, "incidents");

/** One incident, whether it lasts or not; null when there is none with this id. */
export async function findIncident(id: string, signal: AbortSignal): Promise<AdminIncident | null> {
  return (await orNull(answer(one.$get({ param: { id } }, { init: { signal } }))))?.incident ?? null;
}

export const acknowledgeIncident = action(one.acknowledge.$post, "incident");

export async function fetchOnCall(signal: AbortSignal): Promise<OnCall> {
  return (await answer(onCall.$get({}, { init: { signal } }))).onCall;
}

export function setRota(json: RotaBody, key: string) {
  return answer(onCall.rota.$post({ json }, idempotencyHeaders(key)));
}

export function setOverride(json: OverrideBody, key: string) {
  return answer(onCall.overrides.$post({ json }, idempotencyHeaders(key)));
}

export function takeBackOverride({ id }: { id: string }, key: string) {
  return answer(onCall.overrides[":id"].remove.$post({ param: { id }, json: {} }, idempotencyHeaders(key)));
}

export type AdminIncident = InferResponseType<typeof onCall.incidents.$get>["incidents"][number];
export type OnCall = InferResponseType<typeof onCall.$get>["onCall"];
export type RotaBody = InferRequestType<typeof onCall.rota.$post>["json"];
export type OverrideBody = InferRequestType<typeof onCall.overrides.$post>["json"];

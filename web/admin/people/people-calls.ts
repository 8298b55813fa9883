import type { InferRequestType, InferResponseType } from "hono/client";
import { answer, api } from "../../state/api.ts";
import { action } from "../core/call-parts.ts";

/** API calls of the people of the operation, and their types. Times ISO 8601. They @throws ApiError | NetworkError */

const { people } = api.admin;
const one = people[":id"];

export async function fetchPeople(signal: AbortSignal): Promise<readonly AdminPerson[]> {
  return (await answer(people.$get({}, { init: { signal } }))).people;
}

/** Proposes roles, or approves those that were proposed. */
export const changeRoles = action(one.roles.$post, "person");
export const cancelRoles = action(one.cancel.$post, "person");

export type AdminPerson = InferResponseType<typeof people.$get>["people"][number];
export type RolesBody = InferRequestType<typeof one.roles.$post>["json"];

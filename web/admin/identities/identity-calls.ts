import { answer, api } from "../../state/api.ts";
import { type Found, type ListQuery, once, orNull, pageAt } from "../core/call-parts.ts";
import type { ListRows } from "../list/list-rows.ts";
import type { ItemContext } from "../trader/trader-types.ts";
import type { AdminIdentity, RejectIdentityBody, ReopenIdentityBody, VerifyBody } from "./identity-types.ts";

/** The desk's calls about ID cards. The key of an act names the attempt. @throws ApiError | NetworkError, each of them */

const { identities } = api.admin;
const one = identities[":userId"];

export async function fetchIdentities(query: ListQuery, cursor: string | null): Promise<ListRows<AdminIdentity>> {
  const { identities: rows, nextCursor } = await answer(identities.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows, nextCursor };
}

/** The identity of one trader, whatever became of it, and the trader; null when they have sent none. */
export async function findIdentity(id: string): Promise<Found<AdminIdentity, ItemContext> | null> {
  const found = await orNull(answer(one.$get({ param: { userId: id } })));
  return found && { row: found.identity, context: { trader: found.trader } };
}

export async function verifyIdentity(userId: string, json: VerifyBody, key: string): Promise<AdminIdentity> {
  return (await answer(one.verify.$post({ param: { userId }, json }, once(key)))).identity;
}

export async function rejectIdentity(userId: string, json: RejectIdentityBody, key: string): Promise<AdminIdentity> {
  return (await answer(one.reject.$post({ param: { userId }, json }, once(key)))).identity;
}

/** Takes a verification back. It wants the second factor of the last minutes. */
export async function reopenIdentity(userId: string, json: ReopenIdentityBody, key: string): Promise<AdminIdentity> {
  return (await answer(one.reopen.$post({ param: { userId }, json }, once(key)))).identity;
}

import { answer, api } from "../../state/api.ts";
import { type Found, idempotencyHeaders, type ListQuery, orNull, pageAt } from "../core/call-parts.ts";
import type { ListRows } from "../list/list-rows.ts";
import type { ItemContext } from "../trader/trader-types.ts";
import type { AdminIdentity, RejectIdentityBody, ReopenIdentityBody, VerifyBody } from "./identity-types.ts";

/** Admin API calls about ID cards. `key` is the idempotency key of the attempt. Each @throws ApiError | NetworkError */

const { identities } = api.admin;
const one = identities[":userId"];

/** One page of identities. @param cursor where the page before ended; null for the first page */
export async function fetchIdentities(query: ListQuery, cursor: string | null): Promise<ListRows<AdminIdentity>> {
  const { identities: rows, nextCursor } = await answer(identities.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows, nextCursor };
}

/** One trader's identity of any status, and the trader; null when they have submitted none. */
export async function findIdentity(id: string): Promise<Found<AdminIdentity, ItemContext> | null> {
  const found = await orNull(answer(one.$get({ param: { userId: id } })));
  return found && { row: found.identity, context: { trader: found.trader } };
}

/** Verifies an identity. */
export async function verifyIdentity(userId: string, json: VerifyBody, key: string): Promise<AdminIdentity> {
  return (await answer(one.verify.$post({ param: { userId }, json }, idempotencyHeaders(key)))).identity;
}

/** Rejects an ID card with a reason. */
export async function rejectIdentity(userId: string, json: RejectIdentityBody, key: string): Promise<AdminIdentity> {
  return (await answer(one.reject.$post({ param: { userId }, json }, idempotencyHeaders(key)))).identity;
}

/** Reverts a verification. Requires a second factor within the last 15 minutes. */
export async function reopenIdentity(userId: string, json: ReopenIdentityBody, key: string): Promise<AdminIdentity> {
  return (await answer(one.reopen.$post({ param: { userId }, json }, idempotencyHeaders(key)))).identity;
}

import { answer, api } from "../../state/api.ts";
import { type Found, idempotencyHeaders, type ListQuery, orNull, pageAt } from "../core/call-parts.ts";
import type { ListRows } from "../list/list-rows.ts";
import type { ItemContext } from "../trader/trader-types.ts";
import type { AdminException, MatchBody, NoteBody } from "./exception-types.ts";

/**
 * Admin API calls about unmatched payments. `key` is the idempotency key of the attempt. Each @throws ApiError |
 * NetworkError
 */

const { exceptions } = api.admin;
const one = exceptions[":id"];

/** One page of unmatched payments. @param cursor where the page before ended; null for the first page */
export async function fetchExceptions(query: ListQuery, cursor: string | null): Promise<ListRows<AdminException>> {
  const { exceptions: rows, nextCursor } = await answer(exceptions.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows, nextCursor };
}

/** One unmatched payment of any status, and its trader; null when there is none with this id. */
export async function findException(id: string): Promise<Found<AdminException, ItemContext> | null> {
  const found = await orNull(answer(one.$get({ param: { id } })));
  return found && { row: found.exception, context: { trader: found.trader } };
}

/** Approves crediting a payment to its trader, or credits it with the second approval. */
export async function matchException(id: string, json: MatchBody, key: string): Promise<AdminException> {
  return (await answer(one.match.$post({ param: { id }, json }, idempotencyHeaders(key)))).exception;
}

/** Records that an admin has refunded a payment. */
export async function noteRefund(id: string, json: NoteBody, key: string): Promise<AdminException> {
  return (await answer(one["refund-note"].$post({ param: { id }, json }, idempotencyHeaders(key)))).exception;
}

/** Dismisses a payment with a reason. */
export async function dismissException(id: string, json: NoteBody, key: string): Promise<AdminException> {
  return (await answer(one.dismiss.$post({ param: { id }, json }, idempotencyHeaders(key)))).exception;
}

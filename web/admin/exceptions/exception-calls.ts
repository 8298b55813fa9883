import { answer, api } from "../../state/api.ts";
import { type Found, type ListQuery, once, orNull, pageAt } from "../core/call-parts.ts";
import type { ListRows } from "../list/list-rows.ts";
import type { ItemContext } from "../trader/trader-types.ts";
import type { AdminException, MatchBody, NoteBody } from "./exception-types.ts";

/** The desk's calls about payments that fit no deposit. The key of an act names the attempt. @throws ApiError | NetworkError, each of them */

const { exceptions } = api.admin;
const one = exceptions[":id"];

export async function fetchExceptions(query: ListQuery, cursor: string | null): Promise<ListRows<AdminException>> {
  const { exceptions: rows, nextCursor } = await answer(exceptions.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows, nextCursor };
}

/** One payment, whatever became of it, and its trader; null when there is none of this id. */
export async function findException(id: string): Promise<Found<AdminException, ItemContext> | null> {
  const found = await orNull(answer(one.$get({ param: { id } })));
  return found && { row: found.exception, context: { trader: found.trader } };
}

export async function matchException(id: string, json: MatchBody, key: string): Promise<AdminException> {
  return (await answer(one.match.$post({ param: { id }, json }, once(key)))).exception;
}

export async function noteRefund(id: string, json: NoteBody, key: string): Promise<AdminException> {
  return (await answer(one["refund-note"].$post({ param: { id }, json }, once(key)))).exception;
}

export async function dismissException(id: string, json: NoteBody, key: string): Promise<AdminException> {
  return (await answer(one.dismiss.$post({ param: { id }, json }, once(key)))).exception;
}

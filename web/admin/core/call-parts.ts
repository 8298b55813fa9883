import type { ClientRequestOptions, ClientResponse } from "hono/client";
import { ACTING_USER_HEADER } from "../../../worker/contract/acting-user.ts";
import { ApiError, answer } from "../../state/api.ts";
import { user } from "../../state/session.ts";

/** Parts shared by the calls of every section. */

const PAGE_ROWS = "50";

/** Status, filter and order of a list, as query parameters of the API. */
export type ListQuery = Record<string, string>;

export type Found<Row, Context> = { row: Row; context: Context };

/**
 * Headers of one attempt: the idempotency key makes a retry safe, and the user id makes the API refuse another user's
 * cookie.
 */
export function idempotencyHeaders(key: string) {
  return { headers: { "Idempotency-Key": key, ...actingUserHeader() } };
}

/** The header that makes the API refuse another user's cookie. */
export function actingUserHeader() {
  return { [ACTING_USER_HEADER]: user.peek()?._id ?? "" };
}

type Page = { limit: string; cursor?: string };
type Route<Request, Reply> = (
  request: Request,
  options?: ClientRequestOptions,
) => Promise<ClientResponse<Reply, number, "json">>;

/**
 * The call that returns one page of a list. @param name of the rows in the response
 * @returns takes the list's query, where the page before ended (null for the first page), and what aborts the request.
 * It @throws ApiError | NetworkError
 */
export function pagesOf<Reply extends { nextCursor: string | null }, Name extends keyof Reply>(
  route: Route<{ query: ListQuery & Page }, Reply>,
  name: Name,
) {
  return async (query: ListQuery, cursor: string | null, signal: AbortSignal) => {
    const page: Page = { limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
    const reply = await answer(route({ query: { ...query, ...page } }, { init: { signal } }));
    return { rows: reply[name], nextCursor: reply.nextCursor };
  };
}

/**
 * The call of an action on one item. @param name of the item in the response
 * @returns takes the item's id, the body and the idempotency key of the attempt. It @throws ApiError | NetworkError
 */
export function action<Body, Reply, Name extends keyof Reply>(
  // The routes of identities call the id `userId`.
  route: Route<{ param: { id: string; userId: string }; json: Body }, Reply>,
  name: Name,
) {
  return async (id: string, json: Body, key: string): Promise<Reply[Name]> =>
    (await answer(route({ param: { id, userId: id }, json }, idempotencyHeaders(key))))[name];
}

/** Turns `not_found` into null. @throws ApiError | NetworkError for every other failure */
export async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  }
}

/** A page of a list; `nextCursor` is null on the last one. */
export type ListRows<Row> = { rows: readonly Row[]; nextCursor: string | null };

/** @param cursor where the page before ended; null for the first page */
export type FetchRows<Row> = (query: ListQuery, cursor: string | null, signal: AbortSignal) => Promise<ListRows<Row>>;

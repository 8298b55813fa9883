import { ACTING_USER_HEADER } from "../../../worker/contract/acting-user.ts";
import { ApiError } from "../../state/api.ts";
import { user } from "../../state/session.ts";

/** Parts shared by the calls of every section. */

const PAGE_ROWS = "50";

/** Status, filter and order of a list, as query parameters of the API. */
export type ListQuery = Record<string, string>;

/** An item and the context shown beside it. */
export type Found<Row, Context> = { row: Row; context: Context };

/**
 * Headers of one attempt: the idempotency key makes a retry safe, and the user id makes the API refuse another user's
 * cookie.
 */
export function idempotencyHeaders(key: string) {
  return { headers: { "Idempotency-Key": key, [ACTING_USER_HEADER]: user.peek()?._id ?? "" } };
}

/** Query of one page of a list. @param cursor where the page before ended; null for the first page */
export function pageAt(cursor: string | null) {
  return { limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
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

import { ACTING_USER_HEADER } from "../../../worker/contract/acting-user.ts";
import { ApiError } from "../../state/api.ts";
import { user } from "../../state/session.ts";

/** What the calls of every section are made of. */

const PAGE_ROWS = "50";

/** State, filter and order of a list, as the API names them. */
export type ListQuery = Record<string, string>;

/** An item of a queue, and what stands beside it. */
export type Found<Row, Context> = { row: Row; context: Context };

/** Names an attempt, so that sending it again does not do it twice, and whose it is: the cookie may be another's by now. */
export function once(key: string) {
  return { headers: { "Idempotency-Key": key, [ACTING_USER_HEADER]: user.peek()?._id ?? "" } };
}

/** One page of a list. @param cursor where the one before ended; null for the first */
export function pageAt(cursor: string | null) {
  return { limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
}

/** What is not there is null. @throws ApiError | NetworkError for all else */
export async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  }
}

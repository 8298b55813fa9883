import { answer, api } from "../../state/api.ts";
import { idempotencyHeaders, type ListQuery, pageAt } from "../core/call-parts.ts";
import type { ListRows } from "../list/list-rows.ts";
import type { AdminDeposit, MarkPaidBody } from "./deposit-types.ts";

/** Admin API calls about deposits. `key` is the idempotency key of the attempt. Each @throws ApiError | NetworkError */

const { deposits } = api.admin;

/** One page of deposits. @param cursor where the page before ended; null for the first page */
export async function fetchDeposits(query: ListQuery, cursor: string | null): Promise<ListRows<AdminDeposit>> {
  const { deposits: rows, nextCursor } = await answer(deposits.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows, nextCursor };
}

/** One deposit of any status; null when there is none with this id. */
export async function findDeposit(id: string): Promise<AdminDeposit | null> {
  // The search matches a whole id.
  const { deposits: found } = await answer(deposits.$get({ query: { search: id } }));
  return found[0] ?? null;
}

/** Approves marking a deposit paid, or marks it paid with the second approval. */
export async function markDepositPaid(id: string, json: MarkPaidBody, key: string): Promise<AdminDeposit> {
  return (await answer(deposits[":id"]["mark-paid"].$post({ param: { id }, json }, idempotencyHeaders(key)))).deposit;
}

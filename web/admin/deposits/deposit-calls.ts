import { answer, api } from "../../state/api.ts";
import { type ListQuery, once, pageAt } from "../core/call-parts.ts";
import type { ListRows } from "../list/list-rows.ts";
import type { AdminDeposit, MarkPaidBody } from "./deposit-types.ts";

/** The desk's calls about deposits. The key of an act names the attempt. @throws ApiError | NetworkError, each of them */

const { deposits } = api.admin;

export async function fetchDeposits(query: ListQuery, cursor: string | null): Promise<ListRows<AdminDeposit>> {
  const { deposits: rows, nextCursor } = await answer(deposits.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows, nextCursor };
}

/** One deposit, whatever its status; null when there is none of this id. */
export async function findDeposit(id: string): Promise<AdminDeposit | null> {
  // Among what a search compares with is the id, whole.
  const { deposits: found } = await answer(deposits.$get({ query: { search: id } }));
  return found[0] ?? null;
}

export async function markDepositPaid(id: string, json: MarkPaidBody, key: string): Promise<AdminDeposit> {
  return (await answer(deposits[":id"]["mark-paid"].$post({ param: { id }, json }, once(key)))).deposit;
}

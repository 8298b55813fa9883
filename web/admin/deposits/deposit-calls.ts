import type { InferRequestType, InferResponseType } from "hono/client";
import { answer, api } from "../../state/api.ts";
import { action, type Found, pagesOf } from "../core/call-parts.ts";

/** Admin API calls about deposits, and their types. Money in dollars, times ISO 8601. */

const { deposits } = api.admin;

export const fetchDeposits = pagesOf(deposits.$get, "deposits");

/** One deposit of any status; null when there is none with this id. @throws ApiError | NetworkError */
export async function findDeposit(id: string, signal: AbortSignal): Promise<Found<AdminDeposit, object> | null> {
  // The search matches a whole id.
  const { deposits: found } = await answer(deposits.$get({ query: { search: id } }, { init: { signal } }));
  return found[0] ? { row: found[0], context: {} } : null;
}

/** Approves marking a deposit paid, or marks it paid with the second approval. */
export const markDepositPaid = action(deposits[":id"]["mark-paid"].$post, "deposit");

export type AdminDeposit = InferResponseType<typeof deposits.$get>["deposits"][number];
export type DepositStatus = AdminDeposit["status"];
export type MarkPaidBody = InferRequestType<(typeof deposits)[":id"]["mark-paid"]["$post"]>["json"];

import type { InferResponseType } from "hono/client";
import { CURRENCY } from "../../worker/contract/limits.ts";
import { answer, api } from "../state/api.ts";
import { loadPages, type Pages } from "../state/pages.ts";
import type { QueryOptions } from "../state/query.ts";
import type { WithdrawalAsk } from "./withdrawal-form-rules.ts";

/** The withdrawal calls of the API. Each throws ApiError or NetworkError. */

/**
 * Requests a withdrawal; its amount is on hold from then on.
 * @param key the idempotency key of the attempt: sending it again creates no second withdrawal
 */
export function requestWithdrawal(ask: WithdrawalAsk, key: string) {
  const json = { ...ask, currency: CURRENCY } as const;
  return answer(api.withdrawal.request.$post({ json }, { headers: { "Idempotency-Key": key } }));
}

/** Cancels a pending withdrawal. @param key the idempotency key of the attempt */
export async function cancelWithdrawal({ id, key }: { id: string; key: string }): Promise<void> {
  await answer(api.withdrawal.cancel.$post({ json: { id } }, { headers: { "Idempotency-Key": key } }));
}

type WithdrawalPage = InferResponseType<typeof api.withdrawal.history.$get>;

/** Money in dollars, times ISO 8601. */
export type Withdrawal = WithdrawalPage["withdrawals"][number];

/**
 * The limits of the owner's requests: per request, within 24 hours, and the remaining allowance. Money in dollars,
 * times ISO 8601.
 */
export type WithdrawalLimits = WithdrawalPage["limits"];

/** All of the caller's withdrawals, newest first, and the current limits. */
export const WITHDRAWALS: QueryOptions<Pages<Withdrawal, { limits: WithdrawalLimits }>> = {
  key: "withdrawals",
  fetch: (signal) =>
    loadPages(async (cursor) => {
      const query = cursor === null ? {} : { cursor };
      const page = await answer(api.withdrawal.history.$get({ query }, { init: { signal } }));
      return { rows: page.withdrawals, nextCursor: page.nextCursor, limits: page.limits };
    }, Number.POSITIVE_INFINITY),
  isKept: true,
};

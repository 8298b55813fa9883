import type { InferResponseType } from "hono/client";
import { CURRENCY } from "../../worker/contract/limits.ts";
import { allPages } from "../state/all-pages.ts";
import { ApiError, answer, api } from "../state/api.ts";
import type { WithdrawalAsk } from "./withdrawal-form-rules.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** The withdrawal calls of the API. Each throws ApiError or NetworkError. */

/**
 * Requests a withdrawal; its amount is on hold from then on.
 * @param key the idempotency key of the attempt: sending it again creates no second withdrawal
 */
export function requestWithdrawal({ ask, key }: { ask: WithdrawalAsk; key: string }) {
  const json = { ...ask, currency: CURRENCY } as const;
  return answer(api.withdrawal.request.$post({ json }, { headers: { "Idempotency-Key": key } }));
}

/**
 * Cancels a pending withdrawal.
 * @param key the idempotency key of the attempt
 */
export async function cancelWithdrawal({ id, key }: { id: string; key: string }): Promise<void> {
  await answer(api.withdrawal.cancel.$post({ json: { id } }, { headers: { "Idempotency-Key": key } }));
}

type WithdrawalPage = InferResponseType<typeof api.withdrawal.history.$get>;

/** A withdrawal as its owner sees it. Money in dollars, times ISO 8601. */
export type Withdrawal = WithdrawalPage["withdrawals"][number];

/**
 * The limits of the owner's requests: per request, within 24 hours, and the remaining allowance. Money in dollars,
 * times ISO 8601.
 */
export type WithdrawalLimits = WithdrawalPage["limits"];

/**
 * All of the caller's withdrawals, newest first.
 * @param onLimits called with the current limits for each page
 */
export function fetchWithdrawals(onLimits: (limits: WithdrawalLimits) => void) {
  return allPages(async (at) => {
    const { withdrawals, limits, nextCursor } = await answer(api.withdrawal.history.$get({ query: at }));
    onLimits(limits);
    return { items: withdrawals, nextCursor };
  });
}

/** The message for a failed history request, as in section 8 of the specification: a refusal, or no connection. */
export function historyError(error: unknown): { title: string; text: string } {
  return error instanceof ApiError
    ? { title: WITHDRAWAL_TEXT.fetchFailed, text: WITHDRAWAL_TEXT.fetchFailedDetail }
    : { title: WITHDRAWAL_TEXT.loadFailed, text: WITHDRAWAL_TEXT.loadFailedDetail };
}

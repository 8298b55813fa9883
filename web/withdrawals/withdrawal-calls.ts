import type { InferRequestType, InferResponseType } from "hono/client";
import { CURRENCY } from "../../worker/contract/limits.ts";
import { ApiError, answer, api } from "../api.ts";
import { allPages } from "../state/all-pages.ts";
import type { WithdrawalAsk } from "./withdrawal-form-rules.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** The calls of a withdrawal. @throws ApiError | NetworkError, each of them */

/**
 * Asks for a withdrawal; its sum is on hold from then on.
 * @param key names the attempt: sent again with it, the same ask is never made twice
 */
export function requestWithdrawal({ ask, key }: { ask: WithdrawalAsk; key: string }) {
  const json = { ...ask, currency: CURRENCY } as const;
  return answer(api.withdrawal.request.$post({ json }, { headers: { "Idempotency-Key": key } }));
}

/** Cancels a pending one. @param key as above */
export async function cancelWithdrawal({ id, key }: { id: string; key: string }): Promise<void> {
  await answer(api.withdrawal.cancel.$post({ json: { id } }, { headers: { "Idempotency-Key": key } }));
}

/** What the API takes to request a withdrawal. */
export type WithdrawalRequest = InferRequestType<typeof api.withdrawal.request.$post>["json"];

type WithdrawalPage = InferResponseType<typeof api.withdrawal.history.$get>;

/** A withdrawal as its owner sees it. Money in dollars, times ISO 8601. */
export type Withdrawal = WithdrawalPage["withdrawals"][number];

/** What its owner may ask for: in one request, within 24 hours, and what is left of that. Money in dollars, times ISO 8601. */
export type WithdrawalLimits = WithdrawalPage["limits"];

/**
 * All of the caller's withdrawals, newest first.
 * @param onLimits gets what the caller may still ask for, with each page
 */
export function fetchWithdrawals(onLimits: (limits: WithdrawalLimits) => void) {
  return allPages(async (at) => {
    const { withdrawals, limits, nextCursor } = await answer(api.withdrawal.history.$get({ query: at }));
    onLimits(limits);
    return { items: withdrawals, nextCursor };
  });
}

/** Why the history could not be shown, in the words of the specification's section 8: a refusal, or no way to the API. */
export function historyError(error: unknown): { title: string; text: string } {
  return error instanceof ApiError
    ? { title: WITHDRAWAL_TEXT.fetchFailed, text: WITHDRAWAL_TEXT.fetchFailedDetail }
    : { title: WITHDRAWAL_TEXT.loadFailed, text: WITHDRAWAL_TEXT.loadFailedDetail };
}

import { answer, api } from "../state/api.ts";
import { loadPages } from "../state/pages.ts";
import type { QueryOptions } from "../state/query.ts";

/** The deposit calls of the API. Each throws ApiError or NetworkError. */

/**
 * The request for a code.
 * @property amountUsd dollars with at most two decimals
 * @property askedAtMs when it was first sent, epoch ms
 */
export type CodeAsk = { amountUsd: number; askedAtMs: number };

export async function generateCode({ amountUsd }: CodeAsk, key: string) {
  const headers = { "Idempotency-Key": key };
  const { deposit } = await answer(api.deposit["generate-khqr"].$post({ json: { amount: amountUsd } }, { headers }));
  return deposit;
}

/** Returns a deposit's status and the current balance. */
export function verifyPayment(md5Hash: string) {
  return answer(api.deposit["verify-payment"].$post({ json: { md5Hash } }));
}

/** Cancels a pending deposit. The request uses keepalive, so it also works while the page is being closed. */
export async function cancelDeposit(md5Hash: string): Promise<void> {
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  await answer(api.deposit.cancel.$post({ json: { md5Hash } }, { headers, init: { keepalive: true } }));
}

/** A deposit in the history, as the API returns it. */
export type Deposit = Awaited<ReturnType<typeof fetchDeposits>>[number];

/** A payment that did not match its deposit, and an admin's decision about it. */
export type Review = NonNullable<Deposit["review"]>;

async function fetchDeposits(signal: AbortSignal) {
  const { rows } = await loadPages(async (cursor) => {
    const query = cursor === null ? {} : { cursor };
    const { deposits, nextCursor } = await answer(api.deposit.history.$get({ query }, { init: { signal } }));
    return { rows: deposits, nextCursor };
  }, Number.POSITIVE_INFINITY);
  return rows;
}

/** All of the caller's deposits, newest first. */
export const DEPOSITS: QueryOptions<readonly Deposit[]> = { key: "deposits", fetch: fetchDeposits, isKept: true };

/** The receipt of a paid deposit, as the API returns it. */
export type Receipt = Awaited<ReturnType<typeof fetchReceipt>>;

export async function fetchReceipt(billNumber: string, signal: AbortSignal) {
  const { receipt } = await answer(
    api.deposit.receipt[":billNumber"].$get({ param: { billNumber } }, { init: { signal } }),
  );
  return receipt;
}

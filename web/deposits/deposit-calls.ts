import { allPages } from "../state/all-pages.ts";
import { ApiError, answer, api } from "../state/api.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

/** The calls of a deposit. @throws ApiError | NetworkError, each of them */

/** One wish for a code. Sent again after an answer that was lost, it gets the deposit of the first time. */
export type CodeAttempt = {
  key: string;
  /** Dollars with at most two decimals. */
  amountUsd: number;
  /** When it was first sent, epoch ms. */
  askedAtMs: number;
};

/** Opens a deposit and gets its code. */
export async function generateCode({ key, amountUsd }: CodeAttempt) {
  const headers = { "Idempotency-Key": key };
  const { deposit } = await answer(api.deposit["generate-khqr"].$post({ json: { amount: amountUsd } }, { headers }));
  return deposit;
}

/** How a deposit stands, and the balance with it. */
export function verifyPayment(md5Hash: string) {
  return answer(api.deposit["verify-payment"].$post({ json: { md5Hash } }));
}

/** Cancels a pending deposit; the request outlives the page, so it also works while that is being left. */
export async function cancelDeposit(md5Hash: string): Promise<void> {
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  await answer(api.deposit.cancel.$post({ json: { md5Hash } }, { headers, init: { keepalive: true } }));
}

export type Deposit = Awaited<ReturnType<typeof fetchDeposits>>[number];

/** A payment that did not fit its deposit, and what a person decided about it. */
export type Review = NonNullable<Deposit["review"]>;

/** All of the caller's deposits, newest first. */
export function fetchDeposits() {
  return allPages(async (at) => {
    const { deposits, nextCursor } = await answer(api.deposit.history.$get({ query: at }));
    return { items: deposits, nextCursor };
  });
}

export type Receipt = Awaited<ReturnType<typeof fetchReceipt>>;

/** What the receipt of the caller's own paid deposit says. */
export async function fetchReceipt(billNumber: string) {
  const { receipt } = await answer(api.deposit.receipt[":billNumber"].$get({ param: { billNumber } }));
  return receipt;
}

/** Why no code could be made, in the words of the specification's section 8: the server's own first. */
export function generationError(error: unknown): string {
  if (!(error instanceof ApiError)) return DEPOSIT_TEXT.connectFailed;
  return error.message || DEPOSIT_TEXT.generateFailed;
}

/** Why the history could not be shown: a refusal by the server, or no way to it. */
export function historyError(error: unknown): { title: string; text: string } {
  return error instanceof ApiError
    ? { title: DEPOSIT_TEXT.historyFetchFailed, text: DEPOSIT_TEXT.historyRefused }
    : { title: DEPOSIT_TEXT.historyLoadFailed, text: DEPOSIT_TEXT.historyUnreachable };
}

/** Why a receipt could not be shown: a refusal by the server, or no way to it. */
export function receiptError(error: unknown): { title: string; text: string } {
  const { failed, refused, unreachable } = DEPOSIT_TEXT.receipt;
  return { title: failed, text: error instanceof ApiError ? refused : unreachable };
}

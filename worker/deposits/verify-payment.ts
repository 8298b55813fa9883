import { AppError } from "../contract/errors.ts";
import { dollarsFromCents } from "../contract/money.ts";
import { selectAvailable } from "../ledger/ledger-store.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { newestReview } from "./deposit-review-view.ts";
import { isOwn, selectOwn } from "./deposit-store.ts";
import { selectReviews } from "./payment-exception-store.ts";
import { claimPoll, countPoll } from "./payment-poll-store.ts";
import { selectProvider } from "./provider-store.ts";
import { settleDeposit } from "./settle-deposit.ts";

/**
 * Returns the state of the caller's deposit, after polling the payment network if that is allowed now. A caller above
 * the poll limit gets the known state.
 *
 * @param md5Hash identifies the caller's own deposit; it is not a secret
 * @returns the state, the caller's balance in dollars, whether the network has not been answering, and the mismatched
 * payment that waits for a decision or was decided
 * @throws AppError `not_signed_in` | `not_found`
 */
export async function verifyPayment(scope: Scope, md5Hash: string) {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { rows } = await authorizedBatch(
    scope,
    "poll",
    (callerId) =>
      [
        selectOwn(query, callerId, md5Hash),
        selectAvailable(query, callerId),
        selectProvider(query),
        selectReviews(query, isOwn(callerId, md5Hash)),
        countPoll(query, callerId, md5Hash, nowMs),
        ...claimPoll(query, callerId, md5Hash, nowMs),
      ] as const,
  );
  const [[deposit], [available], [provider], reviews, , [claim]] = rows;
  if (!deposit || !available) throw new AppError("not_found", ERROR_TEXT.not_found);

  const settled = claim
    ? await settleDeposit(scope, deposit, claim)
    : {
        status: deposit.status,
        providerDelayed: deposit.status === "pending" && (provider?.failuresInARow ?? 0) > 0,
        review: null,
      };
  const review = settled.review ?? newestReview(reviews);
  const wasCredited = settled.status === "paid" && deposit.status !== "paid";
  const balanceCents = available.balanceCents + (wasCredited ? deposit.amountCents : 0);
  return {
    ...settled,
    review,
    underReview: review?.status === "open",
    userBalance: dollarsFromCents(balanceCents),
    expiresAt: new Date(deposit.expiresAtMs).toISOString(),
  };
}

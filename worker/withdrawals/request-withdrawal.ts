import { dollarsFromCents } from "../contract/money.ts";
import { selectAvailable } from "../ledger/ledger-store.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { approvalSums } from "../platform/env.ts";
import {
  type IdempotencyKey,
  selectStoredResponse,
  storedResponse,
  storeResponse,
  withIdempotency,
} from "../platform/idempotency.ts";
import { queueMail, sendSoon } from "../platform/mail-outbox.ts";
import { withdrawalRequestedMail } from "../platform/mails.ts";
import { countOneOf } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { assertNotFrozen } from "../profile/frozen-account.ts";
import type { WithdrawalRequest } from "./withdrawal-request.ts";
import {
  approvableAt,
  approvalsNeeded,
  assertMayWithdraw,
  insufficientFunds,
  otherDetails,
  payoutDestination,
  requestMessage,
  withdrawalAmount,
} from "./withdrawal-rules.ts";
import { insertWithdrawal, selectWithdrawer } from "./withdrawal-store.ts";
import { type WithdrawalView, withdrawalView } from "./withdrawal-view.ts";

/** @property userBalance what can be spent after it, in dollars */
export type RequestedWithdrawal = { withdrawal: WithdrawalView; userBalance: number };

/**
 * Asks for money to be paid out: from this moment on its sum is held.
 * @param once sent again with the same key, the request gets the answer that it got the first time
 * @throws AppError `invalid_input` | `not_signed_in` | `insufficient_funds` | `too_many_pending` | `over_daily_sum` |
 *         `account_frozen` | `too_many_requests` | `paused` | `key_reused`
 */
export function requestWithdrawal(
  scope: Scope,
  request: WithdrawalRequest,
  once: IdempotencyKey | null,
): Promise<RequestedWithdrawal> {
  return withIdempotency(scope, once, () => requestOnce(scope, request, once));
}

/**
 * Reads first, so that most refusals never wait for the one writer. What was read decides nothing: the database refuses
 * the batch when the money, the number or the sum of the day is no longer there.
 */
async function requestOnce(
  scope: Scope,
  request: WithdrawalRequest,
  once: IdempotencyKey | null,
): Promise<RequestedWithdrawal> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const amountCents = withdrawalAmount(request.amount);
  const message = requestMessage(request.requestMessage);
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectStoredResponse(query, once, callerId),
    selectWithdrawer(query, callerId, nowMs),
  ]);
  const [replies, [trader]] = rows;
  const before = storedResponse<RequestedWithdrawal>(once, replies);
  if (before) return before;
  if (!trader) throw new Error("a session without its user");
  assertNotFrozen(trader);
  const destination = payoutDestination(request.paymentMethod, trader.methods, request.paymentDetails);
  assertMayWithdraw({ amountCents, ...trader });

  const sums = approvalSums(scope.settings);
  const row = {
    id: crypto.randomUUID(),
    userId: trader.userId,
    amountCents,
    status: "pending" as const,
    ...destination,
    requestMessage: message,
    approvableAtMs: approvableAt(trader.securityChangedAtMs, nowMs),
    approvalsNeeded: approvalsNeeded({ amountCents, lastDayCents: trader.lastDayCents, ...sums }),
    ...sums,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  };
  const requested = {
    withdrawal: withdrawalView({ ...UNDECIDED, ...row, securityChangedAtMs: trader.securityChangedAtMs }, []),
    userBalance: dollarsFromCents(trader.availableCents - amountCents),
  };
  const mailId = crypto.randomUUID();
  const mail = withdrawalRequestedMail(trader.email, scope.settings.APP_ORIGIN, row);
  try {
    await authorizedBatch(scope, "act", (callerId) => [
      ...storeResponse(query, once, callerId, requested, nowMs),
      ...insertWithdrawal(query, row, callerId),
      countOneOf(query, "withdrawalByAccountHourly", callerId, nowMs),
      countOneOf(query, "withdrawalByAccountDaily", callerId, nowMs),
      queueMail(query, mailId, mail, nowMs),
    ]);
  } catch (error) {
    // The payment code was replaced since it was read, and its image is gone.
    if (refusedBy(error, "FOREIGN KEY")) throw otherDetails();
    if (!refusedBy(error, "insufficient_funds")) throw error;
    throw insufficientFunds(await availableNow(scope));
  }
  sendSoon(scope, [mailId]);
  return requested;
}

/** Somebody else's request of the same trader came first: what is left now. */
async function availableNow(scope: Scope): Promise<number> {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectAvailable(scope.db.query, callerId)]);
  return rows[0][0]?.balanceCents ?? 0;
}

/** What nobody has said about a request that was just made. */
const UNDECIDED = {
  paymentId: null,
  adminNotes: null,
  rejectReason: null,
  cancelledByUser: false,
  decidedBy: null,
  claimedBy: null,
  claimedUntilMs: null,
  reviewedAtMs: null,
  approvedAtMs: null,
  completedAtMs: null,
  rejectedAtMs: null,
  approvalsHave: 0,
  unverifiedReason: null,
  unverifiedPayout: null,
  payerId: null,
  paymentStartedAtMs: null,
};

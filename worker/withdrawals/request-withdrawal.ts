import { dollarsFromCents } from "../contract/money.ts";
import { selectAvailable } from "../ledger/ledger-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { storedResponse, withIdempotency } from "../platform/idempotency.ts";
import { type IdempotencyKey, selectStoredResponse, storeResponse } from "../platform/idempotency-store.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMail } from "../platform/mail/outbox-store.ts";
import { operationOf } from "../platform/operation-settings.ts";
import { mustHaveSettings, selectSettings } from "../platform/operation-settings-sql.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { assertNotFrozen } from "../profile/frozen-account.ts";
import { selectWithdrawer } from "./own-withdrawal-store.ts";
import { withdrawalRequestedMail } from "./withdrawal-mails.ts";
import type { WithdrawalRequest } from "./withdrawal-request.ts";
import {
  approvableAt,
  approvalsNeeded,
  assertMayWithdraw,
  assertSecondFactor,
  insufficientFunds,
  nextWithdrawalNumber,
  paymentDetailsDiffer,
  payoutDestination,
  requestMessage,
  secondFactorNeeded,
  withdrawalAmount,
} from "./withdrawal-rules.ts";
import { insertWithdrawal } from "./withdrawal-store.ts";
import { type WithdrawalView, withdrawalView } from "./withdrawal-view.ts";

/** @property userBalance what can be spent after it, in dollars */
export type RequestedWithdrawal = { withdrawal: WithdrawalView; userBalance: number };

/**
 * Requests a withdrawal. Its amount is held from this moment on.
 * @param idempotencyKey a repeat with the same key gets the response of the first request
 * @throws AppError `invalid_input` | `not_signed_in` | `insufficient_funds` | `too_many_pending` | `over_daily_sum` |
 * `account_frozen` | `second_factor_needed` | `holder_needed` | `too_many_requests` | `paused` | `key_reused`
 */
export function requestWithdrawal(
  scope: Scope,
  request: WithdrawalRequest,
  idempotencyKey: IdempotencyKey | null,
): Promise<RequestedWithdrawal> {
  return withIdempotency(scope, idempotencyKey, async () => {
    for (let attemptsLeft = NUMBER_ATTEMPTS_MAX; ; attemptsLeft -= 1) {
      try {
        return await requestInBatch(scope, request, idempotencyKey);
      } catch (error) {
        // Nothing was written. A concurrent request took the number, or another limit came into force.
        if (attemptsLeft === 1 || !AGAIN_AFTER.some((guard) => refusedBy(error, guard))) throw error;
      }
    }
  });
}

/** Ten requests at the same moment are numbered in fewer, with a step of up to 19. */
const NUMBER_ATTEMPTS_MAX = 10;
const AGAIN_AFTER = ["UNIQUE withdrawals.number", "setting_changed", "over_daily_sum"] as const;

/**
 * Reads first, so that most refusals need no write lock. The read facts only give early errors: the database refuses
 * the batch when the money, the number of requests, the daily allowance or a setting has changed meanwhile.
 */
async function requestInBatch(
  scope: Scope,
  request: WithdrawalRequest,
  idempotencyKey: IdempotencyKey | null,
): Promise<RequestedWithdrawal> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const amountCents = withdrawalAmount(request.amount);
  const message = requestMessage(request.requestMessage);
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectStoredResponse(query, idempotencyKey, callerId),
    selectWithdrawer(query, callerId, nowMs),
    selectSettings(query, callerId),
  ]);
  const [replies, [trader], settings] = rows;
  const stored = await storedResponse<RequestedWithdrawal>(scope, idempotencyKey, replies);
  if (stored) return stored;
  if (!trader) throw new Error("a session without its user");
  assertNotFrozen(trader);
  const { revision, secondFactor, secondAdminAboveCents, adminAloneCentsMax } = operationOf(settings, scope.settings);
  assertSecondFactor(secondFactor, trader.hasSecondFactor === 1);
  const destination = payoutDestination(request.paymentMethod, trader.methods, request.paymentDetails);
  assertMayWithdraw({ amountCents, ...trader });

  const sums = { secondAdminAboveCents, adminAloneCentsMax };
  const row = {
    id: crypto.randomUUID(),
    number: nextWithdrawalNumber(trader.newestNumber, Math.random()),
    userId: trader.userId,
    amountCents,
    status: "pending" as const,
    ...destination,
    requestMessage: message,
    approvableAtMs: approvableAt(trader.securityChangedAtMs, nowMs),
    approvalsNeeded: approvalsNeeded({ amountCents, lastDayCents: trader.lastDayCents, ...sums }),
    ...sums,
    secondFactor,
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
      ...storeResponse(query, idempotencyKey, callerId, requested, nowMs),
      mustHaveSettings(query, revision),
      ...insertWithdrawal(query, row, callerId),
      countOneOf(query, "withdrawalByAccountHourly", callerId, nowMs),
      countOneOf(query, "withdrawalByAccountDaily", callerId, nowMs),
      queueMail(query, mailId, mail, nowMs),
    ]);
  } catch (error) {
    // The method was changed since it was read, or its payment code was replaced and the image is gone.
    if (refusedBy(error, "FOREIGN KEY") || refusedBy(error, "holder_differs")) throw paymentDetailsDiffer();
    if (refusedBy(error, "second_factor_needed")) throw secondFactorNeeded();
    if (!refusedBy(error, "insufficient_funds")) throw error;
    throw insufficientFunds(await availableNow(scope));
  }
  sendSoon(scope, [mailId]);
  return requested;
}

/** A concurrent request took the money; reads the balance that remains, in cents. */
async function availableNow(scope: Scope): Promise<number> {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectAvailable(scope.db.query, callerId)]);
  return rows[0][0]?.balanceCents ?? 0;
}

/** The columns of a request that nobody has decided about. */
const UNDECIDED = {
  paymentId: null,
  adminNotes: null,
  rejectReason: null,
  cancelledByUser: false,
  reviewedAtMs: null,
  approvedAtMs: null,
  completedAtMs: null,
  returnedAtMs: null,
  bankState: null,
  rejectedAtMs: null,
  approvalsHave: 0,
  isAtClient: 0,
};

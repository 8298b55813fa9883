import { AppError } from "../contract/errors.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { storedResponse, withIdempotency } from "../platform/idempotency.ts";
import { type IdempotencyKey, selectStoredResponse, storeResponse } from "../platform/idempotency-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { selectOwn } from "./own-withdrawal-store.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-answers.ts";
import { selectOwnWithdrawalImages } from "./withdrawal-image-store.ts";
import { rejectWithdrawal } from "./withdrawal-store.ts";
import { type WithdrawalView, withdrawalView } from "./withdrawal-view.ts";

/**
 * Cancels the caller's pending withdrawal, so that its amount can be spent again.
 * @throws AppError `not_signed_in` | `not_found` | `wrong_state` when an admin decided first (cancelling twice
 * succeeds) | `account_frozen`
 */
export function cancelWithdrawal(
  scope: Scope,
  id: string,
  idempotencyKey: IdempotencyKey | null,
): Promise<WithdrawalView> {
  return withIdempotency(scope, idempotencyKey, async () => {
    try {
      return await cancel(scope, id, idempotencyKey);
    } catch (error) {
      if (!refusedBy(error, "wrong_state")) throw error;
      // A concurrent decision came first. If it was a cancellation from another tab, the second attempt succeeds;
      // otherwise it reports the state.
      return await cancel(scope, id, idempotencyKey);
    }
  });
}

async function cancel(scope: Scope, id: string, idempotencyKey: IdempotencyKey | null): Promise<WithdrawalView> {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectStoredResponse(query, idempotencyKey, callerId),
    selectOwn(query, callerId, id),
    selectOwnWithdrawalImages(query, callerId, id),
  ]);
  const [replies, [row], images] = rows;
  const stored = await storedResponse<WithdrawalView>(scope, idempotencyKey, replies);
  if (stored) return stored;
  if (!row) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (row.cancelledByUser) return withdrawalView(row, images);
  if (row.status !== "pending") throw new AppError("wrong_state", WITHDRAWAL_TEXT.already[row.status]);

  const nowMs = scope.now();
  const ended = { status: "rejected" as const, cancelledByUser: true, rejectedAtMs: nowMs, isAtClient: 0 };
  const cancelled = { ...row, ...ended };
  const view = withdrawalView(cancelled, images);
  await authorizedBatch(scope, "act", (callerId) => [
    ...storeResponse(query, idempotencyKey, callerId, view, nowMs),
    ...rejectWithdrawal(query, row, { decidedBy: callerId, cancelledByUser: true }, nowMs),
  ]);
  return view;
}

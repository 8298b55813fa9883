import { AppError } from "../contract/errors.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { withIdempotency } from "../platform/idempotency.ts";
import { type IdempotencyKey, storeResponse } from "../platform/idempotency-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { DEPOSIT_TEXT } from "./deposit-answers.ts";
import { endUnpaid, isOwn, mustBeCancelled, selectOwn } from "./deposit-store.ts";

const CANCELLED = { status: "cancelled" } as const;

/**
 * Cancels the caller's pending deposit. A payment that is already under way is still credited when it arrives.
 * @param idempotencyKey a repeat with the same key gets the response of the first request
 * @throws AppError `not_signed_in` | `not_found` | `key_reused` | `wrong_state` when it has ended otherwise (cancelling
 * twice succeeds)
 */
export function cancelDeposit(
  scope: Scope,
  md5Hash: string,
  idempotencyKey: IdempotencyKey | null,
): Promise<typeof CANCELLED> {
  return withIdempotency(scope, idempotencyKey, () => cancel(scope, md5Hash, idempotencyKey));
}

async function cancel(scope: Scope, md5Hash: string, idempotencyKey: IdempotencyKey | null): Promise<typeof CANCELLED> {
  const { query } = scope.db;
  const nowMs = scope.now();
  try {
    await authorizedBatch(scope, "act", (callerId) => [
      ...storeResponse(query, idempotencyKey, callerId, CANCELLED, nowMs),
      ...endUnpaid(query, isOwn(callerId, md5Hash), { status: "cancelled", actor: callerId }, nowMs),
      mustBeCancelled(query, callerId, md5Hash),
    ]);
    return CANCELLED;
  } catch (error) {
    if (!refusedBy(error, "not_cancelled")) throw error;
    throw await cancelRefusal(scope, md5Hash);
  }
}

async function cancelRefusal(scope: Scope, md5Hash: string): Promise<AppError> {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectOwn(scope.db.query, callerId, md5Hash)]);
  const [deposit] = rows[0];
  return deposit
    ? new AppError("wrong_state", DEPOSIT_TEXT.already[deposit.status])
    : new AppError("not_found", ERROR_TEXT.not_found);
}

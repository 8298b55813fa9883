import { mustHold } from "../../db/guard.ts";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { type OnceKey, onceOnly, rememberReply } from "../platform/idempotency.ts";
import type { Scope } from "../platform/scope.ts";
import { batchAs } from "../platform/session.ts";
import { endUnpaid, isOwn, isOwnCancelled, selectOwn } from "./deposit-store.ts";

const CANCELLED = { status: "cancelled" } as const;

/**
 * Cancels the caller's pending deposit. A payment that is already under way is still credited when it arrives.
 * @param once sent again with the same key, the request gets its first answer
 * @throws AppError `not_signed_in` | `not_found` | `key_reused` | `wrong_state` when it has ended otherwise; cancelling
 *                  twice is fine
 */
export function cancelDeposit(scope: Scope, md5Hash: string, once: OnceKey | null): Promise<typeof CANCELLED> {
  return onceOnly(scope, once, () => cancel(scope, md5Hash, once));
}

async function cancel(scope: Scope, md5Hash: string, once: OnceKey | null): Promise<typeof CANCELLED> {
  const { query } = scope.db;
  const nowMs = scope.now();
  try {
    await batchAs(scope, "act", (me) => [
      ...rememberReply(query, once, me, CANCELLED, nowMs),
      ...endUnpaid(query, isOwn(me, md5Hash), { status: "cancelled", actor: me }, nowMs),
      mustHold(query, "not_cancelled", isOwnCancelled(me, md5Hash)),
    ]);
    return CANCELLED;
  } catch (error) {
    if (!refusedBy(error, "not_cancelled")) throw error;
    throw await whyNot(scope, md5Hash);
  }
}

async function whyNot(scope: Scope, md5Hash: string): Promise<AppError> {
  const { rows } = await batchAs(scope, "read", (me) => [selectOwn(scope.db.query, me, md5Hash)]);
  const [deposit] = rows[0];
  return deposit
    ? new AppError("wrong_state", `This deposit is already ${deposit.status}`)
    : new AppError("not_found", ERROR_TEXT.not_found);
}

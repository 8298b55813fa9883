import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { UNCLAIMED } from "../../withdrawals/withdrawal-store.ts";
import { markWithdrawal } from "./mark-withdrawal.ts";
import { assertClaims } from "./withdrawal-admin-rules.ts";

/**
 * Ends the caller's own claim before it expires, so that a colleague can continue at once. A pending withdrawal that nobody
 * has approved is not in review any more, for its trader too.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` also when the caller has no claim | `claimed_by_other` |
 * `key_reused`
 */
export function releaseClaim(
  scope: Scope,
  id: string,
  { version }: { version: number },
  idempotencyKey: IdempotencyKey | null,
) {
  const mark = { version, from: ["pending", "approved"], action: "withdrawal.released" } as const;
  return markWithdrawal(scope, id, mark, idempotencyKey, (row, _movedCents, admin, nowMs) => {
    assertClaims(row, admin, nowMs);
    return { claim: UNCLAIMED, isUnreviewed: row.status === "pending" && row.approvedBy.length === 0 };
  });
}

import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { markWithdrawal } from "./mark-withdrawal.ts";
import { assertIsPayer, claimOf } from "./withdrawal-admin-rules.ts";

/**
 * Claims a withdrawal for ten minutes, so that no two admins work on it; claiming it again extends that. The trader
 * sees that it is in review.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` also while another admin is paying it | `claimed_by_other` | `key_reused`
 */
export function claimWithdrawal(
  scope: Scope,
  id: string,
  { version }: { version: number },
  idempotencyKey: IdempotencyKey | null,
) {
  const mark = { version, from: ["pending", "approved"], action: "withdrawal.claimed" } as const;
  return markWithdrawal(scope, id, mark, idempotencyKey, (row, _movedCents, admin, nowMs) => {
    // A claim must not keep its payer from recording what was sent.
    if (row.payerId !== null) assertIsPayer(row, admin);
    return { claim: claimOf(admin, nowMs) };
  });
}

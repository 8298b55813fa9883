import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { setPayer, UNCLAIMED } from "../../withdrawals/withdrawal-store.ts";
import { markWithdrawal } from "./mark-withdrawal.ts";
import { assertIsPayer } from "./withdrawal-admin-rules.ts";

/**
 * Ends the payment that this admin started: they have not paid and will not.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` also when this admin is not paying it |
 * `claimed_by_other` | `step_up_required` | `key_reused`
 */
export function stopPayment(
  scope: Scope,
  id: string,
  { version }: { version: number },
  idempotencyKey: IdempotencyKey | null,
) {
  const mark = { version, from: ["approved"], action: "withdrawal.payment_stopped" } as const;
  return markWithdrawal(scope, id, mark, idempotencyKey, (row, admin, nowMs) => {
    assertIsPayer(row, admin);
    return {
      claim: UNCLAIMED,
      payment: { payerId: null, payerName: null, paymentStartedAtMs: null },
      statements: setPayer(scope.db.query, row, null, nowMs),
    };
  });
}

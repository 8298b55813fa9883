import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { setPayment, UNCLAIMED, UNPAID } from "../../withdrawals/withdrawal-store.ts";
import { markWithdrawal } from "./mark-withdrawal.ts";
import { assertIsPayer, assertNotSaidPaid, assertNotTakenOver } from "./withdrawal-admin-rules.ts";

/**
 * Ends the payment that this admin started: they have not paid and will not. One that they took over from a colleague may
 * have been paid, and does not end so; nor does one that a result of the bank says was paid.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` also when this admin is not paying it, or took it over |
 * `claimed_by_other` | `step_up_required` | `key_reused`
 */
export function stopPayment(
  scope: Scope,
  id: string,
  { version }: { version: number },
  idempotencyKey: IdempotencyKey | null,
) {
  const mark = { version, from: ["approved"], action: "withdrawal.payment_stopped" } as const;
  return markWithdrawal(scope, id, mark, idempotencyKey, (row, _, admin) => {
    assertIsPayer(row, admin);
    assertNotTakenOver(row);
    assertNotSaidPaid(row);
    return {
      claim: UNCLAIMED,
      payment: { ...UNPAID, payerName: null, isPayerOperator: 0, payerBeforeName: null },
      statements: setPayment(scope.db.query, row, UNPAID),
    };
  });
}

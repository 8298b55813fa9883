import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { assertOwnerNotFrozen } from "../../profile/frozen-account.ts";
import { setPayment } from "../../withdrawals/withdrawal-store.ts";
import { markWithdrawal } from "./mark-withdrawal.ts";
import { assertMayPay, assertMayTakeOver, claimOf } from "./withdrawal-admin-rules.ts";

/**
 * Makes this admin the payer of a withdrawal in place of a colleague who began to pay it an hour ago or more, or who is no
 * admin any more. The colleague may have paid it: this admin looks at the bank first, and can complete it, also during a
 * pause, but neither stop the payment nor reject it alone.
 *
 * @param input.payerId the colleague, as the admin saw it
 * @throws AppError `not_found` | `own_account` | `wrong_state` also when it is too early, or somebody else is paying it by now
 * | `claimed_by_other` | `account_frozen` | `second_admin_needed` | `admin_too_new` | `step_up_required` | `key_reused`
 */
export function takeOverPayment(
  scope: Scope,
  id: string,
  { version, payerId }: { version: number; payerId: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const soleApproverPayout = scope.settings.SOLE_APPROVER_PAYOUT;
  const mark = { version, from: ["approved"], action: "withdrawal.payment_taken_over" } as const;
  return markWithdrawal(scope, id, mark, idempotencyKey, (row, movedCents, admin, nowMs) => {
    assertOwnerNotFrozen(row.user);
    assertMayTakeOver(row, { payerId }, admin, nowMs);
    assertMayPay(row, { movedCents, soleApproverPayout }, admin);
    const payment = { payerId: admin.id, paymentStartedAtMs: nowMs, payerBeforeId: payerId, soleApproverPayout };
    return {
      claim: claimOf(admin, nowMs),
      payment: { ...payment, payerName: admin.name, isPayerOperator: 1, payerBeforeName: row.payerName },
      statements: setPayment(scope.db.query, row, payment),
      detail: { from: payerId },
    };
  });
}

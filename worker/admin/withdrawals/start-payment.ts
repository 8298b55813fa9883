import { balanceMustMatchUnlessPaused } from "../../ledger/ledger-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { assertOwnerNotFrozen } from "../../profile/frozen-account.ts";
import { setPayment } from "../../withdrawals/withdrawal-store.ts";
import { markWithdrawal } from "./mark-withdrawal.ts";
import { pauseOnDifference } from "./pause-on-difference.ts";
import { assertMayPay, assertNotBeingPaid, assertOwesNothing, claimOf } from "./withdrawal-admin-rules.ts";

/**
 * Marks an approved withdrawal as being paid at the bank by this admin, until it is completed, rejected or the payment
 * is stopped. From then on only this admin can complete it, and only this admin, or two other admins together, can reject
 * it: otherwise money that is on its way could be paid out twice.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` also while somebody is paying it | `claimed_by_other` |
 * `account_frozen` | `second_admin_needed` when no other admin approved it | `admin_too_new` | `balance_differs` | `paused` |
 * `step_up_required` | `key_reused`
 */
export function startPayment(
  scope: Scope,
  id: string,
  { version }: { version: number },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const soleApproverPayout = scope.settings.SOLE_APPROVER_PAYOUT;
  const mark = { version, from: ["approved"], action: "withdrawal.payment_started" } as const;
  const act = markWithdrawal(scope, id, mark, idempotencyKey, (row, movedCents, admin, nowMs) => {
    assertOwnerNotFrozen(row.user);
    assertOwesNothing(row);
    assertNotBeingPaid(row, admin);
    assertMayPay(row, { movedCents, soleApproverPayout }, admin);
    const payment = { payerId: admin.id, paymentStartedAtMs: nowMs, payerBeforeId: null, soleApproverPayout };
    return {
      claim: claimOf(admin, nowMs),
      payment: { ...payment, payerName: admin.name, isPayerOperator: 1, payerBeforeName: null },
      statements: [balanceMustMatchUnlessPaused(query, row.userId), ...setPayment(query, row, payment)],
    };
  });
  return pauseOnDifference(scope, id, act);
}

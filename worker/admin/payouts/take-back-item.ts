import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { setPayment, UNCLAIMED, UNPAID } from "../../withdrawals/withdrawal-store.ts";
import { mustBeUnchanged } from "../commands/run-admin-command.ts";
import { markWithdrawal } from "../withdrawals/mark-withdrawal.ts";
import { assertIsPayer, assertNotSaidPaid, assertNotTakenOver } from "../withdrawals/withdrawal-admin-rules.ts";
import { isOpenItem } from "./payout-batch-store.ts";

/**
 * Takes a payment back from its batch: its payer says that the bank was not told to make it. The withdrawal is approved again, and another
 * batch can pay it. Other admins cannot take it back; two of them can reject it, as each payment in progress.
 * @throws AppError as `stopPayment`, and `wrong_state` where it is no open payment of this batch
 */
export function takeBackItem(
  scope: Scope,
  batchId: string,
  { withdrawalId, version }: { withdrawalId: string; version: number },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const mark = { version, from: ["approved"], action: "withdrawal.payment_stopped" } as const;
  return markWithdrawal(scope, withdrawalId, mark, idempotencyKey, (row, _, admin, nowMs) => {
    assertIsPayer(row, admin);
    assertNotTakenOver(row);
    assertNotSaidPaid(row);
    const detail = { withdrawal: withdrawalId, amountCents: row.amountCents };
    return {
      claim: UNCLAIMED,
      payment: { ...UNPAID, payerName: null, isPayerOperator: 0, payerBeforeName: null },
      statements: [
        mustBeUnchanged(query, isOpenItem(batchId, withdrawalId)),
        ...setPayment(query, row, UNPAID),
        audit(query, { actor: admin.id, action: "payout.taken_back", subject: `payout:${batchId}`, detail }, nowMs),
      ],
      detail: { batch: batchId },
    };
  });
}

import { AppError } from "../../contract/errors.ts";
import { audit, auditEach } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { setPayments } from "../../withdrawals/withdrawal-store.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { claimOf } from "../withdrawals/withdrawal-admin-rules.ts";
import { isOpenItemRow } from "./complete-items.ts";
import { existingBatch } from "./import-result.ts";
import { besides } from "./list-to-pay.ts";
import { selectBatch, selectItems, selectMovedByCaller } from "./payout-admin-store.ts";
import { PAYOUT_TEXT } from "./payout-answers.ts";
import { itemsPaidBy, subjectOfItem } from "./payout-batch-store.ts";
import { assertMayMoveTogether, assertMayTakeOverItem } from "./payout-rules.ts";
import { batchName, batchView, payableOf, statesOf, sumsOf } from "./payout-view.ts";

/**
 * Makes this admin the payer of all that a colleague pays of a batch and that is open, or of nothing of it: by the rules by which each payment is
 * taken over. The colleague may have sent the file, so this admin looks at the bank first, and can import its result, but neither take the payments
 * back nor reject them alone.
 * @param input.payerId the colleague, and `input.count` how many open payments are theirs, as the admin saw it
 * @throws AppError `not_found` | `wrong_state` also when something else is open by now | as `takeOverPayment` of each of them, naming it |
 * `step_up_required` | `key_reused`
 */
export function takeOverBatch(
  scope: Scope,
  batchId: string,
  { payerId, count }: { payerId: string; count: number },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const soleApproverPayout = scope.settings.SOLE_APPROVER_PAYOUT;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        selectBatch(query, callerId, batchId),
        selectItems(query, callerId, batchId),
        selectMovedByCaller(query, callerId, scope.now()),
      ] as const,
    ([[found], items, moved], admin, nowMs) => {
      const batch = existingBatch(found);
      const rows = items.filter((item) => isOpenItemRow(item) && item.payerId === payerId);
      if (rows.length === 0 || rows.length !== count) throw new AppError("wrong_state", PAYOUT_TEXT.otherPayer);
      const movedBesides = besides(moved);
      const payables = rows.map((row) => ({ ...row, ...payableOf(row) }));
      for (const row of payables) {
        const seen = { payerId, movedCents: movedBesides(row.id), soleApproverPayout };
        assertMayTakeOverItem(row, seen, admin, nowMs);
      }
      assertMayMoveTogether(payables, moved, admin.id);
      const payment = { payerId: admin.id, paymentStartedAtMs: nowMs, payerBeforeId: payerId, soleApproverPayout };
      const name = batchName(batch.number);
      return {
        reply: {
          batch: batchView(batch, sumsOf(statesOf(items, batch.resultAtMs !== null))),
          taken: rows.length,
        },
        statements: [
          ...setPayments(query, rows, { ...payment, ...claimOf(admin, nowMs) }),
          auditEach(
            query,
            {
              actor: admin.id,
              action: "withdrawal.payment_taken_over",
              subject: subjectOfItem,
              detail: { from: payerId, batch: name },
            },
            itemsPaidBy(batchId, payment),
            nowMs,
          ),
          audit(
            query,
            {
              actor: admin.id,
              action: "payout.taken_over",
              subject: `payout:${batchId}`,
              detail: { batch: name, from: payerId, count: rows.length },
            },
            nowMs,
          ),
        ],
      };
    },
  );
}

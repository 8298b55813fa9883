import { AppError } from "../../contract/errors.ts";
import { formatUsd } from "../../contract/money.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { assertOwnerNotFrozen } from "../../profile/frozen-account.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { pauseOnDifference } from "../withdrawals/pause-on-difference.ts";
import { completeItems, isOpenItemRow, itemsAfter, type SettledItem } from "./complete-items.ts";
import { existingBatch } from "./import-result.ts";
import { selectBatch, selectItems, selectResultLines } from "./payout-admin-store.ts";
import { PAYOUT_TEXT } from "./payout-answers.ts";
import { batchName, batchView, itemView, statesOf, sumsOf } from "./payout-view.ts";

/**
 * Matches a row of a result, which names no payment or gives no ID, to an open payment of its sum: its payer says that it is this one.
 * @throws AppError `not_found` | `wrong_state` | `invalid_input` | `account_frozen` | `balance_differs` | `admin_too_new` | `step_up_required` |
 * `key_reused`
 */
export function matchRow(
  scope: Scope,
  batchId: string,
  { withdrawalId, resultLine }: { withdrawalId: string; resultLine: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const act = runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        selectBatch(query, callerId, batchId),
        selectItems(query, callerId, batchId),
        selectResultLines(query, callerId, batchId),
      ] as const,
    ([[found], items, lines], admin, nowMs) => {
      const batch = existingBatch(found);
      const item = items.find(({ id }) => id === withdrawalId);
      const line = lines.find(({ id }) => id === resultLine);
      if (!item || !line) throw new AppError("not_found", ERROR_TEXT.not_found);
      if (line.settled === 1) throw new AppError("wrong_state", PAYOUT_TEXT.rowTaken);
      if (!isOpenItemRow(item)) throw new AppError("wrong_state", PAYOUT_TEXT.notOpen);
      if (item.payerId !== admin.id) throw new AppError("wrong_state", PAYOUT_TEXT.nothingYours);
      assertOwnerNotFrozen({ frozenAtMs: item.isFrozen === 1 ? nowMs : null });
      if (line.reference !== null && line.reference !== item.reference) {
        throw new AppError("invalid_input", PAYOUT_TEXT.rowOfOther, { field: "resultLine" });
      }
      if (line.amountCents !== item.amountCents) {
        const said = PAYOUT_TEXT.rowDiffers(formatUsd(line.amountCents), formatUsd(item.amountCents));
        throw new AppError("invalid_input", said, { field: "resultLine" });
      }
      const { outcome, reason } = line;
      const paymentId = line.bankId ?? item.reference;
      const settled: SettledItem[] = [
        { item, outcome, reason, paymentId, resultLineId: line.id, statementLineId: null },
      ];
      const after = itemsAfter(items, settled);
      const { statements, mails } = completeItems(scope, batchId, settled, admin, nowMs);
      const shown = after.find(({ line: place }) => place === item.line) ?? item;
      const detail = { batch: batchName(batch.number), withdrawal: item.id, line: line.line, outcome, paymentId };
      return {
        reply: {
          batch: batchView(batch, sumsOf(statesOf(after, batch.resultAtMs !== null))),
          item: itemView(
            { ...shown, reason, resultLine: line.line },
            { hasResult: batch.resultAtMs !== null, lines, callerId: admin.id },
          ),
        },
        mails,
        statements: [
          ...statements,
          audit(query, { actor: admin.id, action: "payout.row_matched", subject: `payout:${batchId}`, detail }, nowMs),
        ],
      };
    },
  );
  return pauseOnDifference(scope, withdrawalId, act);
}

import { matchCompletions } from "../../bank-statements/bank-statement-store.ts";
import { paidAsWhole } from "../../bank-statements/match-lines.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { pauseOnDifference } from "../withdrawals/pause-on-difference.ts";
import {
  assertPays,
  canComplete,
  completeItems,
  isOpenItemRow,
  itemsAfter,
  type SettledItem,
} from "./complete-items.ts";
import { existingBatch } from "./import-result.ts";
import { type BatchLineRow, type ItemRow, selectBatch, selectItems, selectLinesOfBatch } from "./payout-admin-store.ts";
import { batchName, batchView, statesOf, sumsOf } from "./payout-view.ts";

/**
 * Completes the open payments of a batch from the statements of its bank account: by lines with their references, or by one line of the batch with the sum
 * of all that no line has yet. Each line and its completions are matched in the same write.
 * @throws AppError `not_found` | `wrong_state` for another admin than the payer | `balance_differs` | `admin_too_new` | `step_up_required` |
 * `key_reused`
 */
export function completeByStatement(scope: Scope, batchId: string, idempotencyKey: IdempotencyKey | null) {
  const { query } = scope.db;
  const act = runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        selectBatch(query, callerId, batchId),
        selectItems(query, callerId, batchId),
        selectLinesOfBatch(query, callerId, batchId),
      ] as const,
    ([[found], items, lines], admin, nowMs) => {
      const batch = existingBatch(found);
      const name = batchName(batch.number);
      assertPays(items, admin);
      const { settled, matches } = paidBy(lines, items, name, (item) => canComplete(item, admin));
      const hasResult = batch.resultAtMs !== null;
      const reply = {
        batch: batchView(batch, sumsOf(statesOf(itemsAfter(items, settled), hasResult))),
        completed: settled.length,
        matched: matches.length,
        isSame: matches.length === 0,
      };
      if (matches.length === 0) return { reply, statements: [] };
      const { statements, mails } = completeItems(scope, batchId, settled, admin, nowMs);
      const detail = { batch: name, completed: settled.length, lines: matches.length };
      return {
        reply,
        mails,
        statements: [
          ...statements,
          ...matchCompletions(query, matches, nowMs),
          audit(
            query,
            { actor: admin.id, action: "payout.completed_by_statement", subject: `payout:${batchId}`, detail },
            nowMs,
          ),
        ],
      };
    },
  );
  return pauseOnDifference(scope, `of batch ${batchId}`, act);
}

/**
 * What lines of the bank account say of a batch: pure. A line with an item's reference pays it, where it is the only one and has its sum; else one
 * line with the batch's name pays what no line has (`paidAsWhole`).
 */
export function paidBy(
  lines: readonly BatchLineRow[],
  items: readonly ItemRow[],
  name: string,
  canPay: (item: ItemRow) => boolean,
): { settled: SettledItem[]; matches: Array<{ lineId: string; withdrawalIds: string[] }> } {
  const settled: SettledItem[] = [];
  const matches: Array<{ lineId: string; withdrawalIds: string[] }> = [];
  const unpaid = items.filter(({ matchedLineId, takenBackAtMs, status }) => {
    return matchedLineId === null && takenBackAtMs === null && (status === "approved" || status === "completed");
  });
  const said = { outcome: "completed" as const, reason: null, resultLineId: null };
  const isPaidByLine = new Set<string>();
  for (const item of unpaid) {
    const [line, more] = lines.filter(({ reference }) => reference === item.reference);
    if (!line || more || -line.amountCents !== item.amountCents) continue;
    if (isOpenItemRow(item)) {
      if (!canPay(item)) continue;
      settled.push({ ...said, item, paymentId: line.bankId ?? item.reference, statementLineId: line.id });
    }
    isPaidByLine.add(item.id);
    matches.push({ lineId: line.id, withdrawalIds: [item.id] });
  }
  const left = unpaid
    .filter(({ id }) => !isPaidByLine.has(id))
    .map((item) => ({ item, amountCents: -item.amountCents, isBounced: item.outcome === "bounced" }));
  const whole = paidAsWhole(
    left,
    lines.filter(({ reference }) => reference === name),
  );
  const rest = whole?.members.map(({ item }) => item) ?? [];
  if (whole && rest.every((item) => !isOpenItemRow(item) || canPay(item))) {
    for (const item of rest.filter(isOpenItemRow)) {
      settled.push({ ...said, item, paymentId: item.reference, statementLineId: whole.line.id });
    }
    matches.push({ lineId: whole.line.id, withdrawalIds: rest.map(({ id }) => id) });
  }
  return { settled, matches };
}

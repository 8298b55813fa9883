import { normalKey } from "../../bank-statements/match-lines.ts";
import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { audit } from "../../platform/audit-log-store.ts";
import { digestOf } from "../../platform/digest-of-bytes.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import { plainText } from "../../platform/plain-text.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { pauseOnDifference } from "../withdrawals/pause-on-difference.ts";
import { assertPays, canComplete, completeItems, itemsAfter, nameOfItem, type SettledItem } from "./complete-items.ts";
import {
  type BatchRow,
  type ItemRow,
  type ResultLineRow,
  selectBatch,
  selectItems,
  selectPaidAs,
  selectResultLines,
} from "./payout-admin-store.ts";
import { PAYOUT_TEXT } from "./payout-answers.ts";
import { insertResult } from "./payout-batch-store.ts";
import { payoutProfileOf } from "./payout-profile.ts";
import { type ResultRow, readPayoutResult } from "./payout-result.ts";
import { batchName, batchView, statesOf, sumsOf } from "./payout-view.ts";

/**
 * Imports what the bank says of a batch. What it paid is completed in one write, what came back is named as such, and what it does not name exactly
 * stays open. All of the file or nothing; the same file again changes nothing and says so, and another one adds what is new.
 * @throws AppError `not_found` | `invalid_input` that names what is wrong with the file and where | `wrong_state` for another admin than the
 * payer | `balance_differs` | `admin_too_new` | `step_up_required` | `key_reused`
 */
export async function importResult(
  scope: Scope,
  batchId: string,
  input: { fileName: string; bytes: Uint8Array },
  idempotencyKey: IdempotencyKey | null,
) {
  const fileName = plainText(input.fileName, { field: "fileName", max: 120, isRequired: true });
  const { query } = scope.db;
  const first = await authorizedBatch(scope, "read", (callerId) => [
    selectBatch(query, callerId, batchId),
    selectItems(query, callerId, batchId),
  ]);
  const batch = existingBatch(first.rows[0][0]);
  const profile = payoutProfileOf(batch.profile)?.result ?? null;
  if (profile === null) throw new AppError("wrong_state", PAYOUT_TEXT.noResult, { field: "file" });
  const references = new Set(first.rows[1].map(({ reference }) => reference));
  const rows = readPayoutResult(input.bytes, profile, { name: batchName(batch.number), references });
  const ids = rows.flatMap(({ bankId }) => (bankId === null ? [] : [normalKey(bankId)]));
  const resultId = crypto.randomUUID();
  const digest = digestOf(input.bytes);
  const act = runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        selectBatch(query, callerId, batchId),
        selectItems(query, callerId, batchId),
        selectResultLines(query, callerId, batchId),
        selectPaidAs(query, callerId, ids),
      ] as const,
    ([[found], items, known, paidAs], admin, nowMs) => {
      const current = existingBatch(found);
      assertPays(items, admin);
      const read = settledBy(rows, { items, known, paidAs, admin });
      const { added, settled, knownCount } = read;
      const isSame = added.length === 0 && settled.length === 0;
      const after = isSame
        ? current
        : { ...current, resultFileName: fileName, resultAtMs: nowMs, resultBy: admin.name };
      const states = statesOf(itemsAfter(items, settled), after.resultAtMs !== null);
      const counts = {
        completed: settled.filter(({ outcome }) => outcome === "completed").length,
        bounced: settled.filter(({ outcome }) => outcome === "bounced").length,
        unmatched: states.filter(({ state }) => state === "unmatched").length,
        known: knownCount,
        /** Payments that were taken back, and that the bank made nevertheless: they may have been paid twice. */
        madeAnyway: read.madeAnyway,
      };
      const reply = { batch: batchView(after, sumsOf(states)), ...counts, isSame };
      if (isSame) return { reply, statements: [] };
      const { statements, mails } = completeItems(scope, batchId, settled, admin, nowMs);
      const result = { id: resultId, batchId, fileName, digest, importedBy: admin.id, importedAtMs: nowMs };
      const detail = { batch: batchName(current.number), result: resultId, digest, ...counts };
      return {
        reply,
        mails,
        statements: [
          ...insertResult(query, result, added),
          ...statements,
          audit(
            query,
            { actor: admin.id, action: "payout.result_imported", subject: `payout:${batchId}`, detail },
            nowMs,
          ),
        ],
      };
    },
  );
  return pauseOnDifference(scope, `of batch ${batchName(batch.number)}`, act);
}

/** @throws AppError `not_found` */
export function existingBatch(batch: BatchRow | undefined): BatchRow {
  if (!batch) throw new AppError("not_found", ERROR_TEXT.not_found);
  return batch;
}

/**
 * What rows of a result say of the items of their batch.
 * @throws AppError `invalid_input` naming the line that contradicts what is known
 */
function settledBy(
  rows: readonly ResultRow[],
  {
    items,
    known,
    paidAs,
    admin,
  }: {
    items: readonly ItemRow[];
    known: readonly ResultLineRow[];
    paidAs: ReadonlyArray<{ id: string; number: number; key: string }>;
    admin: Parameters<typeof completeItems>[3];
  },
) {
  const byReference = new Map(items.map((item) => [item.reference, item]));
  const lineIds = new Map(known.map(({ rowKey, id }) => [rowKey, id]));
  const added: Array<ResultRow & { id: string }> = [];
  const settled: SettledItem[] = [];
  let knownCount = 0;
  let madeAnyway = 0;
  for (const row of rows) {
    const stored = lineIds.get(row.rowKey);
    const id = stored ?? crypto.randomUUID();
    const item = row.reference === null ? undefined : byReference.get(row.reference);
    const isSettled = item !== undefined && item.takenBackAtMs === null && item.status === "completed";
    // A row that is stored was judged when it came, and what became of the payment since is not in it.
    if (isSettled && stored === undefined) assertAgrees(row, item);
    // What an earlier result, a statement or a person said already is known, in whatever words.
    if (isSettled || stored !== undefined) knownCount += 1;
    else added.push({ ...row, id });
    if (item?.takenBackAtMs != null && row.outcome === "completed") madeAnyway += 1;
    if (item === undefined || isSettled) continue;
    const other = paidAs.find(({ key }) => row.bankId !== null && key === normalKey(row.bankId));
    if (other) refuseRow(PAYOUT_TEXT.idUsed(row.line, nameOfItem(other)));
    const isWhole = row.amountCents === item.amountCents && (row.bankId !== null || row.outcome === "bounced");
    if (!isWhole || !canComplete(item, admin)) continue;
    const { outcome, reason } = row;
    const paymentId = row.bankId ?? item.reference;
    settled.push({ item, outcome, paymentId, reason, resultLineId: id, statementLineId: null });
  }
  return { added, settled, knownCount, madeAnyway };
}

/** @throws AppError `invalid_input` for a row that says something else of an item than how it was completed */
function assertAgrees(row: ResultRow, item: ItemRow): void {
  // What was paid and came back days later is both: the bank says either of it.
  const isSameOutcome = item.returnedAtMs !== null || (item.outcome === "bounced") === (row.outcome === "bounced");
  // One that was completed by the line of the batch's whole sum has its reference as its id.
  const isSameId =
    row.bankId === null ||
    item.paymentId === item.reference ||
    normalKey(row.bankId) === normalKey(item.paymentId ?? "");
  if (row.amountCents === item.amountCents && isSameOutcome && isSameId) return;
  refuseRow(PAYOUT_TEXT.contradicts(row.line, nameOfItem(item)));
}

function refuseRow(said: ReturnType<typeof PAYOUT_TEXT.contradicts>): never {
  throw new AppError("invalid_input", said, { field: "file" });
}

import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { existingBatch } from "./import-result.ts";
import {
  BATCHES_MAX,
  type BatchPlace,
  selectBatch,
  selectBatches,
  selectBatchSums,
  selectItems,
  selectResultLines,
  selectResults,
} from "./payout-admin-store.ts";
import { batchView, itemView, resultLineView, resultView, statesOf, sumsOf } from "./payout-view.ts";

/** A page of batches, the newest first, with their items added up by where they are. @returns `before` begins the next page */
export async function listBatches(scope: Scope, { before }: { before?: BatchPlace | undefined }) {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectBatches(query, callerId, before),
    selectBatchSums(query, callerId, before),
  ]);
  const [batches, sums] = rows;
  const byBatch = Map.groupBy(sums, ({ batchId }) => batchId);
  const last = batches.at(-1);
  return {
    batches: batches.map((batch) => batchView(batch, sumsOf(byBatch.get(batch.id) ?? []))),
    before: last && batches.length === BATCHES_MAX ? `${last.madeAtMs}_${last.id}` : null,
  };
}

/** A batch with its items, its results, and the rows of these that no item has. @throws AppError `not_found` */
export async function findBatch(scope: Scope, id: string) {
  const { query } = scope.db;
  const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectBatch(query, callerId, id),
    selectItems(query, callerId, id),
    selectResultLines(query, callerId, id),
    selectResults(query, callerId, id),
  ]);
  const [[found], items, all, results] = rows;
  const batch = existingBatch(found);
  const hasResult = batch.resultAtMs !== null;
  const lines = all.filter(({ settled }) => settled === 0);
  return {
    batch: batchView(batch, sumsOf(statesOf(items, hasResult))),
    items: items.map((item) => itemView(item, { hasResult, lines, callerId: caller.userId })),
    lines: lines.map((line) => resultLineView(line, items)),
    results: results.map(resultView),
  };
}

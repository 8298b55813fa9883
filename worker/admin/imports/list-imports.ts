import type { CsvColumns } from "../../platform/csv.ts";
import { cutPage, type PageRequest, type SortRequest } from "../../platform/paging.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { exportList } from "../lists/export-list.ts";
import { PERSON_CSV } from "../lists/person-view.ts";
import { type ImportFilter, selectImportPage } from "./import-store.ts";
import { importView } from "./import-view.ts";

/** A page of committed and reversed imports, and of files that wait for another admin; newest first by default. */
export async function listImports(
  scope: Scope,
  { cursor, limit, sort = "newest", ...filter }: PageRequest & ImportFilter,
) {
  const page = { cursor, limit, sort };
  const nowMs = scope.now();
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectImportPage(scope.db.query, callerId, filter, page, nowMs),
  ]);
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  return { imports: shown.map(importView), nextCursor };
}

const COLUMNS: CsvColumns<ReturnType<typeof importView>> = [
  ["Opened", (record) => record.createdAt, "time"],
  ...PERSON_CSV,
  ["File", (record) => record.fileName],
  ["Format", (record) => record.format],
  ["Trades", (record) => record.tradeCount],
  ["P&L (USD)", (record) => record.profitLoss?.toFixed(2) ?? null],
  ["Status", (record) => (record.waitsForColleague ? "waiting" : record.status)],
  ["Sent by", (record) => record.createdByName],
  ["Imported by", (record) => record.committedByName],
  ["Committed", (record) => record.committedAt, "time"],
  ["Taken back by", (record) => record.reversedByName],
  ["Reversed", (record) => record.reversedAt, "time"],
  ["Reason", (record) => record.reason],
];

/** Imports as a CSV file. */
export function exportImports(
  scope: Scope,
  { sort = "newest", ...filter }: SortRequest & ImportFilter,
  reason: string,
) {
  return exportList(scope, {
    list: "imports",
    reason,
    filter,
    sort,
    view: importView,
    columns: COLUMNS,
    select: (callerId, page) => selectImportPage(scope.db.query, callerId, filter, page, scope.now()),
  });
}

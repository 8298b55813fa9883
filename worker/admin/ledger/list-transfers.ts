import type { CsvColumns } from "../../platform/csv.ts";
import { cutPage, type PageRequest, type SortRequest } from "../../platform/paging.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { exportList } from "../lists/export-list.ts";
import { selectTransferPage, type TransferFilter } from "./transfer-admin-store.ts";
import { transferView } from "./transfer-view.ts";

/** A page of all transfers, newest first by default. */
export async function listTransfers(
  scope: Scope,
  { cursor, limit, sort = "newest", ...filter }: PageRequest & TransferFilter,
) {
  const page = { cursor, limit, sort };
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectTransferPage(scope.db.query, callerId, filter, page),
  ]);
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  return { transfers: shown.map(transferView), nextCursor };
}

const COLUMNS: CsvColumns<ReturnType<typeof transferView>> = [
  ["Transfer", (transfer) => transfer._id],
  ["Time", (transfer) => transfer.at, "time"],
  ["Kind", (transfer) => transfer.kind],
  ["Reference", (transfer) => transfer.reference],
  ["Amount (USD)", (transfer) => transfer.amount.toFixed(2)],
  ["From", (transfer) => transfer.from],
  ["To", (transfer) => transfer.to],
  ["Trader", (transfer) => transfer.user?.name ?? null],
  ["E-mail", (transfer) => transfer.user?.email ?? null],
  ["Moved by", (transfer) => transfer.actor.name ?? transfer.actor.id],
  ["Memo", (transfer) => transfer.memo],
];

/** Transfers as a CSV file. */
export function exportTransfers(
  scope: Scope,
  { sort = "newest", ...filter }: SortRequest & TransferFilter,
  reason: string,
) {
  return exportList(scope, {
    list: "transfers",
    reason,
    filter,
    sort,
    view: transferView,
    columns: COLUMNS,
    select: (callerId, page) => selectTransferPage(scope.db.query, callerId, filter, page),
  });
}

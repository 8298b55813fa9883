import type { CsvColumns } from "../../platform/csv.ts";
import { type AgeSort, cutPage, type PageRequest, type SortRequest } from "../../platform/paging.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { exportList } from "../lists/export-list.ts";
import { PERSON_CSV } from "../lists/person-view.ts";
import { type ExceptionFilter, selectExceptionPage } from "./exception-store.ts";
import { exceptionView } from "./exception-view.ts";

/** A page of mismatched payments. Default order: open ones oldest first, others newest first. */
export async function listExceptions(scope: Scope, { cursor, limit, sort, ...filter }: PageRequest & ExceptionFilter) {
  const page = { cursor, limit, sort: sort ?? defaultSort(filter) };
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectExceptionPage(scope.db.query, callerId, filter, page),
  ]);
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  return { exceptions: shown.map(exceptionView), nextCursor };
}

type Column = CsvColumns<ReturnType<typeof exceptionView>>[number];
const COLUMNS: readonly Column[] = [
  ["Noticed", (exception) => exception.createdAt, "time"],
  ["Bill number", (exception) => exception.code],
  ...PERSON_CSV.map(
    ([name, cell]): Column => [name, (exception) => cell({ user: exception.deposit && exception.user })],
  ),
  ["Paid", (exception) => exception.paidAmount],
  ["Currency", (exception) => exception.paidCurrency],
  ["Paid", (exception) => exception.paidAt, "time"],
  ["Paid from", (exception) => exception.paidFrom],
  ["Asked (USD)", (exception) => exception.deposit?.amount.toFixed(2) ?? null],
  ["Why it waits", (exception) => exception.reason],
  ["Settlement hash", (exception) => exception.settlementHash],
  ["Status", (exception) => exception.status],
  ["Credited (USD)", (exception) => exception.creditedAmount?.toFixed(2) ?? null],
  ["Sent back", (exception) => exception.refundedAmount],
  ["Refund reference", (exception) => exception.refundReference],
  ["Decided by", (exception) => exception.decidedBy],
  ["Decided", (exception) => exception.decidedAt, "time"],
  ["Note", (exception) => exception.note],
];

/** Mismatched payments as a CSV file. */
export function exportExceptions(
  scope: Scope,
  { sort: asked, ...filter }: SortRequest & ExceptionFilter,
  reason: string,
) {
  const sort = asked ?? defaultSort(filter);
  return exportList(scope, {
    list: "exceptions",
    reason,
    filter,
    sort,
    view: exceptionView,
    columns: COLUMNS,
    select: (callerId, page) => selectExceptionPage(scope.db.query, callerId, filter, page),
  });
}

function defaultSort({ status, stage }: ExceptionFilter): AgeSort {
  return status === "open" || stage !== undefined ? "oldest" : "newest";
}

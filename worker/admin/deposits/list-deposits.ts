import type { CsvColumns } from "../../platform/csv.ts";
import { cutPage, type PageRequest, type Sort, type SortRequest } from "../../platform/paging.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { exportList } from "../lists/export-list.ts";
import { PERSON_CSV } from "../lists/person-view.ts";
import { type DepositFilter, selectAdminDepositPage } from "./deposit-admin-store.ts";
import { adminDepositView } from "./deposit-admin-view.ts";

/** A page of all users' deposits. Default order: pending ones oldest first, others newest first. */
export async function listDeposits(
  scope: Scope,
  { cursor, limit, sort, ...filter }: PageRequest<Sort> & DepositFilter,
) {
  const page = { cursor, limit, sort: sort ?? defaultSort(filter) };
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectAdminDepositPage(scope.db.query, callerId, filter, page),
  ]);
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  return { deposits: shown.map(adminDepositView), nextCursor };
}

const COLUMNS: CsvColumns<ReturnType<typeof adminDepositView>> = [
  ["Bill number", (deposit) => deposit.billNumber],
  ["Created", (deposit) => deposit.createdAt, "time"],
  ...PERSON_CSV,
  ["Asked (USD)", (deposit) => deposit.amount.toFixed(2)],
  ["Credited (USD)", (deposit) => deposit.paidAmount?.toFixed(2) ?? null],
  ["Status", (deposit) => deposit.status],
  ["Paid", (deposit) => deposit.paymentVerifiedAt, "time"],
  ["Reversed", (deposit) => deposit.reversedAt, "time"],
  ["Settlement hash", (deposit) => deposit.settlementHash],
  ["Bank reference", (deposit) => deposit.bankReference],
];

/** Deposits as a CSV file. */
export function exportDeposits(
  scope: Scope,
  { sort: asked, ...filter }: SortRequest<Sort> & DepositFilter,
  reason: string,
) {
  const sort = asked ?? defaultSort(filter);
  return exportList(scope, {
    list: "deposits",
    reason,
    filter,
    sort,
    view: adminDepositView,
    columns: COLUMNS,
    select: (callerId, page) => selectAdminDepositPage(scope.db.query, callerId, filter, page),
  });
}

function defaultSort({ status }: DepositFilter): Sort {
  return status === "pending" ? "oldest" : "newest";
}

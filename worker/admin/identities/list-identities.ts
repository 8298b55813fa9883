import { expiringUntil } from "../../identity/card-fields-store.ts";
import type { CsvColumns } from "../../platform/csv.ts";
import { type AgeSort, cutPage, type PageRequest, type SortRequest } from "../../platform/paging.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { exportList } from "../lists/export-list.ts";
import { PERSON_CSV } from "../lists/person-view.ts";
import { type IdentityFilter, selectAdminIdentityPage } from "./identity-admin-store.ts";
import { adminIdentityView } from "./identity-admin-view.ts";

/** A page of identities. Default order: pending ones oldest first, those whose card expires soonest first, others newest first. */
export async function listIdentities(scope: Scope, { cursor, limit, sort, ...filter }: PageRequest & IdentityFilter) {
  const page = { cursor, limit, sort: sort ?? defaultSort(filter) };
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectAdminIdentityPage(scope.db.query, callerId, filter, page, expiringUntil(scope)),
  ]);
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  return { identities: shown.map(adminIdentityView), nextCursor };
}

const COLUMNS: CsvColumns<ReturnType<typeof adminIdentityView>> = [
  ["Sent", (identity) => identity.submittedAt, "time"],
  ...PERSON_CSV,
  ["Status", (identity) => identity.status],
  ["Reason", (identity) => identity.rejectReason],
  ["Note", (identity) => identity.note],
  ["Decided by", (identity) => identity.decidedBy],
  ["Decided", (identity) => identity.decidedAt, "time"],
  ["Card valid until", (identity) => identity.cardExpiresOn],
];

/** Identities as a CSV file, without image, phone and address. */
export function exportIdentities(
  scope: Scope,
  { sort: asked, ...filter }: SortRequest & IdentityFilter,
  reason: string,
) {
  const sort = asked ?? defaultSort(filter);
  const until = expiringUntil(scope);
  return exportList(scope, {
    list: "identities",
    reason,
    filter,
    sort,
    view: adminIdentityView,
    columns: COLUMNS,
    select: (callerId, page) => selectAdminIdentityPage(scope.db.query, callerId, filter, page, until),
  });
}

function defaultSort({ status, stage }: IdentityFilter): AgeSort {
  return status === "pending" || stage !== undefined ? "oldest" : "newest";
}

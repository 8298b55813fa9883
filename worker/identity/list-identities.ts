import { exportList } from "../admin/desk/desk-export.ts";
import { type AgeSort, type AskedPage, type AskedSort, cutPage } from "../admin/desk/desk-page.ts";
import { PERSON_CSV } from "../admin/desk/desk-person.ts";
import type { CsvColumns } from "../http/csv.ts";
import type { Scope } from "../http/scope.ts";
import { batchAs } from "../http/session.ts";
import { deskIdentityView } from "./desk-identity-view.ts";
import { type IdentityFilter, selectDeskIdentityPage } from "./identity-store.ts";

/** Identities that wait for review: unless asked otherwise the longest waiting first; of others the newest first. */
export async function listIdentities(scope: Scope, { cursor, limit, sort, ...filter }: AskedPage & IdentityFilter) {
  const page = { cursor, limit, sort: sort ?? standardSort(filter) };
  const { rows } = await batchAs(scope, "read", (me) => [selectDeskIdentityPage(scope.db.query, me, filter, page)]);
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  return { identities: shown.map(deskIdentityView), nextCursor };
}

const COLUMNS: CsvColumns<ReturnType<typeof deskIdentityView>> = [
  ["Sent (UTC)", (identity) => identity.submittedAt],
  ...PERSON_CSV,
  ["Status", (identity) => identity.status],
  ["Reason", (identity) => identity.rejectReason],
  ["Note", (identity) => identity.note],
  ["Decided by", (identity) => identity.decidedBy],
  ["Decided (UTC)", (identity) => identity.decidedAt],
];

/** The same as a file: as the list shows them, so without image, phone and address. */
export function exportIdentities(scope: Scope, { sort: asked, ...filter }: AskedSort & IdentityFilter) {
  const sort = asked ?? standardSort(filter);
  return exportList(scope, {
    list: "identities",
    filter,
    sort,
    view: deskIdentityView,
    columns: COLUMNS,
    select: (me, page) => selectDeskIdentityPage(scope.db.query, me, filter, page),
  });
}

function standardSort({ status }: IdentityFilter): AgeSort {
  return status === "pending" ? "oldest" : "newest";
}

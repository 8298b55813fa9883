import type { CsvColumns } from "../../platform/csv.ts";
import { cutPage, type PageRequest, type SortRequest } from "../../platform/paging.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { exportList } from "../lists/export-list.ts";
import { selectUserPage, type UserFilter } from "./user-admin-store.ts";
import { listedUserView } from "./user-admin-view.ts";

/**
 * A page of users, newest first by default.
 * @throws AppError `invalid_input` for characters that no name contains
 */
export async function listUsers(scope: Scope, { cursor, limit, sort = "newest", ...filter }: PageRequest & UserFilter) {
  const page = { cursor, limit, sort };
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectUserPage(scope.db.query, callerId, filter, page),
  ]);
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  return { users: shown.map(listedUserView), nextCursor };
}

const COLUMNS: CsvColumns<ReturnType<typeof listedUserView>> = [
  // Spreadsheets take a file that begins with "ID" for another format.
  ["User ID", (user) => user._id],
  ["Name", (user) => user.name],
  ["Username", (user) => user.username],
  ["E-mail", (user) => user.email],
  ["Signed up", (user) => user.createdAt, "time"],
  ["Verified", (user) => (user.isVerified ? "yes" : "no")],
  ["Role", (user) => user.role],
  ["Frozen", (user) => user.frozenAt, "time"],
  ["Closed", (user) => user.closedAt, "time"],
  ["Balance (USD)", (user) => user.balance.toFixed(2)],
];

/** Users as a CSV file. */
export function exportUsers(scope: Scope, { sort = "newest", ...filter }: SortRequest & UserFilter, reason: string) {
  return exportList(scope, {
    list: "users",
    reason,
    filter,
    sort,
    view: listedUserView,
    columns: COLUMNS,
    select: (callerId, page) => selectUserPage(scope.db.query, callerId, filter, page),
  });
}

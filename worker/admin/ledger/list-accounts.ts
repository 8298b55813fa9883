import type { SQL } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import type { CsvColumns } from "../../platform/csv.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { exportList } from "../lists/export-list.ts";
import { typedName } from "../lists/person-search.ts";
import { selectAccountsNamed, selectHouseAccounts } from "./account-admin-store.ts";
import { accountView } from "./account-view.ts";

/**
 * The company's accounts, or those that a search finds: by account id, or by the start of an e-mail address or
 * username.
 */
export async function listAccounts(scope: Scope, typed: string | undefined) {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectListed(scope.db.query, callerId, typed)]);
  return rows[0].map(accountView);
}

/** @throws AppError `invalid_input` for characters that no name contains */
function selectListed(query: Query, callerId: SQL, typed: string | undefined) {
  const search = typed && typedName(typed, "search");
  return search ? selectAccountsNamed(query, callerId, search) : selectHouseAccounts(query, callerId);
}

const COLUMNS: CsvColumns<ReturnType<typeof accountView>> = [
  ["Account", (account) => account._id],
  ["Kind", (account) => account.kind],
  ["User ID", (account) => account.user?._id ?? null],
  ["Name", (account) => account.user?.name ?? null],
  ["E-mail", (account) => account.user?.email ?? null],
  ["Amount (USD)", (account) => account.balance.toFixed(2)],
  ["Last moved", (account) => account.movedAt, "time"],
];

/** Accounts as a CSV file; they are so few that one page has them all. */
export function exportAccounts(scope: Scope, search: string | undefined, reason: string) {
  return exportList(scope, {
    list: "accounts",
    reason,
    filter: { search },
    sort: "oldest",
    view: accountView,
    columns: COLUMNS,
    select: (callerId) => selectListed(scope.db.query, callerId, search),
  });
}

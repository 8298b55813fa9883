import { AppError, ERROR_TEXT } from "../../contract/errors.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import type { CsvColumns } from "../../platform/csv.ts";
import { type AgeSort, cutPage, type PageRequest, type SortRequest } from "../../platform/paging.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { exportList } from "../lists/export-list.ts";
import {
  type AccountEntryRow,
  type EntryFilter,
  selectAccount,
  selectAccountEntries,
  selectFirstBalance,
} from "./account-admin-store.ts";
import { accountEntryView, accountView } from "./account-view.ts";

/**
 * An account with a page of its entries, unless asked otherwise the newest first, and the balance that each has made: null
 * where too many others would have to be added up for it.
 * @throws AppError `not_found`
 */
export async function listAccountEntries(
  scope: Scope,
  { cursor, limit, sort = "newest", ...filter }: PageRequest & EntryFilter,
) {
  const { query } = scope.db;
  const page = { cursor, limit, sort };
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectAccount(query, filter.accountId),
    selectAccountEntries(query, callerId, filter, page),
    selectFirstBalance(query, callerId, filter, page),
  ]);
  const [[account], entries, [first]] = rows;
  if (!account) throw new AppError("not_found", ERROR_TEXT.not_found);
  const { rows: shown, nextCursor } = cutPage(entries, page);
  const balances = balancesFrom(first?.balanceCents ?? null, shown, sort);
  return {
    account: accountView(account),
    entries: shown.map((row, i) => ({ ...accountEntryView(row), balance: balances[i] ?? null })),
    nextCursor,
  };
}

/** What each entry of a page has made of the balance, in dollars. The page leaves none of the account's out. */
function balancesFrom(firstCents: number | null, rows: readonly AccountEntryRow[], sort: AgeSort): number[] {
  if (firstCents === null) return [];
  let balanceCents = firstCents;
  return rows.map(({ amountCents }, i) => {
    const before = rows[i - 1];
    if (before) balanceCents += sort === "newest" ? -before.amountCents : amountCents;
    return dollarsFromCents(balanceCents);
  });
}

const COLUMNS: CsvColumns<ReturnType<typeof accountEntryView>> = [
  ["Entry", (entry) => entry._id],
  ["Time (UTC)", (entry) => entry.at],
  ["Kind", (entry) => entry.kind],
  ["Reference", (entry) => entry.reference],
  ["Amount (USD)", (entry) => entry.amount.toFixed(2)],
  ["Transfer", (entry) => entry.transferId],
  ["Moved by", (entry) => entry.actor.name ?? entry.actor.id],
  ["Memo", (entry) => entry.memo],
];

/** The same as a file, which has no balances: whoever adds up its amounts gets them. */
export function exportAccountEntries(scope: Scope, { sort = "newest", ...filter }: SortRequest & EntryFilter) {
  return exportList(scope, {
    list: "entries",
    filter,
    sort,
    view: accountEntryView,
    columns: COLUMNS,
    select: (callerId, page) => selectAccountEntries(scope.db.query, callerId, filter, page),
  });
}

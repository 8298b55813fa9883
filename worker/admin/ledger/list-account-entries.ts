import { AppError } from "../../contract/errors.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import type { CsvColumns } from "../../platform/csv.ts";
import { type AgeSort, cutPage, type PageRequest, type SortRequest } from "../../platform/paging.ts";
import { readPerson } from "../../platform/read-person.ts";
import type { Scope } from "../../platform/scope.ts";
import { exportList } from "../lists/export-list.ts";
import {
  type AccountEntryRow,
  type EntryFilter,
  ownerOf,
  selectAccount,
  selectAccountEntries,
  selectFirstBalance,
} from "./account-admin-store.ts";
import { accountEntryView, accountView } from "./account-view.ts";

/**
 * An account with a page of its entries, newest first by default, and the balance after each: null when too many
 * entries would have to be summed for it. The audit log says who looked at a person's account.
 * @throws AppError `not_found`
 */
export async function listAccountEntries(
  scope: Scope,
  { cursor, limit, sort = "newest", ...filter }: PageRequest & EntryFilter,
) {
  const { query } = scope.db;
  const page = { cursor, limit, sort };
  const { rows } = await readPerson(
    scope,
    () => ownerOf(filter.accountId),
    (callerId) => [
      selectAccount(query, filter.accountId),
      selectAccountEntries(query, callerId, filter, page),
      selectFirstBalance(query, callerId, filter, page),
    ],
  );
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

/**
 * The balance after each entry of a page, in dollars. A page omits no entry of the account between its first and last
 * one.
 */
function balancesFrom(firstCents: number | null, rows: readonly AccountEntryRow[], sort: AgeSort): number[] {
  if (firstCents === null) return [];
  let balanceCents = firstCents;
  return rows.map(({ amountCents }, i) => {
    const previous = rows[i - 1];
    if (previous) balanceCents += sort === "newest" ? -previous.amountCents : amountCents;
    return dollarsFromCents(balanceCents);
  });
}

const COLUMNS: CsvColumns<ReturnType<typeof accountEntryView>> = [
  ["Entry", (entry) => entry._id],
  ["Time", (entry) => entry.at, "time"],
  ["Kind", (entry) => entry.kind],
  ["Reference", (entry) => entry.reference],
  ["Amount (USD)", (entry) => entry.amount.toFixed(2)],
  ["Transfer", (entry) => entry.transferId],
  ["Moved by", (entry) => entry.actor.name ?? entry.actor.id],
  ["Memo", (entry) => entry.memo],
];

/** The entries as a CSV file, without balances, which can be computed from the amounts. */
export function exportAccountEntries(
  scope: Scope,
  { sort = "newest", ...filter }: SortRequest & EntryFilter,
  reason: string,
) {
  return exportList(scope, {
    list: "entries",
    reason,
    filter,
    sort,
    view: accountEntryView,
    columns: COLUMNS,
    select: (callerId, page) => selectAccountEntries(scope.db.query, callerId, filter, page),
  });
}

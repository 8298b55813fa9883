import { answer, api } from "../../state/api.ts";
import { type ListQuery, orNull, pageAt } from "../core/call-parts.ts";
import type { ListRows } from "../list/list-rows.ts";
import type {
  AccountEntry,
  AdminLedger,
  AdminTransfer,
  LedgerAccount,
  LedgerChecks,
  WholeTransfer,
} from "./ledger-types.ts";

/** Admin API calls about the ledger. Each @throws ApiError | NetworkError */

const { ledger } = api.admin;
const account = ledger.accounts[":id"];

/** Recomputes every balance from its entries. */
export async function checkLedger(): Promise<AdminLedger> {
  return (await answer(ledger.$get())).ledger;
}

/** Results of the last finished automatic checks. */
export async function fetchLedgerChecks(): Promise<LedgerChecks> {
  return (await answer(ledger.checks.$get())).checks;
}

/** One page of transfers. @param cursor where the page before ended; null for the first page */
export async function fetchTransfers(query: ListQuery, cursor: string | null): Promise<ListRows<AdminTransfer>> {
  const { transfers, nextCursor } = await answer(ledger.transfers.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows: transfers, nextCursor };
}

/** One transfer with its entries; null when there is none with this id. */
export async function findTransfer(id: string): Promise<WholeTransfer | null> {
  return (await orNull(answer(ledger.transfers[":id"].$get({ param: { id } }))))?.transfer ?? null;
}

/** The house accounts, or those that a search finds, all in one page. */
export async function fetchAccounts(query: ListQuery): Promise<ListRows<LedgerAccount>> {
  const { accounts } = await answer(ledger.accounts.$get({ query }));
  return { rows: accounts, nextCursor: null };
}

/** One account; null when there is none with this id. */
export async function findAccount(id: string): Promise<LedgerAccount | null> {
  const { accounts } = await answer(ledger.accounts.$get({ query: { search: id } }));
  return accounts.find(({ _id }) => _id === id) ?? null;
}

/** One page of an account's entries. @param cursor where the page before ended; null for the first page */
export async function fetchAccountEntries(
  id: string,
  query: ListQuery,
  cursor: string | null,
): Promise<ListRows<AccountEntry>> {
  const request = account.entries.$get({ param: { id }, query: { ...query, ...pageAt(cursor) } });
  const { entries, nextCursor } = await answer(request);
  return { rows: entries, nextCursor };
}

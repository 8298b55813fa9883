import type { ClientRequestOptions, InferResponseType } from "hono/client";
import { answer, api } from "../../state/api.ts";
import { type ListQuery, type ListRows, orNull, pagesOf } from "../core/call-parts.ts";

/** Admin API calls about the ledger, and their types. Money in dollars, times ISO 8601. */

const { ledger } = api.admin;
const account = ledger.accounts[":id"];

/** Recomputes every balance from its entries. */
export async function checkLedger(signal: AbortSignal): Promise<AdminLedger> {
  return (await answer(ledger.$get({}, { init: { signal } }))).ledger;
}

export async function fetchLedgerChecks(signal: AbortSignal): Promise<LedgerChecks> {
  return (await answer(ledger.checks.$get({}, { init: { signal } }))).checks;
}

export const fetchTransfers = pagesOf(ledger.transfers.$get, "transfers");

/** One transfer with its entries; null when there is none with this id. */
export async function findTransfer(id: string, signal: AbortSignal): Promise<WholeTransfer | null> {
  const found = await orNull(answer(ledger.transfers[":id"].$get({ param: { id } }, { init: { signal } })));
  return found?.transfer ?? null;
}

/** The house accounts, or those that a search finds, all in one page. */
export async function fetchAccounts(
  query: ListQuery,
  _cursor: string | null,
  signal: AbortSignal,
): Promise<ListRows<LedgerAccount>> {
  const { accounts } = await answer(ledger.accounts.$get({ query }, { init: { signal } }));
  return { rows: accounts, nextCursor: null };
}

/** One account; null when there is none with this id. */
export async function findAccount(id: string, signal: AbortSignal): Promise<LedgerAccount | null> {
  const { accounts } = await answer(ledger.accounts.$get({ query: { search: id } }, { init: { signal } }));
  return accounts.find(({ _id }) => _id === id) ?? null;
}

/** The call that returns one page of an account's entries. */
export const entriesOf = (id: string) =>
  pagesOf(
    (request: { query: ListQuery }, options?: ClientRequestOptions) =>
      account.entries.$get({ param: { id }, ...request }, options),
    "entries",
  );

export type AdminLedger = InferResponseType<typeof ledger.$get>["ledger"];
export type LedgerChecks = InferResponseType<typeof ledger.checks.$get>["checks"];
export type AdminTransfer = InferResponseType<typeof ledger.transfers.$get>["transfers"][number];
export type TransferKind = AdminTransfer["kind"];
export type WholeTransfer = InferResponseType<(typeof ledger)["transfers"][":id"]["$get"]>["transfer"];
export type TransferEntry = WholeTransfer["entries"][number];
export type LedgerAccount = InferResponseType<typeof ledger.accounts.$get>["accounts"][number];
export type AccountEntry = InferResponseType<(typeof ledger)["accounts"][":id"]["entries"]["$get"]>["entries"][number];

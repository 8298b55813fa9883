import { ROUTE } from "../../state/routes.ts";

/** What of the ledger is shown; the first stands at the section's own address. */
export const LEDGER_VIEWS = ["check", "transfers", "accounts"] as const;
export type LedgerView = (typeof LEDGER_VIEWS)[number];

export const VIEW = "view";

export function viewIn(params: URLSearchParams): LedgerView {
  return LEDGER_VIEWS.find((view) => view === params.get(VIEW)) ?? "check";
}

/** @param search what the view begins with, by its parameters' names */
export function ledgerPath(view: LedgerView, search: Record<string, string> = {}): string {
  const params = new URLSearchParams(view === "check" ? search : { [VIEW]: view, ...search });
  return params.size === 0 ? ROUTE.adminLedger : `${ROUTE.adminLedger}?${params}`;
}

/** Where one transfer is open, and so wherever in the list it would be. */
export function transferPath(id: string): string {
  return ledgerPath("transfers", { search: id, item: id });
}

/** Where one account is open. */
export function accountPath(id: string): string {
  return ledgerPath("accounts", { search: id, item: id });
}

import { ROUTE } from "../../state/routes.ts";

/** The views of the ledger section; the first is at the section's own address. */
export const LEDGER_VIEWS = ["check", "transfers", "accounts", "books", "months"] as const;
export type LedgerView = (typeof LEDGER_VIEWS)[number];

export const VIEW = "view";

/** The view in an address; the check by default. */
export function viewIn(params: URLSearchParams): LedgerView {
  return LEDGER_VIEWS.find((view) => view === params.get(VIEW)) ?? "check";
}

export function ledgerPath(view: LedgerView, search: Record<string, string> = {}): string {
  const params = new URLSearchParams(view === "check" ? search : { [VIEW]: view, ...search });
  return params.size === 0 ? ROUTE.adminLedger : `${ROUTE.adminLedger}?${params}`;
}

/** Address of an open transfer; it searches for the id, so the list contains the transfer. */
export function transferPath(id: string): string {
  return ledgerPath("transfers", { search: id, item: id });
}

export function accountPath(id: string): string {
  return ledgerPath("accounts", { search: id, item: id });
}

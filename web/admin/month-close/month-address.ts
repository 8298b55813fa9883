import { ROUTE } from "../../state/routes.ts";
import type { MonthHold } from "./month-calls.ts";

/** The parameter of the ledger's address that names the month whose report is shown. */
export const MONTH = "month";

/** The parameter of the address of reconciliation that opens the import of a statement of an account, or of any. */
export const IMPORT = "import";

/** Where what holds a close is made good: its day in reconciliation, with the import of the statement that it lacks. */
export function holdPath(hold: MonthHold): string | null {
  if (!("currency" in hold)) return null;
  const day = "from" in hold ? hold.from : "day" in hold ? hold.day : hold.days[0];
  if (day === undefined) return null;
  const params = new URLSearchParams({
    day,
    ...(hold.currency !== "USD" && { currency: hold.currency }),
    ...("account" in hold ? { [IMPORT]: hold.account?._id ?? "" } : { is: "open" }),
  });
  return `${ROUTE.adminReconciliation}?${params}`;
}

/** The address of a month's report, or of all months. */
export function monthPath(month?: string): string {
  const params = new URLSearchParams({ view: "months", ...(month !== undefined && { [MONTH]: month }) });
  return `${ROUTE.adminLedger}?${params}`;
}

import { ROUTE, ROUTE_PATTERN } from "../worker/contract/addresses.ts";

export { ROUTE, ROUTE_PATTERN };

/** The dashboard's 'history' section is a view of the same address. */
export const DASHBOARD_HISTORY = `${ROUTE.dashboard}?section=history`;

/** The performance page with all trades listed, and with those of one day. */
export const ALL_TRADES = `${ROUTE.performance}?trades=all`;
/** @param day ISO 8601, in the trader's time zone */
export function tradesOfDayPath(day: string): string {
  return `${ROUTE.performance}?date=${day}`;
}

/** The account's deposit tab with its modal open, so that Deposit is one step away from every screen. */
export const NEW_DEPOSIT = `${ROUTE.accountDeposit}?new`;

/** The receipt of one's own paid deposit. */
export function depositReceiptPath(billNumber: string): string {
  return ROUTE_PATTERN.depositReceipt.replace(":billNumber", encodeURIComponent(billNumber));
}

/** A pattern for the router that fits each of these addresses: one screen, which stays while they change. */
export function anyOf(...paths: readonly string[]): RegExp {
  return new RegExp(`^(?:${paths.join("|")})/?$`, "i");
}

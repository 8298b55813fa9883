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

/** The symbols that `/trading/{symbol}` takes, in lower case, and the traded symbol whose chart each opens. */
const TRADING_SYMBOL = { btc: "BTCUSD", eth: "ETHUSD", btcusdm: "BTCUSD", ethusdm: "ETHUSD" } as const;

export type ChartedSymbol = (typeof TRADING_SYMBOL)[keyof typeof TRADING_SYMBOL];

/**
 * The chart that `/trading/{symbol}` opens.
 * @param parameter the address's last part, in any case
 * @returns null when the address takes no such symbol and leads to /trading instead
 */
export function chartedSymbol(parameter: string): ChartedSymbol | null {
  const key = parameter.toLowerCase();
  return isTradingParameter(key) ? TRADING_SYMBOL[key] : null;
}

function isTradingParameter(key: string): key is keyof typeof TRADING_SYMBOL {
  return Object.hasOwn(TRADING_SYMBOL, key);
}

/** A pattern for the router that fits each of these addresses: one screen, which stays while they change. */
export function anyOf(...paths: readonly string[]): RegExp {
  return new RegExp(`^(?:${paths.join("|")})/?$`, "i");
}

import { ROUTE, ROUTE_PATTERN } from "./routes.ts";

/** Names the trader in a receipt's address: fills count from 1 within each account. */
const TRADER = "trader";

/** Address of the receipt of one's own demo fill, as it is sent to support. @param traderId the trader's own id */
export function receiptPath(fillId: number, traderId: string): string {
  return `${ROUTE_PATTERN.tradingFill.replace(":fill", String(fillId))}?${new URLSearchParams({ [TRADER]: traderId })}`;
}

/** The trader whom a receipt's address names; null where it names none. */
export function receiptTrader(search: URLSearchParams): string | null {
  return search.get(TRADER);
}

/** Address of the receipt of a trader's demo fill on the admin screens. */
export function adminReceiptPath(traderId: string, fillId: number): string {
  return `${ROUTE.adminUsers}?${new URLSearchParams({ item: traderId, fill: String(fillId) })}`;
}

const FILL_LINK = /\/trading\/fills\/([1-9]\d{0,14})(?:\?trader=([\w-]+))?/i;
const FILL_NUMBER = /^#?([1-9]\d{0,14})$/;

/**
 * The fill that a text names, which a trader has sent to support: its number, or a text with the link of its receipt.
 * `traderId` is null where it names no trader; the result is null for any other text.
 */
export function fillNamedIn(text: string): { fillId: number; traderId: string | null } | null {
  const [, fill, traderId = null] = FILL_LINK.exec(text) ?? FILL_NUMBER.exec(text.trim()) ?? [];
  return fill === undefined ? null : { fillId: Number(fill), traderId };
}

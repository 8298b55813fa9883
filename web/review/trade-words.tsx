import { FEED_SYMBOLS, isFeedSymbol, TRADED_SYMBOL_LIST, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import type { Trade } from "../performance/trade-types.ts";
import { digitsText } from "../trade-accounts/exact-digits.ts";
import { formatAge, formatAmount, formatPrice, formatWith } from "../ui/format.ts";
import { journalText as text } from "./journal-text.ts";
import { openTimeOf } from "./open-time.ts";

/** What the journal says of a trade, in words. */

/** The result in multiples of the risk; null where the stop is not known. */
export function multipleOf(trade: Trade): string | null {
  const r = trade.demo?.rMultiple ?? null;
  return r === null ? null : text.multiple(formatWithSign(r));
}

export function formatWithSign(number: number): string {
  return `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(1)}`;
}

/** A price of a trade; of an imported one with all the digits of its file. */
export function priceOf(trade: Trade, which: "entryPrice" | "exitPrice" | "stopPrice"): string | null {
  const exact = trade.imported?.[which];
  if (exact !== undefined) return exact === null ? null : digitsText(exact);
  const price = which === "stopPrice" ? (trade.demo?.stopPrice ?? null) : trade[which];
  return price === null ? null : pricePlain(trade, price);
}

export function pricePlain({ symbol }: Trade, price: number): string {
  const traded = TRADED_SYMBOL_LIST.find((one) => one === symbol);
  const feed = isFeedSymbol(symbol) ? symbol : traded && TRADED_SYMBOLS[traded].pricedFrom;
  return formatPrice(price, feed ? FEED_SYMBOLS[feed].decimals : 2);
}

export function sizeOf({ imported, lotSize }: Trade): string {
  return imported ? digitsText(imported.quantity) : formatAmount(lotSize);
}

/** How long it was held; null where that is not known. */
export function heldOf(trade: Trade): string | null {
  const openTime = openTimeOf(trade);
  return openTime === null ? null : formatAge(Date.parse(trade.closeTime) - Date.parse(openTime));
}

/** `Friday, Nov 27` */
export function dayWords(day: number): string {
  return formatWith(day * DAY_MS, "UTC", { weekday: "short", month: "short", day: "numeric" });
}

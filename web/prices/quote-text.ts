import type { Quote } from "../../worker/contract/market-messages.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { formatPrice, formatSignedPercent, formatSignedPrice, NO_VALUE } from "../ui/format.ts";
import { dayChangePercent } from "./day-change.ts";

/** A price as text, or a dash before the first. */
export function priceText(symbol: FeedSymbol, quote: Quote | null): string {
  return quote ? formatPrice(quote.price, FEED_SYMBOLS[symbol].decimals) : NO_VALUE;
}

/** The change since the UTC day's first price, in percent, and before it in the unit of the price if asked for. */
export function changeText(symbol: FeedSymbol, quote: Quote, withPrice = false): string {
  const percent = formatSignedPercent(dayChangePercent(quote));
  if (!withPrice) return percent;
  return `${formatSignedPrice(quote.price - quote.dayOpen, FEED_SYMBOLS[symbol].decimals)} (${percent})`;
}

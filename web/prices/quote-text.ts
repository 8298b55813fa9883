import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import type { PageQuote } from "../state/prices.ts";
import { formatSignedPercent, formatSignedSteps, formatSteps, NO_VALUE } from "../ui/format.ts";
import { type DayQuote, dayChangePercent } from "./day-change.ts";

/** A price as text, or a dash before the first. */
export function priceText(symbol: FeedSymbol, quote: Pick<PageQuote, "mid"> | null): string {
  return quote ? formatSteps(quote.mid, FEED_SYMBOLS[symbol].decimals) : NO_VALUE;
}

/** The change since the UTC day's first price, in percent, and before it in the unit of the price if asked for. */
export function changeText(symbol: FeedSymbol, quote: DayQuote, withPrice = false): string {
  const percent = formatSignedPercent(dayChangePercent(quote));
  if (!withPrice) return percent;
  return `${formatSignedSteps(quote.mid - quote.dayOpen, FEED_SYMBOLS[symbol].decimals)} (${percent})`;
}

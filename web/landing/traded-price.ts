import { dollarsOf } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOLS, TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { formatPrice } from "../ui/format.ts";

/** `67,120.50` */
export function priceOf(symbol: TradedSymbol, steps: number): string {
  const { pricedFrom } = TRADED_SYMBOLS[symbol];
  return formatPrice(dollarsOf(pricedFrom, steps), FEED_SYMBOLS[pricedFrom].decimals);
}

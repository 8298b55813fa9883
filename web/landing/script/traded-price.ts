import { FEED_SYMBOLS, TRADED_SYMBOLS, type TradedSymbol } from "../../../worker/contract/symbols.ts";
import { formatSteps } from "../../ui/format.ts";

/** `67,120.50` */
export function priceOf(symbol: TradedSymbol, steps: number): string {
  const { pricedFrom } = TRADED_SYMBOLS[symbol];
  return formatSteps(steps, FEED_SYMBOLS[pricedFrom].decimals);
}

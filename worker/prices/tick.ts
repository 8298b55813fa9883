import { dollarsOf } from "../contract/price-steps.ts";
import { midSteps } from "../contract/quotes.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import type { SourceQuote } from "./sources/price-source.ts";

/** One current price, in dollars: the middle of a quote. `at` is the source's own time, epoch ms. */
export type Tick = { symbol: FeedSymbol; price: number; at: number; volume: number };

/** The current price that each quote gives. */
export function ticksOf(quotes: readonly SourceQuote[]): Tick[] {
  return quotes.map(({ symbol, bid, ask, at, volume }) => {
    return { symbol, price: dollarsOf(symbol, midSteps({ bid, ask })), at, volume };
  });
}

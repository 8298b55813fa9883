import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { stepsOf } from "../../worker/contract/quotes.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import type { MarketQuote as ShownQuote } from "../state/prices.ts";

/**
 * A quote of the page in the demo engine's whole steps. Where the sides are not known, both are the price. The page
 * does not know the numbers of the tape, nor when a quote was heard; the quote's time stands for both, which puts quotes
 * in the same order.
 */
export function engineQuote(symbol: FeedSymbol, { price, bid, ask, at, origin }: ShownQuote): MarketQuote {
  const source = origin?.source ?? "finnhub";
  return {
    symbol,
    bid: stepsOf(symbol, bid ?? price, "nearest"),
    ask: stepsOf(symbol, ask ?? price, "nearest"),
    at,
    heardAt: at,
    seq: at,
    source,
    // The only source that gives trades without sides.
    kind: source === "finnhub" ? "modelled" : "quoted",
    isHeld: origin?.agreement === "disagree",
  };
}

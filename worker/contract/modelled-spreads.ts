import { sessionOf } from "./market-sessions.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "./symbols.ts";

/** Increases with each change of a symbol's modelled spread. */
export const MODELLED_SPREADS_VERSION = 1;

/**
 * Both sides of a market of which only a trade's price is known: the spread that the symbol's record gives for the
 * session, around the price, so that `midSteps` gives the price back. The spreads are an assumption of ours about what a
 * retail broker asks; they are public, and such a quote is marked `modelled`. Near zero the spread is narrower, so that
 * the bid stays above zero.
 *
 * @param tradeSteps the trade's price in whole steps, 1 or more
 * @param atMs the trade's time, epoch ms
 */
export function modelledSides(symbol: FeedSymbol, tradeSteps: number, atMs: number): { bid: number; ask: number } {
  const spread = Math.min(FEED_SYMBOLS[symbol].modelledSpread[sessionOf(symbol, atMs)], 2 * (tradeSteps - 1));
  const bid = tradeSteps - Math.ceil(spread / 2);
  return { bid, ask: bid + spread };
}

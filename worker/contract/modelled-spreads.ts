import { sessionOf } from "./market-sessions.ts";
import { FEED_SYMBOLS, type FeedSymbol, type MarketSession } from "./symbols.ts";

/** A version of the modelled spreads, for quotes from a time on. */
export type SpreadsVersion = {
  version: number;
  /** Epoch ms. */
  fromMs: number;
  /** In whole steps of the symbol. */
  spreadOf: (symbol: FeedSymbol, session: MarketSession) => number;
};

/** The first version. It is what the symbols' records say; before they change, its numbers move here. */
const FIRST_VERSION: SpreadsVersion = {
  version: 1,
  fromMs: 0,
  spreadOf: (symbol, session) => FEED_SYMBOLS[symbol].modelledSpread[session],
};

/** All versions, oldest first. A change of a symbol's modelled spread appends one that begins in the future. */
const SPREADS_VERSIONS: readonly SpreadsVersion[] = [FIRST_VERSION];

/** The version that holds at a time, among versions that stand oldest first. */
export function spreadsAt(atMs: number, versions: readonly SpreadsVersion[] = SPREADS_VERSIONS): SpreadsVersion {
  return versions.findLast(({ fromMs }) => fromMs <= atMs) ?? FIRST_VERSION;
}

/** The number of the version that a quote of a time was modelled with: also later, when there is a newer one. */
export function modelledSpreadsVersionAt(atMs: number): number {
  return spreadsAt(atMs).version;
}

/** The newest version. */
export const MODELLED_SPREADS_VERSION = (SPREADS_VERSIONS.at(-1) ?? FIRST_VERSION).version;

/**
 * Both sides of a market of which only a trade's price is known: the spread of the time's version for the symbol and the
 * session, around the price, so that `midSteps` gives the price back. The spreads are an assumption of ours about what a
 * retail broker asks; they are public, and such a quote is marked `modelled`. Near zero the spread is narrower, so that
 * the bid stays above zero.
 *
 * @param tradeSteps the trade's price in whole steps, 1 or more
 * @param atMs the trade's time, epoch ms
 */
export function modelledSides(symbol: FeedSymbol, tradeSteps: number, atMs: number): { bid: number; ask: number } {
  const modelled = spreadsAt(atMs).spreadOf(symbol, sessionOf(symbol, atMs));
  const spread = Math.min(modelled, 2 * (tradeSteps - 1));
  const bid = tradeSteps - Math.ceil(spread / 2);
  return { bid, ask: bid + spread };
}

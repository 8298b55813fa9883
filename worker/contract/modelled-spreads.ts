import { sessionOf } from "./market-sessions.ts";
import type { FeedSymbol, MarketSession } from "./symbols.ts";

/**
 * The spreads of quotes whose source tells only the price of trades, in whole steps of the symbol. They are an assumption
 * of ours about what a retail broker asks; they are public, and such a quote is marked `modelled`.
 */
export type SpreadsVersion = {
  version: number;
  /** It holds for quotes from this time on, epoch ms. */
  fromMs: number;
  /** A market that never closes has one spread. */
  spreads: Readonly<Record<FeedSymbol, Readonly<Record<MarketSession, number>>>>;
};

/** The first version. */
const FIRST_VERSION: SpreadsVersion = {
  version: 1,
  fromMs: 0,
  spreads: {
    US500: { regular: 50, extended: 90, closed: 150 },
    USTECm: { regular: 120, extended: 220, closed: 360 },
    XAUUSDm: { regular: 30, extended: 45, closed: 80 },
    BTCUSDm: { regular: 1_000, extended: 1_000, closed: 1_000 },
    ETHUSDm: { regular: 100, extended: 100, closed: 100 },
  },
};

/** All versions, oldest first. A change of a spread appends one that begins in the future. */
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
export const NEWEST_SPREADS: SpreadsVersion = SPREADS_VERSIONS.at(-1) ?? FIRST_VERSION;

/**
 * Both sides of a market of which only a trade's price is known: the spread of the time's version for the symbol and the
 * session, around the price, so that `midSteps` gives the price back. Near zero the spread is narrower, so that the bid
 * stays above zero.
 *
 * @param tradeSteps the trade's price in whole steps, 1 or more
 * @param atMs the trade's time, epoch ms
 */
export function modelledSides(symbol: FeedSymbol, tradeSteps: number, atMs: number): { bid: number; ask: number } {
  const modelled = spreadsAt(atMs).spreads[symbol][sessionOf(symbol, atMs)];
  const spread = Math.min(modelled, 2 * (tradeSteps - 1));
  const bid = tradeSteps - Math.ceil(spread / 2);
  return { bid, ask: bid + spread };
}

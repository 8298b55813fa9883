import {
  FEED_SYMBOL_LIST,
  FEED_SYMBOLS,
  type FeedSymbol,
  FIRST_TRADED,
  TRADED_SYMBOL_LIST,
  TRADED_SYMBOLS,
  type TradedSymbol,
} from "../../../worker/contract/symbols.ts";

/** The symbols of the landing page's watchlist, in its order. */
export const MINI_WATCHLIST = FEED_SYMBOL_LIST.filter((symbol) => FEED_SYMBOLS[symbol].landingPlace !== null).sort(
  (a, b) => (FEED_SYMBOLS[a].landingPlace ?? 0) - (FEED_SYMBOLS[b].landingPlace ?? 0),
);

/** How many units the mini ticket trades at a press: small enough for several positions of any symbol. */
export const MINI_UNITS = 5_000_000;

/** The symbol whose chart is drawn before anyone has chosen. */
export const MINI_FIRST = TRADED_SYMBOLS[FIRST_TRADED].pricedFrom;

/** The symbol that is traded at the price of a symbol of the feed, one for one. */
export function tradedAt(symbol: FeedSymbol): TradedSymbol {
  const traded = TRADED_SYMBOL_LIST.find(
    (one) => TRADED_SYMBOLS[one].pricedFrom === symbol && TRADED_SYMBOLS[one].divisor === 1,
  );
  if (!traded) throw new Error(`nothing is traded at the price of ${symbol}`);
  return traded;
}

import { FEED_SYMBOL_LIST, FEED_SYMBOLS, FIRST_TRADED, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";

/** The symbols of the landing page's watchlist, in its order. */
export const MINI_WATCHLIST = FEED_SYMBOL_LIST.filter((symbol) => FEED_SYMBOLS[symbol].landingPlace !== null).sort(
  (a, b) => (FEED_SYMBOLS[a].landingPlace ?? 0) - (FEED_SYMBOLS[b].landingPlace ?? 0),
);

/** What the mini ticket trades, how much of it at a press, and how many positions may stand. */
export const MINI_ORDER = { symbol: FIRST_TRADED, amount: 0.1, positionsMax: 2 } as const;

/** The feed's symbol that prices the mini ticket; its chart is drawn before anyone has chosen. */
export const MINI_PRICED_FROM = TRADED_SYMBOLS[MINI_ORDER.symbol].pricedFrom;

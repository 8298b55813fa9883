import {
  FEED_SYMBOLS,
  type FeedSymbol,
  isFeedSymbol,
  TRADED_SYMBOLS,
  type TradedSymbol,
} from "../../worker/contract/symbols.ts";

/** The common name of a symbol: `Gold`. */
export function symbolName(symbol: FeedSymbol | TradedSymbol): string {
  return isFeedSymbol(symbol) ? FEED_SYMBOLS[symbol].name : TRADED_SYMBOLS[symbol].name;
}

/** The unit of an amount of a symbol: `BTC`, `units`. */
export function symbolUnit(symbol: TradedSymbol): string {
  return TRADED_SYMBOLS[symbol].unit;
}

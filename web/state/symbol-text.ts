import {
  FEED_SYMBOLS,
  type FeedSymbol,
  isFeedSymbol,
  TRADED_SYMBOLS,
  type TradedSymbol,
} from "../../worker/contract/symbols.ts";

/** What people call a symbol: `Gold`. */
export function symbolName(symbol: FeedSymbol | TradedSymbol): string {
  return isFeedSymbol(symbol) ? FEED_SYMBOLS[symbol].name : TRADED_SYMBOLS[symbol].name;
}

/** What an amount of a symbol counts: `BTC`, `units`. */
export function symbolUnit(symbol: TradedSymbol): string {
  return TRADED_SYMBOLS[symbol].unit;
}

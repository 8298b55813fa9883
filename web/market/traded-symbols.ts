import type { FeedSymbol } from "../../worker/contract/market-messages.ts";

export type TradedSymbol = "BTCUSD" | "ETHUSD" | "MINIBTC";

/** What orders can be placed in, and the feed's symbol that prices it. MINIBTC is quoted at Bitcoin's price. */
export const TRADED_SYMBOLS: Record<TradedSymbol, { name: string; pricedFrom: FeedSymbol; unit: string }> = {
  BTCUSD: { name: "Bitcoin", pricedFrom: "BTCUSDm", unit: "BTC" },
  ETHUSD: { name: "Ethereum", pricedFrom: "ETHUSDm", unit: "ETH" },
  MINIBTC: { name: "Mini Bitcoin", pricedFrom: "BTCUSDm", unit: "MINI" },
};

// Object.keys gives string[]; the record's key type is the only thing it can hold.
export const TRADED_SYMBOL_LIST = Object.keys(TRADED_SYMBOLS) as TradedSymbol[];

/** What the order form opens with for a symbol of the watchlist, or null for one that cannot be traded here. */
export function tradedAs(feedSymbol: FeedSymbol): TradedSymbol | null {
  return TRADED_SYMBOL_LIST.find((symbol) => TRADED_SYMBOLS[symbol].pricedFrom === feedSymbol) ?? null;
}

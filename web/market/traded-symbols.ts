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

/** What a traded symbol is also called, in lower case; `btcusdm` and `ethusdm` are the feed's. Source: specification section 2. */
const ALIASES: ReadonlyMap<string, TradedSymbol> = new Map([
  ["btc", "BTCUSD"],
  ["btcusd", "BTCUSD"],
  ["btcusdm", "BTCUSD"],
  ["eth", "ETHUSD"],
  ["ethusd", "ETHUSD"],
  ["ethusdm", "ETHUSD"],
  ["minibtc", "MINIBTC"],
]);

/** What is traded under a name, in any case; null where nothing is, as for what the feed prices alone. */
export function tradedAs(name: string): TradedSymbol | null {
  return ALIASES.get(name.toLowerCase()) ?? null;
}

/** The names that `/trading/{symbol}` takes. Source: specification section 2. */
const CHARTED: ReadonlySet<string> = new Set(["btc", "eth", "btcusdm", "ethusdm"]);

/**
 * The chart that `/trading/{symbol}` opens.
 * @param parameter the address's last part, in any case
 * @returns null when the address takes no such symbol and leads to /trading instead
 */
export function chartedSymbol(parameter: string): TradedSymbol | null {
  return CHARTED.has(parameter.toLowerCase()) ? tradedAs(parameter) : null;
}

import type { FeedSymbol } from "../../worker/contract/market-messages.ts";

/** A symbol that demo orders can trade. */
export type TradedSymbol = "BTCUSD" | "ETHUSD" | "MINIBTC";

/** The tradable symbols with the feed's symbol that prices each. MINIBTC is quoted at Bitcoin's price. */
export const TRADED_SYMBOLS: Record<TradedSymbol, { name: string; pricedFrom: FeedSymbol; unit: string }> = {
  BTCUSD: { name: "Bitcoin", pricedFrom: "BTCUSDm", unit: "BTC" },
  ETHUSD: { name: "Ethereum", pricedFrom: "ETHUSDm", unit: "ETH" },
  MINIBTC: { name: "Mini Bitcoin", pricedFrom: "BTCUSDm", unit: "MINI" },
};

// Object.keys returns string[]; the record has only keys of this type.
/** All tradable symbols. */
export const TRADED_SYMBOL_LIST = Object.keys(TRADED_SYMBOLS) as TradedSymbol[];

/**
 * Lower-case aliases of the tradable symbols; `btcusdm` and `ethusdm` are the feed's. Source: specification section 2.
 */
const ALIASES: ReadonlyMap<string, TradedSymbol> = new Map([
  ["btc", "BTCUSD"],
  ["btcusd", "BTCUSD"],
  ["btcusdm", "BTCUSD"],
  ["eth", "ETHUSD"],
  ["ethusd", "ETHUSD"],
  ["ethusdm", "ETHUSD"],
  ["minibtc", "MINIBTC"],
]);

/** The tradable symbol with this name, ignoring case; null where there is none, as for symbols that are only priced. */
export function tradedAs(name: string): TradedSymbol | null {
  return ALIASES.get(name.toLowerCase()) ?? null;
}

/** The names that `/trading/{symbol}` accepts. Source: specification section 2. */
const CHARTED: ReadonlySet<string> = new Set(["btc", "eth", "btcusdm", "ethusdm"]);

/**
 * The symbol whose chart `/trading/{symbol}` opens.
 * @param parameter the last part of the address, ignoring case
 * @returns null for other values, which redirect to /trading
 */
export function chartedSymbol(parameter: string): TradedSymbol | null {
  return CHARTED.has(parameter.toLowerCase()) ? tradedAs(parameter) : null;
}

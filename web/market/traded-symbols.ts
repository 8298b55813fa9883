import { TRADED_SYMBOL_LIST, TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";

/** What is traded under a name, in any case; null where nothing is, as for what the feed prices alone. */
export function tradedAs(name: string): TradedSymbol | null {
  const lower = name.toLowerCase();
  return TRADED_SYMBOL_LIST.find((symbol) => symbol.toLowerCase() === lower) ?? chartedSymbol(name);
}

/**
 * The chart that `/trading/{symbol}` opens.
 * @param parameter the address's last part, in any case
 * @returns null when the address takes no such symbol and leads to /trading instead
 */
export function chartedSymbol(parameter: string): TradedSymbol | null {
  const lower = parameter.toLowerCase();
  return TRADED_SYMBOL_LIST.find((symbol) => TRADED_SYMBOLS[symbol].addresses.includes(lower)) ?? null;
}

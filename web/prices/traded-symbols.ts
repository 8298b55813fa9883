import { TRADED_SYMBOL_LIST, TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";

/** The tradable symbol with this name, ignoring case; null where there is none, as for symbols that are only priced. */
export function tradedAs(name: string): TradedSymbol | null {
  const lower = name.toLowerCase();
  return TRADED_SYMBOL_LIST.find((symbol) => symbol.toLowerCase() === lower) ?? chartedSymbol(name);
}

/**
 * The symbol whose chart `/trading/{symbol}` opens.
 * @param parameter the last part of the address, ignoring case
 * @returns null for other values, which redirect to /trading
 */
export function chartedSymbol(parameter: string): TradedSymbol | null {
  const lower = parameter.toLowerCase();
  return TRADED_SYMBOL_LIST.find((symbol) => TRADED_SYMBOLS[symbol].addresses.includes(lower)) ?? null;
}

import { type FeedSymbol, TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";

const NAMES: Record<FeedSymbol | TradedSymbol, string> = {
  US500: "S&P 500",
  USTECm: "NASDAQ",
  XAUUSDm: "មាស",
  BTCUSDm: "ប៊ីតខញ",
  ETHUSDm: "អេធើរៀម",
  BTCUSD: "ប៊ីតខញ",
  ETHUSD: "អេធើរៀម",
  MINIBTC: "ប៊ីតខញតូច",
};

export const symbolName: typeof import("./symbol-text.ts").symbolName = (symbol) => NAMES[symbol];

export const symbolUnit: typeof import("./symbol-text.ts").symbolUnit = (symbol) => {
  const { unit } = TRADED_SYMBOLS[symbol];
  return unit === "units" ? "ឯកតា" : unit;
};

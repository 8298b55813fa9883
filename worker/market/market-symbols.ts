import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/market-messages.ts";

type UpstreamSymbol = {
  /** Finnhub's name, venue then symbol, and which of its candle calls has it. */
  finnhub: { name: string; candles: "forex" | "crypto" };
  /** Coinbase's name; null when it does not trade it. */
  coinbase: string | null;
};

/** The names of each symbol at the sources. */
export const UPSTREAM: Record<FeedSymbol, UpstreamSymbol> = {
  US500: { finnhub: { name: "OANDA:SPX500_USD", candles: "forex" }, coinbase: null },
  USTECm: { finnhub: { name: "OANDA:NAS100_USD", candles: "forex" }, coinbase: null },
  XAUUSDm: { finnhub: { name: "OANDA:XAU_USD", candles: "forex" }, coinbase: null },
  BTCUSDm: { finnhub: { name: "BINANCE:BTCUSDT", candles: "crypto" }, coinbase: "BTC-USD" },
  ETHUSDm: { finnhub: { name: "BINANCE:ETHUSDT", candles: "crypto" }, coinbase: "ETH-USD" },
};

/** The symbols that a source has, by the source's own names. */
export function symbolsByName(nameOf: (upstream: UpstreamSymbol) => string | null): ReadonlyMap<string, FeedSymbol> {
  return new Map(
    FEED_SYMBOL_LIST.flatMap((symbol) => {
      const name = nameOf(UPSTREAM[symbol]);
      return name === null ? [] : [[name, symbol] as const];
    }),
  );
}

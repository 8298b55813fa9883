import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/market-messages.ts";

type UpstreamSymbol = {
  /** The instrument as the price source names it: venue, then symbol. */
  source: string;
  /** Which of the source's candle calls knows it. */
  candles: "forex" | "crypto";
};

/** Which symbols come from where. */
export const UPSTREAM: Record<FeedSymbol, UpstreamSymbol> = {
  US500: { source: "OANDA:SPX500_USD", candles: "forex" },
  USTECm: { source: "OANDA:NAS100_USD", candles: "forex" },
  XAUUSDm: { source: "OANDA:XAU_USD", candles: "forex" },
  BTCUSDm: { source: "BINANCE:BTCUSDT", candles: "crypto" },
  ETHUSDm: { source: "BINANCE:ETHUSDT", candles: "crypto" },
};

const BY_SOURCE = new Map(FEED_SYMBOL_LIST.map((symbol) => [UPSTREAM[symbol].source, symbol]));

/** Our symbol for the source's, or undefined for one we did not ask for. */
export function symbolFromSource(source: string): FeedSymbol | undefined {
  return BY_SOURCE.get(source);
}

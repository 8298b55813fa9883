import { FEED_SYMBOL_LIST, FEED_SYMBOLS, type FeedSymbol, type MarketKind } from "../../worker/contract/symbols.ts";
import { LOCAL_MARKETS } from "./local-markets.ts";
import { type ActivityShape, CRYPTO_ACTIVITY, INDEX_ACTIVITY, METAL_ACTIVITY } from "./market-activity.ts";

/** An instrument that the stand-in quotes: its names and how its price moves. */
export type Instrument = {
  symbol: FeedSymbol;
  decimals: number;
  /** As Finnhub names it: venue, then symbol. */
  source: string;
  /** As Coinbase names it; null for what it does not trade. */
  coinbase: string | null;
  /** As Kraken names it; null for what it does not trade. */
  kraken: string | null;
  /** Which candle call knows it. */
  candles: "forex" | "crypto";
  /** The price at {@link REFERENCE_MS}, in dollars. */
  level: number;
  /** Standard deviation of the log return of a year. */
  yearVolatility: number;
  activity: ActivityShape;
  /** Average volume per minute. */
  minuteVolume: number;
};

/** The time at which every instrument is at its level, epoch ms. */
export const REFERENCE_MS = Date.UTC(2026, 10, 21);

const ACTIVITY: Record<MarketKind, ActivityShape> = {
  index: INDEX_ACTIVITY,
  metal: METAL_ACTIVITY,
  crypto: CRYPTO_ACTIVITY,
};

export const INSTRUMENTS: readonly Instrument[] = FEED_SYMBOL_LIST.map((symbol) => {
  const { decimals, finnhub, coinbase, kraken, kind } = FEED_SYMBOLS[symbol];
  const { level, yearVolatility, minuteVolume } = LOCAL_MARKETS[symbol];
  const names = { source: finnhub.name, coinbase, kraken, candles: finnhub.candles };
  return { symbol, decimals, ...names, level, yearVolatility, minuteVolume, activity: ACTIVITY[kind] };
});

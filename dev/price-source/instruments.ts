import { FEED_SYMBOL_LIST, FEED_SYMBOLS, type FeedSymbol, type MarketKind } from "../../worker/contract/symbols.ts";
import { type ActivityShape, CRYPTO_ACTIVITY, INDEX_ACTIVITY, METAL_ACTIVITY } from "./market-activity.ts";

/** What the stand-in quotes: the product's name for it, the source's, and how it moves. */
export type Instrument = {
  symbol: FeedSymbol;
  decimals: number;
  /** As Finnhub names it: venue, then symbol. */
  source: string;
  /** As Coinbase names it; null for what it does not trade. */
  coinbase: string | null;
  /** Which candle call knows it. */
  candles: "forex" | "crypto";
  /** The price at {@link REFERENCE_MS}, in dollars. */
  level: number;
  /** Standard deviation of a year's log return. */
  yearVolatility: number;
  activity: ActivityShape;
  /** Average volume of a minute. */
  minuteVolume: number;
};

/** When every instrument is at its level; it wanders away from it before and after. */
export const REFERENCE_MS = Date.UTC(2026, 10, 21);

const ACTIVITY: Record<MarketKind, ActivityShape> = {
  index: INDEX_ACTIVITY,
  metal: METAL_ACTIVITY,
  crypto: CRYPTO_ACTIVITY,
};

export const INSTRUMENTS: readonly Instrument[] = FEED_SYMBOL_LIST.map((symbol) => {
  const { decimals, finnhub, coinbase, local } = FEED_SYMBOLS[symbol];
  const { level, yearVolatility, minuteVolume } = local;
  const names = { source: finnhub.name, coinbase, candles: finnhub.candles };
  return { symbol, decimals, ...names, level, yearVolatility, minuteVolume, activity: ACTIVITY[local.kind] };
});

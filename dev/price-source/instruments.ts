import type { FeedSymbol } from "../../worker/contract/market-messages.ts";
import { type ActivityShape, CRYPTO_ACTIVITY, INDEX_ACTIVITY, METAL_ACTIVITY } from "./market-activity.ts";

/** An instrument that the stand-in quotes: its names and how its price moves. */
export type Instrument = {
  symbol: FeedSymbol;
  /** Its Finnhub name: venue, then symbol. */
  source: string;
  /** Its Coinbase name, if Coinbase trades it. */
  coinbase?: string;
  /** The candle call that serves it. */
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

/** All instruments that the stand-in quotes. */
export const INSTRUMENTS: readonly Instrument[] = [
  {
    symbol: "US500",
    source: "OANDA:SPX500_USD",
    candles: "forex",
    level: 5_480,
    yearVolatility: 0.16,
    activity: INDEX_ACTIVITY,
    minuteVolume: 140,
  },
  {
    symbol: "USTECm",
    source: "OANDA:NAS100_USD",
    candles: "forex",
    level: 19_240,
    yearVolatility: 0.21,
    activity: INDEX_ACTIVITY,
    minuteVolume: 190,
  },
  {
    symbol: "XAUUSDm",
    source: "OANDA:XAU_USD",
    candles: "forex",
    level: 2_391,
    yearVolatility: 0.15,
    activity: METAL_ACTIVITY,
    minuteVolume: 110,
  },
  {
    symbol: "BTCUSDm",
    source: "BINANCE:BTCUSDT",
    coinbase: "BTC-USD",
    candles: "crypto",
    level: 67_120,
    yearVolatility: 0.48,
    activity: CRYPTO_ACTIVITY,
    minuteVolume: 24,
  },
  {
    symbol: "ETHUSDm",
    source: "BINANCE:ETHUSDT",
    coinbase: "ETH-USD",
    candles: "crypto",
    level: 3_312,
    yearVolatility: 0.6,
    activity: CRYPTO_ACTIVITY,
    minuteVolume: 310,
  },
];

import type { FeedSymbol } from "../../worker/contract/symbols.ts";

/** How the local price source moves a symbol, and how the seed's traders trade it. */
type LocalMarket = {
  /** The price on the reference day, in dollars. */
  level: number;
  /** Standard deviation of a year's log return. */
  yearVolatility: number;
  /** Average volume of a minute, in units. */
  minuteVolume: number;
  /** The units in one lot. */
  unitsPerLot: number;
  /** How often a trader chooses it, relative to the others; 1 or more. */
  tradeWeight: number;
};

/** One record for each symbol of the feed, which the type demands. Production does not load them. */
export const LOCAL_MARKETS: Readonly<Record<FeedSymbol, LocalMarket>> = {
  US500: {
    level: 5_480,
    yearVolatility: 0.16,
    minuteVolume: 140,
    unitsPerLot: 1,
    tradeWeight: 3,
  },
  USTECm: {
    level: 19_240,
    yearVolatility: 0.21,
    minuteVolume: 190,
    unitsPerLot: 1,
    tradeWeight: 4,
  },
  XAUUSDm: {
    level: 2_391,
    yearVolatility: 0.15,
    minuteVolume: 110,
    unitsPerLot: 100,
    tradeWeight: 5,
  },
  BTCUSDm: {
    level: 67_120,
    yearVolatility: 0.48,
    minuteVolume: 24,
    unitsPerLot: 1,
    tradeWeight: 5,
  },
  ETHUSDm: {
    level: 3_312,
    yearVolatility: 0.6,
    minuteVolume: 310,
    unitsPerLot: 1,
    tradeWeight: 3,
  },
};

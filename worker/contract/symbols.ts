/**
 * The symbols: one record for each that the feed prices, and one for each that orders name. All lists, labels, upstream
 * names, addresses and local prices derive from these two, so that a new symbol is a new record here.
 */

/** The kind of market: it decides the hours of trading, and how busy the local price source is over the week. */
export type MarketKind = "index" | "metal" | "crypto";

/** `regular`: the market's main hours. `extended`: it trades, with fewer participants. `closed`: it does not trade. */
export type MarketSession = "regular" | "extended" | "closed";

type FeedRecord = {
  /** Its name, as people call it. */
  name: string;
  /** The decimals that its prices are written with. */
  decimals: number;
  /** It is in the watchlist, which has the order of the records. */
  isWatched: boolean;
  /** Its place in the landing page's watchlist, from 1; null when it is not there. */
  landingPlace: number | null;
  /** Finnhub's name, venue then symbol, and which of its candle calls knows it. */
  finnhub: { name: string; candles: "forex" | "crypto" };
  /** Coinbase's name; null for what Coinbase does not trade. */
  coinbase: string | null;
  /** Kraken's name; null for what Kraken does not trade. */
  kraken: string | null;
  kind: MarketKind;
};

const FEED = {
  US500: {
    name: "S&P 500",
    decimals: 2,
    isWatched: true,
    landingPlace: 3,
    finnhub: { name: "OANDA:SPX500_USD", candles: "forex" },
    coinbase: null,
    kraken: null,
    kind: "index",
  },
  USTECm: {
    name: "NASDAQ",
    decimals: 2,
    isWatched: true,
    landingPlace: 4,
    finnhub: { name: "OANDA:NAS100_USD", candles: "forex" },
    coinbase: null,
    kraken: null,
    kind: "index",
  },
  XAUUSDm: {
    name: "Gold",
    decimals: 2,
    isWatched: true,
    landingPlace: 2,
    finnhub: { name: "OANDA:XAU_USD", candles: "forex" },
    coinbase: null,
    kraken: null,
    kind: "metal",
  },
  BTCUSDm: {
    name: "Bitcoin",
    decimals: 2,
    isWatched: true,
    landingPlace: 1,
    finnhub: { name: "BINANCE:BTCUSDT", candles: "crypto" },
    coinbase: "BTC-USD",
    kraken: "BTC/USD",
    kind: "crypto",
  },
  ETHUSDm: {
    name: "Ethereum",
    decimals: 2,
    isWatched: false,
    landingPlace: null,
    finnhub: { name: "BINANCE:ETHUSDT", candles: "crypto" },
    coinbase: "ETH-USD",
    kraken: "ETH/USD",
    kind: "crypto",
  },
} as const satisfies Record<string, FeedRecord>;

export type FeedSymbol = keyof typeof FEED;

/** The symbols of the feed. Compact frames name a symbol by its place here: new ones come last, and none is moved. */
export const FEED_SYMBOLS: Record<FeedSymbol, FeedRecord> = FEED;

// Object.keys gives string[]; the record's key type is the only thing it can hold.
export const FEED_SYMBOL_LIST = Object.keys(FEED_SYMBOLS) as FeedSymbol[];

/** The watchlist of the specification's section 2, in its order. */
export const WATCHLIST_SYMBOLS: readonly FeedSymbol[] = FEED_SYMBOL_LIST.filter(
  (symbol) => FEED_SYMBOLS[symbol].isWatched,
);

/** Whether a symbol's market never closes: its silence means that the feed is broken, and it trades at weekends. */
export function isRoundTheClock(symbol: FeedSymbol): boolean {
  return FEED_SYMBOLS[symbol].kind === "crypto";
}

/** Whether a text is the name of a symbol that the feed has prices of. */
export function isFeedSymbol(value: string): value is FeedSymbol {
  return Object.hasOwn(FEED_SYMBOLS, value);
}

type TradedRecord = {
  name: string;
  /** The feed's symbol that prices it. */
  pricedFrom: FeedSymbol;
  /** The unit of an amount. */
  unit: string;
  /** How many of it count as one of what the feed prices. */
  divisor: number;
  /**
   * The names that `/trading/{symbol}` takes for its chart, in lower case. They, and its own name, are what it is called
   * elsewhere. Source: specification section 2.
   */
  addresses: readonly string[];
};

const TRADED = {
  BTCUSD: { name: "Bitcoin", pricedFrom: "BTCUSDm", unit: "BTC", divisor: 1, addresses: ["btc", "btcusdm"] },
  ETHUSD: { name: "Ethereum", pricedFrom: "ETHUSDm", unit: "ETH", divisor: 1, addresses: ["eth", "ethusdm"] },
  MINIBTC: { name: "Mini Bitcoin", pricedFrom: "BTCUSDm", unit: "MINI", divisor: 100, addresses: [] },
  US500: { name: "S&P 500", pricedFrom: "US500", unit: "units", divisor: 1, addresses: [] },
  USTECm: { name: "NASDAQ", pricedFrom: "USTECm", unit: "units", divisor: 1, addresses: [] },
  XAUUSDm: { name: "Gold", pricedFrom: "XAUUSDm", unit: "oz", divisor: 1, addresses: [] },
} as const satisfies Record<string, TradedRecord>;

export type TradedSymbol = keyof typeof TRADED;

/** The symbols that orders can name. */
export const TRADED_SYMBOLS: Record<TradedSymbol, TradedRecord> = TRADED;

// Object.keys gives string[]; the record's key type is the only thing it can hold.
export const TRADED_SYMBOL_LIST = Object.keys(TRADED_SYMBOLS) as TradedSymbol[];

/** The decimals that the prices of a traded symbol are written with. */
export function priceDecimals(symbol: TradedSymbol): number {
  return FEED_SYMBOLS[TRADED_SYMBOLS[symbol].pricedFrom].decimals;
}

/** The symbol of the ticket and the charts before anyone has chosen: its market never closes, so there is always a price. */
export const FIRST_TRADED: TradedSymbol = "BTCUSD";

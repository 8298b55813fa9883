import { plugin } from "bun";

/**
 * Preloaded by a program, it adds two symbols to those of the product: one record of the feed and one of orders each, and
 * nothing else. One has 5 decimals, the other 8.
 */

const FEED = `
  EURUSDt: { name: "Euro", decimals: 5, isWatched: true, landingPlace: null,
    finnhub: { name: "OANDA:EUR_USD", candles: "forex" }, coinbase: null, kraken: "EUR/USD", kind: "crypto" },
  PEPEUSDt: { name: "Pepe", decimals: 8, isWatched: true, landingPlace: null,
    finnhub: { name: "BINANCE:PEPEUSDT", candles: "crypto" }, coinbase: null, kraken: "PEPE/USD", kind: "crypto" },
`;
const TRADED = `
  EURUSD: { name: "Euro", pricedFrom: "EURUSDt", unit: "EUR", divisor: 1, addresses: [] },
  PEPEUSD: { name: "Pepe", pricedFrom: "PEPEUSDt", unit: "PEPE", divisor: 1, addresses: [] },
`;
const ENDS = {
  feed: "} as const satisfies Record<string, FeedRecord>;",
  traded: "} as const satisfies Record<string, TradedRecord>;",
};

plugin({
  name: "two more symbols",
  setup(build) {
    build.onLoad({ filter: /worker\/contract\/symbols\.ts$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      if (!source.includes(ENDS.feed) || !source.includes(ENDS.traded)) throw new Error("the records are elsewhere");
      const contents = source.replace(ENDS.feed, FEED + ENDS.feed).replace(ENDS.traded, TRADED + ENDS.traded);
      return { contents, loader: "ts" };
    });
  },
});

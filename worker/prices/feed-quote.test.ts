import { expect, test } from "bun:test";
import { type FeedQuote, polledQuotes, wireQuotes } from "./feed-quote.ts";

const QUOTE: FeedQuote = {
  symbol: "BTCUSDm",
  bid: 6_712_010,
  ask: 6_712_013,
  at: 1_000,
  source: "coinbase",
  kind: "quoted",
  dayOpen: 6_700_000,
  agreement: "agree",
  disagreesWith: null,
};

test("the price of the specification is the middle of both sides in dollars, half a step rounds up", () => {
  expect(wireQuotes({ BTCUSDm: QUOTE, ETHUSDm: { ...QUOTE, symbol: "ETHUSDm", ask: 6_712_012 } })).toEqual({
    BTCUSDm: { price: 67_120.12, at: 1_000, dayOpen: 67_000 },
    ETHUSDm: { price: 67_120.11, at: 1_000, dayOpen: 67_000 },
  });
});

test("a poll has both sides too, and where the quote comes from", () => {
  expect(polledQuotes({ BTCUSDm: { ...QUOTE, agreement: "disagree", disagreesWith: "kraken" } })).toEqual({
    BTCUSDm: {
      price: 67_120.12,
      bid: 67_120.1,
      ask: 67_120.13,
      at: 1_000,
      dayOpen: 67_000,
      origin: { source: "coinbase", agreement: "disagree", disagreesWith: "kraken" },
    },
  });
});

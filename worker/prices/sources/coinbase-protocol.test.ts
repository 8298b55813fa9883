import { expect, test } from "bun:test";
import { CANDLE_INTERVALS } from "../../contract/candles.ts";
import { coinbase } from "./coinbase-protocol.ts";

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const source = coinbase({ feedUrl: "https://feed.example", apiUrl: "https://api.example/v" });

test("it has the two coins, and subscribes to both at once", () => {
  expect(source.symbols).toEqual(["BTCUSDm", "ETHUSDm"]);
  expect(source.subscribeFrames.map((frame) => JSON.parse(frame))).toEqual([
    { type: "subscribe", product_ids: ["BTC-USD", "ETH-USD"], channels: ["ticker", "heartbeat"] },
  ]);
});

const TICKER = {
  type: "ticker",
  product_id: "BTC-USD",
  price: "67120.50",
  best_bid: "67120.49",
  best_ask: "67120.51",
  time: "2026-11-21T12:00:00.250123Z",
  last_size: "0.02",
};

test("a ticker is read under our symbol, with both sides, the exchange's time and the size of the trade", () => {
  expect(source.readQuotes(JSON.stringify(TICKER), NOON_MS)).toEqual([
    {
      symbol: "BTCUSDm",
      bid: 6_712_049,
      ask: 6_712_051,
      at: NOON_MS + 250,
      source: "coinbase",
      kind: "quoted",
      volume: 0.02,
    },
  ]);
});

test("a side between two steps is never better for the trader than the exchange said", () => {
  const ticker = { ...TICKER, best_bid: "67120.499", best_ask: "67120.501" };
  expect(source.readQuotes(JSON.stringify(ticker), NOON_MS)).toMatchObject([{ bid: 6_712_049, ask: 6_712_051 }]);
});

test.each([
  ["a heartbeat", '{"type":"heartbeat","product_id":"BTC-USD","sequence":1}'],
  ["the answer to the subscription", '{"type":"subscriptions","channels":[]}'],
  ["a coin without a subscription", JSON.stringify({ ...TICKER, product_id: "DOGE-USD" })],
  ["a side that is not a number", JSON.stringify({ ...TICKER, best_bid: "x" })],
  ["a side below zero", JSON.stringify({ ...TICKER, best_bid: "-1" })],
  ["a ticker without sides", JSON.stringify({ ...TICKER, best_bid: undefined, best_ask: undefined })],
  ["what is not JSON", "<html>"],
])("%s has no quote", (_, frame) => {
  expect(source.readQuotes(frame, NOON_MS)).toEqual([]);
});

test("candles are requested by granularity and span, and returned oldest first", () => {
  const span = { fromMs: NOON_MS - 3_600_000, toMs: NOON_MS };
  const { url } = source.candleCall({ symbol: "ETHUSDm", sizeMs: CANDLE_INTERVALS["1m"], ...span });
  expect(url).toBe(
    "https://api.example/v/products/ETH-USD/candles?granularity=60&start=2026-11-21T11%3A00%3A00.000Z&end=2026-11-21T12%3A00%3A00.000Z",
  );
  const noonS = NOON_MS / 1000;
  expect(
    source.readCandles([
      [noonS, 9, 12, 10, 11, 0.5],
      [noonS - 60, 8, 11, 9, 10, 0.25],
    ]),
  ).toEqual([
    [NOON_MS - 60_000, 9, 11, 8, 10, 0.25],
    [NOON_MS, 10, 12, 9, 11, 0.5],
  ]);
  expect(source.readCandles({ message: "NotFound" })).toBeNull();
});

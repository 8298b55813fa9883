import { expect, test } from "bun:test";
import { CANDLE_INTERVALS } from "../contract/candles.ts";
import { coinbase } from "./coinbase-protocol.ts";

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const source = coinbase({ feedUrl: "https://feed.example", apiUrl: "https://api.example/v" });

test("it has the two coins, and subscribes to both at once", () => {
  expect(source.symbols).toEqual(["BTCUSDm", "ETHUSDm"]);
  expect(source.subscribeFrames.map((frame) => JSON.parse(frame))).toEqual([
    { type: "subscribe", product_ids: ["BTC-USD", "ETH-USD"], channels: ["ticker", "heartbeat"] },
  ]);
});

test("a ticker is read under our symbol, with the exchange's time and the size of the trade", () => {
  const ticker = { type: "ticker", product_id: "BTC-USD", price: "67120.50", time: "2026-11-21T12:00:00.250Z" };
  expect(source.readTicks(JSON.stringify({ ...ticker, last_size: "0.02" }))).toEqual([
    { symbol: "BTCUSDm", price: 67_120.5, at: NOON_MS + 250, volume: 0.02 },
  ]);
});

test.each([
  ["a heartbeat", '{"type":"heartbeat","product_id":"BTC-USD","sequence":1}'],
  ["the answer to the subscription", '{"type":"subscriptions","channels":[]}'],
  [
    "a coin without a subscription",
    '{"type":"ticker","product_id":"DOGE-USD","price":"1","time":"2026-11-21T12:00:00Z"}',
  ],
  [
    "a price that is not a number",
    '{"type":"ticker","product_id":"BTC-USD","price":"x","time":"2026-11-21T12:00:00Z"}',
  ],
  ["what is not JSON", "<html>"],
])("%s has no price", (_, frame) => {
  expect(source.readTicks(frame)).toEqual([]);
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

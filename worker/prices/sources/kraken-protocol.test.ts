import { expect, test } from "bun:test";
import { kraken } from "./kraken-protocol.ts";

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const source = kraken({ feedUrl: "https://feed.example" });

const TICKER = {
  symbol: "BTC/USD",
  bid: 67_120.4,
  bid_qty: 0.5,
  ask: 67_120.5,
  ask_qty: 1.25,
  last: 67_120.5,
  volume: 997.5,
  vwap: 67_000.1,
  timestamp: "2026-11-21T12:00:00.250123Z",
};
const frameOf = (...data: object[]) => JSON.stringify({ channel: "ticker", type: "update", data });

test("it has the two coins, and asks for each change of their best bid and ask", () => {
  expect(source.symbols).toEqual(["BTCUSDm", "ETHUSDm"]);
  expect(source.subscribeFrames.map((frame) => JSON.parse(frame))).toEqual([
    {
      method: "subscribe",
      params: { channel: "ticker", symbol: ["BTC/USD", "ETH/USD"], event_trigger: "bbo", snapshot: true },
    },
  ]);
});

test("a ticker is read under our symbol, with both sides and the exchange's time", () => {
  expect(source.readQuotes(frameOf(TICKER), NOON_MS)).toEqual([
    {
      symbol: "BTCUSDm",
      bid: 6_712_040,
      ask: 6_712_050,
      at: NOON_MS + 250,
      source: "kraken",
      kind: "quoted",
      volume: 0,
    },
  ]);
});

test("a side between two steps is never better for the trader than the exchange said", () => {
  const ticker = { ...TICKER, bid: 67_120.409, ask: 67_120.411 };
  expect(source.readQuotes(frameOf(ticker), NOON_MS)).toMatchObject([{ bid: 6_712_040, ask: 6_712_042 }]);
});

test("a ticker without a time was made when it arrived, and an unknown symbol hides no other", () => {
  const { timestamp: _, ...timeless } = TICKER;
  expect(source.readQuotes(frameOf({ ...TICKER, symbol: "DOGE/USD" }, timeless), NOON_MS)).toMatchObject([
    { symbol: "BTCUSDm", at: NOON_MS },
  ]);
});

test.each([
  ["a heartbeat", '{"channel":"heartbeat"}'],
  ["the exchange's status", '{"channel":"status","type":"update","data":[{"system":"online","api_version":"v2"}]}'],
  ["the answer to the subscription", '{"method":"subscribe","result":{"channel":"ticker"},"success":true}'],
  ["a refused subscription", '{"error":"Currency pair not supported X/Y","method":"subscribe","success":false}'],
  ["a price that is text", frameOf({ ...TICKER, bid: "67120.4" })],
  ["a price below zero", frameOf({ ...TICKER, bid: -1 })],
  ["what is not JSON", "<html>"],
])("%s has no quote", (_, frame) => {
  expect(source.readQuotes(frame, NOON_MS)).toEqual([]);
});

import { expect, test } from "bun:test";
import { CANDLE_INTERVALS } from "../../contract/candles.ts";
import { modelledSides } from "../../contract/modelled-spreads.ts";
import { midSteps } from "../../contract/quotes.ts";
import { FEED_SYMBOL_LIST } from "../../contract/symbols.ts";
import { finnhub } from "./finnhub-protocol.ts";

const source = finnhub({ url: "https://finnhub.io", key: "a&b" });

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const MIDNIGHT_S = Date.UTC(2026, 10, 21) / 1000;

test("trades are read in order, with sides that are modelled around their price", () => {
  const data = [
    { s: "BINANCE:BTCUSDT", p: 67_120.5, t: NOON_MS, v: 0.02 },
    { s: "OANDA:XAU_USD", p: 2_391.554, t: NOON_MS + 1, v: 0 },
  ];
  const quotes = source.readQuotes(JSON.stringify({ type: "trade", data }), NOON_MS);
  expect(quotes).toEqual([
    {
      symbol: "BTCUSDm",
      ...modelledSides("BTCUSDm", 6_712_050, NOON_MS),
      at: NOON_MS,
      source: "finnhub",
      kind: "modelled",
      volume: 0.02,
    },
    {
      symbol: "XAUUSDm",
      ...modelledSides("XAUUSDm", 239_155, NOON_MS + 1),
      at: NOON_MS + 1,
      source: "finnhub",
      kind: "modelled",
      volume: 0,
    },
  ]);
  expect(quotes.map(midSteps)).toEqual([6_712_050, 239_155]);
});

test.each([
  ["a ping", '{"type":"ping"}'],
  ["an error of the source", '{"type":"error","msg":"Subscribing to too many symbols"}'],
  ["a symbol without a subscription", '{"type":"trade","data":[{"s":"AAPL","p":1,"t":1,"v":1}]}'],
  ["a price that is not a number", '{"type":"trade","data":[{"s":"BINANCE:BTCUSDT","p":"1","t":1,"v":1}]}'],
  ["a price below zero", '{"type":"trade","data":[{"s":"BINANCE:BTCUSDT","p":-1,"t":1,"v":1}]}'],
  ["a time after all times", '{"type":"trade","data":[{"s":"OANDA:XAU_USD","p":1,"t":1e300,"v":1}]}'],
  ["what is not JSON", "<html>"],
  ["nothing", ""],
])("%s has no quote", (_, frame) => {
  expect(source.readQuotes(frame, NOON_MS)).toEqual([]);
});

test("every symbol has a subscription frame of its own", () => {
  const frames = source.subscribeFrames.map((frame) => JSON.parse(frame));
  expect(frames).toHaveLength(FEED_SYMBOL_LIST.length);
  expect(frames[0]).toEqual({ type: "subscribe", symbol: "OANDA:SPX500_USD" });
});

test("URLs and headers carry the key and the span as the source expects them", () => {
  expect(source.socketUrl).toBe("https://finnhub.io/?token=a%26b");
  const sizeMs = CANDLE_INTERVALS["1h"];
  const call = source.candleCall({ symbol: "ETHUSDm", sizeMs, fromMs: MIDNIGHT_S * 1000, toMs: NOON_MS });
  const url = new URL(call.url);
  expect(url.pathname).toBe("/api/v1/crypto/candle");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    symbol: "BINANCE:ETHUSDT",
    resolution: "60",
    from: String(MIDNIGHT_S),
    to: String(NOON_MS / 1000),
  });
  expect(call.headers).toEqual({ "X-Finnhub-Token": "a&b" });
});

test("parallel lists become candles with times in ms; no data is an empty list, anything else is invalid", () => {
  const answer = { s: "ok", t: [MIDNIGHT_S], o: [10], h: [12], l: [9], c: [11], v: [0.5] };
  expect(source.readCandles(answer)).toEqual([[MIDNIGHT_S * 1000, 10, 12, 9, 11, 0.5]]);
  expect(source.readCandles({ s: "no_data" })).toEqual([]);
  for (const odd of [{ error: "no access" }, "<html>", null, { ...answer, c: ["11"] }, { ...answer, o: [-1] }]) {
    expect(source.readCandles(odd)).toBeNull();
  }
});

import { expect, test } from "bun:test";
import { FEED_SYMBOL_LIST } from "../contract/market-messages.ts";
import { dayCandleUrl, readDayOpen, readTicks, socketUrl, subscribeFrames } from "./finnhub-protocol.ts";

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const MIDNIGHT_S = Date.UTC(2026, 10, 21) / 1000;

test("a trade frame gives its prices under our names, in its order", () => {
  const data = [
    { s: "BINANCE:BTCUSDT", p: 67_120.5, t: NOON_MS, v: 0.02 },
    { s: "OANDA:XAU_USD", p: 2_391.55, t: NOON_MS + 1, v: 0 },
  ];
  expect(readTicks(JSON.stringify({ type: "trade", data }))).toEqual([
    { symbol: "BTCUSDm", price: 67_120.5, at: NOON_MS },
    { symbol: "XAUUSDm", price: 2_391.55, at: NOON_MS + 1 },
  ]);
});

test.each([
  ["a ping", '{"type":"ping"}'],
  ["an error of the source", '{"type":"error","msg":"Subscribing to too many symbols"}'],
  ["a symbol nobody asked for", '{"type":"trade","data":[{"s":"AAPL","p":1,"t":1,"v":1}]}'],
  ["a price that is no number", '{"type":"trade","data":[{"s":"BINANCE:BTCUSDT","p":"1","t":1,"v":1}]}'],
  ["what is not JSON", "<html>"],
  ["nothing", ""],
])("%s brings no price", (_, frame) => {
  expect(readTicks(frame)).toEqual([]);
});

test("every symbol is subscribed to by a frame of its own", () => {
  const frames = subscribeFrames().map((frame) => JSON.parse(frame));
  expect(frames).toHaveLength(FEED_SYMBOL_LIST.length);
  expect(frames[0]).toEqual({ type: "subscribe", symbol: "OANDA:SPX500_USD" });
});

test("addresses carry the key and the day where the source wants them", () => {
  expect(socketUrl("https://ws.finnhub.io", "a&b")).toBe("https://ws.finnhub.io/?token=a%26b");
  const url = new URL(dayCandleUrl("https://finnhub.io", "ETHUSDm", NOON_MS));
  expect(url.pathname).toBe("/api/v1/crypto/candle");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    symbol: "BINANCE:ETHUSDT",
    resolution: "D",
    from: String(MIDNIGHT_S),
    to: String(NOON_MS / 1000),
  });
});

test("the day's open is the open of today's candle, and unknown without one", () => {
  const yesterdayToo = { s: "ok", o: [10, 20], c: [11, 21], t: [MIDNIGHT_S - 86_400, MIDNIGHT_S] };
  expect(readDayOpen(yesterdayToo, NOON_MS)).toBe(20);
  expect(readDayOpen({ ...yesterdayToo, o: [10], t: [MIDNIGHT_S - 86_400] }, NOON_MS)).toBeNull();
  expect(readDayOpen({ s: "no_data" }, NOON_MS)).toBeNull();
  expect(readDayOpen("<html>", NOON_MS)).toBeNull();
});

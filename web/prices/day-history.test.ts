import { afterEach, expect, jest, setSystemTime, test } from "bun:test";
import type { Candle } from "../../worker/contract/candles.ts";
import { HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { closeBefore, loadDayHistory, rangeSince } from "./day-history.ts";

const context = apiServer();
const ROUTE = "GET /api/market/candles";

afterEach(() => void jest.useRealTimers());

const candles: Candle[] = [
  [1 * HOUR_MS, 10, 99, 1, 11, 0],
  [2 * HOUR_MS, 11, 14, 9, 12, 0],
  [3 * HOUR_MS, 12, 13, 8, 10, 0],
];

test("the range includes candles that begin at the instant or later, and no earlier one", () => {
  expect(rangeSince(candles, 2 * HOUR_MS)).toEqual({ low: 8, high: 14 });
  expect(rangeSince(candles, 2 * HOUR_MS + 1)).toEqual({ low: 8, high: 13 });
});

test("without a candle there is no range", () => {
  expect(rangeSince(candles, 4 * HOUR_MS)).toBeNull();
  expect(rangeSince([], 0)).toBeNull();
});

test("the previous close is the last price before the instant", () => {
  expect(closeBefore(candles, 3 * HOUR_MS)).toBe(12);
  expect(closeBefore(candles, 4 * HOUR_MS)).toBe(10);
  expect(closeBefore(candles, 1 * HOUR_MS)).toBeNull();
});

test.each([
  ["a clock that goes on", "XAUUSDm", 0],
  ["a clock that is set back", "US500", -HOUR_MS],
] as const)("a history is fresh for a minute, with %s", async (_, symbol, setMs) => {
  context.server.on(ROUTE, () => ok({ candles, isWhole: true }));
  jest.useFakeTimers();
  const callsOfLoad = async () => {
    expect(await loadDayHistory([symbol])).toBe(true);
    return context.server.callsOf(ROUTE).length;
  };
  expect(await callsOfLoad()).toBe(1);
  setSystemTime(Date.now() + setMs);
  jest.advanceTimersByTime(MINUTE_MS - 1);
  expect(await callsOfLoad()).toBe(1);
  jest.advanceTimersByTime(1);
  expect(await callsOfLoad()).toBe(2);
});

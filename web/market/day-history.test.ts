import { expect, test } from "bun:test";
import type { Candle } from "../../worker/contract/candles.ts";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { closeBefore, rangeSince } from "./day-history.ts";

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

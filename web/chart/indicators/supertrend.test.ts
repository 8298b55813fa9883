import { expect, test } from "bun:test";
import type { Candle } from "../../../worker/contract/candles.ts";
import { MINUTE_MS } from "../../../worker/contract/time.ts";
import {
  candlesOf,
  expectClose,
  expectEqualToDefinition,
  linesOf,
  somePeriod,
  weightedByAge,
} from "../../test/candle-walks.ts";
import { fc } from "../../test/property.ts";
import { columnsOf } from "../plot/candle-columns.ts";
import { supertrend } from "./supertrend.ts";

const NONE = Number.NaN;

test("the Supertrend equals a table computed by hand from the definition", () => {
  const candles: Candle[] = [
    [0, 9, 10, 8, 9, 1],
    [1, 9, 11, 9, 10, 1],
    [2, 11, 13, 11, 13, 1],
    [3, 13, 14, 13, 14, 1],
    [4, 14, 13, 11, 11, 1],
  ];
  // ATR from row 1 on: 2, 2.5, 1.75, 2.375. Upper band 12, 12, 15.25, 14.375; lower band 8, 9.5, 11.75, 11.75. The close
  // 13 crosses the upper band of 12, and 11 the lower one of 11.75.
  const expected = { up: [NONE, NONE, 9.5, 11.75, NONE], down: [NONE, 12, NONE, NONE, 14.375] };
  expectClose(linesOf(supertrend, { period: 2, multiplier: 1 }, columnsOf(candles)), expected, 1e-12);
});

test("the Supertrend equals the definition with an ATR by explicit sums", () => {
  const someSettings = fc.record({
    period: somePeriod,
    multiplier: fc.integer({ min: 1, max: 40 }).map((n) => n / 10),
  });
  expectEqualToDefinition(supertrend, someSettings, ({ high, low, close }, { period, multiplier }) => {
    const ranges = high.map((top, row) => {
      const [bottom, before] = [low[row] ?? 0, close[row - 1] ?? top];
      return Math.max(top - bottom, Math.abs(top - before), Math.abs(bottom - before));
    });
    const up: number[] = [];
    const down: number[] = [];
    let [upper, lower, isUp] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, false];
    for (const [row, range] of weightedByAge(ranges, period, 1 / period).entries()) {
      if (!Number.isNaN(range)) {
        const [price, before] = [close[row] ?? 0, close[row - 1] ?? 0];
        const middle = ((high[row] ?? 0) + (low[row] ?? 0)) / 2;
        const isFirst = !Number.isFinite(upper);
        upper = isFirst || before > upper ? middle + multiplier * range : Math.min(upper, middle + multiplier * range);
        lower = isFirst || before < lower ? middle - multiplier * range : Math.max(lower, middle - multiplier * range);
        isUp = isUp ? !(price < lower) : price > upper;
      }
      up.push(isUp ? lower : NONE);
      down.push(Number.isNaN(range) || isUp ? NONE : upper);
    }
    return { up, down };
  });
});

test("the Supertrend of constant prices is the price, and its trend is down", () => {
  const expected = { up: [NONE, NONE, NONE], down: [NONE, 7, 7] };
  expectClose(linesOf(supertrend, { period: 2 }, columnsOf(candlesOf([7, 7, 7]))), expected, 0);
});

test("the trend is settled after three turns, or after 5,000 candles", () => {
  const settings = { period: 1, multiplier: 1 };
  const settledRowOf = (closes: number[]) => {
    const indicator = supertrend.make(settings, MINUTE_MS);
    indicator.update(columnsOf(candlesOf(closes)));
    return indicator.settledRow();
  };
  expect(settledRowOf([10, 11, 12, 13])).toBe(5_000);
  const turns = [10, 10, 30, 30, 1, 1, 30, 30, 1];
  expect(settledRowOf(turns)).toBe(6);
  expect(settledRowOf(turns.slice(0, 6))).toBe(5_000);
});

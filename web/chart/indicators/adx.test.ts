import { test } from "bun:test";
import type { Candle } from "../../../worker/contract/candles.ts";
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
import { adx } from "./adx.ts";

test("ADX, +DI and -DI equal a table computed by hand from the definition", () => {
  const candles: Candle[] = [
    [0, 9, 10, 8, 9, 1],
    [1, 9, 12, 9, 11, 1],
    [2, 11, 13, 10, 12, 1],
    [3, 12, 12, 7, 8, 1],
    [4, 8, 14, 6, 13, 1],
  ];
  // True range 3, 3, 5, 8; +DM 2, 1, 0, 2; -DM 0, 0, 3, 0 from row 1 on. Averages of 2 from row 2 on: 3, 4, 6;
  // 1.5, 0.75, 1.375; 0, 1.5, 0.75. DX: 100, 100/3, 500/17.
  const none = Number.NaN;
  const expected = {
    plus: [none, none, 50, 18.75, 137.5 / 6],
    minus: [none, none, 0, 37.5, 12.5],
    adx: [none, none, none, 200 / 3, (200 / 3 + 500 / 17) / 2],
  };
  expectClose(linesOf(adx, { period: 2 }, columnsOf(candles)), expected, 1e-12);
});

test("ADX, +DI and -DI equal the definition by explicit sums", () => {
  expectEqualToDefinition(adx, fc.record({ period: somePeriod }), ({ high, low, close }, { period }) => {
    const smoothed = (values: number[]) => weightedByAge(values, period, 1 / period);
    /** Values that need a previous candle. */
    const withPrevious = (valueAt: (row: number, before: number) => number) =>
      close.map((_, row) => (row === 0 ? Number.NaN : valueAt(row, row - 1)));
    const rises = withPrevious((row, before) => (high[row] ?? 0) - (high[before] ?? 0));
    const falls = withPrevious((row, before) => (low[before] ?? 0) - (low[row] ?? 0));
    const ranges = smoothed(
      withPrevious((row, before) => {
        const [top, bottom, previous] = [high[row] ?? 0, low[row] ?? 0, close[before] ?? 0];
        return Math.max(top - bottom, Math.abs(top - previous), Math.abs(bottom - previous));
      }),
    );
    const indicator = (moves: number[], others: number[]) =>
      smoothed(withPrevious((row) => ((moves[row] ?? 0) > Math.max(0, others[row] ?? 0) ? (moves[row] ?? 0) : 0))).map(
        (moved, row) => (ranges[row] === 0 ? 0 : (100 * moved) / (ranges[row] ?? 0)),
      );
    const [plus, minus] = [indicator(rises, falls), indicator(falls, rises)];
    const dx = plus.map((up, row) => {
      const down = minus[row] ?? 0;
      return up === 0 && down === 0 ? 0 : (100 * Math.abs(up - down)) / (up + down);
    });
    return { plus, minus, adx: smoothed(dx) };
  });
});

test("a candle that extends as far upwards as downwards has no directional movement", () => {
  const candles: Candle[] = [
    [0, 9, 10, 8, 9, 1],
    [1, 9, 12, 6, 9, 1],
  ];
  const { plus, minus } = linesOf(adx, { period: 1 }, columnsOf(candles));
  expectClose({ plus, minus }, { plus: [Number.NaN, 0], minus: [Number.NaN, 0] }, 0);
});

test("all three are 0 for constant prices, from their first row on", () => {
  const none = Number.NaN;
  const expected = { plus: [none, none, 0, 0], minus: [none, none, 0, 0], adx: [none, none, none, 0] };
  expectClose(linesOf(adx, { period: 2 }, columnsOf(candlesOf([7, 7, 7, 7]))), expected, 0);
});

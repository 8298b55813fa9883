import { expect, test } from "bun:test";
import type { Candle } from "../../../worker/contract/candles.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../worker/contract/time.ts";
import { candlesOf, expectClose, expectEqualToDefinition, linesOf } from "../../test/candle-walks.ts";
import { fc } from "../../test/property.ts";
import { columnsOf } from "../plot/candle-columns.ts";
import { vwap } from "./vwap.ts";

const dayOf = (startMs: number) => Math.floor(startMs / DAY_MS);

test("the VWAP equals a table computed by hand, and begins anew with each day of UTC", () => {
  const candles: Candle[] = [
    [0, 9, 11, 9, 10, 2],
    [MINUTE_MS, 13, 14, 12, 13, 4],
    [2 * MINUTE_MS, 50, 50, 50, 50, 0],
    [DAY_MS + HOUR_MS, 5, 5, 5, 5, 1],
  ];
  // Typical prices 10 and 13: (10 * 2 + 13 * 4) / 6. The candle without volume changes nothing.
  expectClose(linesOf(vwap, {}, columnsOf(candles)), { average: [10, 12, 12, 5] }, 1e-12);
});

test("the VWAP equals the weighted mean of the candles of the day", () => {
  expectEqualToDefinition(vwap, fc.constant({}), ({ startMs, high, low, close, volume }) => {
    const typical = high.map((value, row) => (value + (low[row] ?? 0) + (close[row] ?? 0)) / 3);
    const average = startMs.map((atMs, row) => {
      const day = startMs.flatMap((other, i) => (i <= row && dayOf(other) === dayOf(atMs) ? [i] : []));
      const total = day.reduce((sum, i) => sum + (volume[i] ?? 0), 0);
      const isWhole = day[0] !== 0 || startMs[0] === dayOf(atMs) * DAY_MS;
      return isWhole && total > 0
        ? day.reduce((sum, i) => sum + ((typical[i] ?? 0) * (volume[i] ?? 0)) / total, 0)
        : Number.NaN;
    });
    return { average };
  });
});

test("a day whose start is not loaded has no VWAP; a later day has one, although it begins with a gap", () => {
  const candles: Candle[] = [
    [MINUTE_MS, 5, 5, 5, 5, 1],
    [2 * MINUTE_MS, 5, 5, 5, 5, 1],
    [DAY_MS + HOUR_MS, 6, 6, 6, 6, 1],
  ];
  expect(linesOf(vwap, {}, columnsOf(candles)).average).toEqual([Number.NaN, Number.NaN, 6]);
});

test("there is no VWAP without volume", () => {
  expect(linesOf(vwap, {}, columnsOf(candlesOf([1, 2], 0))).average).toEqual([Number.NaN, Number.NaN]);
});

test("candles of a day or more have no VWAP", () => {
  const daily = columnsOf(candlesOf([1, 2]).map(([, ...prices], i): Candle => [i * DAY_MS, ...prices]));
  expect(linesOf(vwap, {}, daily, DAY_MS).average).toEqual([Number.NaN, Number.NaN]);
  expect(linesOf(vwap, {}, daily, 4 * HOUR_MS).average).toEqual([1, 2]);
});

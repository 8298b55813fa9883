import { expect, test } from "bun:test";
import type { Candle } from "../../../worker/contract/candles.ts";
import {
  candlesOf,
  expectClose,
  expectEqualToDefinition,
  fromRow,
  linesOf,
  meanOf,
  somePeriod,
  windowOf,
} from "../../test/candle-walks.ts";
import { fc } from "../../test/property.ts";
import { columnsOf } from "../plot/candle-columns.ts";
import { stochastic } from "./stochastic.ts";

// StockCharts ChartSchool, "Stochastic Oscillator (Fast, Slow, and Full)": 14 days, %D of 3. Its table has no closes for
// the first 13 days, which do not matter: the lows stand for them.
const HIGHS = [
  127.009, 127.616, 126.591, 127.347, 128.173, 128.432, 127.367, 126.422, 126.9, 126.85, 125.646, 125.716, 127.158,
  127.715, 127.686, 128.223, 128.273, 128.093, 128.273, 127.735, 128.77, 129.287, 130.063, 129.118, 129.287, 128.472,
  128.093, 128.651, 129.138, 128.641,
];
const LOWS = [
  125.357, 126.163, 124.93, 126.094, 126.82, 126.482, 126.034, 124.83, 126.392, 125.716, 124.562, 124.572, 125.069,
  126.86, 126.631, 126.8, 126.711, 126.8, 126.134, 125.925, 126.989, 127.815, 128.472, 128.064, 127.606, 127.596,
  126.999, 126.9, 127.487, 127.397,
];
const LATER_CLOSES = [
  127.288, 127.178, 128.014, 127.109, 127.725, 127.059, 127.327, 128.71, 127.875, 128.581, 128.601, 127.934, 128.113,
  127.596, 127.596, 128.69, 128.273,
];
const PUBLISHED_K = [
  70.44, 67.61, 89.2, 65.81, 81.75, 64.52, 74.53, 98.58, 70.1, 73.06, 73.42, 61.23, 60.96, 40.39, 40.39, 66.83, 56.73,
];
const PUBLISHED_D = [
  75.75, 74.21, 78.92, 70.69, 73.6, 79.21, 81.07, 80.58, 72.2, 69.24, 65.2, 54.19, 47.24, 49.2, 54.65,
];

test("the stochastic equals the published table", () => {
  const candles = HIGHS.map((high, row): Candle => {
    const low = LOWS[row] ?? 0;
    return [row, low, high, low, LATER_CLOSES[row - 13] ?? low, 1];
  });
  const expected = {
    k: fromRow(candles.length, 13, (row) => PUBLISHED_K[row - 13] ?? 0),
    d: fromRow(candles.length, 15, (row) => PUBLISHED_D[row - 15] ?? 0),
  };
  // The inputs are published in three decimals.
  expectClose(linesOf(stochastic, { period: 14, smoothing: 1, signal: 3 }, columnsOf(candles)), expected, 0.03);
});

test("the stochastic equals the definition of each window", () => {
  const someSettings = fc.record({ period: somePeriod, smoothing: somePeriod, signal: somePeriod });
  expectEqualToDefinition(stochastic, someSettings, ({ high, low, close }, { period, smoothing, signal }) => {
    const place = fromRow(close.length, period - 1, (row) => {
      const [highest, lowest] = [Math.max(...windowOf(high, row, period)), Math.min(...windowOf(low, row, period))];
      return highest > lowest ? (100 * ((close[row] ?? 0) - lowest)) / (highest - lowest) : 50;
    });
    const k = fromRow(close.length, period + smoothing - 2, (row) => meanOf(windowOf(place, row, smoothing)));
    return { k, d: fromRow(close.length, period + smoothing + signal - 3, (row) => meanOf(windowOf(k, row, signal))) };
  });
});

test("the stochastic of constant prices is 50", () => {
  const { k } = linesOf(stochastic, { period: 2, smoothing: 1 }, columnsOf(candlesOf([7, 7, 7])));
  expect(k).toEqual([Number.NaN, 50, 50]);
});

test("with fewer candles than the period there is no value", () => {
  const { k, d } = linesOf(stochastic, { period: 3, smoothing: 1, signal: 1 }, columnsOf(candlesOf([1, 2])));
  expect([k, d].flat().every(Number.isNaN)).toBe(true);
});

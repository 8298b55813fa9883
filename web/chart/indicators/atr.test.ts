import { test } from "bun:test";
import type { Candle } from "../../../worker/contract/candles.ts";
import {
  expectClose,
  expectEqualToDefinition,
  fromRow,
  linesOf,
  somePeriod,
  weightedByAge,
} from "../../test/candle-walks.ts";
import { fc } from "../../test/property.ts";
import { columnsOf } from "../plot/candle-columns.ts";
import { atr } from "./atr.ts";

// StockCharts ChartSchool, "Average True Range (ATR)", its spreadsheet cs-atr: QQQQ, 14 days.
const HIGHS = [
  48.7, 48.72, 48.9, 48.87, 48.82, 49.05, 49.2, 49.35, 49.92, 50.19, 50.12, 49.66, 49.88, 50.19, 50.36, 50.57, 50.65,
  50.43, 49.63, 50.33, 50.29, 50.17, 49.32, 48.5, 48.3201, 46.8, 47.8, 48.39, 48.66, 48.79,
];
const LOWS = [
  47.79, 48.14, 48.39, 48.37, 48.24, 48.635, 48.94, 48.86, 49.5, 49.87, 49.2, 48.9, 49.43, 49.725, 49.26, 50.09, 50.3,
  49.21, 48.98, 49.61, 49.2, 49.43, 48.08, 47.64, 41.55, 44.2833, 47.31, 47.2, 47.9, 47.7301,
];
const CLOSES = [
  48.16, 48.61, 48.75, 48.63, 48.74, 49.03, 49.07, 49.32, 49.91, 50.13, 49.53, 49.5, 49.75, 50.03, 50.31, 50.52, 50.41,
  49.34, 49.37, 50.23, 49.2375, 49.93, 48.43, 48.18, 46.57, 45.41, 47.77, 47.72, 48.62, 47.85,
];
const PUBLISHED = [
  0.555, 0.593929, 0.585791, 0.568949, 0.615452, 0.61792, 0.642354, 0.674329, 0.69277, 0.775429, 0.78147, 1.209229,
  1.30262, 1.38029, 1.366698, 1.336219, 1.316482,
];

test("the ATR equals the published table", () => {
  const candles = CLOSES.map((close, row): Candle => [row, close, HIGHS[row] ?? 0, LOWS[row] ?? 0, close, 1]);
  const published = fromRow(candles.length, 13, (row) => PUBLISHED[row - 13] ?? 0);
  expectClose(linesOf(atr, {}, columnsOf(candles)), { atr: published }, 1e-5);
});

test("the ATR equals Wilder's average of the largest of the three ranges", () => {
  expectEqualToDefinition(atr, fc.record({ period: somePeriod }), ({ high, low, close }, { period }) => {
    const ranges = high.map((top, row) => {
      const [bottom, before] = [low[row] ?? 0, close[row - 1] ?? top];
      return Math.max(top - bottom, Math.abs(top - before), Math.abs(bottom - before));
    });
    return { atr: weightedByAge(ranges, period, 1 / period) };
  });
});

test("a gap counts in the true range, from the previous close", () => {
  const candles: Candle[] = [
    [0, 10, 11, 9, 10, 1],
    [60_000, 20, 21, 19, 20, 1],
    [120_000, 5, 6, 4, 5, 1],
  ];
  expectClose(linesOf(atr, { period: 1 }, columnsOf(candles)), { atr: [2, 11, 16] }, 1e-12);
});

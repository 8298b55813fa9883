import { test } from "bun:test";
import {
  candlesOf,
  expectClose,
  expectEqualToDefinition,
  fromRow,
  linesOf,
  somePeriod,
  weightedByAge,
} from "../../test/candle-walks.ts";
import { fc } from "../../test/property.ts";
import { columnsOf } from "../plot/candle-columns.ts";
import { ema } from "./ema.ts";

// StockCharts ChartSchool, "Moving Averages - Simple and Exponential": closes and the 10-day EMA, in two decimals.
const CLOSES = [
  22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61, 23.36, 24.05, 23.75,
  23.83, 23.95, 23.63, 23.82, 23.87, 23.65, 23.19, 23.1, 23.33, 22.68, 23.1, 22.4, 22.17,
];
const PUBLISHED = [
  22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.8, 22.97, 23.13, 23.28, 23.34, 23.43, 23.51, 23.54, 23.47, 23.4, 23.39,
  23.26, 23.23, 23.08, 22.92,
];

test("the EMA equals the published table", () => {
  const average = fromRow(CLOSES.length, 9, (row) => PUBLISHED[row - 9] ?? 0);
  expectClose(linesOf(ema, { period: 10 }, columnsOf(candlesOf(CLOSES))), { average }, 0.01);
});

test("the EMA equals the sum of all closes weighted by their age", () => {
  expectEqualToDefinition(ema, fc.record({ period: somePeriod }), ({ close }, { period }) => ({
    average: weightedByAge(close, period, 2 / (period + 1)),
  }));
});

test("an EMA over more candles than there are has no value", () => {
  const columns = columnsOf(candlesOf([1, 2]));
  expectClose(linesOf(ema, { period: 3 }, columns), { average: [Number.NaN, Number.NaN] }, 0);
});

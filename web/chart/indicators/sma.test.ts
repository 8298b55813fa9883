import { test } from "bun:test";
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
import { sma } from "./sma.ts";

// StockCharts ChartSchool, "Moving Averages - Simple and Exponential": closes and the 10-day SMA, in two decimals.
const CLOSES = [
  22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61, 23.36, 24.05, 23.75,
  23.83, 23.95, 23.63, 23.82, 23.87, 23.65, 23.19, 23.1, 23.33, 22.68, 23.1, 22.4, 22.17,
];
const PUBLISHED = [
  22.22, 22.21, 22.23, 22.26, 22.31, 22.42, 22.61, 22.77, 22.91, 23.08, 23.21, 23.38, 23.53, 23.65, 23.71, 23.69, 23.61,
  23.51, 23.43, 23.28, 23.13,
];

test("the SMA equals the published table", () => {
  const average = fromRow(CLOSES.length, 9, (row) => PUBLISHED[row - 9] ?? 0);
  expectClose(linesOf(sma, { period: 10 }, columnsOf(candlesOf(CLOSES))), { average }, 0.01);
});

test("the SMA equals the mean of each window", () => {
  expectEqualToDefinition(sma, fc.record({ period: somePeriod }), ({ close }, { period }) => ({
    average: fromRow(close.length, period - 1, (row) => meanOf(windowOf(close, row, period))),
  }));
});

test("an SMA over more candles than there are has no value", () => {
  const columns = columnsOf(candlesOf([1, 2]));
  expectClose(linesOf(sma, { period: 3 }, columns), { average: [Number.NaN, Number.NaN] }, 0);
});

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
import { bollingerBands } from "./bollinger-bands.ts";

// StockCharts ChartSchool, "Bollinger Bands", its spreadsheet cs-bbands: SPY, 20 days, 2 standard deviations.
const CLOSES = [
  86.1557, 89.0867, 88.7829, 90.3228, 89.0671, 91.1453, 89.4397, 89.175, 86.9302, 87.6752, 86.9596, 89.4299, 89.3221,
  88.7241, 87.4497, 87.2634, 89.4985, 87.9006, 89.126, 90.7043, 92.9001, 92.9784, 91.8021, 92.6647, 92.6843, 92.3021,
];
const UPPER = [91.291862, 91.949268, 92.612595, 92.9342, 93.31195, 93.72845, 93.899592];
const MIDDLE = [88.70794, 89.04516, 89.239745, 89.390705, 89.5078, 89.68866, 89.7465];
const LOWER = [86.124018, 86.141052, 85.866895, 85.84721, 85.70365, 85.64887, 85.593408];

test("Bollinger bands equal the published table", () => {
  const published = (values: number[]) => fromRow(CLOSES.length, 19, (row) => values[row - 19] ?? 0);
  const expected = { upper: published(UPPER), middle: published(MIDDLE), lower: published(LOWER) };
  expectClose(linesOf(bollingerBands, {}, columnsOf(candlesOf(CLOSES))), expected, 1e-5);
});

test("Bollinger bands equal mean and standard deviation of each window", () => {
  const someSettings = fc.record({
    period: somePeriod,
    deviations: fc.integer({ min: 1, max: 50 }).map((n) => n / 10),
  });
  expectEqualToDefinition(bollingerBands, someSettings, ({ close }, { period, deviations }) => {
    const band = (factor: number) =>
      fromRow(close.length, period - 1, (row) => {
        const window = windowOf(close, row, period);
        const mean = meanOf(window);
        return mean + factor * Math.sqrt(meanOf(window.map((value) => (value - mean) ** 2)));
      });
    return { upper: band(deviations), middle: band(0), lower: band(-deviations) };
  });
});

test("Bollinger bands of constant prices meet in the price", () => {
  const { upper, middle, lower } = linesOf(bollingerBands, { period: 2 }, columnsOf(candlesOf([7, 7, 7])));
  for (const line of [upper, middle, lower]) expectClose({ line }, { line: [Number.NaN, 7, 7] }, 0);
});

import { expect, test } from "bun:test";
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
import { rsi } from "./rsi.ts";

// StockCharts ChartSchool, "Relative Strength Index (RSI)", its spreadsheet cs-rsi: QQQQ, 14 days.
const CLOSES = [
  44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328, 45.614,
  46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122, 46.2521, 45.7137, 46.4515, 45.7835, 45.3548,
  44.0288, 44.1783, 44.2181, 44.5672, 43.4205, 42.6628, 43.1314,
];
const PUBLISHED = [
  70.5328, 66.3186, 66.5498, 69.4063, 66.3552, 57.9749, 62.9296, 63.2571, 56.0593, 62.3771, 54.7076, 50.4228, 39.9898,
  41.4605, 41.8689, 45.4632, 37.304, 33.0795, 37.773,
];

const rsiOf = (closes: number[], period: number) => linesOf(rsi, { period }, columnsOf(candlesOf(closes))).rsi;

test("the RSI equals the published table", () => {
  const published = fromRow(CLOSES.length, 14, (row) => PUBLISHED[row - 14] ?? 0);
  expectClose({ rsi: rsiOf(CLOSES, 14) }, { rsi: published }, 1e-3);
});

test("the RSI equals the definition by the quotient of gains and losses", () => {
  expectEqualToDefinition(rsi, fc.record({ period: somePeriod }), ({ close }, { period }) => {
    const changes = close.map((value, row) => (row === 0 ? Number.NaN : value - (close[row - 1] ?? 0)));
    const partOf = (sign: number) =>
      weightedByAge(
        changes.map((change) => Math.max(change * sign, 0)),
        period,
        1 / period,
      );
    const [gains, losses] = [partOf(1), partOf(-1)];
    const index = gains.map((gain, row) => {
      const loss = losses[row] ?? 0;
      return gain === 0 && loss === 0 ? 50 : 100 - 100 / (1 + gain / loss);
    });
    return { rsi: index };
  });
});

test("the RSI is 100 without losses, 0 without gains and 50 without either", () => {
  expect(rsiOf([1, 2, 3], 2)).toEqual([Number.NaN, Number.NaN, 100]);
  expect(rsiOf([3, 2, 1], 2)).toEqual([Number.NaN, Number.NaN, 0]);
  expect(rsiOf([3, 3, 3], 2)).toEqual([Number.NaN, Number.NaN, 50]);
});

test("there is no RSI with as many candles as its period", () => {
  expect(rsiOf([1, 2], 2)).toEqual([Number.NaN, Number.NaN]);
});

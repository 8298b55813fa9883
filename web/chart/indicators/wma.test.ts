import { test } from "bun:test";
import {
  candlesOf,
  expectClose,
  expectEqualToDefinition,
  fromRow,
  linesOf,
  somePeriod,
  windowOf,
} from "../../test/candle-walks.ts";
import { fc } from "../../test/property.ts";
import { columnsOf } from "../plot/candle-columns.ts";
import { wma } from "./wma.ts";

test("the WMA equals a table computed by hand from the definition", () => {
  // (1 * 1 + 2 * 2 + 3 * 4) / 6 and (1 * 2 + 2 * 4 + 3 * 8) / 6
  const average = [Number.NaN, Number.NaN, 17 / 6, 34 / 6];
  expectClose(linesOf(wma, { period: 3 }, columnsOf(candlesOf([1, 2, 4, 8]))), { average }, 1e-12);
});

test("the WMA equals the mean of each window in which a close occurs as often as its place", () => {
  expectEqualToDefinition(wma, fc.record({ period: somePeriod }), ({ close }, { period }) => ({
    average: fromRow(close.length, period - 1, (row) => {
      const repeated = windowOf(close, row, period).flatMap((value, i) => Array<number>(i + 1).fill(value));
      return repeated.reduce((sum, value) => sum + value, 0) / repeated.length;
    }),
  }));
});

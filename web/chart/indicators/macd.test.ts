import { test } from "bun:test";
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
import { macd } from "./macd.ts";

test("the MACD equals a table computed by hand from the definition", () => {
  // EMA of 2: -, 3, 5, 29/3, 65/9; EMA of 3: -, -, 4, 8, 7.
  const expected = {
    macd: [Number.NaN, Number.NaN, 1, 5 / 3, 2 / 9],
    signal: [Number.NaN, Number.NaN, Number.NaN, 4 / 3, 16 / 27],
    histogram: [Number.NaN, Number.NaN, Number.NaN, 1 / 3, -10 / 27],
  };
  const settings = { fast: 2, slow: 3, signal: 2 };
  expectClose(linesOf(macd, settings, columnsOf(candlesOf([2, 4, 6, 12, 6]))), expected, 1e-12);
});

test("the MACD equals the definition by explicit sums, also where fast is slower than slow", () => {
  const someSettings = fc.record({ fast: somePeriod, slow: somePeriod, signal: somePeriod });
  expectEqualToDefinition(macd, someSettings, ({ close }, periods) => {
    const emaOf = (values: number[], period: number) => weightedByAge(values, period, 2 / (period + 1));
    const slow = emaOf(close, periods.slow);
    const difference = emaOf(close, periods.fast).map((value, row) => value - (slow[row] ?? 0));
    const signal = emaOf(difference, periods.signal);
    const histogram = difference.map((value, row) => value - (signal[row] ?? 0));
    return { macd: difference, signal, histogram };
  });
});

test("the MACD of constant prices is zero", () => {
  const { macd: difference } = linesOf(macd, { fast: 1, slow: 2 }, columnsOf(candlesOf([7, 7, 7])));
  expectClose({ difference }, { difference: [Number.NaN, 0, 0] }, 0);
});

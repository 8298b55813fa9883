import { expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import { movingAverage } from "./moving-average.ts";

test("the average is the mean of the last values, once there are enough", () => {
  expect(movingAverage([1, 2, 3, 4, 8], 3)).toEqual([null, null, 2, 3, 5]);
  expect(movingAverage([5], 1)).toEqual([5]);
  expect(movingAverage([1, 2], 3)).toEqual([null, null]);
});

test("the running sum equals summing each window again", () => {
  const prices = fc.array(fc.double({ min: 0.01, max: 100_000, noNaN: true }), { maxLength: 300 });
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 50 }), (values, period) => {
      for (const [i, average] of movingAverage(values, period).entries()) {
        if (i < period - 1) expect(average).toBeNull();
        else {
          const window = values.slice(i - period + 1, i + 1);
          expect(average ?? 0).toBeCloseTo(window.reduce((sum, value) => sum + value, 0) / period, 4);
        }
      }
    }),
  );
});

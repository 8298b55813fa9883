import { expect, test } from "bun:test";
import { degreesOfFreedom, normalQuantile, sidesOf, studentQuantile, welchT } from "./welch.ts";

test("quantiles are those of the tables", () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.96, 2);
  expect(normalQuantile(0.9995)).toBeCloseTo(3.29, 2);
  for (const [upTo, degrees, quantile] of [
    [0.975, 19, 2.093],
    [0.995, 19, 2.861],
    [0.975, 40, 2.021],
    [0.995, 100, 2.626],
    [0.975, 1_000, 1.962],
  ] as const) {
    expect(studentQuantile(upTo, degrees)).toBeCloseTo(quantile, 2);
  }
});

test("the statistic is that of the two samples", () => {
  // Means 3 and 6, variances 2.5 and 2, so an error of the square root of 2.5 / 5 + 2 / 4.
  const outcomes = Float64Array.from([1, 2, 3, 4, 5, 5, 5, 6, 8, 99]);
  const sides = sidesOf(outcomes, Uint8Array.from([1, 1, 1, 1, 1, 0, 0, 0, 0, 2]));
  expect(sides.count).toEqual([5, 4]);
  expect(sides.mean).toEqual([3, 6]);
  expect(welchT(sides)).toBeCloseTo(-3, 12);
  expect(degreesOfFreedom(sides)).toBeCloseTo(1 / (0.25 / 4 + 0.25 / 3), 9);
});

test("without two trades of a side, or where none differ, there is no distance", () => {
  const t = (outcomes: number[], groups: number[]) =>
    welchT(sidesOf(Float64Array.from(outcomes), Uint8Array.from(groups)));
  expect(t([1, 2, 3], [1, 0, 0])).toBe(0);
  expect(t([1, 2, 3], [0, 0, 0])).toBe(0);
  expect(t([2, 2, 3, 3], [1, 1, 0, 0])).toBe(0);
});

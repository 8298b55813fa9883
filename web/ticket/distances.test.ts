import { expect, test } from "bun:test";
import { usualDistance } from "./distances.ts";

test.each([
  ["a quarter of a day's range", { price: 6_700_000, spread: 0, range: 184_000 }, 46_000],
  ["in two digits", { price: 6_700_000, spread: 0, range: 187_654 }, 47_000],
  ["more than the spread, on a quiet day", { price: 6_700_000, spread: 500, range: 100 }, 2_000],
  ["a hundredth of the price, where no range is known", { price: 6_700_000, spread: 500, range: 0 }, 67_000],
  ["at most half of the price", { price: 100, spread: 0, range: 1_000 }, 50],
  ["at least one step", { price: 1, spread: 0, range: 1 }, 1],
])("a stop is first away by %s, and a target by twice as much", (_, market, steps) => {
  expect(usualDistance("stop", market)).toBe(steps);
  expect(usualDistance("target", market)).toBe(2 * steps);
});

import { expect, test } from "bun:test";
import { areaUnderCurve } from "./area-under-curve.ts";

test.each([
  ["all above", [3, 4], [1, 2], 1],
  ["all below", [1, 2], [3, 4], 0],
  ["the same", [1, 2], [1, 2], 0.5],
  ["mixed", [1, 4], [2, 3], 0.5],
  ["mostly above", [2, 4, 6], [1, 3, 5], 6 / 9],
] as const)("%s", (_, first, second, area) => {
  expect(areaUnderCurve(first, second)).toBeCloseTo(area, 10);
});

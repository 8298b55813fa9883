import { expect, test } from "bun:test";
import { discoveryThreshold } from "./false-discoveries.ts";

test("of the fifteen p-values of the authors' example four are answers", () => {
  const values = [
    ...[0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344],
    ...[0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1],
  ];
  expect(discoveryThreshold(values.toReversed(), 0.05)).toBe(0.0095);
});

test("a p-value above its own place is an answer where a larger one is below its", () => {
  expect(discoveryThreshold([0.04, 0.045], 0.05)).toBe(0.045);
  expect(discoveryThreshold([0.026, 0.9], 0.05)).toBe(0);
  expect(discoveryThreshold([], 0.05)).toBe(0);
});

import { expect, test } from "bun:test";
import { fc } from "../../test/property.ts";
import { moneyTicks, roundStep } from "./money-axis.ts";

test.each([
  [1_000, 1_000, 1_000],
  [281.7, 300, 200],
  [3_333, 4_000, 3_000],
  [9_000, 10_000, 8_000],
  [0.17, 0.2, 0.1],
])("the round numbers next to %p are %p and %p", (size, up, down) => {
  expect(roundStep(size, "up")).toBeCloseTo(up, 9);
  expect(roundStep(size, "down")).toBeCloseTo(down, 9);
});

test("adjacent round numbers differ by at most a factor of two", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (sizeCents) => {
      const size = sizeCents / 100;
      const [up, down] = [roundStep(size, "up"), roundStep(size, "down")];
      expect(up).toBeGreaterThanOrEqual(size - 1e-9);
      expect(down).toBeLessThanOrEqual(size + 1e-9);
      expect(up / down).toBeLessThanOrEqual(2 + 1e-9);
    }),
  );
});

test.each([
  [
    [6_400, 6_600, 6_800, 7_000],
    ["$6.4k", "$6.6k", "$6.8k", "$7k"],
  ],
  [
    [1_234_000, 1_234_250, 1_234_500],
    ["$1.234M", "$1.23425M", "$1.2345M"],
  ],
  [
    [-2, -1, 0, 1, 2],
    ["−$2", "−$1", "$0", "$1", "$2"],
  ],
  [
    [0, 300, 600, 900],
    ["$0", "$300", "$600", "$900"],
  ],
  [
    [-1_000_000_000, -999_999_999],
    ["−$1,000M", "−$999.999999M"],
  ],
])("the ticks %p have exact labels in one unit", (ticks, labels) => {
  expect(moneyTicks(ticks)).toEqual(labels);
});

import { expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import { snapPrice } from "./snap-price.ts";

test.each([
  [66_742.37, 3, 66_742],
  [66_743.37, 3, 66_744],
  [66_742.37, 0.7, 66_742.5],
  [66_742.37, 12, 66_740],
  [2_391.557, 0.004, 2_391.56],
] as const)("a price of %p with %p a pixel is %p", (price, perPx, expected) => {
  expect(snapPrice(price, perPx, 0.01)).toBeCloseTo(expected, 6);
});

test("a snapped price is within a pixel, or within the symbol's step, and is whole steps", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 99_999_999 }),
      fc.double({ min: 0.001, max: 500, noNaN: true }),
      (steps, perPx) => {
        const snapped = snapPrice(steps / 100, perPx, 0.01);
        expect(Math.abs(snapped - steps / 100)).toBeLessThanOrEqual(Math.max(perPx, 0.01) / 2 + 0.005 + 1e-6);
        expect(Math.abs(snapped * 100 - Math.round(snapped * 100))).toBeLessThan(1e-4);
      },
    ),
  );
});

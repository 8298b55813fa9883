import { expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import { snapPrice } from "./snap-price.ts";

test.each([
  [6_674_237, 300, 6_674_200],
  [6_674_337, 300, 6_674_400],
  [6_674_237, 70, 6_674_250],
  [6_674_237, 1_200, 6_674_000],
  [239_155.7, 0.4, 239_156],
] as const)("a price of %p with %p a pixel is %p", (price, perPx, expected) => {
  expect(snapPrice(price, perPx)).toBe(expected);
});

test("a snapped price is whole steps, within a pixel or within a step", () => {
  const prices = fc.double({ min: 1, max: 1e12, noNaN: true });
  const heights = fc.double({ min: 1e-6, max: 50_000, noNaN: true });
  fc.assert(
    fc.property(prices, heights, (price, perPx) => {
      const snapped = snapPrice(price, perPx);
      expect(Number.isInteger(snapped)).toBe(true);
      expect(Math.abs(snapped - price)).toBeLessThanOrEqual(Math.max(perPx, 1) / 2 + 1e-6);
    }),
  );
});

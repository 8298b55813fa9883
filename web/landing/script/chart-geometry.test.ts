import { describe, expect, test } from "bun:test";
import { fc } from "../../test/property.ts";
import { chartGeometry, roundPrices } from "./chart-geometry.ts";

const size = { width: 480, height: 328, windowMs: 40_000 };

describe("chartGeometry", () => {
  test("starts at the left and reaches the right edge once its window has passed", () => {
    const early = chartGeometry(
      [
        { at: 0, price: 100 },
        { at: 10_000, price: 101 },
      ],
      size,
    );
    expect(early.line).toStartWith("M0 ");
    expect(early.last.x).toBeCloseTo((early.plotWidth - 6) / 4, 0);
    const full = chartGeometry(
      [
        { at: 0, price: 100 },
        { at: 40_000, price: 101 },
      ],
      size,
    );
    expect(full.last.x).toBe(full.plotWidth - 6);
  });

  test("puts higher prices higher, and a constant price in the middle", () => {
    const rise = chartGeometry(
      [
        { at: 0, price: 100 },
        { at: 1_000, price: 200 },
      ],
      size,
    );
    expect(rise.last.y).toBe(24);
    const still = chartGeometry([{ at: 0, price: 100 }], size);
    expect(still.last.y).toBe(still.plotHeight / 2);
  });

  test("stays inside its bounds, whatever the prices", () => {
    const prices = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(prices, (values) => {
        const points = values.map((price, index) => ({ at: index * 1_000, price }));
        const { last, levels, plotWidth, plotHeight } = chartGeometry(points, size);
        expect(last.x).toBeWithin(0, plotWidth);
        for (const { y } of [last, ...levels]) expect(y).toBeWithin(0, plotHeight);
      }),
    );
  });

  test("throws without any point", () => {
    expect(() => chartGeometry([], size)).toThrow("needs a point");
  });
});

describe("roundPrices", () => {
  test("are multiples of 1, 2 or 5, from the top down", () => {
    expect(roundPrices(67_101, 67_134)).toEqual([67_130, 67_120, 67_110]);
    expect(roundPrices(0.9, 3.1)).toEqual([3, 2.5, 2, 1.5, 1]);
  });

  test("are at most five, and between the two ends", () => {
    const ends = fc.tuple(
      fc.double({ min: 0.5, max: 1e6, noNaN: true }),
      fc.double({ min: 0.0001, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(ends, ([low, part]) => {
        const high = low * (1 + part);
        const prices = roundPrices(low, high);
        expect(prices.length).toBeWithin(1, 6);
        for (const price of prices) {
          expect(price).toBeGreaterThanOrEqual(low * 0.999_999);
          expect(price).toBeLessThanOrEqual(high * 1.000_001);
        }
      }),
    );
  });
});

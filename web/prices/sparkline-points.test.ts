import { expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import { sparklinePoints } from "./sparkline-points.ts";

const box = { width: 72, height: 28 };

test("prices run from left to right, the highest at the top", () => {
  const line = sparklinePoints([10, 20, 15], { ...box, dayOpen: 15 });
  expect(line).toEqual({ path: "M0 28L36 0L72 14", openY: 14, end: { x: 72, y: 14 } });
});

test("a single price and a constant price are in the middle", () => {
  expect(sparklinePoints([10], { ...box, dayOpen: 10 }).path).toBe("M0 14");
  expect(sparklinePoints([10, 10], { ...box, dayOpen: 9 }).path).toBe("M0 14L72 14");
});

test("a day's open outside of the range has no position", () => {
  expect(sparklinePoints([10, 20], { ...box, dayOpen: 21 }).openY).toBeNull();
  expect(sparklinePoints([10, 20], { ...box, dayOpen: 20 }).openY).toBe(0);
});

test("whatever the prices, everything is inside the box", () => {
  const price = fc.double({ min: 0.01, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(fc.array(price, { minLength: 1, maxLength: 130 }), price, (prices, dayOpen) => {
      const { path, openY, end } = sparklinePoints(prices, { ...box, dayOpen });
      const ys = [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, , y]) => Number(y));
      expect(ys).toHaveLength(prices.length);
      for (const y of [...ys, end.y, openY ?? 0]) {
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(28);
      }
    }),
  );
});

import { expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import { dayTint } from "./month-grid.tsx";

test("the tint of a day goes from 8 to 28 percent and is stronger for a larger result", () => {
  expect(dayTint(0, 0)).toBe(0);
  expect(dayTint(50, 50)).toBe(28);
  expect(dayTint(-12.5, 50)).toBe(18);
  const sum = fc.double({ min: 0.01, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(sum, sum, sum, (a, b, c) => {
      const [low = 0, middle = 0, largest = 0] = [a, b, c].sort((x, y) => x - y);
      const tints = [dayTint(low, largest), dayTint(-middle, largest)];
      expect(tints[0]).toBeGreaterThanOrEqual(8);
      expect(tints[1]).toBeGreaterThanOrEqual(tints[0] ?? 0);
      expect(tints[1]).toBeLessThanOrEqual(28);
    }),
  );
});

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { dayTint } from "./day-tint.ts";
import { shortSum } from "./short-sum.ts";

describe("the tint of a day", () => {
  test("goes from 8 to 28 percent, and is stronger for a larger result", () => {
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
});

describe("a sum in a cell", () => {
  test.each([
    [0, "$0", "0"],
    [0.004, "$0", "0"],
    [0.3, "+$0.30", "+0.30"],
    [-0.99, "−$0.99", "−0.99"],
    [78.38, "+$78", "+78"],
    [999.4, "+$999", "+999"],
    [-1_234.5, "−$1,235", "−1.2k"],
    [9_999.4, "+$9,999", "+10k"],
    [12_345, "+$12.3k", "+12.3k"],
    [-123_456, "−$123k", "−123k"],
    [999_999, "+$1M", "+1M"],
    [2_500_000, "+$2.5M", "+2.5M"],
    [999_999_999, "+$1B", "+1B"],
  ])("%p is %p, and without room %p", (usd, wide, narrow) => {
    expect(shortSum(usd, "wide")).toBe(wide);
    expect(shortSum(usd, "narrow")).toBe(narrow);
  });

  test("never takes more than seven characters, six without room", () => {
    fc.assert(
      fc.property(fc.double({ min: -999_999_999, max: 999_999_999, noNaN: true }), (usd) => {
        expect(shortSum(usd, "wide").length).toBeLessThanOrEqual(7);
        expect(shortSum(usd, "narrow").length).toBeLessThanOrEqual(6);
      }),
    );
  });
});

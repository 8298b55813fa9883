import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { dollarsOf, type StepRounding, stepsOf } from "./price-steps.ts";
import { midSteps } from "./quotes.ts";

const SYMBOL = "BTCUSDm";

test("a price becomes whole steps, rounded as asked", () => {
  const cases: Array<[price: string | number, down: number, nearest: number, up: number]> = [
    ["67120.15", 6_712_015, 6_712_015, 6_712_015],
    ["67120.150000", 6_712_015, 6_712_015, 6_712_015],
    ["67120.1500001", 6_712_015, 6_712_015, 6_712_016],
    ["67120.154999", 6_712_015, 6_712_015, 6_712_016],
    ["67120.155", 6_712_015, 6_712_016, 6_712_016],
    ["67120.159", 6_712_015, 6_712_016, 6_712_016],
    ["67120", 6_712_000, 6_712_000, 6_712_000],
    ["67120.", 6_712_000, 6_712_000, 6_712_000],
    ["0067120.1", 6_712_010, 6_712_010, 6_712_010],
    ["0.004", 0, 0, 1],
    ["0.0000005", 0, 0, 1],
    ["0", 0, 0, 0],
    // In binary fractions 1.005 is less than 1.005, and 1.1 * 100 is more than 110.
    [1.005, 100, 101, 101],
    [1.1, 110, 110, 110],
    [1e-7, 0, 0, 1],
    ["6.712015e4", 6_712_015, 6_712_015, 6_712_015],
    ["6.7120155E+04", 6_712_015, 6_712_016, 6_712_016],
    ["5e-3", 0, 1, 1],
    ["5e-4", 0, 0, 1],
    ["12e2", 120_000, 120_000, 120_000],
  ];
  for (const [price, down, nearest, up] of cases) {
    const found = (["down", "nearest", "up"] as const).map((rounding) => stepsOf(SYMBOL, price, rounding));
    expect([price, ...found]).toEqual([price, down, nearest, up]);
  }
});

test("a number is the steps of its digits", () => {
  const near = fc.tuple(fc.nat({ max: 10 ** 12 }), fc.constantFrom(0, 1, -1)).map(([steps, ulps]) => {
    return (steps / 100) * (1 + ulps * Number.EPSILON);
  });
  const numbers = fc.oneof(near, fc.double({ min: 1e-9, max: 2 ** 53 / 100, noNaN: true }));
  fc.assert(
    fc.property(numbers, fc.constantFrom("down" as const, "up" as const, "nearest" as const), (price, rounding) => {
      expect(stepsOf("BTCUSDm", price, rounding)).toBe(stepsOf("BTCUSDm", String(price), rounding));
    }),
  );
});

test("what is not a price is refused", () => {
  const refused = ["", " ", "abc", "-1", "+1", "1,5", "1.2.3", ".5", "0x10", "1e", "1e99", "Infinity", "NaN", "1 "];
  for (const price of [...refused, Number.NaN, Number.POSITIVE_INFINITY, -0.01, "9".repeat(20), "9".repeat(1000)]) {
    expect(() => stepsOf(SYMBOL, price, "down")).toThrow(RangeError);
  }
});

test("steps become the dollars that they came from", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e12 }),
      fc.constantFrom<StepRounding>("down", "nearest", "up"),
      (steps, r) => {
        const dollars = dollarsOf(SYMBOL, steps);
        expect(stepsOf(SYMBOL, dollars, r)).toBe(steps);
        expect(stepsOf(SYMBOL, dollars.toFixed(2), r)).toBe(steps);
      },
    ),
  );
});

test("rounding down and up encloses every price, and is one step apart at most", () => {
  const digits = (max: number) => fc.nat({ max: 10 ** max - 1 }).map((value) => String(value).padStart(max, "0"));
  fc.assert(
    fc.property(fc.nat({ max: 1e7 }), digits(8), (whole, fraction) => {
      const price = `${whole}.${fraction}`;
      // Exact: the price in units of 1e-8.
      const exact = BigInt(whole) * 10n ** 8n + BigInt(fraction);
      const down = stepsOf(SYMBOL, price, "down");
      const up = stepsOf(SYMBOL, price, "up");
      expect(BigInt(down)).toBe(exact / 10n ** 6n);
      expect(BigInt(up)).toBe((exact + 10n ** 6n - 1n) / 10n ** 6n);
      expect(BigInt(stepsOf(SYMBOL, price, "nearest"))).toBe((exact + 10n ** 6n / 2n) / 10n ** 6n);
    }),
  );
});

test("the middle of two sides rounds half a step up", () => {
  expect(midSteps({ bid: 100, ask: 100 })).toBe(100);
  expect(midSteps({ bid: 100, ask: 101 })).toBe(101);
  expect(midSteps({ bid: 100, ask: 102 })).toBe(101);
  expect(midSteps({ bid: 100, ask: 103 })).toBe(102);
});

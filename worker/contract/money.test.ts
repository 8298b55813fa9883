import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { addUsd, cents, centsFromDollars, dollarsFromCents, formatUsd } from "./money.ts";

test("every whole number of cents survives the conversion to dollars and back", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (amount) => {
      expect(centsFromDollars(dollarsFromCents(amount))).toBe(cents(amount));
    }),
  );
});

test("a number with more than two decimals is not money", () => {
  for (const dollars of [0.001, 10.005, 0.1 + 0.2, 99.999]) expect(centsFromDollars(dollars)).toBeNull();
});

test("a number that is not finite is not money", () => {
  for (const dollars of [Number.NaN, Number.POSITIVE_INFINITY, 1e300]) expect(centsFromDollars(dollars)).toBeNull();
});

test("an amount that is not whole cents is a broken invariant", () => {
  expect(() => cents(1.5)).toThrow("not whole cents");
});

test("amounts are formatted with a dollar sign, two decimals and a minus sign", () => {
  expect(formatUsd(123_450)).toBe("$1,234.50");
  expect(formatUsd(-5)).toBe("−$0.05");
});

test("dollars add up as whole cents", () => {
  expect(addUsd([0.1, 0.2])).toBe(0.3);
  expect(addUsd(Array.from({ length: 1_000 }, () => 0.01))).toBe(10);
});

import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { groupedNumber } from "./grouped-number.ts";

const byIntl = (value: number, least: number, most: number, locale = "en-US") =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most }).format(value);

test.each([
  [0, 2, 2, "0.00"],
  [1_234_567.125, 2, 2, "1,234,567.13"],
  [1.005, 2, 2, "1.01"],
  [999.995, 2, 2, "1,000.00"],
  [99.96, 0, 1, "100"],
  [0.05, 0, 1, "0.1"],
  [1_250, 0, 8, "1,250"],
  [123, 0, 0, "123"],
  [5e-7, 6, 6, "0.000001"],
  [1e21, 0, 0, "1,000,000,000,000,000,000,000"],
  [Number.POSITIVE_INFINITY, 2, 2, "∞"],
])("%d with %d to %d decimals is %s", (value, least, most, text) => {
  expect(groupedNumber(value, least, most)).toBe(text);
});

test("each number is written as Intl writes it, in both languages", () => {
  const decimals = fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 4 }));
  const numbers = fc.oneof(
    fc.double({ min: 0, noNaN: true }),
    fc.double({ min: 0, max: 1e9, noNaN: true }),
    fc.integer({ min: 0, max: 1e12 }).map((steps) => steps / 1e5),
  );
  fc.assert(
    fc.property(numbers, decimals, (value, [least, more]) => {
      const text = groupedNumber(value, least, least + more);
      expect(text).toBe(byIntl(value, least, least + more));
      expect(text).toBe(byIntl(value, least, least + more, "km-KH-u-nu-latn"));
    }),
  );
});

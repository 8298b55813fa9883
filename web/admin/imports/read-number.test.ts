import { expect, test } from "bun:test";
import { fc } from "../../test/property.ts";
import { readNumber } from "./read-number.ts";

test.each([
  ["0", 0],
  ["0.10", 0.1],
  ["-2.50", -2.5],
  ["- 2.50", -2.5],
  ["−2.50", -2.5],
  ["+2.50", 2.5],
  ["4 106.170", 4106.17],
  ["1 234 567.89", 1_234_567.89],
  ["1,234,567.89", 1_234_567.89],
  ["- 1 234.50", -1234.5],
  ["4\u00a0106.170", 4106.17],
  ["4\u202f106.170", 4106.17],
  ["12,500", 12_500],
  [" 7 ", 7],
])("%p is %p", (text, expected) => {
  expect(readNumber(text)).toBe(expected);
});

test.each([
  "",
  " ",
  "-",
  ".",
  "1.",
  ".5",
  "1,5",
  "1 5",
  "1.2.3",
  "1,234 567",
  "1234,567",
  "12 34.5",
  "1e3",
  "0x1",
  "NaN",
  "--1",
  "1-",
  "$5",
  "1 234,50",
  "１",
  "Infinity",
])("%p is not a number", (text) => {
  expect(readNumber(text)).toBeNull();
});

test("a number with spaces or commas between its thousands is parsed correctly", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.constantFrom(",", " ", "\u00a0"), (cents, space) => {
      const text = (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 }).replaceAll(",", space);
      expect(readNumber(text)).toBe(cents / 100);
    }),
  );
});

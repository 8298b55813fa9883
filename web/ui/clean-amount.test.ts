import { expect, test } from "bun:test";
import { cleanAmount } from "./clean-amount.ts";

test.each([
  ["", ""],
  ["abc", ""],
  ["12", "12"],
  ["012", "12"],
  ["0", "0"],
  [".5", "0.5"],
  ["12.", "12."],
  ["12.345", "12.34"],
  ["1.2.3", "1.23"],
  ["$1,234.50", "1234.50"],
  ["-20", "20"],
  ["1e5", "15"],
  ["123456789", "1234567"],
])("of what is typed, %p is kept as %p", (typed, kept) => {
  expect(cleanAmount(typed)).toBe(kept);
});

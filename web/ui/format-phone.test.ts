import { expect, test } from "bun:test";
import { formatPhone } from "./format-phone.ts";

test.each([
  ["+85512345678", "+855 12 345 678"],
  ["+855961234567", "+855 96 123 4567"],
  ["+66812345678", "+66812345678"],
  ["call me maybe", "call me maybe"],
  ["", ""],
])("%j is shown as %j", (stored, shown) => {
  expect(formatPhone(stored)).toBe(shown);
});

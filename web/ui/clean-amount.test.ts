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
  ["10,", "10."],
  ["10,5", "10.5"],
  ["10,50", "10.50"],
  ["10,50 $", "10.50"],
  [",5", "0.5"],
  ["0,125", "0.12"],
  ["1,234", "1234"],
  ["$1,234", "1234"],
  ["1,234,567", "1234567"],
])("the typed text %p is cleaned to %p", (typed, kept) => {
  expect(cleanAmount(typed)).toBe(kept);
});

test("an amount with a decimal comma, typed key by key, keeps its value", () => {
  let kept = "";
  for (const key of "10,50") kept = cleanAmount(kept + key);
  expect(kept).toBe("10.50");
});

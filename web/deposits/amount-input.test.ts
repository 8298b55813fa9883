import { describe, expect, test } from "bun:test";
import { cents } from "../../worker/contract/money.ts";
import { cleanAmount, readAmount } from "./amount-input.ts";

describe("what is typed", () => {
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
  ])("%p is kept as %p", (typed, kept) => {
    expect(cleanAmount(typed)).toBe(kept);
  });
});

describe("the amount", () => {
  test.each([
    ["", "Please enter an amount"],
    [".", "Please enter an amount"],
    ["0", "Minimum deposit is $10 USD"],
    ["9.99", "Minimum deposit is $10 USD"],
    ["10000.01", "Maximum deposit is $10,000 USD"],
  ])("%p is refused: %s", (text, warning) => {
    expect(readAmount(text)).toEqual({ warning });
  });

  test.each([
    ["10", 10_00],
    ["10.", 10_00],
    ["19.99", 19_99],
    ["10000", 10_000_00],
  ])("%p is taken", (text, amountCents) => {
    expect(readAmount(text)).toEqual({ amountCents: cents(amountCents) });
  });
});

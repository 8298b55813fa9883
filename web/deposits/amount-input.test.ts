import { describe, expect, test } from "bun:test";
import { cents } from "../../worker/contract/money.ts";
import { readAmount } from "./amount-input.ts";

describe("the amount", () => {
  test.each([
    ["", "Please enter an amount"],
    [".", "Please enter an amount"],
    ["0", "Minimum deposit is $10 USD"],
    ["9.99", "Minimum deposit is $10 USD"],
    ["៩.៩៩", "Minimum deposit is $10 USD"],
    ["1,000,000", "Maximum deposit is $10,000 USD"],
    ["9".repeat(400), "Maximum deposit is $10,000 USD"],
    ["10000.01", "Maximum deposit is $10,000 USD"],
  ])("%p is refused: %s", (text, warning) => {
    expect(readAmount(text)).toEqual({ warning });
  });

  test.each([
    ["10", 10_00],
    ["10.", 10_00],
    ["19.99", 19_99],
    ["10000", 10_000_00],
    ["10,000", 10_000_00],
    ["៥០.០០", 50_00],
  ])("%p is accepted", (text, amountCents) => {
    expect(readAmount(text)).toEqual({ amountCents: cents(amountCents) });
  });
});

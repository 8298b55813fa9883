import { expect, test } from "bun:test";
import { readWithdrawalNumber, withdrawalNumber } from "./withdrawal-number.ts";

test("a number is written as it is read", () => {
  expect(withdrawalNumber(2_275)).toBe("WD-2275");
});

test.each(["WD-2275", "wd2275", "Wd 2275", "2275", " WD-2275 ", "២២៧៥", "ＷＤ－２２７５"])(
  "%j is read as a number",
  (typed) => {
    expect(readWithdrawalNumber(typed)).toBe(2_275);
  },
);

test.each(["", "WD-", "012345678", "WD-22x", "D2275", "22", "+85512345678", "bopha2275"])("%j is none", (typed) => {
  expect(readWithdrawalNumber(typed)).toBeNull();
});

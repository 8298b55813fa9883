import { expect, test } from "bun:test";
import {
  centsOfText,
  stepsOfText,
  stepsText,
  stepsToType,
  unitsOfText,
  unitsText,
  unitsToType,
} from "./demo-format.ts";

test.each([
  ["67120.5", 6_712_050],
  ["67,120.50", 6_712_050],
  ["67120,5", "not_understood"],
  [" .01 ", 1],
  ["9999999", 999_999_900],
  ["10000000", "out_of_range"],
  ["1.001", "out_of_range"],
  ["1.000", 100],
  ["0", null],
  ["", null],
  ["67.120,50", "not_understood"],
  ["៦៧,១២០.៥០", 6_712_050],
  ["$67,120.50", 6_712_050],
  ["1.500", 150],
  ["1e3", "not_understood"],
  ["-5", "not_understood"],
] as const)("a typed price %p is %p steps", (typed, steps) => {
  expect(stepsOfText("BTCUSD", typed)).toBe(steps);
});

test.each([
  ["0.1", 10_000_000],
  ["0.00000001", 1],
  ["0.000000001", "out_of_range"],
  ["999999", 99_999_900_000_000],
  ["1000000", "out_of_range"],
  [".", null],
  ["1.500", 150_000_000],
  ["1,500", 150_000_000_000],
  ["០.១០", 10_000_000],
  ["1.500,00", "not_understood"],
  ["$5", "not_understood"],
  ["9".repeat(400), "out_of_range"],
] as const)("a typed amount %p is %p units", (typed, units) => {
  expect(unitsOfText(typed)).toBe(units);
});

test.each([
  ["50", 5_000],
  ["10,000", 1_000_000],
  ["1.500", "not_understood"],
  ["1,5", "not_understood"],
  ["0", null],
  ["100000000.01", "out_of_range"],
] as const)("a typed sum %p is %p cents", (typed, cents) => {
  expect(centsOfText(typed)).toBe(cents);
});

test("figures are written for reading, and for a field, from which they are read back", () => {
  expect(stepsText("BTCUSD", 6_712_050)).toBe("67,120.50");
  expect(stepsToType("BTCUSD", 6_712_050)).toBe("67120.50");
  expect(unitsText(10_000_000)).toBe("0.10");
  for (const units of [1, 10_000_000, 200_000_000, 99_999_900_000_000]) {
    expect(unitsOfText(unitsToType(units))).toBe(units);
  }
});

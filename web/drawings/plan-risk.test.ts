import { expect, test } from "bun:test";
import { readRisk, riskProblemWhileTyped, riskToType } from "./plan-risk.ts";

test.each([
  ["1", 100],
  ["1.5", 150],
  ["1.50", 150],
  ["1.500", 150],
  ["០.២៥", 25],
  ["0.01", 1],
  ["100", 10_000],
])("a risk of %p percent is %p basis points", (typed, riskBasisPoints) => {
  expect(readRisk(typed)).toEqual({ riskBasisPoints });
  expect(readRisk(riskToType(riskBasisPoints))).toEqual({ riskBasisPoints });
});

const BOUNDS = "From 0.01 to 100, with at most 2 decimals";

test.each([
  ["", BOUNDS],
  ["0", BOUNDS],
  ["0.001", BOUNDS],
  ["1.234", BOUNDS],
  ["100.01", BOUNDS],
  ["1,5", "A comma separates thousands, 1,500, and a point decimals, 1.50"],
  ["1%", "“%” is not part of a number. Write it like 1,500.00"],
  ["-1", "Write it without + or −"],
])("a risk of %p percent is refused: %s", (typed, problem) => {
  expect(readRisk(typed)).toEqual({ problem });
});

test("while it is typed, only what no digit can mend is said", () => {
  expect(["", "1,5", "0.00"].map(riskProblemWhileTyped)).toEqual([null, null, null]);
  expect(riskProblemWhileTyped("1e")).toStartWith("“e” is not part of a number");
});

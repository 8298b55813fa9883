import { expect, test } from "bun:test";
import { stepAmount } from "./size-fields.tsx";

test.each([
  ["", 1, "0.01"],
  ["", -1, "0.01"],
  ["abc", 1, "abc"],
  ["1.500,00", -1, "1.500,00"],
  ["០.១០", 1, "0.11"],
  ["1,000", 1, "1000.01"],
  ["0.10", 1, "0.11"],
  ["0.10", -1, "0.09"],
  ["0.29", 1, "0.30"],
  ["0.29", -1, "0.28"],
  ["0.01", -1, "0.01"],
  ["0.125", 1, "0.13"],
  ["0.125", -1, "0.12"],
  ["12", 1, "12.01"],
  ["999998.995", 1, "999999.00"],
  ["999999", 1, "999999.00"],
] as const)("an amount of %p steps by %p to %p", (text, direction, next) => {
  expect(stepAmount(text, direction)).toBe(next);
});

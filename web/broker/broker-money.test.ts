import { expect, test } from "bun:test";
import { quantityText } from "./broker-money.ts";

test.each([
  ["1", "1.00"],
  ["0.1", "0.10"],
  ["1234.5", "1,234.50"],
  ["0.125", "0.125"],
  ["12345.678", "12,345.678"],
  ["0.00000073", "0.00000073"],
])("a quantity of %s reads %s", (quantity, shown) => {
  expect(quantityText(quantity)).toBe(shown);
});

import { expect, test } from "bun:test";
import { type FilterField, fieldValue, filterWords, offeredFields } from "./list-filter.ts";

const FIELDS: readonly FilterField[] = [
  { kind: "text", name: "user", label: "Trader", placeholder: "" },
  { kind: "dollars", name: "minAmount", label: "At least", needs: "user" },
];

test.each([
  ["", ["user"]],
  ["minAmount=5", ["user"]],
  ["user=%20&minAmount=5", ["user"]],
  ["user=ana", ["user", "minAmount"]],
])("a field that needs another one is offered while that one filters: %s", (search, names) => {
  expect(offeredFields(FIELDS, new URLSearchParams(search)).map(({ name }) => name)).toEqual(names);
});

test.each([
  ["12.34", "12.34"],
  ["10,000", "10000"],
  ["៥០.០០", "50.00"],
  ["$5", "5"],
  ["999,999,999.99", "999999999.99"],
  ["1000000000", null],
  ["12.345", null],
  ["1,5", null],
  ["-5", null],
  ["x", null],
  [" ", ""],
])("dollars typed as %p are asked for as %p", (typed, value) => {
  const field: FilterField = { kind: "dollars", name: "minAmount", label: "At least" };
  expect(fieldValue(field, typed)).toBe(value);
});

test("no line breaks within a day that a sentence names", () => {
  const fields: readonly FilterField[] = [{ kind: "first_day", name: "from", label: "From" }];
  expect(filterWords(fields, { from: "2020-01-02" })).toEqual(["From 2020-\u206001-\u206002"]);
});

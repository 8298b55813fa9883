import { expect, test } from "bun:test";
import { type FilterField, offeredFields } from "./list-filter.ts";

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

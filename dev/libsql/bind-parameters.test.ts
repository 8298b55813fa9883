import { expect, test } from "bun:test";
import { bindParameters, numberParameters } from "./bind-parameters.ts";
import { tokenize } from "./sql-tokens.ts";

const names = (sql: string) => numberParameters(tokenize(sql));
const integer = (value: number) => ({ type: "integer" as const, value: String(value) });

test.each([
  ["SELECT ?, ?", [null, null]],
  ["SELECT ?2, ?", [null, "?2", null]],
  ["SELECT :a, $b, @c, :a", [":a", "$b", "@c"]],
  ["SELECT '?', \":a\", x'00' -- ?", []],
  ["SELECT data -> '$.a', data ->> ? FROM t", [null]],
])("numbers the parameters of %s as SQLite does", (sql, expected) => {
  expect(names(sql)).toEqual(expected);
});

test("binds positional values", () => {
  expect(bindParameters(names("SELECT ?2 || ?1"), { args: [integer(10), integer(20)] })).toEqual([10n, 20n]);
});

test("binds named values, with or without the prefix character", () => {
  const named = [
    { name: ":first", value: integer(1) },
    { name: "second", value: integer(2) },
  ];
  expect(bindParameters(names("SELECT :first, $second"), { named_args: named })).toEqual([1n, 2n]);
});

test.each([
  ["too few", { args: [integer(1)] }, "value for parameter 2 not found"],
  ["too many", { args: [integer(1), integer(2), integer(3)] }, "too many parameters, expected 2 found 3"],
  ["both kinds", { args: [integer(1)], named_args: [{ name: "a", value: integer(2) }] }, "both positional and named"],
])("refuses %s of them", (_, given, message) => {
  expect(() => bindParameters(names("SELECT ?, ?"), given)).toThrow(message);
});

test("refuses text that the engine would cut off at its NUL character", () => {
  expect(() => bindParameters(names("SELECT ?"), { args: [{ type: "text", value: "a\0b" }] })).toThrow("NUL");
});

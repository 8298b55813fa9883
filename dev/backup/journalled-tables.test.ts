import { expect, test } from "bun:test";
import { stateAfter } from "./journalled-tables.ts";

const after = (tableName: string, row: object) => stateAfter([{ sequence: 1, tableName, row: JSON.stringify(row) }]);

test("rows of known tables and columns are taken, by their key", () => {
  expect([...(after("deposits", { id: "d1", amount_cents: 5 }).get("deposits") ?? [])]).toEqual([
    ['["d1"]', { id: "d1", amount_cents: 5 }],
  ]);
});

test.each([
  ["deposits", { id: "d1", "amount_cents) SELECT 1; --": 5 }],
  ["deposits", { id: "d1", "x' , (SELECT 1)": 5 }],
  ["deposits; DROP TABLE users", { id: "d1" }],
])("a name in a journal's file that the schema does not have never reaches SQL: %s %p", (table, row) => {
  expect(() => after(table, row)).toThrow("this version");
});

import { expect, test } from "bun:test";
import { splitStatements } from "./sql-tokens.ts";

const texts = (sql: string) => splitStatements(sql).map((statement) => statement.sql);

test.each([
  ["one statement without its semicolon", "SELECT 1;", ["SELECT 1"]],
  ["several", "SELECT 1; SELECT 2 ;SELECT 3", ["SELECT 1", "SELECT 2 ", "SELECT 3"]],
  ["nothing from empty ones", " ;; -- nothing\n /* at all */ ;", []],
  ["not at a semicolon in a string", "SELECT ';', 'it''s;'; SELECT 2", ["SELECT ';', 'it''s;'", "SELECT 2"]],
  ["not at a semicolon in a name", 'SELECT ";", `;`, [;]; SELECT 2', ['SELECT ";", `;`, [;]', "SELECT 2"]],
  [
    "not at a semicolon in a comment",
    "SELECT 1 -- ;\n, 2 /* ; */; SELECT 3",
    ["SELECT 1 -- ;\n, 2 /* ; */", "SELECT 3"],
  ],
])("splits into %s", (_, sql, expected) => {
  expect(texts(sql)).toEqual(expected);
});

test("a trigger stays one statement, and the statement after it is separate", () => {
  const trigger = `CREATE TRIGGER guard BEFORE INSERT ON entries BEGIN
    SELECT CASE WHEN 1 THEN RAISE(ABORT, 'no; never') END;
    UPDATE accounts SET balance = 1;
  END`;
  expect(texts(`${trigger}; SELECT 1;`)).toEqual([trigger, "SELECT 1"]);
  expect(texts(trigger.replace("CREATE", "create temp"))).toHaveLength(1);
});

test("a transaction's BEGIN and END are separate statements", () => {
  expect(texts("BEGIN; INSERT INTO t VALUES (1); END;")).toEqual(["BEGIN", "INSERT INTO t VALUES (1)", "END"]);
});

import { expect, test } from "bun:test";
import { SqlError } from "./sql-error.ts";
import { splitStatements } from "./sql-tokens.ts";
import { readTraits } from "./statement-traits.ts";

function traitsOf(sql: string) {
  const [statement] = splitStatements(sql);
  if (!statement) throw new Error("no statement");
  return readTraits(statement);
}

test.each([
  "INSERT INTO t VALUES (1)",
  "/* first */ update t set n = 1",
  "WITH old AS (SELECT id FROM t), more AS (SELECT 1) DELETE FROM t WHERE id IN old",
  "CREATE TABLE t (id)",
  "DROP INDEX i",
  "BEGIN IMMEDIATE",
  "begin exclusive transaction",
  "PRAGMA user_version = 3",
])("requires the write lock: %s", (sql) => {
  expect(traitsOf(sql).takesWriteLock).toBe(true);
});

test.each([
  "SELECT 'INSERT INTO t'",
  "WITH x AS (SELECT 1) SELECT * FROM x",
  "EXPLAIN INSERT INTO t VALUES (1)",
  "BEGIN",
  "BEGIN DEFERRED",
  "BEGIN TRANSACTION READONLY",
  "COMMIT",
  "PRAGMA foreign_keys = OFF",
  "PRAGMA user_version",
])("requires no write lock: %s", (sql) => {
  expect(traitsOf(sql).takesWriteLock).toBe(false);
});

test("distinguishes an INSERT from other changes of rows", () => {
  expect(traitsOf("WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x")).toMatchObject({
    changesRows: true,
    insertsRows: true,
  });
  expect(traitsOf("UPDATE t SET n = 1")).toMatchObject({ changesRows: true, insertsRows: false });
  expect(traitsOf("CREATE TABLE t (id)")).toMatchObject({ changesRows: false, insertsRows: false });
});

test.each([
  "ATTACH 'other.db' AS other",
  "VACUUM",
  "VACUUM INTO 'copy.db'",
  "ANALYZE",
  "CREATE TEMP TABLE t (id)",
  "CREATE TEMPORARY VIEW v AS SELECT 1",
  "CREATE TABLE temp.t (id)",
  "PRAGMA journal_mode = DELETE",
  "PRAGMA main.busy_timeout(5000)",
  "PRAGMA wal_checkpoint",
  "PRAGMA no_such_pragma",
])("refuses what the hosted service refuses: %s", (sql) => {
  expect(() => traitsOf(sql)).toThrow(SqlError);
  expect(() => traitsOf(sql)).toThrow(`unsupported statement: ${sql}`);
});

test.each(["PRAGMA journal_mode", "PRAGMA table_info(t)", "PRAGMA main.foreign_keys = ON", "PRAGMA integrity_check"])(
  "allows %s",
  (sql) => {
    expect(() => traitsOf(sql)).not.toThrow();
  },
);

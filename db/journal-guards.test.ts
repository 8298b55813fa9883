import { expect, test } from "bun:test";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { readGuards } from "../dev/compare-guards.ts";
import * as schema from "./schema/index.ts";
import { writesMoney } from "./writes-money.ts";

const INTO_JOURNAL = /INSERT INTO money_journal_rows \(table_name, row\)\s+(?:VALUES \(|SELECT )'(\w+)'/;

/**
 * The columns that are not journalled: secrets, as the bucket is kept for months and a reader of it must not get hashes to
 * guess passwords from; and what a job computes from the others.
 */
const LEFT_OUT: Record<string, readonly string[]> = {
  images: ["digest"],
  users: ["password_hash", "mailbox", "first_name_key", "last_name_key"],
};

const columnsOf = new Map(
  Object.values(schema).flatMap((table) => {
    if (!is(table, SQLiteTable)) return [];
    const { name, columns } = getTableConfig(table);
    return [[name, columns.map((column) => column.name)] as const];
  }),
);

const triggers = readGuards().flatMap(({ name, sql }) => {
  const table = INTO_JOURNAL.exec(sql)?.[1];
  if (table === undefined) return [];
  const columns = [...sql.matchAll(/'(\w+)', (?:NEW\.)?(\w+)/g)].map(([, key, column]) => ({ key, column }));
  return [{ name, table, sql, columns }];
});

test("a trigger that writes rows for the journal of money writes every column of the table but secrets, by its name", () => {
  const faults = triggers.flatMap(({ name, table, columns }) => {
    const written = columns.flatMap(({ key, column }) => (key === column ? [key] : []));
    const leftOut = LEFT_OUT[table] ?? [];
    const missing = (columnsOf.get(table) ?? []).filter((column) => ![...written, ...leftOut].includes(column));
    return [
      ...missing.map((column) => `${name}: add ${table}.${column} in db/guards`),
      ...leftOut.filter((column) => written.includes(column)).map((column) => `${name}: take ${table}.${column} out`),
    ];
  });
  expect(faults).toEqual([]);
  expect(triggers.length).toBeGreaterThan(15);
});

test("what changes in a table of money is journalled when it is inserted and when it changes", () => {
  // These are never updated, which triggers of their own see to; balances follow the entries.
  const onlyInserted = [
    "accounts",
    "audit_log",
    "bank_accounts",
    "entries",
    "images",
    "name_checks",
    "trades",
    "transfers",
    "withdrawal_images",
  ];
  const faults = [...new Set(triggers.map(({ table }) => table))].flatMap((table) => {
    const events = triggers
      .filter((one) => one.table === table)
      .map(({ sql }) => / AFTER (INSERT|UPDATE)\b/.exec(sql)?.[1]);
    const expected = table === "trades" ? ["UPDATE"] : onlyInserted.includes(table) ? ["INSERT"] : ["INSERT", "UPDATE"];
    return expected.every((event) => events.includes(event))
      ? []
      : [`${table} is journalled after ${events.join()} only`];
  });
  expect(faults).toEqual([]);
});

test.each([
  ['insert into "transfers" ("id") values (?)', true],
  ["INSERT OR IGNORE INTO deposits (id) VALUES (?)", true],
  ['update "deposits" set "status" = ?, "updated_at_ms" = ? where ("deposits"."id" = ?)', true],
  ['update "deposits" set "deeplink" = ? where "deposits"."id" = ?', true],
  ['update "deposits" set "asked_at_ms" = ? where changes() = 1', false],
  ['update "deposits" set "next_ask_at_ms" = ? where ("deposits"."id" = ?)', false],
  ['update "withdrawals" set "version" = ?', true],
  ['select "id" from "transfers"', false],
  ['insert into "withdrawals_of_others" ("id") values (?)', false],
  ['update "users" set "theme" = ?', false],
  ['insert into "outbox" ("id") values (?)', false],
] as const)("%s writes money: %p", (sql, expected) => {
  expect(writesMoney(sql)).toBe(expected);
});

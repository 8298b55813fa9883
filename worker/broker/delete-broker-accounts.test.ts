import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson } from "../../dev/test/test-money.ts";
import { isOfUser } from "./broker-account-store.ts";
import { deleteAccounts, deleteBrokerRows } from "./delete-broker-accounts.ts";

/** More than two parts. */
const TRADES = 45_000;

const database = setUpDatabase();
const run = (...statements: string[]) => {
  const { query, write } = database.db;
  return write(statements.map((text) => query.run(sql.raw(text))));
};
const TABLES = ["trades", "rows", "fills", "positions", "imports", "totals", "deletions"] as const;
async function rowsOf(account: number): Promise<Record<(typeof TABLES)[number], number>> {
  const counts = TABLES.map((name) => `(SELECT count(*) FROM broker_${name} WHERE account_id = ${account}) AS ${name}`);
  const [[row]] = await database.db.read([
    database.db.query
      .select({ counts: sql<string>`json_object(${sql.raw(TABLES.map((name) => `'${name}', ${name}`).join(", "))})` })
      .from(sql.raw(`(SELECT ${counts.join(", ")})`)),
  ]);
  return JSON.parse(row?.counts ?? "{}");
}

/** Writes an account with a committed file of so many trades. */
async function addAccount(user: string, id: number, number: number, trades: number): Promise<void> {
  const numbers = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${trades})`;
  const trade = "CAST(n AS TEXT), 'X', 'Buy', '1', '1', '1', 5, 1, 0, 0";
  const fields =
    "ticket, symbol, direction, quantity, entry_price, exit_price, closed_at_ms, profit_units, fees_units, swap_units";
  await run(
    `INSERT INTO broker_accounts (id, user_id, number, name, currency, decimals, created_at_ms) VALUES (${id}, '${user}', ${number}, 'A', 'USD', 6, 1)`,
    `INSERT INTO broker_imports (id, account_id, status, file_name, file_hash, format, kind, clock, row_count, left_out, created_at_ms)
     VALUES (${id}, ${id}, 'staged', 'x', '0', 'csv', 'trades', '{}', ${trades}, '[]', 1)`,
    `INSERT INTO broker_rows (import_id, row_number, account_id, line, is_rounded, ${fields})
     ${numbers} SELECT ${id}, n, ${id}, n, 0, ${trade} FROM numbers`,
    `UPDATE broker_imports SET status = 'committed', place = 1, committed_at_ms = 1 WHERE id = ${id}`,
    `INSERT INTO broker_trades (account_id, id, import_id, result_units, ${fields})
     ${numbers} SELECT ${id}, 100000000000 + n, ${id}, 1, ${trade} FROM numbers`,
    `INSERT INTO broker_positions (account_id, import_id, symbol, direction, quantity, entry_price) VALUES (${id}, ${id}, 'X', 'Buy', '1', '1')`,
  );
}

const NONE = { trades: 0, rows: 0, fills: 0, positions: 0, imports: 0, totals: 0, deletions: 0 };

beforeAll(async () => {
  for (const id of ["a", "b"]) await addPerson(database.db, id);
});

describe("an account of many trades", () => {
  test("is gone for its person at once, and its rows go in parts, also when the job ran twice at the same time", async () => {
    const { db } = database;
    await addAccount("a", 1, 1, TRADES);
    await addAccount("a", 2, 2, 3);
    const own = sql`broker_accounts.id = 1`;
    await db.write(deleteAccounts(db.query, own, 10));
    const first = await rowsOf(1);
    expect(first.trades).toBeGreaterThan(0);
    expect(first.trades).toBeLessThan(TRADES);
    expect(first).toMatchObject({ imports: 1, positions: 0, deletions: 1 });
    // Deleting it once more is harmless, and removes one part more.
    await db.write(deleteAccounts(db.query, own, 20));
    expect((await rowsOf(1)).trades).toBeLessThan(first.trades);
    await Promise.all([deleteBrokerRows(db, Date.now), deleteBrokerRows(db, Date.now)]);
    expect(await rowsOf(1)).toEqual(NONE);
    expect(await rowsOf(2)).toEqual({ ...NONE, trades: 3, rows: 3, positions: 1, imports: 1 });
    // Its number is never used again.
    const [left] = await db.read([
      db.query.select({ id: sql`id` }).from(sql`broker_accounts`).where(sql`user_id = 'a'`),
    ]);
    expect(left).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await deleteBrokerRows(db, Date.now)).toEqual({ parts: 0 });
  });

  test("of a person who closed their account goes with all of its rows", async () => {
    const { db } = database;
    await addAccount("b", 3, 1, TRADES);
    await addAccount("b", 4, 2, 3);
    await run("UPDATE users SET closed_at_ms = 10 WHERE id = 'b'");
    await db.write(deleteAccounts(db.query, isOfUser("b"), 10));
    expect((await rowsOf(3)).deletions).toBe(1);
    // A run that has no time left stops, and the next one goes on.
    let at = 0;
    await deleteBrokerRows(db, () => (at += 15_000));
    expect((await rowsOf(3)).deletions).toBe(1);
    await deleteBrokerRows(db, Date.now);
    for (const account of [3, 4]) expect(await rowsOf(account)).toEqual(NONE);
    const [left] = await db.read([
      db.query.select({ id: sql`id` }).from(sql`broker_accounts`).where(sql`user_id = 'b'`),
    ]);
    expect(left).toEqual([]);
  });
});

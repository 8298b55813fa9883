import { Database as SqliteFile } from "bun:sqlite";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient } from "@libsql/client/web";
import { openDatabase } from "../db/client.ts";
import { checkLedger } from "../worker/ledger/check-ledger.ts";
import { dumpDatabase, dumpFileName, restoreDump } from "./database-dump.ts";
import { startLibsqlServer } from "./libsql/server.ts";
import { setUpFolder } from "./libsql/test-server.ts";
import { LONG_DATABASE_LIMITS } from "./test/long-database-limits.ts";
import { setUpDatabase } from "./test/test-database.ts";
import { addPerson, creditTrader } from "./test/test-money.ts";

setDefaultTimeout(600_000);

const folder = setUpFolder();
const database = setUpDatabase();
let client: Client;
let servers = 0;
const stops: Array<() => Promise<void>> = [];

beforeAll(async () => {
  client = createClient({ url: database.url, intMode: "bigint" });
  await addPerson(database.db, "dumped");
  for (const dollars of [10, 250.5, 9_999.99]) await creditTrader(database.db, "dumped", dollars);
  await client.batch(
    [
      "CREATE TABLE odd_values (label TEXT PRIMARY KEY, value ANY) STRICT",
      "CREATE TABLE wide (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL) STRICT",
    ],
    "write",
  );
  const add = (label: string, value: string) => client.execute(`INSERT INTO odd_values VALUES ('${label}', ${value})`);
  await add("null", "NULL");
  await add("largest integer", "9223372036854775807");
  await add("smallest integer", "-9223372036854775808");
  await add("real that is whole", "5.0");
  await add("real", "0.1");
  await add("large real", "1e300");
  await add("blob", "X'00FF0A'");
  await add("quotes", "'it''s \"quoted\"'");
  await add("lines", "'first' || char(10) || '--> statement-breakpoint' || char(10) || char(13) || 'last;'");
  await add("separator of lines", "char(8232) || 'ខ្មែរ'");
});
afterAll(async () => {
  client.close();
  for (const stop of stops) await stop();
});

/** An empty database to restore into. */
function emptyTarget() {
  const file = join(folder.path, `target-${servers++}.db`);
  const server = startLibsqlServer({ port: 0, file, limits: LONG_DATABASE_LIMITS });
  stops.push(server.stop);
  return { url: server.url };
}

/** Every row of every table with its rowid and the type of each value, read without the code under test. */
async function contents(url: string) {
  const reader = createClient({ url, intMode: "bigint" });
  const objects = await reader.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name");
  const tables = objects.rows.filter(({ type }) => type === "table").map(({ name }) => String(name));
  const rows: Record<string, unknown> = {};
  for (const table of tables) {
    const { columns } = await reader.execute(`SELECT * FROM "${table}" LIMIT 0`);
    const types = columns.map((column) => `typeof("${column}")`).join(", ");
    const read = await reader.execute(`SELECT rowid, *, ${types} FROM "${table}" ORDER BY rowid`);
    rows[table] = read.rows.map((row) => read.columns.map((_, index) => row[index]));
  }
  reader.close();
  return { objects: objects.rows, rows };
}

test("a dump that is restored gives equal rows, values and schema", async () => {
  const file = join(folder.path, "equal.sql");
  const rows = await dumpDatabase({ url: database.url }, file);
  expect(rows).toMatchObject({ users: 1, deposits: 3, transfers: 3, entries: 6, odd_values: 10 });
  const target = emptyTarget();
  expect(await restoreDump(file, target)).toEqual(rows);
  expect(await contents(target.url)).toEqual(await contents(database.url));
  const check = await checkLedger(openDatabase(target));
  expect([check.isClean, check.transfers]).toEqual([true, 3]);
});

test("a dump is a file that SQLite itself reads", async () => {
  const file = join(folder.path, "sqlite.sql");
  await dumpDatabase({ url: database.url }, file);
  const sqlite = new SqliteFile(":memory:");
  sqlite.run(readFileSync(file, "utf8"));
  expect(sqlite.query("SELECT sum(balance_cents) AS sum FROM accounts").get()).toEqual({ sum: 0 });
  expect(sqlite.query("SELECT count(*) AS n FROM odd_values").get()).toEqual({ n: 10 });
  sqlite.close();
});

test("a dump is the database at one moment, although others write meanwhile", async () => {
  // Rows of several pages, so that the dump makes many round trips.
  const text = "x".repeat(50_000);
  for (let n = 0; n < 10; n++) {
    await client.batch(
      Array.from({ length: 50 }, () => ({ sql: "INSERT INTO wide (text) VALUES (?)", args: [text] })),
      "write",
    );
  }
  const file = join(folder.path, "moment.sql");
  let isDumping = true;
  const dump = dumpDatabase({ url: database.url }, file).finally(() => {
    isDumping = false;
  });
  let written = 0;
  while (isDumping) {
    await creditTrader(database.db, "dumped", 10);
    written += 1;
  }
  const rows = await dump;
  expect(written).toBeGreaterThan(1);
  const target = emptyTarget();
  await restoreDump(file, target);
  const check = await checkLedger(openDatabase(target));
  expect(check.isClean).toBe(true);
  expect([check.transfers, rows.wide]).toEqual([rows.transfers ?? 0, 500]);
  expect(rows.transfers).toBeLessThan(3 + written);
});

test("an id that was given to a deleted row is not given again after a restore", async () => {
  await client.execute("INSERT INTO wide (text) VALUES ('the last')");
  const { rows } = await client.execute("SELECT max(id) AS id FROM wide");
  const last = Number(rows[0]?.id);
  await client.execute({ sql: "DELETE FROM wide WHERE id = ?", args: [last] });
  const file = join(folder.path, "sequence.sql");
  await dumpDatabase({ url: database.url }, file);
  const target = emptyTarget();
  await restoreDump(file, target);
  const restored = createClient(target);
  await restored.execute("INSERT INTO wide (text) VALUES ('one more')");
  const newest = await restored.execute("SELECT max(id) AS id FROM wide");
  expect(Number(newest.rows[0]?.id)).toBe(last + 1);
  restored.close();
});

test("a dump belongs to its owner alone, has its name when it is whole, and replaces no file", async () => {
  const file = join(folder.path, "owner.sql");
  await dumpDatabase({ url: database.url }, file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(dumpDatabase({ url: database.url }, file)).rejects.toThrow("exists already");
  await expect(dumpDatabase({ url: "http://127.0.0.1:1" }, join(folder.path, "unreachable.sql"))).rejects.toThrow();
  expect(existsSync(join(folder.path, "unreachable.sql"))).toBe(false);
  expect(readdirSync(folder.path).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("a cut file, and a database that has tables, are refused before anything is written", async () => {
  const file = join(folder.path, "whole.sql");
  await dumpDatabase({ url: database.url }, file);
  const cut = join(folder.path, "cut.sql");
  writeFileSync(cut, readFileSync(file, "utf8").slice(0, -200));
  const target = emptyTarget();
  await expect(restoreDump(cut, target)).rejects.toThrow("not a whole dump");
  expect((await contents(target.url)).objects).toEqual([]);
  await expect(restoreDump(file, { url: database.url })).rejects.toThrow("not empty");
});

test("the name of a dump sorts by time and says why it was made", () => {
  expect(dumpFileName(new Date("2026-11-26T02:10:11.500Z"))).toBe("tonle-2026-11-26T02-10-11-500Z.sql");
  expect(dumpFileName(new Date("2026-11-26T02:10:11Z"), "before-migration")).toBe(
    "tonle-2026-11-26T02-10-11-000Z-before-migration.sql",
  );
});

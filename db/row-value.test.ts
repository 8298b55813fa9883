import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { startLibsqlServer } from "../dev/libsql/server.ts";
import { type Database, openDatabase } from "./client.ts";
import { rowValue } from "./row-value.ts";

const owners = sqliteTable("owners", { id: integer("id").primaryKey() });
const things = sqliteTable("things", {
  id: integer("id").primaryKey(),
  ownerId: integer("owner_id"),
  name: text("name"),
  size: real("size"),
  isOpen: integer("is_open", { mode: "boolean" }),
  atMs: integer("at", { mode: "timestamp_ms" }),
  facts: text("facts", { mode: "json" }),
  cents: integer("cents"),
});

let folder: string;
let server: { url: string; stop(): Promise<void> };
let db: Database;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tonle-row-value-"));
  server = startLibsqlServer({ port: 0, file: join(folder, "test.db") });
  db = openDatabase({ url: server.url });
  const { query } = db;
  await db.write([
    query.run(sql`CREATE TABLE owners (id INTEGER PRIMARY KEY)`),
    query.run(
      sql`CREATE TABLE things (id INTEGER PRIMARY KEY, owner_id INTEGER, name TEXT, size REAL, is_open INTEGER, at INTEGER, facts TEXT, cents INTEGER)`,
    ),
    query.run(sql`INSERT INTO owners VALUES (1), (2), (3), (4)`),
    query.run(
      sql`INSERT INTO things VALUES (1, 1, 'it''s "one" \\ ភ 🍚', 1e300, 1, 1234567890123, '{"a":[1]}', 9007199254740991)`,
    ),
    query.run(sql`INSERT INTO things (id, owner_id, is_open) VALUES (2, 2, 0)`),
    query.run(sql`INSERT INTO things (id, owner_id, cents) VALUES (4, 4, 9007199254740993)`),
  ]);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const { id, name, isOpen, atMs, facts, cents } = things;
const COLUMNS = { id, name, isOpen, atMs, facts, cents };

async function read(ownerId: number) {
  const [[row]] = await db.read([
    db.query
      .select({ value: rowValue(COLUMNS, eq(things.ownerId, owners.id)), columns: COLUMNS })
      .from(owners)
      .leftJoin(things, eq(things.ownerId, owners.id))
      .where(eq(owners.id, ownerId)),
  ]);
  return row;
}

test.each([
  ["values of every type", 1],
  ["NULL in every column", 2],
  ["no row", 3],
])("a row as one value is what its columns are: %s", async (_, ownerId) => {
  const row = await read(ownerId);
  expect(row).toBeDefined();
  expect(row?.value).toEqual(row?.columns ?? null);
});

test("a row as one value refuses an integer that a number cannot hold", async () => {
  const value = rowValue({ cents }, eq(things.ownerId, owners.id));
  const statement = db.query.select({ value }).from(owners).leftJoin(things, eq(things.ownerId, owners.id));
  await expect(db.read([statement.where(eq(owners.id, 4)).limit(1)])).rejects.toBeInstanceOf(RangeError);
});

test("a row value refuses columns that JSON would change, and columns of two tables", () => {
  const own = eq(things.ownerId, owners.id);
  expect(() => rowValue({ size: things.size }, own)).toThrow("columns of text and integers");
  expect(() => rowValue({ id, owner: owners.id }, own)).toThrow("columns of one table");
});

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient, LibsqlBatchError, LibsqlError } from "@libsql/client/web";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql/web";
import { blob, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { startLibsqlServer } from "../dev/libsql/server.ts";
import { openDatabase, type Query, type Statement } from "./client.ts";
import { DatabaseError } from "./database-error.ts";

/** The same batches through our client, and through Drizzle's driver and @libsql/client: results and errors are the same. */

const things = sqliteTable("things", {
  id: integer("id").primaryKey(),
  name: text("name").unique(),
  size: real("size"),
  isOpen: integer("is_open", { mode: "boolean" }),
  atMs: integer("at", { mode: "timestamp_ms" }),
  facts: text("facts", { mode: "json" }),
  raw: blob("raw", { mode: "buffer" }),
});
const parts = sqliteTable("parts", {
  id: integer("id").primaryKey(),
  thingId: integer("thing_id"),
  label: text("label"),
});

let folder: string;
let server: { url: string; stop(): Promise<void> };
let client: Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tonle-conformance-"));
  server = startLibsqlServer({ port: 0, file: join(folder, "test.db") });
  client = createClient({ url: server.url });
  await client.batch(
    [
      "CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE CHECK (name <> 'bad'), size REAL, is_open INTEGER, at INTEGER, facts TEXT, raw BLOB)",
      "CREATE TABLE parts (id INTEGER PRIMARY KEY, thing_id INTEGER REFERENCES things (id), label TEXT)",
      "INSERT INTO things VALUES (1, 'one ''\"\\ \u1780\u{1F600}', 1.5, 1, 1234567890123, '{\"a\":[1]}', x'00ff10')",
      "INSERT INTO things VALUES (2, NULL, -0.25, 0, NULL, NULL, NULL)",
      "INSERT INTO things (id, name, size) VALUES (9007199254740991, '', 1e300)",
      "INSERT INTO parts VALUES (1, 1, NULL)",
    ],
    "write",
  );
});
afterAll(async () => {
  client.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

type Build = (query: Query) => Statement[];

/** The results of a batch, or what its error says. */
async function ours(mode: "read" | "write", build: Build): Promise<unknown> {
  const { query, read, write } = openDatabase({ url: server.url });
  try {
    return plain(await (mode === "read" ? read : write)(build(query)));
  } catch (error) {
    if (!(error instanceof DatabaseError)) return kindOf(error);
    return { code: error.code, at: error.statementIndex, message: withoutCode(error.message) };
  }
}

async function theirs(mode: "read" | "write", build: Build): Promise<unknown> {
  const inMode = { batch: (statements: never) => client.batch(statements, mode) } as Client;
  const query = drizzle(inMode);
  try {
    // Drizzle wants a tuple.
    return plain(await query.batch(build(query) as [Statement]));
  } catch (error) {
    if (!(error instanceof LibsqlError)) return kindOf(error);
    const at = error instanceof LibsqlBatchError ? error.statementIndex : null;
    return { code: error.code, at, message: withoutCode(error.message) };
  }
}

const kindOf = (error: unknown) => (error instanceof Error ? error.name : "no error");

/** Their client puts the code before the message, and for a statement of a batch twice. */
const withoutCode = (message: string) => message.replace(/^([A-Z_]+: )+/, "");

/** Rows of their client hide their columns' positions as properties that are not enumerable. */
function plain(results: readonly unknown[]): unknown[] {
  return results.map((result) => {
    if (Array.isArray(result)) return result.map((row) => ({ ...row }));
    const { columns, columnTypes, rows, rowsAffected, lastInsertRowid } = result as Record<string, never>;
    return { columns, columnTypes, rows: plain([rows])[0], rowsAffected, lastInsertRowid };
  });
}

const SAME: Record<string, Build> = {
  "every kind of column, NULL in each": (query) => [query.select().from(things)],
  "joined rows, and none joined": (query) => [
    query.select().from(things).leftJoin(parts, eq(parts.thingId, things.id)).where(sql`${things.id} < 3`),
    query.select({ id: things.id, part: parts }).from(things).leftJoin(parts, eq(parts.thingId, things.id)),
    query
      .select({ label: parts.label, thing: { name: things.name, open: things.isOpen } })
      .from(parts)
      .innerJoin(things, eq(parts.thingId, things.id)),
    query
      .select({ id: parts.id, thing: { name: things.name, twice: sql<number>`2 * ${things.size}` } })
      .from(parts)
      .leftJoin(things, eq(parts.thingId, things.id)),
  ],
  "expressions with and without a decoder": (query) => [
    query
      .select({
        n: sql<number>`count(*)`,
        named: sql<number>`sum(size)`.as("named"),
        text: sql<string>`max(id)`.mapWith(String),
        none: sql<null>`NULL`,
      })
      .from(things),
  ],
  "arguments of every type": (query) => [
    query.all(
      sql`SELECT ${1} AS a, ${1.5} AS b, ${"x"} AS c, ${null} AS d, ${true} AS e, ${-(2n ** 63n)} < 0 AS f, typeof(${7}) AS g, typeof(${7n}) AS h`,
    ),
    query
      .select()
      .from(things)
      .where(eq(things.atMs, new Date(1234567890123))),
    query.select().from(things).where(eq(things.isOpen, true)),
  ],
  "raw statements": (query) => [
    query.run(sql`SELECT id, name, id AS id FROM things`),
    query.all(sql`SELECT id, typeof(raw) AS kind FROM things`),
  ],
  "an integer that a number cannot hold": (query) => [query.all(sql`SELECT 9007199254740993 AS big`)],
  "an argument that is no number": (query) => [query.all(sql`SELECT ${Number.NaN}`)],
  "a number beyond 64 bits": (query) => [query.all(sql`SELECT ${2n ** 63n}`)],
  "no statement at all": () => [],
  "text that does not parse": (query) => [query.all(sql`SELECT 1`), query.all(sql`SELEKT 1`)],
  "an unknown table": (query) => [query.all(sql`SELECT * FROM nothing`)],
  "a statement that the server refuses": (query) => [query.run(sql`ATTACH 'x' AS y`)],
};

describe("reads as their client", () => {
  for (const [name, build] of Object.entries(SAME)) {
    test(name, async () => expect(await ours("read", build)).toEqual(await theirs("read", build)));
  }
});

const WRITES: Record<string, Build> = {
  "insert, update and delete": (query) => [
    query
      .insert(things)
      .values({ id: 50, name: "fifty", isOpen: true, atMs: new Date(5), facts: { b: 1 }, raw: Buffer.from("abc") }),
    query.update(things).set({ size: 2 }).where(eq(things.id, 50)),
    query.update(things).set({ size: 3 }).where(eq(things.id, 50)).returning(),
    query.delete(things).where(eq(things.id, 50)).returning({ id: things.id, raw: things.raw }),
  ],
  "a row that is there already": (query) => [
    query.insert(parts).values({ id: 77, label: "rolled back" }),
    query.insert(parts).values({ id: 77 }),
  ],
  "a constraint": (query) => [
    query.insert(parts).values({ id: 78 }),
    query.insert(things).values({ name: "bad" }),
    query.insert(parts).values({ id: 79 }),
  ],
  "a foreign key": (query) => [query.insert(parts).values({ thingId: 404 })],
  "an error with a name": (query) => [query.run(sql`SELECT json_extract('{}', ${"insufficient_funds"})`)],
};

describe("writes as their client", () => {
  for (const [name, build] of Object.entries(WRITES)) {
    test(name, async () => {
      const first = await ours("write", build);
      expect(first).toEqual(await theirs("write", build));
      expect((await client.execute("SELECT count(*) AS n FROM parts")).rows[0]?.n).toBe(1);
    });
  }
});

test("what the server answers instead of a result is an error with its code", async () => {
  const answers: Array<[reply: Response, code: string]> = [
    [
      Response.json(
        { message: "no more reads", code: "BLOCKED" },
        { status: 403, headers: { "Content-Type": "application/json" } },
      ),
      "BLOCKED",
    ],
    [new Response("<html>", { status: 502 }), "SERVER_ERROR"],
    [new Response("<html>"), "HRANA_PROTO_ERROR"],
    [Response.json({ results: [] }), "HRANA_PROTO_ERROR"],
    [Response.json({ results: [{ type: "error", error: { message: "broken" } }] }), "UNKNOWN"],
  ];
  const odd = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => answers[0]?.[0].clone() ?? new Response() });
  const { query, read, trips } = openDatabase({ url: `http://127.0.0.1:${odd.port}` });
  for (const [, code] of [...answers]) {
    const error = await read([query.all(sql`SELECT 1`)]).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DatabaseError);
    expect((error as DatabaseError).code).toBe(code);
    answers.shift();
  }
  expect(trips()).toMatchObject({ count: 5, failed: 1 });
  await odd.stop(true);
});

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { startLibsqlServer } from "../dev/libsql/server.ts";
import { openDatabase } from "./client.ts";

/** The statements of each batch as the server received them; undefined for one sent by the id of a stored text. */
const batches: (string | undefined)[][] = [];
let folder: string;
let server: { url: string; stop(): Promise<void> };
let proxy: ReturnType<typeof Bun.serve>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tonle-client-"));
  server = startLibsqlServer({ port: 0, file: join(folder, "test.db") });
  // A proxy that forwards every request and records its batches.
  proxy = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const body = await request.text();
      if (body) batches.push(...batchesOf(JSON.parse(body)));
      const { pathname } = new URL(request.url);
      const { method, headers } = request;
      return fetch(new URL(pathname, server.url), { method, headers, ...(body ? { body } : {}) });
    },
  });
});
afterAll(async () => {
  await proxy.stop(true);
  await server.stop();
  rmSync(folder, { recursive: true });
});

type Pipeline = { requests?: Array<{ type: string; batch?: { steps: Array<{ stmt: { sql?: string } }> } }> };
function batchesOf({ requests = [] }: Pipeline): (string | undefined)[][] {
  return requests.flatMap(({ batch }) => (batch ? [batch.steps.map(({ stmt }) => stmt.sql)] : []));
}

test("a write begins IMMEDIATE, so that it never has to upgrade from a read, and a read is read-only", async () => {
  const db = openDatabase({ url: `http://127.0.0.1:${proxy.port}` });
  await db.write([db.query.run(sql`CREATE TABLE t (id INTEGER)`), db.query.run(sql`INSERT INTO t VALUES (1)`)]);
  const select = db.query.run(sql`SELECT id FROM t`);
  const [{ rows }] = await db.read([select, select]);
  expect(rows.map(({ id }) => id)).toEqual([1]);
  expect(batches.map(([begins]) => begins)).toEqual(["BEGIN IMMEDIATE", "BEGIN TRANSACTION READONLY"]);
});

test("a single SELECT is sent without a transaction, any other single statement of a read in a read-only one", async () => {
  batches.length = 0;
  const db = openDatabase({ url: `http://127.0.0.1:${proxy.port}` });
  const [{ rows }] = await db.read([db.query.run(sql`SELECT id FROM t`)]);
  expect(rows.map(({ id }) => id)).toEqual([1]);
  expect(batches).toEqual([]);
  await db.read([db.query.run(sql`WITH n AS (SELECT 2 AS id) INSERT INTO t SELECT id FROM n WHERE id < 0`)]);
  await db.read([db.query.run(sql`UPDATE t SET id = 3 WHERE id < 0`)]);
  expect(batches.map(([begins]) => begins)).toEqual(["BEGIN TRANSACTION READONLY", "BEGIN TRANSACTION READONLY"]);
});

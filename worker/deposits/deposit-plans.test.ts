import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import Engine from "libsql";
import { type Database, openDatabase } from "../../db/client.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import { deposits } from "../../db/schema/index.ts";
import { startLibsqlServer } from "../../dev/libsql/server.ts";
import { endUnpaid, selectDue } from "./deposit-store.ts";

let dataDir: string;
let query: Database["query"];
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "tonle-plans-"));
  const server = startLibsqlServer({ port: 0, file: join(dataDir, "plans.db") });
  await migrateDatabase({ url: server.url });
  query = openDatabase({ url: server.url }).query;
  await server.stop();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** How the database would run a statement. */
function planOf(statement: { toSQL(): { sql: string; params: unknown[] } }): string {
  const { sql: text, params } = statement.toSQL();
  const engine = new Engine(join(dataDir, "plans.db"));
  // The columns of EXPLAIN QUERY PLAN are SQLite's own.
  const rows = engine.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...params) as Array<{ detail: string }>;
  engine.close();
  return rows.map(({ detail }) => detail).join("\n");
}

test("what the cron asks every minute is found by an index, however many deposits there are", () => {
  const expired = sql`${deposits.expiresAtMs} <= ${Date.now()}`;
  const [, update] = endUnpaid(query, expired, { status: "expired", actor: "system" }, Date.now());
  expect(planOf(update)).toMatch(/^SEARCH deposits USING (COVERING )?INDEX deposits_expiry/);
  expect(planOf(selectDue(query, Date.now(), 100))).toMatch(
    /^SEARCH deposits USING (COVERING )?INDEX deposits_next_ask/,
  );
});

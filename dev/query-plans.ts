import { afterAll, beforeAll } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Engine from "libsql";
import { openDatabase, type Query } from "../db/client.ts";
import { migratedDatabase } from "./test/migrated-database.ts";

/** A drizzle statement. */
type Built = { toSQL(): { sql: string; params: unknown[] } };

/** An empty, migrated database that explains statements, for the test file that calls this. */
export function setUpQueryPlans(): { readonly query: Query; planOf(statement: Built): string } {
  let dataDir: string;
  let query: Query;
  let engine: Engine.Database;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "tonle-plans-"));
    const file = join(dataDir, "plans.db");
    copyFileSync(await migratedDatabase(), file);
    engine = new Engine(file);
    // This client only builds statements; nothing listens at its address.
    query = openDatabase({ url: "http://127.0.0.1" }).query;
  });
  afterAll(() => {
    engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    get query() {
      return query;
    },
    planOf(statement) {
      const { sql, params } = statement.toSQL();
      // The columns of EXPLAIN QUERY PLAN are SQLite's own.
      const rows = engine.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params) as Array<{ detail: string }>;
      return rows.map(({ detail }) => detail).join("\n");
    },
  };
}

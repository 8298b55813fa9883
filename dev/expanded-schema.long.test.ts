import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import Database from "libsql";
import { makeMigratedDatabase } from "./test/migrated-database.ts";

setDefaultTimeout(1_200_000);

const ROOT = join(import.meta.dir, "..");

/**
 * Tests of features that read and write most of the tables through the built Worker. Those of migrations and of query plans
 * are about the schema itself.
 */
const FEATURES = "worker/{auth,data-rights,deposits,identity,profile,trades,withdrawals}/**/*.test.ts";
const ABOUT_THE_SCHEMA = /(-plans|-migration|limits|\.long|second-factor)\.test\.ts$/;

let database: Awaited<ReturnType<typeof makeMigratedDatabase>>;
beforeAll(async () => {
  database = await makeMigratedDatabase();
});
afterAll(() => database.remove());

/** Changes that the next version may make to each table without stopping the version of today (docs/recipes.md). */
function expand(file: string): number {
  const expanded = new Database(file);
  const tables = expanded
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    .all()
    // The query selects one column of texts.
    .map((row) => (row as { name: string }).name);
  for (const table of tables) {
    expanded.exec(`ALTER TABLE "${table}" ADD next_note TEXT`);
    expanded.exec(`ALTER TABLE "${table}" ADD next_count INTEGER NOT NULL DEFAULT 7`);
    expanded.exec(`CREATE INDEX "next_${table}" ON "${table}"(next_count, next_note)`);
  }
  expanded.exec("CREATE TABLE next_table (id TEXT PRIMARY KEY, user_id TEXT REFERENCES users(id)) STRICT");
  expanded.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  expanded.close();
  return tables.length;
}

test("the version of today runs on the schema of a next version that only adds to it", async () => {
  const file = Object.values(database.environment)[0] ?? "";
  expect(expand(file)).toBeGreaterThan(40);
  const files = [...new Glob(FEATURES).scanSync(ROOT)].filter((path) => !ABOUT_THE_SCHEMA.test(path)).sort();
  const child = Bun.spawn(
    [process.execPath, "test", "--timeout=600000", "--only-failures", ...files.map((f) => `./${f}`)],
    {
      cwd: ROOT,
      env: { ...process.env, ...database.environment },
      stdout: "ignore",
      stderr: "pipe",
    },
  );
  const report = await new Response(child.stderr).text();
  expect(report).toMatch(/\n 0 fail\n/);
  expect(Number(/\n (\d+) pass\n/.exec(report)?.[1])).toBeGreaterThan(200);
  expect(await child.exited).toBe(0);
});

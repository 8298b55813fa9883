import { afterAll, beforeAll } from "bun:test";
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/libsql/migrator";
import { drizzle } from "drizzle-orm/libsql/web";
import { type Database, openDatabase, type Statement } from "../../db/client.ts";
import { startLibsqlServer } from "../libsql/server.ts";
import { LONG_DATABASE_LIMIT_MS, LONG_DATABASE_LIMITS } from "./long-database-limits.ts";
import { migratedDatabase } from "./migrated-database.ts";

type TestDatabase = { readonly url: string; readonly db: Database };

/** A migrated, empty database without a Worker, for the test file that calls this. */
export function setUpDatabase(): TestDatabase {
  return serveDatabase({ begin: async (file) => copyFileSync(await migratedDatabase(), file) });
}

/**
 * A database with all migrations before one, for the test file that calls this; `migrateDatabase` runs the others.
 *
 * @param migration the migration's name without its number
 */
export function setUpDatabaseBefore(migration: string): TestDatabase {
  return serveDatabase({
    prepare: async ({ url, dataDir }) => {
      const migrationsFolder = join(dataDir, "migrations");
      cpSync(join(import.meta.dir, "../../db/migrations"), migrationsFolder, { recursive: true });
      const journalFile = join(migrationsFolder, "meta/_journal.json");
      const journal: { entries: Array<{ tag: string }> } = JSON.parse(readFileSync(journalFile, "utf8"));
      const end = journal.entries.findIndex(({ tag }) => tag.endsWith(`_${migration}`));
      if (end === -1) throw new Error(`no migration is called ${migration}`);
      writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
      await migrate(drizzle({ connection: { url } }), { migrationsFolder });
    },
  });
}

/** @param given.begin writes the file before it is opened @param given.prepare runs after that */
function serveDatabase(given: {
  begin?: (file: string) => Promise<void>;
  prepare?: (database: { url: string; dataDir: string }) => Promise<void>;
}): TestDatabase {
  let dataDir: string;
  let server: { url: string; stop(): Promise<void> };
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "tonle-database-"));
    const file = join(dataDir, "test.db");
    await given.begin?.(file);
    server = startLibsqlServer({ port: 0, file, limits: LONG_DATABASE_LIMITS });
    await given.prepare?.({ url: server.url, dataDir });
  }, 600_000);
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    get url() {
      return server.url;
    },
    get db() {
      return openDatabase({ url: server.url, timeoutMs: LONG_DATABASE_LIMIT_MS });
    },
  };
}

/**
 * Writes statements that triggers would refuse, to simulate a database fault or a manual change. The triggers are
 * dropped and created again within the same batch.
 */
export async function behindTriggers(
  { query, read, write }: Database,
  triggers: readonly string[],
  statements: readonly Statement[],
): Promise<void> {
  const definitions = await read(
    triggers.map((name) => query.run(sql`SELECT sql FROM sqlite_master WHERE name = ${name}`)),
  );
  await write([
    ...triggers.map((name) => query.run(sql.raw(`DROP TRIGGER ${name}`))),
    ...statements,
    ...definitions.map(({ rows }) => query.run(sql.raw(String(rows[0]?.sql)))),
  ]);
}

import { afterAll, beforeAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Database, openDatabase, type Statement } from "../../db/client.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import { startLibsqlServer } from "../libsql/server.ts";

/** A migrated database without a Worker, for the test file that calls this: empty at first, removed at the end. */
export function setUpDatabase(): { readonly url: string; readonly db: Database } {
  let dataDir: string;
  let server: { url: string; stop(): Promise<void> };
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "tonle-database-"));
    server = startLibsqlServer({ port: 0, file: join(dataDir, "test.db") });
    await migrateDatabase({ url: server.url });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    get url() {
      return server.url;
    },
    get db() {
      return openDatabase({ url: server.url, timeoutMs: 30_000 });
    },
  };
}

/**
 * Writes what a trigger would refuse, as a fault of the database or a hand at the wrong place would: the trigger makes way
 * for this one batch.
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

import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase } from "../../db/migrate.ts";
import { startLibsqlServer } from "../libsql/server.ts";
import { runningStacks } from "./running-stacks.ts";

/** The environment variable with the file of a migrated database that several test processes share. */
const MIGRATED_DATABASE = "TEST_MIGRATED_DATABASE";

let made: Promise<string> | undefined;

/** The file of an empty migrated database, for copying: a migration takes a thousand times as long as a copy. */
export function migratedDatabase(): Promise<string> {
  const shared = process.env[MIGRATED_DATABASE];
  made ??= shared ? Promise.resolve(shared) : makeOwn();
  return made;
}

/** Makes a migrated database. Test processes with the returned environment copy it; `remove` deletes it. */
export async function makeMigratedDatabase(): Promise<{ environment: Record<string, string>; remove(): void }> {
  const dir = mkdtempSync(join(tmpdir(), "tonle-migrated-"));
  const file = join(dir, "migrated.db");
  const server = startLibsqlServer({ port: 0, file });
  await migrateDatabase({ url: server.url });
  await server.stop();
  // The engine leaves writes in the WAL file, but only the main file is copied.
  const database = new Database(file);
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  return { environment: { [MIGRATED_DATABASE]: file }, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

async function makeOwn(): Promise<string> {
  const { environment, remove } = await makeMigratedDatabase();
  runningStacks.add({ stop: async () => remove() });
  return environment[MIGRATED_DATABASE] ?? "";
}

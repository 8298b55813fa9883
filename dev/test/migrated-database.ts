import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase } from "../../db/migrate.ts";
import { startLibsqlServer } from "../libsql/server.ts";
import { runningStacks } from "./running-stacks.ts";

/** Names a migrated database that was made for several processes of tests. */
const MIGRATED_DATABASE = "TEST_MIGRATED_DATABASE";

let made: Promise<string> | undefined;

/** The file of an empty database of the newest schema, to be copied: to migrate one takes a thousand times as long. */
export function migratedDatabase(): Promise<string> {
  const shared = process.env[MIGRATED_DATABASE];
  made ??= shared ? Promise.resolve(shared) : makeOwn();
  return made;
}

/** Makes the one that the test processes started with the returned environment copy. @returns also what removes it */
export async function makeMigratedDatabase(): Promise<{ environment: Record<string, string>; remove(): void }> {
  const dir = mkdtempSync(join(tmpdir(), "tonle-migrated-"));
  const file = join(dir, "migrated.db");
  const server = startLibsqlServer({ port: 0, file });
  await migrateDatabase({ url: server.url });
  await server.stop();
  // The engine leaves what it wrote in a second file; the copies are of one.
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

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { migrate } from "drizzle-orm/libsql/migrator";
import { drizzle } from "drizzle-orm/libsql/web";

/** The database to migrate. */
type DatabaseAddress = { url: string; authToken?: string | undefined };

const FOLDER = join(import.meta.dir, "migrations");

/**
 * Migrates the database at `url` to the newest schema. It can be repeated: a migration runs only once.
 *
 * @param migrationsFolder the folder of another version's migrations
 */
export async function migrateDatabase({ url, authToken }: DatabaseAddress, migrationsFolder = FOLDER): Promise<void> {
  const db = drizzle({ connection: { url, ...(authToken ? { authToken } : {}) } });
  await migrate(db, { migrationsFolder });
}

/**
 * Finds the migrations that {@link migrateDatabase} would run.
 *
 * @returns `isEmpty`: no migration has ever run; `pending`: the names of the migrations that have not, oldest first;
 * `isNewer`: a later version of the product has migrated it
 */
export async function readMigrationState({
  url,
  authToken,
}: DatabaseAddress): Promise<{ isEmpty: boolean; pending: string[]; isNewer: boolean }> {
  const { entries }: { entries: Array<{ tag: string; when: number }> } = JSON.parse(
    readFileSync(join(FOLDER, "meta/_journal.json"), "utf8"),
  );
  const client = open({ url, authToken });
  try {
    const tables = await client.execute("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'");
    if (tables.rows.length === 0) return { isEmpty: true, pending: entries.map(({ tag }) => tag), isNewer: false };
    const { rows } = await client.execute("SELECT max(created_at) AS newest FROM __drizzle_migrations");
    // Null, and so 0, when the table was made and no migration succeeded.
    const newest = Number(rows[0]?.newest);
    return {
      isEmpty: newest === 0,
      pending: entries.filter(({ when }) => when > newest).map(({ tag }) => tag),
      isNewer: entries.every(({ when }) => when < newest),
    };
  } finally {
    client.close();
  }
}

/** The tables of a database that no migration ever ran in: those of something else. */
export async function tablesOf(database: DatabaseAddress): Promise<string[]> {
  const client = open(database);
  try {
    const { rows } = await client.execute(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    );
    return rows.map(({ name }) => String(name)).filter((name) => name !== "__drizzle_migrations");
  } finally {
    client.close();
  }
}

function open({ url, authToken }: DatabaseAddress) {
  return createClient({ url, ...(authToken ? { authToken } : {}) });
}

import { migrate } from "drizzle-orm/libsql/migrator";
import { drizzle } from "drizzle-orm/libsql/web";

/** Migrates the database at `url` to the newest schema. It can be repeated: a migration runs only once. */
export async function migrateDatabase({
  url,
  authToken,
}: {
  url: string;
  authToken?: string | undefined;
}): Promise<void> {
  const db = drizzle({ connection: { url, ...(authToken ? { authToken } : {}) } });
  await migrate(db, { migrationsFolder: new URL("./migrations", import.meta.url).pathname });
}

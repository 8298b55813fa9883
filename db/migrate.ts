import { migrate } from "drizzle-orm/libsql/migrator";
import { drizzle } from "drizzle-orm/libsql/web";

/** Brings the database at `url` to the newest schema. Safe to repeat: what has run is not run again. */
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

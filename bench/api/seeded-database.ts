import { join } from "node:path";
import { openDatabase } from "../../db/client.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import { startLibsqlProcess } from "../../dev/libsql/libsql-process.ts";
import { localSettings } from "../../dev/local-settings.ts";
import { seedTrader } from "./seed-trader.ts";

const SEED_TIMEOUT_MS = 120_000;

/** Starts a database with one trader. @returns it, its options, and the token of the trader's session */
export async function startSeededDatabase({ port, dir }: { port: number; dir: string }) {
  const authToken = localSettings(port).DATABASE_AUTH_TOKEN ?? "";
  const options = { port, file: join(dir, "bench.db"), authToken };
  const database = await startLibsqlProcess(options);
  await migrateDatabase({ url: database.url, authToken });
  const token = await seedTrader(openDatabase({ url: database.url, authToken, timeoutMs: SEED_TIMEOUT_MS }));
  return { ...database, options, token };
}

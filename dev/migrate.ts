import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "../db/client.ts";
import { migrateDatabase, readMigrationState } from "../db/migrate.ts";
import { encryptTotpSecrets } from "../worker/auth/encrypt-totp-secrets.ts";
import { settingsSchema } from "../worker/platform/env.ts";
import { fillSearchKeys } from "../worker/profile/fill-search-keys.ts";
import { type DatabaseAddress, dumpDatabase, dumpFileName } from "./database-dump.ts";

/**
 * `bun run migrate`: migrates the database that the environment names to the newest schema, and fills what SQL cannot
 * compute: the search keys of accounts. With TOTP_ENCRYPTION_KEYS set, it also encrypts stored TOTP secrets with the newest
 * key. Deploy that key to the Worker first.
 *
 * Before it changes a database that has something in it, it dumps it to a file and prints the file's name. The folder is
 * `backups`, or that of `--backup-dir DIR`; with `--no-backup` there is no dump. `--dry-run` prints what would be done.
 */
try {
  const { values } = parseArgs({
    options: {
      "backup-dir": { type: "string", default: "backups" },
      "no-backup": { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set");
  const database = { url, authToken: process.env.DATABASE_AUTH_TOKEN };
  const { TOTP_ENCRYPTION_KEYS } = process.env;
  // Read before anything is changed: a malformed key must not leave half of the work done.
  const keys = TOTP_ENCRYPTION_KEYS
    ? settingsSchema.pick({ TOTP_ENCRYPTION_KEYS: true }).parse({ TOTP_ENCRYPTION_KEYS }).TOTP_ENCRYPTION_KEYS
    : null;
  const { isEmpty, pending } = await readMigrationState(database);
  const changes = pending.length > 0 || keys !== null;
  if (values["dry-run"]) {
    console.info(pending.length === 0 ? "No migration is pending." : `Pending:\n${pending.join("\n")}`);
  } else {
    if (changes && !isEmpty && !values["no-backup"]) await backUp(database, values["backup-dir"]);
    await migrateDatabase(database);
    console.info("The database has the newest schema.");
    const accounts = pending.length > 0 ? await fillSearchKeys(openDatabase(database)) : 0;
    if (accounts > 0) console.info(`The search keys of ${accounts} accounts were filled.`);
    if (keys) {
      const count = await encryptTotpSecrets(openDatabase(database), keys);
      console.info(`${count} TOTP secrets were encrypted with key version ${keys[0]?.version}.`);
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Dumps the database. A dump that fails ends the run, so that nothing is changed without it. */
async function backUp(database: DatabaseAddress, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, dumpFileName(new Date(), "before-migration"));
  const rows = await dumpDatabase(database, file);
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
  console.info(`Backup: ${file} (${count} rows)`);
}

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "../db/client.ts";
import { migrateDatabase, readMigrationState, tablesOf } from "../db/migrate.ts";
import { encryptTotpSecrets } from "../worker/auth/encrypt-totp-secrets.ts";
import { encryptCards } from "../worker/identity/encrypt-cards.ts";
import { settingsSchema } from "../worker/platform/env.ts";
import { fillSearchKeys } from "../worker/profile/fill-search-keys.ts";
import { assertTyped } from "./backup/live-target.ts";
import { type DatabaseAddress, dumpDatabase, dumpFileName } from "./database-dump.ts";

/**
 * `bun run migrate`: migrates the database that the environment names to the newest schema, and fills what SQL cannot
 * compute: the search keys of accounts. With TOTP_ENCRYPTION_KEYS set, it also encrypts stored TOTP secrets, and what identity cards say,
 * with the newest key. Deploy that key to the Worker first.
 *
 * Before it changes a database that has something in it, it dumps it to a file and prints the file's name. The folder is
 * `backups`, or that of `--backup-dir DIR`; with `--no-backup` there is no dump. `--dry-run` prints what would be done.
 *
 * Before it changes a database with people's data it asks for its host, or takes it from `--live NAME`. It migrates no database of
 * something else, and none that a later version has migrated.
 */
try {
  const { values } = parseArgs({
    options: {
      live: { type: "string" },
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
  const { isEmpty, pending, isNewer } = await readMigrationState(database);
  const foreign = isEmpty ? await tablesOf(database) : [];
  if (foreign.length > 0)
    throw new Error(`The database has tables of something else: ${foreign.slice(0, 5).join(", ")}`);
  if (isNewer) throw new Error("A later version has migrated this database: check that version out.");
  const changes = [
    ...(pending.length > 0 ? [`Runs ${pending.length} migrations up to ${pending.at(-1)}.`] : []),
    ...(keys ? [`Encrypts the second factors and identity cards with key version ${keys[0]?.version}.`] : []),
    ...(values["no-backup"] ? ["There is no dump before it."] : []),
  ].join(" ");
  if (values["dry-run"]) {
    console.info(pending.length === 0 ? "No migration is pending." : `Pending:\n${pending.join("\n")}`);
  } else {
    if (!isEmpty && (pending.length > 0 || keys)) {
      assertTyped(database, { typed: values.live, reason: "it has people's data", what: changes });
      if (!values["no-backup"]) await backUp(database, values["backup-dir"]);
    }
    await migrateDatabase(database);
    console.info("The database has the newest schema.");
    const accounts = pending.length > 0 ? await fillSearchKeys(openDatabase(database)) : 0;
    if (accounts > 0) console.info(`The search keys of ${accounts} accounts were filled.`);
    if (keys) {
      const version = keys[0]?.version;
      const secrets = await encryptTotpSecrets(openDatabase(database), keys);
      console.info(`${secrets} TOTP secrets were encrypted with key version ${version}.`);
      const cards = await encryptCards(openDatabase(database), keys);
      if (cards > 0) console.info(`What ${cards} identity cards say was encrypted with key version ${version}.`);
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

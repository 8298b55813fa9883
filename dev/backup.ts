import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "../db/client.ts";
import { recordRun } from "../worker/platform/job-run-store.ts";
import { takeBackupFolder } from "./backup/backup-folder.ts";
import { BUCKETS, backupBucket, copyMissing, localPlaces, productionPlaces } from "./backup/places.ts";
import { dumpDatabase, dumpFileName } from "./database-dump.ts";

/**
 * `bun run backup [--to DIR]`: copies the database into a file of SQL, and what the folder does not have yet of images,
 * price tape and journal of money. It copies the running local stack (`PORT`, default 8787; `--data DIR`, default
 * `.data`), or with `--production` what `DATABASE_URL`, `DATABASE_AUTH_TOKEN`, `CLOUDFLARE_ACCOUNT_ID`, `R2_ACCESS_KEY_ID`
 * and `R2_SECRET_ACCESS_KEY` name. The folder has personal data: keep it where only operators read. A folder with backups of another
 * product is refused.
 */
const { values } = parseArgs({
  options: {
    to: { type: "string", default: "backups" },
    data: { type: "string", default: ".data" },
    production: { type: "boolean", default: false },
  },
});

const placesOf = () =>
  values.production
    ? productionPlaces()
    : localPlaces({ port: Number(process.env.PORT ?? 8787), dataDir: values.data });

try {
  const startedAt = performance.now();
  const places = placesOf();
  takeBackupFolder(values.to, places);
  const file = join(values.to, dumpFileName(new Date()));
  const rows = Object.values(await dumpDatabase(places.database, file)).reduce((sum, count) => sum + count, 0);
  console.info(`${file}: ${rows} rows`);
  for (const bucket of BUCKETS) {
    const copied = await copyMissing(places.bucket(bucket), backupBucket(values.to, bucket));
    console.info(`${bucket}: ${copied} new objects`);
  }
  // The admins' overview shows it.
  const db = openDatabase(places.database);
  await db.write([recordRun(db.query, "backup", Date.now())]);
  console.info(`The backup took ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await noteFailure();
  process.exit(1);
}

/** Records the failure, so that the admin on call gets a message. Without the database, the incident of a missed backup says it after 26 hours. */
async function noteFailure(): Promise<void> {
  try {
    const db = openDatabase(placesOf().database);
    await db.write([recordRun(db.query, "backup_failed", Date.now())]);
  } catch {
    console.error("The database does not know that it failed.");
  }
}

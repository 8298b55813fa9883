import { parseArgs } from "node:util";
import { migrateDatabase } from "../db/migrate.ts";
import { describeFaults } from "../worker/ledger/ledger-faults.ts";
import { assertObjectsBelong } from "./backup/backup-folder.ts";
import { assertMeant } from "./backup/live-target.ts";
import type { ObjectStore } from "./backup/object-store.ts";
import { BUCKETS, backupBucket, copyMissing, localPlaces, productionPlaces } from "./backup/places.ts";
import { readHead, readJournal } from "./backup/read-journal.ts";
import { restoreMoney } from "./backup/restore-money.ts";
import { restoreDump } from "./database-dump.ts";

/**
 * `bun run restore --into URL [--dump FILE]`: brings a copy of the database at `URL` (token: `RESTORE_AUTH_TOKEN`) to
 * what the journal of money has. With `--dump` the database must be empty, and a file of `bun run backup` is written into it first. The
 * journal is the one of the local stack (`--data DIR`, default `.data`), with `--production` the one that the
 * environment names as for `bun run backup`, or with `--journal DIR` the one in the folder of a backup.
 *
 * It first waits until the cron of the Worker has shipped the journal once more, which takes up to two minutes;
 * `--no-wait` takes the journal as it is, when there is no Worker any more. `--objects DIR` also puts what is missing
 * of images and price tape into their buckets, from the folder of a backup.
 *
 * A database that settings name, or that people used in the last quarter of an hour, is not restored into unless `--live NAME`
 * says its host.
 *
 * Exits with 1 when the ledger differs afterwards. `docs/restore.md` has the steps around it.
 */
const { values } = parseArgs({
  options: {
    into: { type: "string" },
    dump: { type: "string" },
    live: { type: "string" },
    journal: { type: "string" },
    objects: { type: "string" },
    data: { type: "string", default: ".data" },
    production: { type: "boolean", default: false },
    "no-wait": { type: "boolean", default: false },
  },
});

const WAIT_MS = 180_000;
const POLL_MS = 2_000;

try {
  if (!values.into) throw new Error("usage: bun run restore --into URL [--dump FILE] [--journal DIR] [--objects DIR]");
  const startedAt = Date.now();
  const target = { url: values.into, authToken: process.env.RESTORE_AUTH_TOKEN };
  const places = () =>
    values.production
      ? productionPlaces()
      : localPlaces({ port: Number(process.env.PORT ?? 8787), dataDir: values.data });
  const store = values.journal ? backupBucket(values.journal, "JOURNAL") : places().bucket("JOURNAL");
  if (!values["no-wait"] && !values.journal) await untilShipped(store);
  const journal = await readJournal(store);
  console.info(`The journal has ${journal.rows} rows in ${journal.entries} entries; its chain is whole.`);
  const { objects } = values;
  if (objects) await assertObjectsBelong(objects, places());
  // A dump goes into an empty database alone.
  if (!values.dump) await assertMeant(target, values.live, startedAt);
  if (values.dump) {
    const rows = Object.values(await restoreDump(values.dump, target)).reduce((sum, count) => sum + count, 0);
    console.info(`${values.dump}: ${rows} rows`);
  }
  await migrateDatabase(target);
  const report = await restoreMoney(target, journal, Date.now());
  console.info(`${report.appliedRows} rows of the journal are beyond the copy.`);
  const steps = Object.entries(report.seconds).map(([step, seconds]) => `${step} ${seconds.toFixed(1)} s`);
  console.info(`Written and checked: ${steps.join(", ")}.`);
  for (const { kind, id, before, after, amountCents } of report.findings) {
    const amount = amountCents === null ? "" : ` ${(amountCents / 100).toFixed(2)} USD`;
    console.info(`${kind} ${id}: ${before ?? "not in the copy"} -> ${after ?? "nowhere"}${amount}`);
  }
  if (objects) {
    for (const bucket of BUCKETS) {
      const copied = await copyMissing(backupBucket(objects, bucket), places().bucket(bucket));
      console.info(`${bucket}: ${copied} objects put back`);
    }
  }
  const { check } = report;
  for (const fault of describeFaults(check)) console.error(fault);
  console.info(`${check.entries} entries of ${check.transfers} transfers on ${check.accounts} accounts`);
  console.info(`The restore took ${((Date.now() - startedAt) / 1_000).toFixed(1)} s.`);
  console.info("Deposits and withdrawals are paused until two admins have approved the findings on the overview.");
  if (!check.isClean) throw new Error("THE LEDGER DIFFERS.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/**
 * Waits until the cron has shipped the journal once more: then the bucket has all that was answered before. The times that
 * are compared are the Worker's own, since this machine's clock may differ.
 */
async function untilShipped(store: ObjectStore): Promise<void> {
  console.info("Waiting until the Worker has shipped the journal once more ...");
  const sinceMs = Date.now();
  const shippedAtMs = async () => (await readHead(store))?.shippedAtMs;
  const before = await shippedAtMs();
  while ((await shippedAtMs()) === before) {
    if (Date.now() - sinceMs > WAIT_MS) {
      throw new Error("the Worker does not ship the journal: use --no-wait when there is none any more");
    }
    await Bun.sleep(POLL_MS);
  }
}

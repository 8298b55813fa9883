import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "../db/client.ts";
import { describeFaults } from "../worker/ledger/ledger-faults.ts";
import { recordRun } from "../worker/platform/job-run-store.ts";
import { drillRestore } from "./backup/drill.ts";
import { localPlaces, productionPlaces } from "./backup/places.ts";
import { dumpDatabase } from "./database-dump.ts";

/**
 * `bun run drill [--dump FILE]`: tries a restore without touching anything. It copies the database, or takes the dump of an
 * earlier backup, restores it with the journal of money into a database on this machine, and compares the money of both row
 * by row. It reads the running local stack (`PORT`, default 8787; `--data DIR`, default `.data`), or with `--production`
 * what the environment names as for `bun run backup`. The admins' overview shows when the last one succeeded.
 *
 * What is committed while it runs is left out. Exits with 1 and names each difference when there are any.
 */
const { values } = parseArgs({
  options: {
    dump: { type: "string" },
    data: { type: "string", default: ".data" },
    production: { type: "boolean", default: false },
  },
});

const dir = mkdtempSync(join(tmpdir(), "tonle-drill-copy-"));
try {
  const places = values.production
    ? productionPlaces()
    : localPlaces({ port: Number(process.env.PORT ?? 8787), dataDir: values.data });
  const dump = values.dump ?? join(dir, "copy.sql");
  if (!values.dump) await dumpDatabase(places.database, dump);
  const { report, comparison, seconds } = await drillRestore({
    dump,
    journal: places.bucket("JOURNAL"),
    live: places.database,
  });
  const { check, appliedRows } = report;
  console.info(
    `Restored ${check.transfers} transfers in ${seconds.toFixed(1)} s, ${appliedRows} rows from the journal.`,
  );
  console.info(`${comparison.rows} rows compared, ${comparison.differences.length} differences.`);
  for (const line of [...describeFaults(check), ...comparison.differences]) console.error(line);
  if (!check.isClean || comparison.differences.length > 0) throw new Error("THE RESTORE DIFFERS.");
  const db = openDatabase(places.database);
  await db.write([recordRun(db.query, "drill", Date.now())]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
}

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWorker } from "../../dev/built-worker.ts";
import { checkLedger } from "../../worker/ledger/check-ledger.ts";
import { markdownTable } from "../markdown-table.ts";
import { ADMIN_READS, type AdminRead } from "./admin-reads.ts";
import { inspectReads, type ReadCost, timeReads } from "./measure-reads.ts";
import { startSeededAdmin } from "./seeded-admin.ts";

/**
 * `bun bench/admin/admin.ts [--users 100000] [--calls 100] [--port 19500] [--plans] [--dir DIR] [--only PATH]...`: the admin API with so
 * many traders, ten transfers each. A folder is kept, and what was seeded into it is measured again. For every list, search and item: database round trips, the query plan, and p50 and p99
 * through the API of the built Worker on workerd.
 */

const { values } = parseArgs({
  options: {
    users: { type: "string", default: "100000" },
    calls: { type: "string", default: "100" },
    /** The Worker's port; the next two are the database's and the recording proxy's. */
    port: { type: "string", default: "19500" },
    plans: { type: "boolean", default: false },
    dir: { type: "string" },
    /** Only the reads of routes that begin so after `/api/admin/`. */
    only: { type: "string", multiple: true },
  },
});
const users = Number(values.users);
const calls = Number(values.calls);
const port = Number(values.port);

const isMeasured = ({ path }: AdminRead) =>
  values.only?.some((start) => path.startsWith(`/api/admin/${start}`)) ?? true;
const dir = values.dir ?? mkdtempSync(join(tmpdir(), "tonle-bench-"));
if (values.dir !== undefined) mkdirSync(dir, { recursive: true });
try {
  const workerModule = buildWorker(join(dir, "built"));
  const seeded = await startSeededAdmin({ dir, port, users, workerModule });
  try {
    const { samples, file, database, seededMs } = seeded;
    const { isClean, transfers, accounts } = await checkLedger(database.db);
    console.info(
      `${transfers} transfers, ${accounts} accounts, ${Math.round(Bun.file(file).size / 1e6)} MB, ` +
        `seeded in ${(seededMs / 1000).toFixed(0)} s; the ledger ${isClean ? "adds up" : "DIFFERS"}`,
    );
    const costs = await seeded.withWorker({ isRecorded: true }, (worker) =>
      inspectReads(worker, { samples, file, take: worker.take, reads: ADMIN_READS.filter(isMeasured) }),
    );
    await seeded.withWorker({ isRecorded: false }, (worker) => timeReads(worker, costs, { calls }));
    report(costs);
  } finally {
    await seeded.database.stop();
  }
} finally {
  if (values.dir === undefined) rmSync(dir, { recursive: true, force: true });
}

function report(costs: readonly ReadCost[]): void {
  console.info(
    markdownTable(costs, {
      read: ({ path }) => path.replace("/api/admin/", ""),
      of: ({ name }) => name,
      trips: ({ trips }) => trips?.toString() ?? "one a page",
      plan: ({ plans }) => describePlans(plans),
      "p50 ms": ({ ms, failed }) => failed ?? quantile(ms, 0.5),
      "p99 ms": ({ ms }) => quantile(ms, 0.99),
    }),
  );
  if (!values.plans) return;
  for (const { path, name, plans } of costs) {
    console.info(`\n${path} ${name}\n${plans.map(({ steps }) => steps.join("\n  ")).join("\n--\n  ")}`);
  }
}

function describePlans(plans: ReadCost["plans"]): string {
  const scans = plans.flatMap((plan) => plan.scans);
  if (scans.length > 0) return scans.join("; ");
  const named = (how: string, which: "walks" | "fewRows") =>
    [...new Set(plans.flatMap((plan) => plan[which]))].map((index) => `${how} ${index}`);
  return ["by index", ...named("along", "walks"), ...named("all of", "fewRows")].join(", ");
}

function quantile(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);
}

import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import Engine from "libsql";
import { migrateDatabase } from "../../db/migrate.ts";
import { folderStore } from "../../dev/backup/object-store.ts";
import { readHead, readJournal } from "../../dev/backup/read-journal.ts";
import { restoreMoney } from "../../dev/backup/restore-money.ts";
import { dumpDatabase, restoreDump } from "../../dev/database-dump.ts";
import { startLibsqlProcess } from "../../dev/libsql/libsql-process.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import { describeFaults } from "../../worker/ledger/ledger-faults.ts";
import { seedAdmin } from "../admin/seed-admin.ts";
import { seedOtherWithdrawals, seedPaidDeposits } from "../admin/seed-money.ts";
import { listPeople, type Seed } from "../admin/seed-sql.ts";
import { cpuMs } from "../fan-out/process-usage.ts";
import { writeJournal } from "./write-journal.ts";

/**
 * `bun bench/restore/restore.ts [--transfers 1000000] [--kept 125000] [--beyond 50000] [--port 19700]`: how long a backup
 * and a restore of a database with so many transfers take, step by step, and the peak memory of each program and of its
 * database.
 *
 * The database is two years of the admin's bench. `--kept` transfers more are in the journal and in the copy, as the months for which
 * segments are kept are; `--beyond` transfers are in the journal alone. Each step is a process of its own; `--dir DIR` keeps the
 * files, and with it `--step seed|dump|restore` runs one step.
 */

const STEPS = ["seed", "dump", "restore"] as const;
/** The seed: each trader has ten transfers, and in a round of the journal two. */
const TRANSFERS_EACH = 10;
const ROUND_TRANSFERS_EACH = 2;
/** The rounds after those of the seed. */
const KEPT_ROUND = 11;
const BEYOND_ROUND = 13;
const ROUNDS_MS = 3 * 66 * DAY_MS;

const { values } = parseArgs({
  options: {
    transfers: { type: "string", default: "1000000" },
    kept: { type: "string", default: "125000" },
    beyond: { type: "string", default: "50000" },
    /** The database's port; the next one is that of the restored database. */
    port: { type: "string", default: "19700" },
    dir: { type: "string" },
    step: { type: "string" },
  },
});
const port = Number(values.port);
const dir = values.dir ?? mkdtempSync(join(tmpdir(), "tonle-bench-restore-"));
const [file, dump, restored] = ["live.db", "copy.sql", "restored.db"].map((name) => join(dir, name)) as [
  string,
  string,
  string,
];
const journal = folderStore(join(dir, "journal"));

const RUN = {
  async seed() {
    const empty = await startLibsqlProcess({ port, file });
    await migrateDatabase({ url: empty.url });
    // The seed needs exclusive access to the file.
    await empty.stop();
    const seed = seedOf(Number(values.transfers));
    await timed("seed", async () => seedAdmin({ ...seed, file, hasStatements: true }));
    await addRounds(seed, { transfers: Number(values.kept), round: KEPT_ROUND });
    console.info(`database: ${megabytes(statSync(file).size)}`);
  },

  async dump() {
    const live = await startLibsqlProcess({ port, file });
    await timed("dump", () => dumpDatabase({ url: live.url }, dump), live.pid);
    console.info(`dump: ${megabytes(statSync(dump).size)}; ${memoryOf(process.pid, live.pid)}`);
    await live.stop();
    await addRounds(seedOf(Number(values.transfers)), { transfers: Number(values.beyond), round: BEYOND_ROUND });
  },

  async restore() {
    const target = await startLibsqlProcess({ port: port + 1, file: restored });
    const startedAt = performance.now();
    const rows = await timed("dump written", () => restoreDump(dump, { url: target.url }), target.pid);
    await migrateDatabase({ url: target.url });
    const stored = await timed("journal checked", () => readJournal(journal), target.pid);
    const report = await timed(
      "journal replayed",
      () => restoreMoney({ url: target.url }, stored, Date.now()),
      target.pid,
    );
    console.info(`all: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    for (const [step, seconds] of Object.entries(report.seconds)) console.info(`  ${step}: ${seconds.toFixed(1)} s`);
    console.info(
      `${sum(Object.values(rows))} rows of the dump, ${stored.rows} of the journal in ${stored.entries} entries`,
    );
    console.info(`${report.appliedRows} rows written from the journal, ${report.findings.length} findings`);
    const { check } = report;
    console.info(
      `${check.transfers} transfers, ${check.entries} entries; the ledger ${check.isClean ? "adds up" : "DIFFERS"}`,
    );
    for (const fault of describeFaults(check)) console.error(fault);
    console.info(memoryOf(process.pid, target.pid));
    await target.stop();
  },
};

if (values.step !== undefined) {
  const step = STEPS.find((one) => one === values.step);
  if (!step || !values.dir) throw new Error(`--step takes ${STEPS.join(", ")}, and --dir`);
  await RUN[step]();
} else {
  mkdirSync(dir, { recursive: true });
  try {
    for (const step of STEPS) {
      const command = [process.execPath, import.meta.path, ...process.argv.slice(2), "--dir", dir, "--step", step];
      const child = Bun.spawn(command, { stdio: ["ignore", "inherit", "inherit"] });
      if ((await child.exited) !== 0) throw new Error(`${step} failed`);
    }
  } finally {
    if (!values.dir) rmSync(dir, { recursive: true, force: true });
  }
}

/** The seed of so many transfers, whose last rounds end now. */
function seedOf(transfers: number) {
  return { users: transfers / TRANSFERS_EACH, nowMs: Date.now() - ROUNDS_MS };
}

/** Adds paid deposits and withdrawals of some traders, and moves their rows into the journal. */
async function addRounds(given: Omit<Seed, "engine">, { transfers, round }: { transfers: number; round: number }) {
  const engine = new Engine(file);
  engine.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON");
  listPeople({ ...given, engine });
  const seed = { ...given, users: transfers / ROUND_TRANSFERS_EACH, engine, keepsJournal: true };
  await timed(`${transfers} transfers with journal`, async () => {
    seedPaidDeposits(seed, { round });
    seedOtherWithdrawals(seed, round + 1);
    await writeJournal(engine, journal, (await readHead(journal)) ?? undefined);
  });
  engine.close();
}

/** Runs a part and prints how long it took, with the CPU of this program and of its database. @param database its process */
async function timed<T>(name: string, run: () => Promise<T>, database?: number): Promise<T> {
  const startedAt = performance.now();
  const cpu = () => cpuMs(process.pid) + (database === undefined ? 0 : cpuMs(database));
  const before = cpu();
  const result = await run();
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  console.info(`${name}: ${seconds(performance.now() - startedAt)}, ${seconds(cpu() - before)} of CPU`);
  return result;
}

/** The peak memory of a program and of its database. Source: proc(5), VmHWM */
function memoryOf(program: number, database: number): string {
  const peak = (pid: number) =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]) * 1024;
  return `peak memory: program ${megabytes(peak(program))}, database ${megabytes(peak(database))}`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

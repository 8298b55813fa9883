import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { startBareWorkerd } from "../bare-workerd.ts";
import { buildWorker } from "../built-worker.ts";
import { type CrashStack, startCrashStack } from "../crash/crash-stack.ts";
import { dumpDatabase, restoreDump } from "../database-dump.ts";
import { startLibsqlServer } from "../libsql/server.ts";
import { hash } from "../price-source/hash.ts";
import { SeededChance } from "../seeded-chance.ts";
import { FAULT_PATH, type JournalFault, SHIP_PATH } from "../test/journal-faults.ts";
import { LONG_DATABASE_LIMITS } from "../test/long-database-limits.ts";
import { commitImport, newTicket, reverseImport, sentRow, stageFile } from "../test/test-imports.ts";
import { creditTrader, databaseOf } from "../test/test-money.ts";
import { type Admin, newAdmin } from "../test/test-people.ts";
import { approve, askForWithdrawal, complete, fundedTrader, oddPayment } from "../test/test-withdrawals.ts";
import { compareMoney } from "./compare-money.ts";
import { changedSince, drillRestore } from "./drill.ts";
import { type Answered, DrillTrader } from "./drill-load.ts";
import { simulatedBucket } from "./object-store.ts";
import { readJournal } from "./read-journal.ts";
import { restoreMoney } from "./restore-money.ts";

setDefaultTimeout(1_200_000);

/** `CRASH_SEED` repeats a run: what the traders do, when the copy is made, and how each kill point fails. */
const SEED = Number(process.env.CRASH_SEED ?? 20_261_126);
/** Fewer in `bun run test:long` than in a soak, which sets a seed. */
const KILL_POINTS = process.env.CRASH_SEED ? 20 : 8;
const TRADERS = 4;
/** How old the copy is: what the hosted database's own restore may miss. */
const MISSED_MS = 15_000;

let dir: string;
let stack: CrashStack;
/** The settings of the Worker after its next crash. */
const overrides: Record<string, string> = {};
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "tonle-drill-test-"));
  const file = buildWorker(dir, join(import.meta.dir, "../test/faulty-journal-worker.ts"));
  stack = await startCrashStack({
    startWorker: (options) => startBareWorkerd({ ...options, file, settings: { ...options.settings, ...overrides } }),
  });
}, 600_000);
afterAll(async () => {
  await stack?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const letJournal = (fault: JournalFault) => fetch(`${stack.origin}${FAULT_PATH}${fault}`);
const ship = () => fetch(`${stack.origin}${SHIP_PATH}`);
const journalStore = () => simulatedBucket(stack.dataDir, "tonle-journal");
const live = () => ({ url: stack.urls.libsql, authToken: stack.settings.DATABASE_AUTH_TOKEN });

async function drillTraders(seed: number): Promise<DrillTrader[]> {
  const traders = await Promise.all(Array.from({ length: TRADERS }, () => fundedTrader(stack, 5_000)));
  return traders.map((trader, i) => new DrillTrader(stack, trader, hash(seed, i)));
}

const actAll = (traders: readonly DrillTrader[], times: number) =>
  Promise.all(
    traders.map(async (trader) => {
      for (let i = 0; i < times; i++) await trader.act();
    }),
  );

/** The answered records that a database does not have. */
async function missingOf(url: string, answered: readonly Answered[]): Promise<Answered[]> {
  const db = databaseOf({ settings: stack.settings, urls: { libsql: url } });
  const [{ rows }] = await db.read([
    db.query.run(sql`SELECT id, amount_cents FROM withdrawals UNION ALL SELECT id, amount_cents FROM deposits`),
  ]);
  const known = new Map(rows.map(({ id, amount_cents }) => [String(id), Number(amount_cents)]));
  return answered.filter(({ id, amount }) => known.get(id) !== amount * 100);
}

/** How a kill point fails: what is between the commit and the answer of the last requests. */
const KILLS = {
  "committed and not appended": async ([trader]: readonly DrillTrader[]) => {
    await letJournal("away");
    await trader?.withdraw();
  },
  "appended and not answered": async ([trader]: readonly DrillTrader[]) => {
    await letJournal("lost");
    await trader?.withdraw();
  },
  "appended twice": async ([trader]: readonly DrillTrader[]) => {
    await letJournal("lost");
    await trader?.withdraw();
    await letJournal("none");
    const request = trader?.unanswered.pop();
    if (request) expect(await trader?.send(request)).toBe(201);
  },
  "the journal away": async (traders: readonly DrillTrader[]) => {
    await letJournal("away");
    await actAll(traders, 2);
  },
};

test(`${KILL_POINTS} kill points lose no answered cent and double none (seed ${SEED})`, async () => {
  const chance = new SeededChance(hash(SEED, 7));
  const everyone: DrillTrader[] = [];
  const admin = await newAdmin(stack);
  const totals = { rows: 0, applied: 0 };
  for (let point = 0; point < KILL_POINTS; point++) {
    // Every kind is met before chance decides.
    const names = Object.keys(KILLS) as (keyof typeof KILLS)[];
    const kind = (point < names.length ? names[point] : chance.oneOf(names)) ?? "the journal away";
    // New ones each time: how much one may ask for in a day is limited.
    const traders = await drillTraders(hash(SEED, 100 + point));
    everyone.push(...traders);
    await actAll(traders, 1 + Math.floor(chance.next() * 4));
    const dump = join(dir, `copy-${point}.sql`);
    await dumpDatabase(live(), dump);
    await actAll(traders, 1 + Math.floor(chance.next() * 6));
    if (chance.next() < 0.5) await moveBesides(admin, traders);
    await KILLS[kind](traders);
    await ship();
    const { report, comparison, seconds } = await drillRestore({
      dump,
      journal: journalStore(),
      live: live(),
      onRestored: async ({ url }) => {
        const answered = everyone.flatMap((trader) => trader.answered);
        expect(await missingOf(url, answered)).toEqual([]);
      },
    });
    expect([kind, comparison.differences, report.check.isClean]).toEqual([kind, [], true]);
    totals.rows += comparison.rows;
    totals.applied += report.appliedRows;
    rmSync(dump);
    console.info(`kill point ${point}, ${kind}: ${comparison.rows} rows equal, ${seconds.toFixed(1)} s`);
    await letJournal("none");
    // Sends again what had no answer: its key makes it once.
    for (const trader of traders) {
      for (const request of trader.unanswered.splice(0)) await trader.send(request);
    }
  }
  const db = databaseOf(stack);
  const [{ rows: doubled }] = await db.read([
    db.query.run(sql`SELECT request_message FROM withdrawals GROUP BY request_message HAVING count(*) > 1`),
  ]);
  expect(doubled).toEqual([]);
  console.info(`${KILL_POINTS} kill points: ${totals.rows} rows compared, ${totals.applied} from the journal`);
});

/** Money that admins move: payouts, an import with its reversal, a payment that fits no code, a program of the operator. */
async function moveBesides(admin: Admin, [trader]: readonly DrillTrader[]): Promise<void> {
  if (!trader) return;
  await creditTrader(databaseOf(stack), trader.trader.userId, 25);
  const id = await stageFile(admin, trader.trader, [sentRow(newTicket()), sentRow(newTicket(), { profitLoss: 4.5 })]);
  await commitImport(admin, id);
  if (trader.answered.length % 2 === 0) await reverseImport(admin, id);
  const withdrawal = trader.answered.findLast(({ kind }) => kind === "withdrawal");
  if (withdrawal && (await approve(admin, withdrawal.id)).status === 200) await complete(admin, withdrawal.id);
}

afterEach(() => letJournal("none"));

test("a copy that misses its last 15 s becomes the product again: every row, and nothing is paid twice", async () => {
  const [admin, colleague] = [await newAdmin(stack, "Dara"), await newAdmin(stack, "Maly")];
  const traders = await drillTraders(SEED + 1);
  await actAll(traders, 10);
  const dump = join(dir, "copy.sql");
  await dumpDatabase(live(), dump);
  const copiedAt = Date.now();
  while (Date.now() - copiedAt < MISSED_MS) {
    await actAll(traders, 3);
    await moveBesides(admin, traders);
  }
  await oddPayment(stack, await fundedTrader(stack, 50), { amount: 20 });
  const first = traders[0];
  if (!first) throw new Error("no trader");
  const paid = await askForWithdrawal(stack, 100);
  expect((await approve(admin, paid.id)).status).toBe(200);
  expect((await complete(admin, paid.id)).status).toBe(200);

  // Killed while requests are under way.
  const underWay = Promise.all(traders.map((trader) => trader.withdraw()));
  await stack.crashWorker();
  await underWay;
  await ship();

  const startedAt = performance.now();
  const server = startLibsqlServer({
    port: 0,
    file: join(dir, "restored.db"),
    authToken: stack.settings.DATABASE_AUTH_TOKEN,
    limits: LONG_DATABASE_LIMITS,
  });
  const target = { url: server.url, authToken: stack.settings.DATABASE_AUTH_TOKEN };
  await restoreDump(dump, target);
  const journal = await readJournal(journalStore());
  const report = await restoreMoney(target, journal, Date.now());
  const seconds = (performance.now() - startedAt) / 1_000;
  expect(report.check.isClean).toBe(true);
  const restored = databaseOf({ settings: stack.settings, urls: { libsql: server.url } });
  const before = databaseOf(stack);
  const comparison = await compareMoney(before, restored, await changedSince(before, journal, journal));
  expect(comparison.differences).toEqual([]);
  const kinds = new Set(report.findings.map(({ kind }) => kind));
  expect([...kinds]).toEqual(expect.arrayContaining(["withdrawal", "deposit", "exception", "import", "person"]));
  const answered = traders.flatMap((trader) => trader.answered);
  expect(await missingOf(server.url, answered)).toEqual([]);

  // The product runs on the restored database from here; the journal takes its rows, and none of the old database.
  overrides.DATABASE_URL = server.url;
  await stack.crashWorker();
  expect((await first.trader.get("/api/user/balance")).status).toBe(401);
  for (const { trader } of traders) {
    expect((await trader.post("/api/auth/login", { email: trader.email, password: trader.password })).status).toBe(200);
  }
  expect((await first.trader.post("/api/deposit/generate-khqr", { amount: 10 })).body.code).toBe("paused");
  const paused = { amount: 5, key: "after-the-restore" };
  expect(await first.send(paused)).toBe(503);

  for (const one of [admin, colleague]) await logIn(one);
  const { recovery } = (await admin.get("/api/admin/overview")).body.overview;
  expect(recovery.review.findingCount).toBe(report.findings.length);
  expect((await complete(admin, paid.id)).body.code).toBe("wrong_state");
  const path = `/api/admin/restores/${report.restoreId}/approve`;
  const body = { findingCount: report.findings.length };
  expect((await admin.post(path, { findingCount: body.findingCount + 1 })).status).toBe(409);
  for (let i = 0; i < 2; i++) expect((await admin.post(path, body)).body.approvals).toEqual({ have: 1, need: 2 });
  expect((await first.trader.post("/api/deposit/generate-khqr", { amount: 10 })).body.code).toBe("paused");
  expect((await colleague.post(path, body)).body.approvals).toEqual({ have: 2, need: 2 });
  expect((await colleague.post(path, body)).status).toBe(409);

  // What had no answer is sent again with its key, and exists once.
  for (const trader of traders) {
    // 201, or what limits a trader's requests.
    for (const request of trader.unanswered.splice(0)) expect([201, 400, 429]).toContain(await trader.send(request));
  }
  const db = databaseOf({ settings: stack.settings, urls: { libsql: server.url } });
  const [{ rows: doubled }, { rows: payouts }] = await db.read([
    db.query.run(sql`SELECT request_message FROM withdrawals GROUP BY request_message HAVING count(*) > 1`),
    db.query.run(sql`SELECT count(*) AS n FROM transfers WHERE reference = ${`withdrawal:${paid.id}:complete`}`),
  ]);
  expect([doubled, Number(payouts[0]?.n)]).toEqual([[], 1]);
  await stack.wrangler.runCron();
  const again = await readJournal(journalStore());
  expect(again.head?.completeUpTo).toBe(again.newest);

  // A Worker that still has the old database moves nothing.
  delete overrides.DATABASE_URL;
  await stack.crashWorker();
  const old = await fundedTrader(stack, 40);
  expect((await old.post("/api/deposit/generate-khqr", { amount: 10 })).status).toBe(503);
  console.info(
    `restored ${report.check.transfers} transfers in ${seconds.toFixed(1)} s, ${report.appliedRows} rows from the journal; ${comparison.rows} rows compared`,
  );
  await server.stop();
});

async function logIn(admin: Admin): Promise<void> {
  const { email, password } = admin;
  const reply = await admin.post("/api/admin/login", { email, password, code: admin.unusedCode() });
  if (reply.status !== 200) throw new Error(`an admin cannot log in: ${JSON.stringify(reply.body)}`);
}

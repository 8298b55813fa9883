import { beforeEach, expect, type Mock, setDefaultTimeout, spyOn, test } from "bun:test";
import { asc, eq, like } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import {
  accountMarks,
  accounts,
  auditLog,
  deposits,
  jobRuns,
  ledgerChecks,
  pauses,
  withdrawals,
} from "../../db/schema/index.ts";
import { behindTriggers, setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson, creditTrader } from "../../dev/test/test-money.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { resumeWithdrawals } from "./resume-withdrawals.ts";
import { watchLedger } from "./watch-ledger.ts";

setDefaultTimeout(600_000);

/** Noon in Phnom Penh, far from the nightly check. */
const NOON_MS = Date.UTC(2026, 0, 15, 5);

const database = setUpDatabase();
let db: Database;
let nowMs = NOON_MS;
const watch = () => watchLedger({ db, now: () => nowMs });
const later = (ms: number) => {
  nowMs += ms;
};

let log: Mock<typeof console.info>;
const alerts = () => log.mock.calls.map(([line]) => JSON.parse(line)).filter(({ alert }) => alert);

let people = 0;
/** The test's own trader, with 100 dollars; the ledger is checked up to the test before. */
let trader = "";
beforeEach(async () => {
  log = spyOn(console, "info").mockImplementation(() => {});
  db = database.db;
  nowMs += 48 * HOUR_MS;
  await watch();
  trader = `trader${people++}`;
  await addPerson(db, trader);
  await creditTrader(db, trader, 100);
});

const setBalance = (cents: number) =>
  behindTriggers(
    db,
    ["accounts_follow_entries"],
    [
      db.query
        .update(accounts)
        .set({ balanceCents: cents })
        .where(eq(accounts.id, `available:${trader}`)),
    ],
  );
const pauseNow = async () => (await db.read([db.query.select().from(pauses)]))[0][0];
const markOf = async () =>
  (
    await db.read([
      db.query
        .select()
        .from(accountMarks)
        .where(eq(accountMarks.accountId, `available:${trader}`)),
    ])
  )[0][0];
const pauseRecords = async () => {
  const [rows] = await db.read([
    db.query.select().from(auditLog).where(like(auditLog.action, "withdrawals.%")).orderBy(asc(auditLog.sequence)),
  ]);
  return rows.map(({ actor, action }) => `${actor} ${action}`);
};

test("new entries are checked every five minutes, and the marks move forward", async () => {
  later(MINUTE_MS);
  expect(await watch()).toEqual({});
  expect(await markOf()).toBeUndefined();
  later(4 * MINUTE_MS);
  expect(await watch()).toEqual({ newFaults: 0 });
  expect(await markOf()).toMatchObject({ balanceCents: 10_000 });
  await creditTrader(db, trader, 50);
  later(5 * MINUTE_MS);
  expect(await watch()).toEqual({ newFaults: 0 });
  expect(await markOf()).toMatchObject({ balanceCents: 15_000 });
});

test("overlapping runs check once", async () => {
  later(5 * MINUTE_MS);
  const ran = await Promise.all(Array.from({ length: 5 }, watch));
  expect(ran.filter(({ newFaults }) => newFaults === 0)).toHaveLength(1);
});

test("everything is checked once a night, and again when the check was not finished", async () => {
  later(24 * HOUR_MS);
  expect(await watch()).toEqual({ newFaults: 0, wholeFaults: 0 });
  later(HOUR_MS);
  expect(await watch()).toEqual({ newFaults: 0 });
  await db.write([db.query.delete(jobRuns).where(eq(jobRuns.job, "ledger_whole"))]);
  later(HOUR_MS);
  expect(await watch()).toEqual({ newFaults: 0, wholeFaults: 0 });
});

test("a difference in new entries pauses withdrawals, once, until an operator resumes them on a clean ledger", async () => {
  const before = await pauseRecords();
  await setBalance(10_001);
  later(5 * MINUTE_MS);
  expect(await watch()).toEqual({ newFaults: 2 });
  later(5 * MINUTE_MS);
  expect(await watch()).toEqual({ newFaults: 2 });
  expect(await pauseNow()).toMatchObject({ what: "withdrawals", sinceMs: nowMs - 5 * MINUTE_MS });
  expect((await pauseNow())?.reason).toContain(`available:${trader}: balance 10001 cents, entries 10000 cents`);
  expect(await markOf()).toBeUndefined();
  expect(alerts()).toMatchObject([
    { event: "ledger_differs", faults: 2 },
    { event: "ledger_differs", faults: 2 },
  ]);

  const request = db.write([
    db.query.insert(withdrawals).values({
      id: crypto.randomUUID(),
      userId: trader,
      amountCents: 1,
      status: "pending",
      approvalsNeeded: 1,
      paymentMethod: "Bank Transfer",
      bankName: "ABA",
      accountId: "1",
      requestMessage: "x",
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    }),
  ]);
  expect(refusedBy(await request.catch((error: unknown) => error), "withdrawals_paused")).toBe(true);

  expect((await resumeWithdrawals(db, nowMs)).wasPaused).toBeNull();
  expect(await pauseNow()).toBeDefined();
  await setBalance(10_000);
  expect((await resumeWithdrawals(db, nowMs)).wasPaused).toBe(true);
  expect(await pauseNow()).toBeUndefined();
  expect(await markOf()).toMatchObject({ balanceCents: 10_000 });
  expect((await resumeWithdrawals(db, nowMs)).wasPaused).toBe(false);
  expect((await pauseRecords()).slice(before.length)).toEqual([
    "system withdrawals.paused",
    "system withdrawals.resumed",
  ]);
});

test("each check records its result and time, and resuming on a clean ledger resets it", async () => {
  const found = async () => {
    const [rows] = await db.read([db.query.select().from(ledgerChecks).orderBy(asc(ledgerChecks.job))]);
    return rows.map(({ job, checkedAtMs, faultCount, faults }) => [job, checkedAtMs, faultCount, JSON.parse(faults)]);
  };
  later(5 * MINUTE_MS);
  await watch();
  const [, whole] = await found();
  expect(await found()).toEqual([["ledger_new", nowMs, 0, []], whole ?? []]);
  await setBalance(10_001);
  later(24 * HOUR_MS);
  await watch();
  const differs = [`available:${trader}: balance 10001 cents, entries 10000 cents`, expect.any(String)];
  expect(await found()).toEqual([
    ["ledger_new", nowMs, 0, []],
    ["ledger_whole", nowMs, 2, differs],
  ]);
  await setBalance(10_000);
  await resumeWithdrawals(db, nowMs + 1);
  expect(await found()).toEqual([
    ["ledger_new", nowMs + 1, 0, []],
    ["ledger_whole", nowMs + 1, 0, []],
  ]);
});

test("the nightly check finds a difference that no new entry reveals", async () => {
  later(5 * MINUTE_MS);
  expect(await watch()).toEqual({ newFaults: 0 });
  const id = crypto.randomUUID();
  const odd = {
    id,
    userId: trader,
    amountCents: 5_000,
    status: "pending" as const,
    billNumber: id,
    qrString: id,
    md5Hash: id,
    createdAtMs: 0,
    updatedAtMs: 0,
    expiresAtMs: 0,
  };
  await behindTriggers(
    db,
    ["deposits_state_machine"],
    [
      db.query.insert(deposits).values(odd),
      db.query.update(deposits).set({ status: "paid", paidAtMs: 0, settlementHash: id }).where(eq(deposits.id, id)),
    ],
  );
  later(5 * MINUTE_MS);
  expect(await watch()).toEqual({ newFaults: 0 });
  later(24 * HOUR_MS);
  // Both accounts, and the code for which nothing was credited.
  expect(await watch()).toEqual({ newFaults: 0, wholeFaults: 3 });
  expect((await pauseNow())?.reason).toContain("house:khqr");

  await behindTriggers(db, ["deposits_never_deleted"], [db.query.delete(deposits).where(eq(deposits.id, id))]);
  expect((await resumeWithdrawals(db, nowMs)).wasPaused).toBe(true);
});

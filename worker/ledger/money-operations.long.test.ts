import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { accounts, auditLog, deposits, entries, transfers, withdrawals } from "../../db/schema/index.ts";
import { localSettings } from "../../dev/local-settings.ts";
import { startMail } from "../../dev/mail/server.ts";
import { type MoneyOperation, MoneyWorkload, TRADERS } from "../../dev/money-workload.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { fc } from "../../web/test/property.ts";
import { markUpTo } from "./account-mark-store.ts";
import { checkLedger } from "./check-ledger.ts";
import { checkNewEntries } from "./check-new-entries.ts";
import { describeFaults } from "./ledger-faults.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();
let mail: { url: string; stop(): Promise<void> };
let db: Database;
let workload: MoneyWorkload;

beforeAll(async () => {
  mail = startMail({ port: 0, apiKey: localSettings(0).MAIL_API_KEY });
  db = database.db;
  workload = await MoneyWorkload.prepare(db, { database: database.url, mail: mail.url });
});
afterAll(() => mail.stop());

const RUNS = 45;
const AT_ONCE = 6;

const few = fc.nat({ max: 9 });
const person = fc.nat({ max: TRADERS.length - 1 });
const act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("open_deposit" as const),
      slot: few,
      trader: person,
      amountCents: fc.integer({ min: 1_000, max: 100_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant("end_deposit" as const),
      slot: few,
      status: fc.constantFrom("cancelled" as const, "expired" as const, "failed" as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("pay_deposit" as const), slot: few }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant("request" as const),
      trader: person,
      key: few,
      amountCents: fc.integer({ min: 1, max: 60_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("cancel" as const), trader: person, pick: fc.nat() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constantFrom("approve" as const, "complete" as const, "reject" as const),
      pick: fc.nat(),
    }),
  },
);
const fault = fc.record({
  fault: fc.constantFrom("none" as const, "none" as const, "abort" as const, "lost" as const),
  failAt: fc.nat({ max: 50 }),
});
const operation: fc.Arbitrary<MoneyOperation> = fc.tuple(act, fault).map(([what, how]) => ({ ...what, ...how }));

test("thousands of money operations in any order, with repeats, races and failures, keep every rule", async () => {
  let performed = 0;
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 60, maxLength: 100 }), async (operations) => {
      performed += operations.length;
      await workload.run(operations, AT_ONCE, run++);
      const check = await checkLedger(db);
      expect(describeFaults(check)).toEqual([]);
      expect(check.totalCents).toBe(0);
      const recent = await checkNewEntries(db);
      expect(describeFaults(recent)).toEqual([]);
      await db.write([markUpTo(db.query, recent.lastEntryId)]);
    }),
    // Shrinking is useless here: what one run leaves in the database belongs to the next.
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(performed).toBeGreaterThan(3_000);
  expectEverythingHappened(workload);
  await expectAcknowledgedOnce();
});

/** Asserts that every kind of event occurred; otherwise the test would prove nothing. */
function expectEverythingHappened({ met, acknowledged }: MoneyWorkload): void {
  const expected = [
    "aborted",
    "lost",
    "insufficient_funds",
    "wrong_state",
    "key_reused",
    "too_many_pending",
    "not_found",
    "transfers.kind",
  ];
  for (const name of expected) expect([name, (met.get(name) ?? 0) > 0]).toEqual([name, true]);
  expect(acknowledged.paid.size).toBeGreaterThan(50);
  expect(acknowledged.requested.size).toBeGreaterThan(100);
  const decided = new Set([...acknowledged.decided.values()].flatMap((acts) => [...acts]));
  expect([...decided].sort()).toEqual(["approved", "completed", "rejected"]);
}

/** Asserts that everything acknowledged is stored completely and once, and nothing else is. */
async function expectAcknowledgedOnce(): Promise<void> {
  const { query } = db;
  const { paid, requested, decided } = workload.acknowledged;
  const [paidRows, rows, movements, records, balances] = await db.read([
    query.select({ id: deposits.id }).from(deposits).where(eq(deposits.status, "paid")),
    query.select().from(withdrawals),
    query
      .select({ reference: transfers.reference, accountId: entries.accountId, amountCents: entries.amountCents })
      .from(entries)
      .innerJoin(transfers, eq(transfers.id, entries.transferId))
      .orderBy(asc(entries.id)),
    query.select({ action: auditLog.action, subject: auditLog.subject }).from(auditLog).orderBy(asc(auditLog.sequence)),
    query.select({ id: accounts.id, balanceCents: accounts.balanceCents }).from(accounts),
  ]);
  const movementsOf = Map.groupBy(movements, ({ reference }) => reference);
  const moved = (reference: string) =>
    (movementsOf.get(reference) ?? []).map(({ accountId, amountCents }) => [accountId, amountCents]);
  const recordsOf = Map.groupBy(records, ({ subject }) => subject);
  let transfersExpected = 0;

  expect(paidRows.map(({ id }) => id).sort()).toEqual([...paid.keys()].sort());
  for (const [id, { trader, amountCents }] of paid) {
    transfersExpected += 1;
    expect(moved(`deposit:${id}`)).toEqual([
      ["house:khqr", -amountCents],
      [`available:${trader}`, amountCents],
    ]);
  }

  const requests = [...requested.values()];
  expect(rows.map(({ id }) => id).sort()).toEqual(requests.map(({ id }) => id).sort());
  const byId = new Map(rows.map((row) => [row.id, row]));
  const available = new Map<string, number>();
  const held = new Map<string, number>();
  const add = (to: Map<string, number>, trader: string, amountCents: number) =>
    to.set(trader, (to.get(trader) ?? 0) + amountCents);
  for (const { trader, amountCents } of paid.values()) add(available, trader, amountCents);
  for (const { id, trader, amountCents } of requests) {
    const row = byId.get(id);
    expect(row).toMatchObject({ userId: trader, amountCents });
    const status = row?.status ?? "";
    const decisions = decided.get(id) ?? new Set();
    if (decisions.has("completed")) expect(status).toBe("completed");
    else if (decisions.has("rejected")) expect(status).toBe("rejected");
    else if (decisions.has("approved")) expect(["approved", "completed", "rejected"]).toContain(status);

    const isOver = status === "completed" || status === "rejected";
    const end = status === "completed" ? "house:payout" : `available:${trader}`;
    expect(moved(`withdrawal:${id}:request`)).toEqual([
      [`available:${trader}`, -amountCents],
      [`held:${trader}`, amountCents],
    ]);
    const ending = [
      [`held:${trader}`, -amountCents],
      [end, amountCents],
    ];
    expect(moved(`withdrawal:${id}:complete`)).toEqual(status === "completed" ? ending : []);
    expect(moved(`withdrawal:${id}:reject`)).toEqual(status === "rejected" ? ending : []);
    transfersExpected += isOver ? 2 : 1;
    if (status !== "rejected") add(available, trader, -amountCents);
    if (!isOver) add(held, trader, amountCents);

    const recorded = (recordsOf.get(`withdrawal:${id}`) ?? []).map(({ action }) => action);
    const ends = row?.cancelledByUser ? "withdrawal.cancelled" : `withdrawal.${status}`;
    expect(recorded).toEqual([
      "withdrawal.requested",
      ...(row?.approvedAtMs ? ["withdrawal.approved"] : []),
      ...(isOver ? [ends] : []),
    ]);
  }
  expect(movementsOf.size).toBe(transfersExpected);
  const balanceOf = new Map(balances.map(({ id, balanceCents }) => [id, balanceCents]));
  for (const trader of TRADERS) {
    expect([trader, balanceOf.get(`available:${trader}`)]).toEqual([trader, available.get(trader) ?? 0]);
    expect([trader, balanceOf.get(`held:${trader}`)]).toEqual([trader, held.get(trader) ?? 0]);
  }
}

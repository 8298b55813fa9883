import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Stack } from "../../../dev/stack.ts";
import { behindTriggers } from "../../../dev/test/test-database.ts";
import { letTimePass, openDeposit, payAtBank, verifyUntilPaid } from "../../../dev/test/test-deposits.ts";
import { creditTrader, databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader } from "../../../dev/test/test-people.ts";
import { startFreshApi } from "../../../dev/test/test-stack.ts";
import { approve, askForWithdrawal, complete, oddPayment } from "../../../dev/test/test-withdrawals.ts";
import { zoneWithDayLeft } from "../../../dev/test/test-zones.ts";

setDefaultTimeout(600_000);

/** Uses a stack of its own, so that the company's accounts hold only what the test moves. */
let stack: Stack;
let admin: Admin;
beforeAll(async () => {
  stack = await startFreshApi({ OPERATION_TIME_ZONE: zoneWithDayLeft() });
  admin = await newAdmin(stack);
}, 600_000);
afterAll(() => stack.stop());

async function overview() {
  const reply = await admin.get("/api/admin/overview");
  expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
  return reply.body.overview;
}

async function paidDeposit(amount: number) {
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader, amount);
  await payAtBank(stack, deposit.qrString);
  await verifyUntilPaid(databaseOf(stack), trader, deposit);
  return deposit;
}

const NOTHING = { count: 0, sum: 0 };

test("deposits and withdrawals of today and this month are counted and totalled, and older ones are not", async () => {
  const before = await overview();
  const none = { today: NOTHING, month: NOTHING };
  expect([before.deposits, before.matched, before.withdrawals]).toEqual([none, none, none]);

  await paidDeposit(25.5);
  await letTimePass(databaseOf(stack), await paidDeposit(30), { minutes: 40 * 24 * 60 });
  const { id } = await oddPayment(stack, await newTrader(stack), { amount: 20 });
  const match = { version: 1, amount: 20, note: "Agreed" };
  for (const one of [admin, await newAdmin(stack)]) {
    expect((await one.post(`/api/admin/exceptions/${id}/match`, match)).status).toBe(200);
  }
  const { deposits, matched } = await overview();
  // What was matched is part of what was deposited.
  expect(deposits).toEqual({ today: { count: 2, sum: 45.5 }, month: { count: 2, sum: 45.5 } });
  expect(matched).toEqual({ today: { count: 1, sum: 20 }, month: { count: 1, sum: 20 } });

  const asked = await askForWithdrawal(stack, 70.25);
  await approve(admin, asked.id);
  expect((await complete(admin, asked.id)).status).toBe(200);
  const { withdrawals, house } = await overview();
  expect(withdrawals).toEqual({ today: { count: 1, sum: 70.25 }, month: { count: 1, sum: 70.25 } });
  const { query, read } = databaseOf(stack);
  const [{ rows }] = await read([
    query.run(
      sql`SELECT id, kind, balance_cents / 100.0 AS balance FROM accounts
        WHERE user_id IS NULL AND (kind IN ('khqr', 'payout', 'trading') OR balance_cents <> 0)`,
    ),
  ]);
  const kept = rows.map(({ id, kind, balance }) => ({ accountId: id, account: kind, balance }));
  expect(kept).toHaveLength(3);
  expect(house).toHaveLength(3);
  expect(house).toEqual(expect.arrayContaining(kept));
});

test("client money is what all traders have, what the house accounts say, and what the bank must have at least", async () => {
  const before = (await overview()).clientMoney;
  expect(before.difference).toBe(0);
  const asked = await askForWithdrawal(stack, 40);
  await approve(admin, asked.id);
  const trader = await newTrader(stack);
  await oddPayment(stack, trader, { amount: 12.5 });
  const { clientMoney } = await overview();
  expect(clientMoney.held - before.held).toBeCloseTo(40, 6);
  expect(clientMoney.total).toBeCloseTo(clientMoney.available + clientMoney.held, 6);
  expect(clientMoney).toMatchObject({ byLedger: clientMoney.total, difference: 0, payoutsBegun: before.payoutsBegun });
  expect(clientMoney.undecided - before.undecided).toBeCloseTo(12.5, 6);
  const started = await admin.post(`/api/admin/withdrawals/${asked.id}/start-payment`, { version: 2 });
  expect([started.status, started.body.code]).toEqual([200, undefined]);
  const after = (await overview()).clientMoney;
  expect(after.payoutsBegun - before.payoutsBegun).toBeCloseTo(40, 6);
  expect(after.bankHasAtLeast).toBeCloseTo(after.total + after.undecided - after.payoutsBegun, 6);

  // Behind the triggers, as by hand: the traders' accounts and the house's differ by it.
  const account = `available:${trader.userId}`;
  const fault = (cents: number) =>
    behindTriggers(
      databaseOf(stack),
      ["accounts_follow_entries"],
      [
        databaseOf(stack).query.run(
          sql`UPDATE accounts SET balance_cents = balance_cents + ${cents} WHERE id = ${account}`,
        ),
      ],
    );
  await fault(25);
  const wrong = (await overview()).clientMoney;
  expect([wrong.difference, wrong.byLedger]).toEqual([0.25, after.byLedger]);
  await fault(-25);
});

test("the ledger checks show when they ran, and a difference with the pause that it caused", async () => {
  await stack.wrangler.runCron();
  const { ledger } = await overview();
  for (const at of [ledger.newEntriesCheckedAt, ledger.wholeCheckedAt]) {
    expect(Date.now() - Date.parse(at)).toBeLessThan(10 * 60_000);
  }
  expect(ledger.difference).toBeNull();

  const { trader } = await askForWithdrawal(stack, 10);
  const account = `available:${trader.userId}`;
  const db = databaseOf(stack);
  const fault = db.query.run(sql`UPDATE accounts SET balance_cents = balance_cents + 1 WHERE id = ${account}`);
  await behindTriggers(db, ["accounts_follow_entries"], [fault]);
  await admin.get("/api/admin/ledger");
  const { difference } = (await overview()).ledger;
  expect(difference.reason).toContain(account);
  expect(Date.parse(difference.withdrawalsPausedSince)).toBeGreaterThan(Date.now() - 60_000);
});

test("the tape shows its seals and the last check, and a feed without records has none", async () => {
  await stack.wrangler.runCron();
  const { tape } = await overview();
  expect(tape).toMatchObject({ checkedUntil: null, faultCount: 0, faults: [] });
  expect(tape.state).toEqual({ sealedUntil: null, recordsToday: 0, unshippedMinutes: 0 });
  expect(Date.now() - Date.parse(tape.checkedAt)).toBeLessThan(10 * 60_000);
});

test("the journal of money says when it was last appended to, and what it lacks", async () => {
  const trader = await newTrader(stack);
  await openDeposit(trader);
  const { lastAppendAt, waitingRows } = (await overview()).journal;
  expect(Date.now() - Date.parse(lastAppendAt)).toBeLessThan(60_000);
  expect(waitingRows).toBe(0);
  // A program of the operator has no journal; the cron appends what it writes.
  await creditTrader(databaseOf(stack), trader.userId, 30);
  expect((await overview()).journal.waitingRows).toBeGreaterThan(3);
  await stack.wrangler.runCron();
  // Another job may have moved money after the journal was shipped.
  expect((await overview()).journal).toMatchObject({ waitingRows: 0, unshippedEntries: expect.any(Number) });
});

test("services and the feed are included in the same round trip", async () => {
  const { services, feed, bakong, paused } = await overview();
  expect(services.map(({ service }: { service: string }) => service)).toEqual([
    "database",
    "journal",
    "mail",
    "push",
    "telegram",
    "bakong",
    "prices",
    "images",
    "google",
    "passwords",
    "jobs",
  ]);
  expect(feed).toMatchObject({ upstream: "Coinbase, Kraken, Finnhub", isSimulated: true });
  expect(bakong).toMatchObject({ restsUntil: null, isTokenRefused: false });
  expect(paused).toEqual([]);
});

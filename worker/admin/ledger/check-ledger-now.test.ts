import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { jobRuns, ledgerChecks } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { behindTriggers } from "../../../dev/test/test-database.ts";
import { nextMail } from "../../../dev/test/test-mails.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { newAdmin } from "../../../dev/test/test-people.ts";
import { startFreshApi } from "../../../dev/test/test-stack.ts";
import { approve, askForWithdrawal, requestWithdrawal } from "../../../dev/test/test-withdrawals.ts";
import { watchLedger } from "../../ledger/watch-ledger.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await startFreshApi();
}, 600_000);
afterAll(() => stack.stop());

test("an admin checks the ledger, and a difference pauses withdrawals and names the account", async () => {
  const [admin, { trader, id }] = await Promise.all([newAdmin(stack), askForWithdrawal(stack, 100, 500)]);
  const clean = await admin.get("/api/admin/ledger");
  expect([clean.status, clean.body.ledger]).toEqual([
    200,
    {
      isClean: true,
      faults: [],
      total: 0,
      transfers: 2,
      entries: 4,
      withdrawalsPausedSince: null,
      accounts: 14,
      differing: [],
      unfounded: [],
      unbalanced: [],
      belowFloor: [],
    },
  ]);

  const account = `available:${trader.userId}`;
  await addUnfoundedCent(account);
  const { ledger } = (await admin.get("/api/admin/ledger")).body;
  expect(ledger).toMatchObject({ isClean: false, differing: [{ accountId: account, balance: 400.01, entries: 400 }] });
  expect(ledger.withdrawalsPausedSince).toBeString();
  expect(ledger.faults[0]).toContain(account);

  const refused = await approve(admin, id);
  expect([refused.status, refused.body.code]).toEqual([503, "paused"]);
  await expect(requestWithdrawal(trader, 10)).rejects.toThrow("503");
});

test("a difference that a manual check finds is told by the next run of the cron, in each admin's language", async () => {
  const [first, second] = await Promise.all([newAdmin(stack, "Dara"), newAdmin(stack, "Maly")]);
  await second.post("/api/auth/language", { language: "km" });
  await addUnfoundedCent("house:khqr");
  expect((await first.get("/api/admin/ledger")).body.ledger.isClean).toBe(false);
  await stack.wrangler.runCron();
  expect((await nextMail(stack, first.email)).subject).toStartWith("The ledger differs, and withdrawals are stopped");
  const khmer = "សៀវភៅបញ្ជីមិនត្រូវគ្នា ហើយការដកប្រាក់ត្រូវបានបញ្ឈប់";
  expect((await nextMail(stack, second.email)).subject).toStartWith(khmer);
});

test("admins can read the results of the automatic checks in one round trip", async () => {
  const admin = await newAdmin(stack);
  const db = databaseOf(stack);
  const read = async () => {
    const reply = await admin.get("/api/admin/ledger/checks");
    expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
    return reply.body.checks;
  };
  await db.write([db.query.delete(ledgerChecks), db.query.delete(jobRuns)]);
  expect(await read()).toMatchObject({ newEntries: null, whole: null });

  await addUnfoundedCent("house:khqr");
  const nowMs = Date.now();
  await watchLedger({ db, now: () => nowMs });
  const checks = await read();
  const checkedAt = new Date(nowMs).toISOString();
  expect(checks.whole).toMatchObject({ checkedAt, faultCount: checks.whole.faults.length });
  expect(checks.whole.faults.join()).toContain("house:khqr");
  expect(checks.newEntries.checkedAt).toBe(checkedAt);
  expect(checks.withdrawalsPausedSince).toBeString();
  const { overview } = (await admin.get("/api/admin/overview")).body;
  expect(overview.ledger).toMatchObject({ newEntriesCheckedAt: checkedAt, wholeCheckedAt: checkedAt });
});

/** Gives an account a cent more than its entries. */
async function addUnfoundedCent(account: string): Promise<void> {
  const db = databaseOf(stack);
  await behindTriggers(
    db,
    ["accounts_follow_entries"],
    [db.query.run(sql`UPDATE accounts SET balance_cents = balance_cents + 1 WHERE id = ${account}`)],
  );
}

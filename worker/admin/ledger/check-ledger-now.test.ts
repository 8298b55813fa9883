import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Stack } from "../../../dev/stack.ts";
import { behindTriggers } from "../../../dev/test/test-database.ts";
import { approve, askForWithdrawal, requestWithdrawal } from "../../../dev/test/test-desk.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { newAdmin } from "../../../dev/test/test-people.ts";
import { startFresh } from "../../../dev/test/test-stack.ts";

setDefaultTimeout(120_000);

let stack: Stack;
beforeAll(async () => {
  stack = await startFresh();
}, 120_000);
afterAll(() => stack.stop());

test("an admin checks the ledger, and a difference stops withdrawals and names the account", async () => {
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
      accounts: 7,
      differing: [],
      unfounded: [],
      unbalanced: [],
      belowFloor: [],
    },
  ]);

  const db = databaseOf(stack);
  const account = `available:${trader.userId}`;
  await behindTriggers(
    db,
    ["accounts_follow_entries"],
    [db.query.run(sql`UPDATE accounts SET balance_cents = balance_cents + 1 WHERE id = ${account}`)],
  );
  const { ledger } = (await admin.get("/api/admin/ledger")).body;
  expect(ledger).toMatchObject({ isClean: false, differing: [{ accountId: account, balance: 400.01, entries: 400 }] });
  expect(ledger.withdrawalsPausedSince).toBeString();
  expect(ledger.faults[0]).toContain(account);

  const refused = await approve(admin, id);
  expect([refused.status, refused.body.code]).toEqual([503, "paused"]);
  await expect(requestWithdrawal(trader, 10)).rejects.toThrow("503");
});

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Stack } from "../../../dev/stack.ts";
import { behindTriggers } from "../../../dev/test/test-database.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { newAdmin } from "../../../dev/test/test-people.ts";
import { startFreshApi, workerLog } from "../../../dev/test/test-stack.ts";
import {
  actOn,
  approve,
  askForWithdrawal,
  complete,
  completePaid,
  reject,
} from "../../../dev/test/test-withdrawals.ts";
import { waitUntil } from "../../../dev/test/wait-until.ts";
import { resumeWithdrawals } from "../../ledger/resume-withdrawals.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await startFreshApi();
}, 600_000);
afterAll(() => stack.stop());

test("nothing is paid out of an unchanged account whose balance has drifted, and withdrawals are paused", async () => {
  const db = databaseOf(stack);
  const admin = await newAdmin(stack);
  const request = () => askForWithdrawal(stack, 100);
  const [asked, toPay, sent, quiet] = [await request(), await request(), await request(), await request()];
  for (const { id } of [toPay, sent]) await approve(admin, id);
  await actOn(admin, sent.id, "start-payment", { version: 2 });
  const drift = (userId: string, by: number) =>
    behindTriggers(
      db,
      ["accounts_follow_entries"],
      [
        db.query.run(
          sql`UPDATE accounts SET balance_cents = balance_cents + ${by} WHERE id = ${`available:${userId}`}`,
        ),
      ],
    );
  for (const [{ trader, id }, act] of [
    [asked, () => approve(admin, asked.id)],
    [toPay, () => actOn(admin, toPay.id, "start-payment", { version: 2 })],
    [sent, () => completePaid(admin, sent.id)],
  ] as const) {
    await drift(trader.userId, 1);
    const refused = await act();
    expect([refused.status, refused.body.code]).toEqual([409, "balance_differs"]);
    expect(refused.body.message).toContain("differs from its records");
    const again = await act();
    // What was sent is recorded during a pause too, but not on an account that differs.
    const isSent = id === sent.id;
    expect([again.status, again.body.code]).toEqual(isSent ? [409, "balance_differs"] : [503, "paused"]);
    const others = await approve(admin, quiet.id);
    expect([others.status, others.body.code]).toEqual([503, "paused"]);
    await waitUntil("a line about the difference", () =>
      workerLog.some((line) => line.includes('"event":"ledger_differs"') && line.includes(id)),
    );

    expect((await resumeWithdrawals(db, Date.now())).wasPaused).toBeNull();
    await drift(trader.userId, -1);
    expect((await resumeWithdrawals(db, Date.now())).wasPaused).toBe(true);
  }
  expect((await approve(admin, asked.id)).body.withdrawal.status).toBe("approved");
  expect((await complete(admin, toPay.id)).body.withdrawal.status).toBe("completed");
  expect((await reject(admin, asked.id, { version: 2 })).body.withdrawal.status).toBe("rejected");
});

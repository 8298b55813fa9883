import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { auditLog, pauses } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { openDeposit, payAtBank, verifyUntilPaid } from "../../../dev/test/test-deposits.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { pauseAfterRestore } from "../../ledger/pause-store.ts";
import { recordRestore } from "./restore-store.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let admins: [Admin, Admin, Admin];
let id: string;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  admins = [await newAdmin(stack, "Dara"), await newAdmin(stack, "Maly"), await newAdmin(stack, "Vanna")];
}, 600_000);
beforeEach(async () => {
  id = crypto.randomUUID();
  await db.write(recordRestore(db.query, { id, copySequence: 1, journalSequence: 2, findings: [] }, Date.now()));
});
afterAll(async () => {
  // An open review would keep deposits of other tests paused.
  for (const admin of admins) await approve(admin);
});

const approve = (admin: Admin, body: unknown = { findingCount: 0 }, restore = id) =>
  admin.post(`/api/admin/restores/${restore}/approve`, body);

test("needs two admins; one admin twice is one approval", async () => {
  const [first, second] = admins;
  for (let i = 0; i < 2; i++) expect((await approve(first)).body.approvals).toEqual({ have: 1, need: 2 });
  expect((await approve(second)).body.approvals).toEqual({ have: 2, need: 2 });
  expect((await approve(second)).body.code).toBe("wrong_state");
});

test("is finished once when two admins give the second approval at once", async () => {
  const [first, ...others] = admins;
  await approve(first);
  const replies = await Promise.all(others.map((admin) => approve(admin)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("ends the pauses with the last of two restores that wait for their review, and records an approval once", async () => {
  const [first, second] = admins;
  const later = crypto.randomUUID();
  await db.write([
    ...recordRestore(db.query, { id: later, copySequence: 1, journalSequence: 2, findings: [] }, Date.now() + 1),
    pauseAfterRestore(db.query, Date.now()),
  ]);
  const pausedNow = async () => (await db.read([db.query.select({ what: pauses.what }).from(pauses)]))[0];
  await approve(first);
  await approve(first);
  const ended = await approve(second);
  expect(ended.body.restore).toMatchObject({ resumedAt: expect.stringMatching(/^20/), othersOpen: 1 });
  expect(await pausedNow()).toHaveLength(2);
  const byFirst = db.query
    .select({ sequence: auditLog.sequence })
    .from(auditLog)
    .where(and(eq(auditLog.subject, `restore:${id}`), eq(auditLog.action, "restore.approve_agreed")));
  expect((await db.read([byFirst]))[0]).toHaveLength(1);
  await approve(first, undefined, later);
  expect((await approve(second, undefined, later)).body.restore.othersOpen).toBe(0);
  expect(await pausedNow()).toEqual([]);
});

test("is refused for another count of findings, for an unknown restore and for nonsense", async () => {
  const [first, second] = admins;
  expect((await approve(first, { findingCount: 1 })).body.code).toBe("wrong_state");
  expect((await approve(first, undefined, crypto.randomUUID())).status).toBe(404);
  for (const body of [{}, { findingCount: -1 }, { findingCount: "0" }, { findingCount: 0, more: 1 }, null]) {
    expect((await approve(first, body)).body.code).toBe("invalid_input");
  }
  await approve(first);
  await approve(second);
});

test("lists what the payment network reported since, of codes that are older than the restore", async () => {
  const trader = await newTrader(stack);
  const [older, unpaid] = [await openDeposit(trader, 12.5), await openDeposit(await newTrader(stack))];
  const later = crypto.randomUUID();
  // A restore after both codes.
  await db.write(
    recordRestore(db.query, { id: later, copySequence: 1, journalSequence: 2, findings: [] }, Date.now() + 1),
  );
  await payAtBank(stack, older.qrString);
  await verifyUntilPaid(db, trader, older);
  const [first, second] = admins;
  const { credited } = (await approve(first, undefined, later)).body.restore;
  expect(credited).toEqual([
    { id: older._id, userId: trader.userId, amount: 12.5, paidAt: expect.stringMatching(/^20/) },
  ]);
  expect(JSON.stringify(credited)).not.toContain(unpaid._id);
  await approve(second, undefined, later);
});

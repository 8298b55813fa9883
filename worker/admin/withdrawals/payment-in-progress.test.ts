import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { approvals, auditLog, withdrawals } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import type { Reply } from "../../../dev/test/test-client.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin } from "../../../dev/test/test-people.ts";
import { apiStack, startFreshApi } from "../../../dev/test/test-stack.ts";
import {
  actOn,
  approve,
  askForWithdrawal,
  balancesOf,
  complete,
  completePaid,
  reject,
  sentImage,
} from "../../../dev/test/test-withdrawals.ts";
import { checkLedger } from "../../ledger/check-ledger.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let payer: Admin;
let maly: Admin;
let vichea: Admin;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  [payer, maly, vichea] = await Promise.all([
    newAdmin(stack, "Dara"),
    newAdmin(stack, "Maly"),
    newAdmin(stack, "Vichea"),
  ]);
}, 600_000);

const outcome = ({ status, body }: Reply) => [status, body.code ?? body.withdrawal.status];
const start = (admin: Admin, id: string, version = 2) => actOn(admin, id, "start-payment", { version });
const stop = (admin: Admin, id: string, version = 2) => actOn(admin, id, "stop-payment", { version });
const rejectApproved = (admin: Admin, id: string) => reject(admin, id, { version: 2 });
/** Ends the claim that a payment starts with, as after ten minutes; the payment may take longer. */
const endClaim = (id: string) =>
  db.write([db.query.update(withdrawals).set({ claimedUntilMs: 0 }).where(eq(withdrawals.id, id))]);
async function approvedOne(dollars = 100) {
  const asked = await askForWithdrawal(stack, dollars);
  expect(outcome(await approve(payer, asked.id))).toEqual([200, "approved"]);
  return asked;
}
async function beingPaid() {
  const asked = await approvedOne();
  expect(outcome(await start(payer, asked.id))).toEqual([200, "approved"]);
  await endClaim(asked.id);
  return asked;
}

describe("an approved withdrawal", () => {
  test("is marked by the admin who pays it, in two round trips, and colleagues see that", async () => {
    const { trader, id } = await approvedOne();
    const started = await start(payer, id);
    expect([started.status, started.dbTrips]).toEqual([200, 2]);
    const mark = { payer: "Dara Kim", payerId: payer.userId, claimedBy: "Dara Kim", version: 2, status: "approved" };
    expect(started.body.withdrawal).toMatchObject(mark);
    const seen = (await maly.get(`/api/admin/withdrawals/${id}`)).body.withdrawal;
    expect(seen).toMatchObject({ ...mark, paymentStartedAt: started.body.withdrawal.paymentStartedAt });
    expect(JSON.stringify((await trader.get("/api/withdrawal/history")).body)).not.toContain("Kim");
    const [records] = await db.read([
      db.query
        .select()
        .from(auditLog)
        .where(eq(auditLog.subject, `withdrawal:${id}`))
        .orderBy(auditLog.sequence),
    ]);
    expect(records.at(-1)).toMatchObject({ action: "withdrawal.payment_started", actor: payer.userId });
  });

  test("is paid by one admin at a time, who may stop", async () => {
    const { id } = await beingPaid();
    const second = await start(maly, id);
    expect([...outcome(second), second.body.message]).toEqual([
      409,
      "wrong_state",
      "Dara Kim is already paying this withdrawal",
    ]);
    expect(outcome(await stop(maly, id))).toEqual([409, "wrong_state"]);
    const stopped = await stop(payer, id);
    expect([...outcome(stopped), stopped.body.withdrawal.payer]).toEqual([200, "approved", null]);
    expect(outcome(await stop(payer, id))).toEqual([409, "wrong_state"]);
    expect(outcome(await start(maly, id))).toEqual([200, "approved"]);
  });

  test("is marked by one of two who start concurrently", async () => {
    const { id } = await approvedOne();
    const replies = await Promise.all([start(maly, id), start(vichea, id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("that is pending or closed cannot be paid", async () => {
    const { id } = await askForWithdrawal(stack);
    expect(outcome(await start(payer, id, 1))).toEqual([409, "wrong_state"]);
    await reject(payer, id);
    expect(outcome(await start(payer, id))).toEqual([409, "wrong_state"]);
  });
});

test("during a pause of withdrawals no payment starts, and one in progress can be completed, stopped or rejected", async () => {
  const paused = await startFreshApi({ PAUSED: "withdrawals" });
  try {
    const admin = await newAdmin(paused);
    const id = crypto.randomUUID();
    const replies = [
      await start(admin, id),
      await completePaid(admin, id),
      await stop(admin, id),
      await rejectApproved(admin, id),
    ];
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [503, "paused"],
      [404, "not_found"],
      [404, "not_found"],
      [404, "not_found"],
    ]);
  } finally {
    await paused.stop();
  }
});

describe("a withdrawal that is being paid", () => {
  test("can be rejected by its payer alone", async () => {
    const { trader, id } = await beingPaid();
    expect(outcome(await rejectApproved(payer, id))).toEqual([200, "rejected"]);
    expect(await balancesOf(trader)).toEqual({ balance: 5_000, heldBalance: 0 });
  });

  test("can be rejected by two other admins together, not by one of them twice", async () => {
    const { trader, id } = await beingPaid();
    for (let i = 0; i < 2; i++) {
      const first = await rejectApproved(maly, id);
      expect([...outcome(first), first.body.approvals]).toEqual([200, "approved", { have: 1, need: 2 }]);
    }
    expect(await balancesOf(trader)).toEqual({ balance: 4_900, heldBalance: 100 });
    const seen = (await payer.get(`/api/admin/withdrawals/${id}`)).body.withdrawal;
    expect(seen.rejectionApprovedBy).toMatchObject([{ adminId: maly.userId, name: "Maly Kim" }]);
    const last = await rejectApproved(vichea, id);
    expect([...outcome(last), last.body.approvals]).toEqual([200, "rejected", { have: 2, need: 2 }]);
    expect(await balancesOf(trader)).toEqual({ balance: 5_000, heldBalance: 0 });
    expect(await checkLedger(db)).toMatchObject({ isClean: true });
  });

  test("shows its trader nothing before the second admin agrees, and then the second admin's notes", async () => {
    const { trader, id } = await beingPaid();
    const first = await reject(maly, id, { version: 2, notes: "It bounced, I think", images: [sentImage("Mine")] });
    expect([...outcome(first), first.body.approvals]).toEqual([200, "approved", { have: 1, need: 2 }]);
    const seen = async () => (await trader.get("/api/withdrawal/history")).body.withdrawals[0];
    expect(await seen()).toMatchObject({ status: "approved", adminNotes: null, adminImages: [] });
    const [records] = await db.read([
      db.query
        .select()
        .from(auditLog)
        .where(eq(auditLog.subject, `withdrawal:${id}`))
        .orderBy(auditLog.sequence),
    ]);
    expect(records.at(-1)).toMatchObject({ action: "withdrawal.reject_agreed", actor: maly.userId });
    expect(JSON.stringify(records.at(-1)?.detail)).toContain("It bounced, I think");
    await reject(vichea, id, { version: 2, notes: "The bank sent it back", images: [sentImage("Theirs")] });
    expect(await seen()).toMatchObject({
      status: "rejected",
      adminNotes: "The bank sent it back",
      adminImages: [{ message: "Theirs" }],
    });
  });

  test("needs two approvals again after the payment was started anew", async () => {
    const { id } = await beingPaid();
    await rejectApproved(maly, id);
    await stop(payer, id);
    expect(outcome(await start(payer, id))).toEqual([200, "approved"]);
    await endClaim(id);
    expect((await rejectApproved(vichea, id)).body.approvals).toEqual({ have: 1, need: 2 });
  });

  describe("that a colleague of its payer has approved as paid", () => {
    /** The payment has started, and Maly's approval of its completion is one of two, as the version before records it. */
    async function approvedAsPaid() {
      const asked = await askForWithdrawal(stack, 2_000);
      for (const admin of [payer, maly]) await approve(admin, asked.id);
      expect(outcome(await start(payer, asked.id))).toEqual([200, "approved"]);
      await endClaim(asked.id);
      await recordedBy(maly, asked.id);
      const refused = await rejectApproved(vichea, asked.id);
      expect([...outcome(refused), refused.body.message]).toEqual([
        409,
        "wrong_state",
        expect.stringContaining("Maly Kim says that this was paid"),
      ]);
      return asked;
    }
    const recordedBy = (admin: Admin, id: string) => {
      const row = { subject: `withdrawal:${id}`, act: "complete" as const, adminId: admin.userId };
      const atMs = Date.now();
      return db.write([
        db.query
          .insert(approvals)
          .values({ ...row, detail: `FT-${id}`, atMs })
          .onConflictDoUpdate({ target: [approvals.subject, approvals.act, approvals.adminId], set: { atMs } }),
      ]);
    };

    test("can be rejected by that colleague and another admin, while its payer is away", async () => {
      const { trader, id } = await approvedAsPaid();
      const first = await rejectApproved(maly, id);
      expect([...outcome(first), first.body.approvals]).toEqual([200, "approved", { have: 1, need: 2 }]);
      expect(first.body.withdrawal).toMatchObject({ approvals: { have: 0, need: 1 } });
      const last = await rejectApproved(vichea, id);
      expect([...outcome(last), last.body.approvals]).toEqual([200, "rejected", { have: 2, need: 2 }]);
      expect(await balancesOf(trader)).toEqual({ balance: 5_000, heldBalance: 0 });
      expect(await checkLedger(db)).toMatchObject({ isClean: true });
    });

    test("is completed by its payer, whatever approval was withdrawn by rejecting", async () => {
      const { id } = await approvedAsPaid();
      await rejectApproved(maly, id);
      const completed = await completePaid(payer, id, { paymentId: `other-${id}` });
      expect([...outcome(completed), completed.body.approvals]).toEqual([200, "completed", { have: 1, need: 1 }]);
    });

    test("is not rejected once they approve the completion again", async () => {
      const { id } = await approvedAsPaid();
      await rejectApproved(maly, id);
      await recordedBy(maly, id);
      expect(outcome(await rejectApproved(vichea, id))).toEqual([409, "wrong_state"]);
    });
  });

  test("can be completed as usual", async () => {
    const { id } = await beingPaid();
    expect(outcome(await complete(payer, id))).toEqual([200, "completed"]);
  });

  test("is not returned by a concurrent rejection", async () => {
    const { trader, id } = await approvedOne();
    const [started, rejected] = await Promise.all([start(payer, id), rejectApproved(maly, id)]);
    const isBack = (await balancesOf(trader)).heldBalance === 0;
    expect(started.status === 200 && isBack).toBe(false);
    expect(started.status === 200 || rejected.body.withdrawal?.status === "rejected").toBe(true);
  });
});

import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { accounts, approvals, auditLog, sessions, users, withdrawals } from "../../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../../dev/sample-images.ts";
import type { Stack } from "../../../dev/stack.ts";
import { Client, type Reply } from "../../../dev/test/test-client.ts";
import { nextMail, nextMailAbout, type ReceivedMail } from "../../../dev/test/test-mails.ts";
import { configureBank, databaseOf, fundTrader } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import {
  type Asked,
  actOn,
  approve,
  askForWithdrawal,
  balancesOf,
  complete,
  completePaid,
  reject,
  requestWithdrawal,
  sentImage,
} from "../../../dev/test/test-withdrawals.ts";
import { SESSION, WITHDRAWAL } from "../../contract/limits.ts";
import { checkLedger } from "../../ledger/check-ledger.ts";
import { giveRole } from "../../platform/user-store.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let dara: Admin;
let maly: Admin;
let vichea: Admin;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  [dara, maly, vichea] = await Promise.all([
    newAdmin(stack, "Dara"),
    newAdmin(stack, "Maly"),
    newAdmin(stack, "Vichea"),
  ]);
}, 600_000);

const answer = ({ status, body }: Reply) => [status, body.code ?? body.withdrawal.status];

/** The mail to a trader about a decision, after the mails before it. */
async function mailAbout(to: string, decision: string): Promise<ReceivedMail> {
  let mail = await nextMail(stack, to);
  while (!mail.subject.endsWith(`was ${decision}`)) mail = await nextMail(stack, to, mail.at);
  return mail;
}
async function paidOut(): Promise<number> {
  const [[payout]] = await db.read([db.query.select().from(accounts).where(eq(accounts.id, "house:payout"))]);
  return payout?.balanceCents ?? 0;
}
async function recordsOf(id: string): Promise<string[]> {
  const [rows] = await db.read([
    db.query
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `withdrawal:${id}`))
      .orderBy(auditLog.sequence),
  ]);
  return rows.map(({ action }) => action);
}
async function claimAndVersionOf(id: string) {
  const { claimedBy, claimedUntilMs, version } = withdrawals;
  const [[row]] = await db.read([
    db.query.select({ claimedBy, claimedUntilMs, version }).from(withdrawals).where(eq(withdrawals.id, id)),
  ]);
  return row;
}
async function change(id: string, set: Partial<typeof withdrawals.$inferInsert>): Promise<void> {
  await db.write([db.query.update(withdrawals).set(set).where(eq(withdrawals.id, id))]);
}

describe("a withdrawal of an amount that one admin decides", () => {
  test("is approved and completed, and its trader sees notes, images and the proof", async () => {
    const { trader, id } = await askForWithdrawal(stack, 250.25);
    expect(await balancesOf(trader)).toEqual({ balance: 4_749.75, heldBalance: 250.25 });
    const paidBefore = await paidOut();

    const approved = await approve(dara, id, { notes: "Checked.", images: [sentImage("Your papers")] });
    expect([approved.status, approved.dbTrips]).toEqual([200, 3]);
    expect(approved.body.approvals).toEqual({ have: 1, need: 1 });
    expect(approved.body.withdrawal).toMatchObject({
      status: "approved",
      version: 2,
      decidedBy: "Dara Kim",
      claimedBy: null,
      userId: trader.userId,
      user: { _id: trader.userId, email: trader.email, name: "Bopha Keo" },
    });
    expect(await balancesOf(trader)).toEqual({ balance: 4_749.75, heldBalance: 250.25 });
    expect((await mailAbout(trader.email, "approved")).text).toContain("$250.25 by Bank Transfer");

    const completed = await complete(maly, id, { notes: "Paid by ABA.", proof: sentImage("Sent at noon") });
    expect([completed.status, completed.dbTrips]).toEqual([200, 3]);
    expect(completed.body.withdrawal).toMatchObject({ status: "completed", version: 3, decidedBy: "Maly Kim" });
    expect((await mailAbout(trader.email, "paid")).text).toContain(`FT-${id}`);
    expect(await balancesOf(trader)).toEqual({ balance: 4_749.75, heldBalance: 0 });
    expect((await paidOut()) - paidBefore).toBe(250_25);

    const [seen] = (await trader.get("/api/withdrawal/history")).body.withdrawals;
    expect(seen).toMatchObject({
      status: "completed",
      adminNotes: "Checked.\n\nPaid by ABA.",
      paymentId: `FT-${id}`,
      adminImages: [{ message: "Your papers" }],
      proofOfPayment: { adminMessage: "Sent at noon" },
    });
    expect(JSON.stringify(seen)).not.toMatch(/Kim|decidedBy|version|claimed/);
    for (const at of ["reviewedAt", "approvedAt", "processedAt", "completedAt"]) expect(seen[at]).toBeString();
    expect(await recordsOf(id)).toEqual([
      "withdrawal.requested",
      "withdrawal.approved",
      "withdrawal.payment_started",
      "withdrawal.completed",
    ]);
  });

  test("shows its images to its trader and to admins only", async () => {
    const { trader, id } = await askForWithdrawal(stack);
    await approve(dara, id, { images: [sentImage("Look")] });
    const { withdrawal } = (await complete(dara, id)).body;
    const stranger = await newTrader(stack);
    const paths = [
      `/api/withdrawal/admin/image/${withdrawal.adminImages[0].filename}`,
      `/api/withdrawal/user/proof/${withdrawal.proofOfPayment.filename}`,
    ];
    for (const path of paths) {
      for (const reader of [trader, maly]) {
        const reply = await reader.get(path);
        expect([reply.status, reply.headers.get("Content-Type")]).toEqual([200, "image/png"]);
      }
      expect((await stranger.get(path)).status).toBe(404);
      expect((await new Client(stack.origin).get(path)).status).toBe(401);
    }
  });

  test("is rejected when it is pending or approved, and the amount can be spent again", async () => {
    const { trader, id } = await askForWithdrawal(stack, 80);
    const second = (await requestWithdrawal(trader, 120)).withdrawal._id;
    expect(await balancesOf(trader)).toEqual({ balance: 4_800, heldBalance: 200 });
    const rejected = await reject(dara, id, { images: [sentImage("What the bank says")] });
    expect(answer(rejected)).toEqual([200, "rejected"]);
    expect(await balancesOf(trader)).toEqual({ balance: 4_880, heldBalance: 120 });
    await approve(dara, second);
    expect(answer(await reject(maly, second, { version: 2, reason: "suspicious" }))).toEqual([200, "rejected"]);
    expect(await balancesOf(trader)).toEqual({ balance: 5_000, heldBalance: 0 });

    const seen = (await trader.get("/api/withdrawal/history")).body.withdrawals.find(
      ({ _id }: { _id: string }) => _id === id,
    );
    expect(seen).toMatchObject({
      status: "rejected",
      rejectReason: "wrong_details",
      cancelledByUser: false,
      adminNotes: "The bank refuses this account",
      adminImages: [{ message: "What the bank says" }],
    });
    expect((await mailAbout(trader.email, "rejected")).text).toContain("The bank refuses this account");
  });
});

describe("a withdrawal of an amount that needs two admins", () => {
  test("is approved by the second approval, the first changes only the count, and is completed by its payer alone", async () => {
    const { trader, id } = await askForWithdrawal(stack, 1_000.01);
    const first = await approve(dara, id, { notes: "Fine with me." });
    expect(answer(first)).toEqual([200, "pending"]);
    expect(first.body.approvals).toEqual({ have: 1, need: 2 });
    expect((await trader.get("/api/withdrawal/history")).body.withdrawals[0]).toMatchObject({
      status: "pending",
      approvals: { have: 1, need: 2 },
      approvedAt: null,
    });
    const second = await approve(maly, id);
    expect(answer(second)).toEqual([200, "approved"]);
    expect(second.body.approvals).toEqual({ have: 2, need: 2 });

    const done = await complete(vichea, id);
    expect([...answer(done), done.body.approvals]).toEqual([200, "completed", { have: 1, need: 1 }]);
    expect(await balancesOf(trader)).toEqual({ balance: 3_999.99, heldBalance: 0 });
    expect(await recordsOf(id)).toEqual([
      "withdrawal.requested",
      "withdrawal.approve_agreed",
      "withdrawal.approved",
      "withdrawal.payment_started",
      "withdrawal.completed",
    ]);
  });

  test("of $1,000.00 needs one", async () => {
    const { id } = await askForWithdrawal(stack, 1_000);
    expect(answer(await approve(dara, id))).toEqual([200, "approved"]);
  });

  test("does not count the same admin twice", async () => {
    const { id } = await askForWithdrawal(stack, 2_000);
    for (let i = 0; i < 3; i++) {
      const reply = await approve(dara, id);
      expect([...answer(reply), reply.body.approvals.have]).toEqual([200, "pending", 1]);
    }
  });

  test("does not count the approval of an admin who was removed since, and is not bound by it", async () => {
    const former = await newAdmin(stack, "Former");
    const asked = await askForWithdrawal(stack, 2_000);
    expect((await approve(former, asked.id)).body.approvals).toEqual({ have: 1, need: 2 });
    await db.write([giveRole(db.query, { userId: former.userId, role: "trader", by: "system", atMs: Date.now() })]);

    const seen = (await dara.get(`/api/admin/withdrawals/${asked.id}`)).body.withdrawal;
    expect([seen.approvals, seen.approvedBy]).toEqual([{ have: 0, need: 2 }, []]);
    const alone = await approve(dara, asked.id);
    expect([...answer(alone), alone.body.approvals.have]).toEqual([200, "pending", 1]);
    expect(answer(await approve(maly, asked.id))).toEqual([200, "approved"]);
  });
});

describe("a withdrawal whose payment the version before had one of two admins record", () => {
  /** Inserts that record: now one admin completes, and records it in the same act. */
  const recorded = (admin: Admin, id: string, paymentId: string) =>
    db.write([
      db.query.insert(approvals).values({
        subject: `withdrawal:${id}`,
        act: "complete",
        adminId: admin.userId,
        detail: paymentId,
        atMs: Date.now(),
      }),
    ]);
  async function paidBy(payer: Admin): Promise<Asked> {
    const asked = await askForWithdrawal(stack, 2_000);
    for (const admin of [dara, maly]) await approve(admin, asked.id);
    await actOn(payer, asked.id, "start-payment", { version: 2 });
    await change(asked.id, { claimedUntilMs: 0 });
    return asked;
  }

  test("is completed when both approve the same payment, and a mistyped approval can be given again", async () => {
    const khmer = await newAdmin(stack, "Bopha");
    await khmer.post("/api/auth/language", { language: "km" });
    const { id } = await paidBy(khmer);
    await recorded(dara, id, "FT-1-mistyped");
    const told = await completePaid(khmer, id, { paymentId: "FT-1-right" });
    expect(told.body).toMatchObject({
      code: "approval_differs",
      message: "Dara Kim បានយល់ព្រមលើ លេខសម្គាល់ការទូទាត់ FT-1-mistyped។ អ្នកគ្រប់គ្រងទាំងពីរត្រូវយល់ព្រមដូចគ្នា។",
    });
    const given = and(eq(approvals.subject, `withdrawal:${id}`), eq(approvals.act, "complete"));
    await db.write([db.query.update(approvals).set({ detail: "FT-1-right" }).where(given)]);
    expect(answer(await completePaid(khmer, id, { paymentId: "FT-1-right" }))).toEqual([200, "completed"]);
  });

  test("cannot be rejected by a colleague of the admin who approved its completion", async () => {
    const { trader, id } = await paidBy(dara);
    await recorded(dara, id, "FT-77");
    const refused = await reject(maly, id, { version: 2 });
    expect(answer(refused)).toEqual([409, "wrong_state"]);
    expect(refused.body.message).toContain("Dara Kim says that this was paid as FT-77");
    expect(answer(await reject(dara, id, { version: 2 }))).toEqual([200, "rejected"]);
    expect(await balancesOf(trader)).toEqual({ balance: 5_000, heldBalance: 0 });
  });
});

describe("an admin", () => {
  test("cannot decide about their own account", async () => {
    const trader = await newTrader(stack);
    await fundTrader(stack, trader, 500);
    await configureBank(stack, trader);
    const { _id: id } = (await requestWithdrawal(trader, 100)).withdrawal;
    // The session of another admin becomes that of the trader, who has been made an admin.
    const self = await newAdmin(stack, "Self");
    await db.write([
      giveRole(db.query, { userId: trader.userId, role: "admin", by: "system", atMs: Date.now() }),
      db.query.update(sessions).set({ userId: trader.userId }).where(eq(sessions.userId, self.userId)),
    ]);
    for (const reply of [
      await actOn(self, id, "claim", { version: 1 }),
      await approve(self, id),
      await reject(self, id),
      await complete(self, id, { version: 1 }),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([403, "own_account"]);
    }
    expect(await balancesOf(trader)).toEqual({ balance: 400, heldBalance: 100 });
  });

  test("needs a second factor of the last fifteen minutes, and without it nothing is written", async () => {
    const { id } = await askForWithdrawal(stack);
    const admin = await newAdmin(stack, "Late");
    const authenticatedAtMs = Date.now() - SESSION.stepUpMs;
    await db.write([db.query.update(sessions).set({ authenticatedAtMs }).where(eq(sessions.userId, admin.userId))]);
    for (const reply of [
      await approve(admin, id, { images: [sentImage("x")] }),
      await reject(admin, id),
      await complete(admin, id),
    ]) {
      expect([reply.status, reply.body.code, reply.dbTrips]).toEqual([403, "step_up_required", 1]);
    }
    expect((await actOn(admin, id, "claim", { version: 1 })).status).toBe(200);
    const [given] = await db.read([
      db.query
        .select()
        .from(approvals)
        .where(eq(approvals.subject, `withdrawal:${id}`)),
    ]);
    expect(given).toEqual([]);
    expect(await recordsOf(id)).toEqual(["withdrawal.requested", "withdrawal.claimed"]);
    await admin.post("/api/admin/step-up", { code: admin.unusedCode() });
    expect(answer(await approve(admin, id))).toEqual([200, "approved"]);
  });

  test("who has been removed is refused", async () => {
    const { id } = await askForWithdrawal(stack);
    const admin = await newAdmin(stack, "Former");
    await db.write([giveRole(db.query, { userId: admin.userId, role: "trader", by: "system", atMs: Date.now() })]);
    for (const reply of [await approve(admin, id), await reject(admin, id), await admin.get("/api/admin/ledger")]) {
      expect([reply.status, reply.body.code]).toEqual([403, "forbidden"]);
    }
  });

  test("decides on the version that they saw: with an outdated one the error says who decided what", async () => {
    const { id } = await askForWithdrawal(stack);
    await approve(dara, id);
    const again = await approve(maly, id);
    expect(answer(again)).toEqual([409, "wrong_state"]);
    expect(again.body.message).toStartWith("Dara Kim has approved this withdrawal");
    expect(answer(await reject(maly, id, { version: 1 }))).toEqual([409, "wrong_state"]);
    expect(answer(await complete(maly, id, { version: 1 }))).toEqual([409, "wrong_state"]);
    await complete(maly, id);
    const late = await reject(dara, id, { version: 3 });
    expect(answer(late)).toEqual([409, "wrong_state"]);
    expect(late.body.message).toStartWith("Maly Kim has completed this withdrawal");
  });

  test("gets an error when the trader cancelled first", async () => {
    const { trader, id } = await askForWithdrawal(stack);
    await trader.post("/api/withdrawal/cancel", { id });
    const late = await approve(dara, id);
    expect([late.status, late.body.message]).toEqual([409, "The trader has cancelled this withdrawal"]);
  });

  test("cannot approve after a rejection, nor complete what was not approved", async () => {
    const { id } = await askForWithdrawal(stack);
    expect(answer(await complete(dara, id, { version: 1 }))).toEqual([409, "wrong_state"]);
    await reject(dara, id);
    expect(answer(await approve(maly, id, { version: 2 }))).toEqual([409, "wrong_state"]);
    expect(answer(await approve(maly, id))).toEqual([409, "wrong_state"]);
  });

  test("gets the same 404 for every missing record", async () => {
    for (const id of [crypto.randomUUID(), "x", "%00"]) {
      expect((await approve(dara, id)).status).toBe(404);
      expect((await actOn(dara, id, "claim", { version: 1 })).status).toBe(404);
    }
  });

  test("must wait when the account's security was changed shortly before the request", async () => {
    const trader = await newTrader(stack);
    await fundTrader(stack, trader, 500);
    await configureBank(stack, trader);
    const changedAtMs = Date.now() - WITHDRAWAL.securityHoldMs + 60 * 60_000;
    const own = eq(users.id, trader.userId);
    await db.write([db.query.update(users).set({ securityChangedAtMs: changedAtMs }).where(own)]);
    const { withdrawal } = await requestWithdrawal(trader, 100);
    const early = await approve(dara, withdrawal._id);
    expect(answer(early)).toEqual([409, "withdrawal_on_hold"]);
    const hour = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Phnom_Penh", hour: "2-digit", minute: "2-digit" });
    expect(early.body.message).toContain(hour.format(changedAtMs + WITHDRAWAL.securityHoldMs));
    expect(answer(await reject(dara, withdrawal._id))).toEqual([200, "rejected"]);
  });
});

describe("a claim", () => {
  test("blocks colleagues for ten minutes, and shows the trader that it is in review", async () => {
    const { trader, id } = await askForWithdrawal(stack);
    const claimed = await actOn(dara, id, "claim", { version: 1 });
    expect([claimed.status, claimed.dbTrips]).toEqual([200, 2]);
    expect(claimed.body.withdrawal).toMatchObject({ status: "pending", version: 1, claimedBy: "Dara Kim" });
    const leftMs = Date.parse(claimed.body.withdrawal.claimedUntil) - Date.now();
    expect(leftMs).toBeWithin(WITHDRAWAL.claimMs - 30_000, WITHDRAWAL.claimMs + 1);
    expect((await trader.get("/api/withdrawal/history")).body.withdrawals[0].reviewedAt).toBeString();

    for (const reply of [
      await actOn(maly, id, "claim", { version: 1 }),
      await approve(maly, id),
      await reject(maly, id),
    ]) {
      expect(answer(reply)).toEqual([409, "claimed_by_other"]);
      expect(reply.body.message).toStartWith("Dara Kim is working on this withdrawal until");
    }
    expect((await actOn(dara, id, "claim", { version: 1 })).status).toBe(200);

    await change(id, { claimedUntilMs: Date.now() - 1 });
    const taken = await actOn(maly, id, "claim", { version: 1 });
    expect(taken.body.withdrawal.claimedBy).toBe("Maly Kim");
    expect(answer(await approve(maly, id))).toEqual([200, "approved"]);
  });

  test("ends with its action, so that the second approval can be another admin's", async () => {
    const { id } = await askForWithdrawal(stack, 3_000);
    await actOn(dara, id, "claim", { version: 1 });
    const first = await approve(dara, id);
    expect(first.body.withdrawal).toMatchObject({ claimedBy: null, claimedUntil: null });
    expect(answer(await approve(maly, id))).toEqual([200, "approved"]);
  });

  test("is released only by the admin who has it", async () => {
    const { trader, id } = await askForWithdrawal(stack);
    expect(answer(await actOn(dara, id, "release", { version: 1 }))).toEqual([409, "wrong_state"]);
    await actOn(dara, id, "claim", { version: 1 });

    const colleague = await actOn(maly, id, "release", { version: 1 });
    expect(answer(colleague)).toEqual([409, "claimed_by_other"]);
    expect(colleague.body.message).toMatch(
      /^Dara Kim is working on this withdrawal until .+\. Only they can release it before then; after that, any admin can claim it$/,
    );
    const released = await actOn(dara, id, "release", { version: 1 });
    expect([released.status, released.dbTrips]).toEqual([200, 2]);
    expect(released.body.withdrawal).toMatchObject({
      status: "pending",
      version: 1,
      claimedBy: null,
      claimedById: null,
      claimedUntil: null,
    });
    expect((await actOn(maly, id, "claim", { version: 1 })).body.withdrawal.claimedBy).toBe("Maly Kim");
    expect(answer(await actOn(dara, id, "release", { version: 1 }))).toEqual([409, "claimed_by_other"]);
    const seenReview = async () => (await trader.get("/api/withdrawal/history")).body.withdrawals[0].reviewedAt;
    expect(await seenReview()).toBeString();
    // Nobody has it in review after its release.
    expect((await actOn(maly, id, "release", { version: 1 })).body.withdrawal.reviewedAt).toBeNull();
    expect(await seenReview()).toBeNull();
  });

  test("is handed over to another operator, who is told, has it among theirs, and alone can release it", async () => {
    const { trader, id } = await askForWithdrawal(stack, 1_500);
    const refusal = async (to: string, by = dara) => {
      const reply = await actOn(by, id, "hand-over", { version: 1, to });
      return [reply.status, reply.body.code];
    };
    const support = await newAdmin(stack, "Rith", ["support"]);
    for (const to of [dara.userId, support.userId, trader.userId, "nobody"]) {
      expect([to, await refusal(to)]).toEqual([to, [409, "wrong_state"]]);
    }
    const since = new Date().toISOString();
    const handed = await actOn(dara, id, "hand-over", { version: 1, to: maly.userId });
    expect([handed.status, handed.dbTrips]).toEqual([200, 2]);
    expect(handed.body.withdrawal).toMatchObject({ claimedBy: "Maly Kim", claimedById: maly.userId, version: 1 });
    const { number } = handed.body.withdrawal;
    const mail = await nextMailAbout(stack, maly.email, `Withdrawal ${number} is yours`, since);
    expect(mail.text).toContain(`Dara Kim has handed withdrawal ${number} of $1,500.00 over to you.`);
    expect(mail.text).toContain(`stage=mine&item=${id}`);
    const mine = (await maly.get("/api/admin/withdrawals?status=open&stage=mine")).body.withdrawals;
    expect(mine.map(({ _id }: { _id: string }) => _id)).toContain(id);
    // It is theirs now, and nobody else's to give.
    expect(await refusal(maly.userId)).toEqual([409, "claimed_by_other"]);
    expect(answer(await actOn(dara, id, "release", { version: 1 }))).toEqual([409, "claimed_by_other"]);
    expect((await approve(maly, id)).status).toBe(200);
    // Who has approved it cannot be the second one.
    expect(await refusal(maly.userId)).toEqual([409, "wrong_state"]);

    // To two colleagues at once, as from two tabs: one of them has it.
    const { id: other } = await askForWithdrawal(stack);
    const third = await newAdmin(stack, "Boran", ["operator"]);
    const both = await Promise.all(
      [maly, third].map((to) => actOn(dara, other, "hand-over", { version: 1, to: to.userId })),
    );
    expect(both.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, "claimed_by_other"]);
    const taker = both.find(({ status }) => status === 200)?.body.withdrawal.claimedById;
    expect((await claimAndVersionOf(other))?.claimedBy).toBe(taker);
    expect(await recordsOf(other)).toEqual(["withdrawal.requested", "withdrawal.handed_over"]);
  });

  test("that its admin releases twice concurrently ends once, and a claim that a colleague takes meanwhile is kept", async () => {
    const { id } = await askForWithdrawal(stack);
    await actOn(dara, id, "claim", { version: 1 });
    const replies = await Promise.all([dara, dara].map((admin) => actOn(admin, id, "release", { version: 1 })));
    expect(replies.map(({ status, body }) => [status, body.message]).sort()).toEqual([
      [200, undefined],
      [409, "You have no claim on this withdrawal to release"],
    ]);
    expect(await claimAndVersionOf(id)).toEqual({ claimedBy: null, claimedUntilMs: null, version: 1 });
    expect(await recordsOf(id)).toEqual(["withdrawal.requested", "withdrawal.claimed", "withdrawal.released"]);

    await actOn(dara, id, "claim", { version: 1 });
    const [, taken] = await Promise.all([
      actOn(dara, id, "release", { version: 1 }),
      actOn(maly, id, "claim", { version: 1 }),
    ]);
    // Maly's claim came after the release, or Dara's refused it: her claim never ended.
    expect((await claimAndVersionOf(id))?.claimedBy).toBe(taken.status === 200 ? maly.userId : null);
  });

  test("that has expired cannot be released", async () => {
    const { id } = await askForWithdrawal(stack);
    await actOn(dara, id, "claim", { version: 1 });
    await change(id, { claimedUntilMs: Date.now() - 1 });
    const reply = await actOn(dara, id, "release", { version: 1 });
    expect([...answer(reply), reply.body.message]).toEqual([
      409,
      "wrong_state",
      "You have no claim on this withdrawal to release",
    ]);
  });

  test("is given to one of two concurrent claimers", async () => {
    const { id } = await askForWithdrawal(stack);
    const replies = await Promise.all([dara, maly].map((admin) => actOn(admin, id, "claim", { version: 1 })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("a payment's id and its proof", () => {
  test("belong to one withdrawal", async () => {
    const { trader, id } = await askForWithdrawal(stack, 10);
    const other = (await requestWithdrawal(trader, 20)).withdrawal._id;
    await approve(dara, id);
    await approve(dara, other);
    expect(answer(await complete(dara, id, { paymentId: "FT-once7" }))).toEqual([200, "completed"]);
    const used = await complete(maly, other, { paymentId: " FT-once7 " });
    expect([...answer(used), used.body.field]).toEqual([409, "payment_id_used", "paymentId"]);
    for (const paymentId of ["ft-ONCE7", "FT-on ce7", "FT-once៧"]) {
      expect(answer(await complete(maly, other, { paymentId }))).toEqual([409, "payment_id_used"]);
    }
    expect(await balancesOf(trader)).toEqual({ balance: 4_970, heldBalance: 20 });
  });

  test("are checked by the database when two completions with one id are concurrent", async () => {
    const { trader, id } = await askForWithdrawal(stack, 10);
    const other = (await requestWithdrawal(trader, 20)).withdrawal._id;
    await Promise.all([approve(dara, id), approve(maly, other)]);
    const replies = await Promise.all([
      complete(dara, id, { paymentId: "FT-race" }),
      complete(maly, other, { paymentId: "ft-race" }),
    ]);
    expect(replies.map(answer).map(String).sort()).toEqual(["200,completed", "409,payment_id_used"]);
  });

  test("are required", async () => {
    const { id } = await askForWithdrawal(stack);
    await approve(dara, id);
    for (const [more, field] of [
      [{ proof: undefined }, "proof"],
      [{ paymentId: "  " }, "paymentId"],
      [{ paymentId: "x".repeat(101) }, "paymentId"],
      [{ proof: { image: "https://example.com/proof.png", message: "" } }, "proof.image"],
      [{ proof: sentImage("text", new TextEncoder().encode("not an image")) }, "proof.image"],
      [{ images: [sentImage("ok"), sentImage("x", SAMPLE_IMAGES.png.slice(0, 40))] }, "images.1.image"],
      [{ images: Array(6).fill(sentImage("x")) }, "images"],
      [{ notes: "a\u202eb" }, "notes"],
    ] as const) {
      const reply = await complete(dara, id, more);
      expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, "invalid_input", field]);
    }
    expect(answer(await complete(dara, id))).toEqual([200, "completed"]);
  });
});

describe("an action with an idempotency key", () => {
  test("happens once, however often and how many times at once it is sent", async () => {
    const { trader, id } = await askForWithdrawal(stack, 1_500);
    const body = { version: 1, notes: "Once.", images: [sentImage("Once")] };
    const key = crypto.randomUUID();
    const replies = await Promise.all(Array.from({ length: 5 }, () => actOn(dara, id, "approve", body, key)));
    expect(new Set(replies.map(({ body: reply }) => JSON.stringify(reply))).size).toBe(1);
    expect(replies[0]?.body.approvals).toEqual({ have: 1, need: 2 });
    await actOn(maly, id, "approve", { version: 1 });
    // Decided long ago, and still answered with the first response.
    expect((await actOn(dara, id, "approve", body, key)).body).toEqual(replies[0]?.body);
    const [seen] = (await trader.get("/api/withdrawal/history")).body.withdrawals;
    expect(seen.adminImages).toHaveLength(1);
    expect(seen.adminNotes).toBe("Once.");

    const other = await actOn(dara, id, "approve", { version: 1, notes: "Another." }, key);
    expect([other.status, other.body.code]).toEqual([422, "key_reused"]);
  });

  test("completes once when it is clicked twice", async () => {
    const { trader, id } = await askForWithdrawal(stack, 100);
    await approve(dara, id);
    await actOn(dara, id, "start-payment", { version: 2 });
    const body = { version: 2, paymentId: "FT-twice", proof: sentImage("Paid") };
    const key = crypto.randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => actOn(dara, id, "complete", body, key)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await balancesOf(trader)).toEqual({ balance: 4_900, heldBalance: 0 });
    expect((await recordsOf(id)).filter((action) => action === "withdrawal.completed")).toHaveLength(1);
  });

  test("without a key is refused the second time", async () => {
    const { trader, id } = await askForWithdrawal(stack, 100);
    const replies = await Promise.all([1, 2, 3].map(() => reject(dara, id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await balancesOf(trader)).toEqual({ balance: 5_000, heldBalance: 0 });
  });
});

describe("two concurrent admins", () => {
  test("who approve and reject: one wins, the error of the other names the winner", async () => {
    const { trader, id: first } = await askForWithdrawal(stack, 100);
    let held = 0;
    for (let round = 0; round < 5; round++) {
      const id = round === 0 ? first : (await requestWithdrawal(trader, 100)).withdrawal._id;
      const [approved, rejected] = await Promise.all([approve(dara, id), reject(maly, id)]);
      expect([approved.status, rejected.status].sort()).toEqual([200, 409]);
      const loser = approved.status === 409 ? approved : rejected;
      expect(loser.body.code).toBe("wrong_state");
      expect(loser.body.message).toMatch(approved.status === 409 ? /^Maly Kim has rejected/ : /^Dara Kim has approved/);
      held += approved.status === 200 ? 100 : 0;
      expect(await balancesOf(trader)).toEqual({ balance: 5_000 - held, heldBalance: held });
    }
  });

  test("who both approve an amount that needs two: it is approved, and neither approval is lost", async () => {
    const { trader, id: first } = await askForWithdrawal(stack, 1_200, 10_000);
    for (let round = 0; round < 5; round++) {
      const id = round === 0 ? first : (await requestWithdrawal(trader, 1_200)).withdrawal._id;
      const replies = await Promise.all([approve(dara, id), approve(maly, id)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect(replies.map(({ body }) => body.approvals.have).sort()).toEqual([1, 2]);
      const [[row]] = await db.read([db.query.select().from(withdrawals).where(eq(withdrawals.id, id))]);
      expect(row).toMatchObject({ status: "approved", version: 2 });
    }
  });

  test("who both complete it with their own proofs: it is paid out once", async () => {
    const { trader, id } = await askForWithdrawal(stack, 1_200);
    await Promise.all([approve(dara, id), approve(maly, id)]);
    await actOn(dara, id, "start-payment", { version: 2 });
    const [payer, other] = await Promise.all([
      completePaid(dara, id, { proof: sentImage("Dara's") }),
      completePaid(maly, id, { proof: sentImage("Maly's") }),
    ]);
    expect([payer.status, other.status]).toEqual([200, 409]);
    // It is Dara's, or it is completed by then.
    expect(["claimed_by_other", "wrong_state"]).toContain(other.body.code);
    expect(await balancesOf(trader)).toEqual({ balance: 3_800, heldBalance: 0 });
    expect((await trader.get("/api/withdrawal/history")).body.withdrawals[0].proofOfPayment).not.toBeNull();
  });
});

describe("the queue", () => {
  test("lists pending withdrawals oldest first, page by page, in one round trip", async () => {
    const { trader, id: first } = await askForWithdrawal(stack, 10);
    const ids = [first];
    for (const amount of [11, 12, 13]) ids.push((await requestWithdrawal(trader, amount)).withdrawal._id);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const reply = await dara.get(`/api/admin/withdrawals?status=pending&limit=3${cursor ? `&cursor=${cursor}` : ""}`);
      expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
      expect(reply.body.withdrawals.length).toBeLessThanOrEqual(3);
      seen.push(...reply.body.withdrawals.map(({ _id }: { _id: string }) => _id));
      cursor = reply.body.nextCursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids);

    const all = await dara.get("/api/admin/withdrawals?limit=4");
    expect(all.body.withdrawals.map(({ _id }: { _id: string }) => _id)).toEqual(ids.toReversed());
    expect(all.body.withdrawals[0]).toMatchObject({
      amount: 13,
      status: "pending",
      approvals: { have: 0, need: 1 },
      adminImages: [],
      proofOfPayment: null,
      paymentDetails: { bankName: "ABA Bank" },
      user: { email: trader.email },
    });
    const one = await dara.get(`/api/admin/withdrawals?id=${first}`);
    expect(one.body.withdrawals).toMatchObject([{ _id: first, amount: 10 }]);
  });

  test("shows the images and approvals of each", async () => {
    const { id } = await askForWithdrawal(stack, 4_000);
    await approve(dara, id, { images: [sentImage("One"), sentImage("Two")] });
    const [shown] = (await maly.get(`/api/admin/withdrawals?id=${id}`)).body.withdrawals;
    expect(shown.adminImages.map(({ message }: { message: string }) => message)).toEqual(["One", "Two"]);
    expect(shown).toMatchObject({
      approvals: { have: 1, need: 2 },
      approvedBy: [{ act: "approve", name: "Dara Kim" }],
    });
  });

  test.each(["status=lost", "limit=0", "limit=101", "limit=x", "cursor=x", "sort=amount", "id=x"])(
    "refuses %s",
    async (search) => {
      const reply = await dara.get(`/api/admin/withdrawals?${search}`);
      expect([reply.status, reply.body.code, reply.body.field]).toEqual([
        400,
        "invalid_input",
        search.split("=")[0] as string,
      ]);
    },
  );
});

test("every approval is one admin's, and every decision has its audit row", async () => {
  const [decided] = await db.read([
    db.query
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(
        and(
          sql`${withdrawals.status} <> 'pending'`,
          sql`NOT EXISTS (SELECT 1 FROM ${auditLog} WHERE ${auditLog.subject} = 'withdrawal:' || ${withdrawals.id} AND ${auditLog.action} IN ('withdrawal.approved', 'withdrawal.rejected', 'withdrawal.cancelled'))`,
        ),
      ),
  ]);
  expect(decided).toEqual([]);
});

test("the ledger of all tests above is clean", async () => {
  expect(await checkLedger(db)).toMatchObject({ isClean: true, totalCents: 0, differing: [], belowFloor: [] });
});

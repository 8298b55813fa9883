import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { auditLog, withdrawals } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import type { Reply } from "../../../dev/test/test-client.ts";
import { behindTriggers } from "../../../dev/test/test-database.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin } from "../../../dev/test/test-people.ts";
import { startFreshApi } from "../../../dev/test/test-stack.ts";
import {
  actOn,
  approve,
  askForWithdrawal,
  balancesOf,
  completePaid,
  reject,
} from "../../../dev/test/test-withdrawals.ts";
import { WITHDRAWAL } from "../../contract/limits.ts";
import { checkLedger } from "../../ledger/check-ledger.ts";

setDefaultTimeout(600_000);

/** Uses a stack of its own with the operator's default: no admin pays what no other admin approved. */
let stack: Stack;
let db: Database;
let dara: Admin;
let maly: Admin;
let vichea: Admin;
beforeAll(async () => {
  stack = await startFreshApi({ SOLE_APPROVER_PAYOUT: "refused" });
  db = databaseOf(stack);
  [dara, maly, vichea] = await Promise.all([
    newAdmin(stack, "Dara"),
    newAdmin(stack, "Maly"),
    newAdmin(stack, "Vichea"),
  ]);
}, 600_000);
afterAll(() => stack.stop());

const outcome = ({ status, body }: Reply) => [status, body.code ?? body.withdrawal.status];
const start = (admin: Admin, id: string) => actOn(admin, id, "start-payment", { version: 2 });
const takeOver = (admin: Admin, id: string, from: Admin) =>
  actOn(admin, id, "take-over-payment", { version: 2, payerId: from.userId });
async function approved(dollars = 100) {
  const asked = await askForWithdrawal(stack, dollars);
  for (const admin of dollars > 1_000 ? [dara, maly] : [dara]) await approve(admin, asked.id);
  return asked;
}
/** Moves the start of a payment back, with the claim that began with it. */
async function letPass(id: string, ms: number): Promise<void> {
  const earlier = db.query.run(
    sql`UPDATE withdrawals SET payment_started_at_ms = payment_started_at_ms - ${ms}, claimed_until_ms = 0 WHERE id = ${id}`,
  );
  await behindTriggers(db, ["withdrawals_payment"], [earlier]);
}

describe("the admin who pays a withdrawal", () => {
  test("is not the only one who approved it, and the screen says so before", async () => {
    const { id } = await approved();
    const refused = await start(dara, id);
    expect([...outcome(refused), refused.body.message]).toEqual([
      409,
      "second_admin_needed",
      "No other admin approved this withdrawal, so another admin must pay it",
    ]);
    const warningsOf = async (admin: Admin) => (await admin.get(`/api/admin/withdrawals/${id}`)).body.warnings;
    expect([await warningsOf(dara), await warningsOf(maly)]).toEqual([[{ kind: "only_approver" }], []]);
    expect(outcome(await start(maly, id))).toEqual([200, "approved"]);
    expect(outcome(await completePaid(maly, id))).toEqual([200, "completed"]);
  });

  test("starts the payment before completing it, and nobody else completes it", async () => {
    const { trader, id } = await approved(2_000);
    const early = await completePaid(dara, id);
    expect([...outcome(early), early.body.message]).toEqual([
      409,
      "wrong_state",
      "Nobody is paying this withdrawal. Start the payment before you pay it at the bank.",
    ]);
    await start(dara, id);
    await letPass(id, 1);
    const other = await completePaid(maly, id);
    expect([...outcome(other), other.body.message]).toEqual([
      409,
      "wrong_state",
      expect.stringMatching(/^Dara Kim is paying this withdrawal since .+, so only they can complete or stop it$/),
    ]);
    expect(outcome(await actOn(maly, id, "claim", { version: 2 }))).toEqual([409, "wrong_state"]);
    const done = await completePaid(dara, id);
    expect([...outcome(done), done.body.approvals]).toEqual([200, "completed", { have: 1, need: 1 }]);
    expect(await balancesOf(trader)).toEqual({ balance: 3_000, heldBalance: 0 });
  });

  test("is one of two who start and complete it at once: it is paid out once", async () => {
    for (let round = 0; round < 5; round++) {
      const { trader, id } = await approved(1_200);
      const starts = await Promise.all([start(dara, id), start(maly, id)]);
      expect(starts.map(({ status }) => status).sort()).toEqual([200, 409]);
      const replies = await Promise.all(
        [dara, maly].map((admin, i) => completePaid(admin, id, { paymentId: `${id}-${i}` })),
      );
      const winner = starts.findIndex(({ status }) => status === 200);
      expect(replies.map(({ status }) => status)).toEqual(winner === 0 ? [200, 409] : [409, 200]);
      expect(await balancesOf(trader)).toEqual({ balance: 3_800, heldBalance: 0 });
    }
    expect(await checkLedger(db)).toMatchObject({ isClean: true });
  });
});

describe("a payment whose admin is away", () => {
  test("is taken over an hour after it started, which is audited, and completed by the new payer alone", async () => {
    const { id } = await approved();
    await start(maly, id);
    await letPass(id, WITHDRAWAL.takeOverAfterMs - 60_000);
    const early = await takeOver(vichea, id, maly);
    expect([...outcome(early), early.body.message]).toEqual([
      409,
      "wrong_state",
      expect.stringMatching(/^Maly Kim is paying this withdrawal\. You can take it over from /),
    ]);
    await letPass(id, 60_000);
    expect(outcome(await takeOver(vichea, id, dara))).toEqual([409, "wrong_state"]);
    expect(outcome(await takeOver(dara, id, maly))).toEqual([409, "second_admin_needed"]);
    const taken = await takeOver(vichea, id, maly);
    expect(taken.body.withdrawal).toMatchObject({ payer: "Vichea Kim", payerBefore: "Maly Kim" });
    const isSubject = eq(auditLog.subject, `withdrawal:${id}`);
    const [records] = await db.read([db.query.select().from(auditLog).where(isSubject).orderBy(auditLog.sequence)]);
    expect(records.at(-1)).toMatchObject({ action: "withdrawal.payment_taken_over", actor: vichea.userId });
    expect(JSON.parse(records.at(-1)?.detail ?? "")).toEqual({ from: maly.userId });
    expect(outcome(await completePaid(maly, id))).toEqual([409, "claimed_by_other"]);
    expect(outcome(await completePaid(vichea, id))).toEqual([200, "completed"]);
  });

  test("is taken over by one of two who try at once", async () => {
    const { id } = await approved(2_000);
    await start(vichea, id);
    await letPass(id, WITHDRAWAL.takeOverAfterMs);
    const replies = await Promise.all([takeOver(dara, id, vichea), takeOver(maly, id, vichea)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("and was taken over, is neither stopped nor rejected by the new payer alone", async () => {
    const { trader, id } = await approved();
    await start(maly, id);
    await letPass(id, WITHDRAWAL.takeOverAfterMs);
    await takeOver(vichea, id, maly);
    const stopped = await actOn(vichea, id, "stop-payment", { version: 2 });
    expect([...outcome(stopped), stopped.body.message]).toEqual([
      409,
      "wrong_state",
      "You took this payment over from Maly Kim, who may have made it. Complete it, or reject it together with another admin.",
    ]);
    const first = await reject(vichea, id, { version: 2 });
    expect([...outcome(first), first.body.approvals]).toEqual([200, "approved", { have: 1, need: 2 }]);
    expect(outcome(await reject(maly, id, { version: 2 }))).toEqual([200, "rejected"]);
    expect(await balancesOf(trader)).toEqual({ balance: 5_000, heldBalance: 0 });
  });
});

describe("a pause of withdrawals by an admin", () => {
  const pause = (admin: Admin, reason = "Somebody called") => admin.post("/api/admin/pauses", { reason });
  const resume = (admin: Admin, id: string) => admin.post(`/api/admin/pauses/${id}/resume`, {});
  const shown = async () => (await dara.get("/api/admin/overview")).body.overview.withdrawalPause;

  test("is one admin's act at once, records what was sent, and ends with the second admin", async () => {
    const [sent, waiting] = [await approved(), await approved()];
    const asked = await askForWithdrawal(stack);
    await start(maly, sent.id);
    expect((await pause(dara, " ")).body.code).toBe("invalid_input");
    const paused = await pause(dara);
    expect([paused.status, paused.dbTrips]).toEqual([200, 2]);
    const { _id } = paused.body.pause;
    expect(await shown()).toMatchObject({ _id, by: "Dara Kim", reason: "Somebody called", aloneFrom: null });
    // Another one changes nothing.
    expect((await pause(maly, "Me too")).body.pause).toMatchObject({ _id, reason: "Somebody called" });

    for (const reply of [await start(maly, waiting.id), await approve(dara, asked.id)]) {
      expect([reply.status, reply.body.code]).toEqual([503, "paused"]);
    }
    await expect(askForWithdrawal(stack)).rejects.toThrow("503");
    expect(outcome(await completePaid(maly, sent.id))).toEqual([200, "completed"]);
    expect(outcome(await reject(dara, asked.id))).toEqual([200, "rejected"]);

    for (let i = 0; i < 2; i++) expect((await resume(dara, _id)).body.approvals).toEqual({ have: 1, need: 2 });
    expect((await start(maly, waiting.id)).body.code).toBe("paused");
    // Maly's dialog was opened before Dara's approval: it is refused, and the answer names Dara.
    const unseen = await maly.post(`/api/admin/pauses/${_id}/resume`, { approvals: { have: 0, need: 2 } });
    expect([unseen.status, unseen.body.code, unseen.body.message]).toEqual([
      409,
      "wrong_state",
      expect.stringContaining("Dara Kim"),
    ]);
    const replies = await Promise.all([maly, vichea].map((admin) => resume(admin, _id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await shown()).toBeNull();
    expect(outcome(await start(maly, waiting.id))).toEqual([200, "approved"]);
    const [records] = await db.read([
      db.query
        .select()
        .from(auditLog)
        .where(eq(auditLog.subject, `pause:${_id}`)),
    ]);
    expect(records.map(({ action }) => action).sort()).toEqual([
      "withdrawals.paused",
      "withdrawals.resume_agreed",
      "withdrawals.resume_agreed",
      "withdrawals.resumed",
    ]);
  });

  test("is begun by one of several who pause at once", async () => {
    const replies = await Promise.all([dara, maly, vichea].map((admin) => pause(admin)));
    expect(new Set(replies.map(({ body }) => body.pause._id)).size).toBe(1);
    const { _id } = replies[0]?.body.pause ?? {};
    for (const admin of [dara, maly]) await resume(admin, _id);
    expect(await shown()).toBeNull();
  });
});

describe("the number of a withdrawal", () => {
  test("is another one for each of many requests at once, and is found as it is typed", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => askForWithdrawal(stack, 50)));
    const numbers = all.map(({ withdrawal }) => withdrawal.number as string);
    expect(new Set(numbers).size).toBe(8);
    const [{ id, trader }, number] = [all[0] ?? (await approved()), numbers[0] ?? ""];
    const digits = number.slice(3);
    for (const typed of [number, `wd${digits}`, digits, ` WD ${digits}`]) {
      const query = new URLSearchParams({ user: typed });
      const { body } = await dara.get(`/api/admin/withdrawals?${query}`);
      expect(body.withdrawals).toMatchObject([{ _id: id, number }]);
    }
    const [[row]] = await db.read([db.query.select().from(withdrawals).where(eq(withdrawals.id, id))]);
    expect(`WD-${row?.number}`).toBe(number);
    expect((await trader.get("/api/withdrawal/history")).body.withdrawals).toMatchObject([{ number }]);
  });
});

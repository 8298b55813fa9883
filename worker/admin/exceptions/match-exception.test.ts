import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { auditLog, entries, sessions, transfers } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import type { Reply } from "../../../dev/test/test-client.ts";
import { nextMail } from "../../../dev/test/test-mails.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader, type Trader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { balancesOf, oddPayment } from "../../../dev/test/test-withdrawals.ts";
import { SESSION } from "../../contract/limits.ts";
import { checkLedger } from "../../ledger/check-ledger.ts";
import { giveRole } from "../../platform/user-store.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let dara: Admin;
let maly: Admin;
let trader: Trader;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  [dara, maly, trader] = await Promise.all([newAdmin(stack, "Dara"), newAdmin(stack, "Maly"), newTrader(stack)]);
}, 600_000);

const decide = (admin: Admin, id: string, act: string, body: object, key?: string) =>
  admin.post(`/api/admin/exceptions/${id}/${act}`, body, key ? { "Idempotency-Key": key } : {});
const match = (admin: Admin, id: string, amount: number, more: object = {}, key?: string) =>
  decide(admin, id, "match", { version: 1, amount, note: "As paid", ...more }, key);
const answer = ({ status, body }: Reply) => [status, body.code ?? body.exception.status];
const balance = async () => (await balancesOf(trader)).balance;

async function letFactorAge(admin: Admin): Promise<void> {
  const authenticatedAtMs = Date.now() - SESSION.stepUpMs;
  await db.write([db.query.update(sessions).set({ authenticatedAtMs }).where(eq(sessions.userId, admin.userId))]);
}

describe("matching a payment", () => {
  test("credits the amount that two admins agreed on to the trader whose code was paid, once", async () => {
    const before = await balance();
    const { id, deposit } = await oddPayment(stack, trader, { amount: 20.25 });
    const first = await match(dara, id, 20.25, { note: "Twenty and a quarter" });
    expect([...answer(first), first.dbTrips]).toEqual([200, "open", 2]);
    expect(first.body.approvals).toEqual({ have: 1, need: 2 });
    expect(first.body.exception).toMatchObject({
      reason: "wrong_amount",
      paidAmount: 20.25,
      paidCurrency: "USD",
      paidFrom: "sokha_chan@mekong",
      creditedAmount: null,
      mostCreditable: 20.25,
      notCreditable: null,
      decidedBy: null,
      deposit: { _id: deposit._id, amount: 25.5, billNumber: deposit.billNumber },
      user: { _id: trader.userId },
      approvedBy: [{ act: "match", name: "Dara Kim", detail: "2025" }],
    });
    expect(await balance()).toBe(before);

    const second = await match(maly, id, 20.25, { note: "Agreed" });
    expect([...answer(second), second.dbTrips]).toEqual([200, "matched", 2]);
    expect(second.body.exception).toMatchObject({
      creditedAmount: 20.25,
      decidedBy: "Maly Kim",
      paidFrom: "sokha_chan@mekong",
      version: 2,
      note: "Twenty and a quarter\n\nAgreed",
      approvals: { have: 2, need: 2 },
    });
    expect(await balance()).toBe(before + 20.25);
    let mail = await nextMail(stack, trader.email);
    while (!mail.subject.includes("$20.25")) mail = await nextMail(stack, trader.email, mail.at);
    expect(mail.text).toContain(deposit.billNumber);

    const late = await match(dara, id, 20.25, { version: 2 });
    expect(answer(late)).toEqual([409, "wrong_state"]);
    expect(late.body.message).toBe("Maly Kim has already matched this payment");
    const [moved] = await db.read([
      db.query
        .select()
        .from(transfers)
        .where(eq(transfers.reference, `exception:${id}`))
        .orderBy(transfers.atMs),
    ]);
    expect(moved).toMatchObject([
      { kind: "exception_received", actor: "system" },
      { kind: "exception_credited", actor: maly.userId },
    ]);
    const [records] = await db.read([
      db.query
        .select()
        .from(auditLog)
        .where(eq(auditLog.subject, `exception:${id}`))
        .orderBy(auditLog.sequence),
    ]);
    expect(records.map(({ action }) => action)).toEqual(["exception.match_agreed", "exception.matched"]);

    // The match has paid the deposit, with what came beside what was asked.
    const settled = { _id: deposit._id, status: "paid", amount: 25.5, paidAmount: 20.25 };
    const history = (await trader.get("/api/deposit/history?status=paid")).body.deposits;
    expect(history.find(({ _id }: { _id: string }) => _id === deposit._id)).toMatchObject({
      ...settled,
      credits: [{ amount: 20.25 }],
    });
    const [shown] = (await dara.get(`/api/admin/deposits?search=${deposit._id}`)).body.deposits;
    expect(shown).toMatchObject({
      ...settled,
      payments: [{ _id: id, status: "matched", paidAmount: 20.25, creditedAmount: 20.25 }],
    });
    expect((await trader.get(`/api/deposit/receipt/${deposit.billNumber}`)).body.receipt).toMatchObject({
      amount: 20.25,
    });
    const { exception } = second.body;
    expect(exception.deposit).toMatchObject(settled);
  });

  test("pays the deposit: it is neither marked paid by hand then, nor while the payment waits", async () => {
    const another = await newTrader(stack);
    const { id, deposit } = await oddPayment(stack, another, { amount: 45 });
    const mark = (admin: Admin) =>
      admin.post(`/api/admin/deposits/${deposit._id}/mark-paid`, {
        bankReference: `FT ${deposit._id}`,
        settlementHash: crypto.randomUUID(),
        note: "Seen in the bank's books",
      });
    const early = await mark(dara);
    expect([early.status, early.body.message]).toEqual([
      409,
      "A payment for this code waits among the exceptions. Decide about it there.",
    ]);
    for (const admin of [dara, maly]) await match(admin, id, 45);
    for (const admin of [dara, maly]) {
      const late = await mark(admin);
      expect([late.status, late.body.message]).toEqual([409, "This deposit is already paid"]);
    }
    expect((await balancesOf(another)).balance).toBe(45);
    const { trader } = (await dara.get(`/api/admin/exceptions/${id}`)).body;
    expect(trader.money.deposited).toBe(45);
    expect(trader.deposits.last).toMatchObject([{ _id: deposit._id, status: "paid", amount: 25.5, paidAmount: 45 }]);
  });

  test("of another currency credits what the two agree on, and another amount is another approval", async () => {
    const before = await balance();
    const { id } = await oddPayment(stack, trader, { amount: 100_000, currency: "KHR" });
    expect(answer(await match(dara, id, 24.4))).toEqual([200, "open"]);
    const other = await match(maly, id, 24.39);
    expect(answer(other)).toEqual([409, "approval_differs"]);
    expect(other.body.message).toContain("Dara Kim agreed to $24.40");
    expect(answer(await match(dara, id, 24.39))).toEqual([200, "open"]);
    expect(answer(await match(maly, id, 24.39))).toEqual([200, "matched"]);
    expect(await balance()).toBeCloseTo(before + 24.39, 2);
  });

  test("is refused at the first approval when nothing of the payment can be credited", async () => {
    const dust = await oddPayment(stack, trader, { amount: 0.004 });
    const reply = await match(dara, dust.id, 0.01);
    expect([...answer(reply), reply.body.message]).toEqual([
      409,
      "wrong_state",
      "Less than a cent was paid, so nothing can be credited",
    ]);
    const { exceptions } = (await dara.get(`/api/admin/exceptions?id=${dust.id}`)).body;
    expect(exceptions).toMatchObject([
      { mostCreditable: 0, notCreditable: "less_than_a_cent", paidFrom: "sokha_chan@mekong" },
    ]);
  });

  test("never credits more dollars than were paid, nor less than a cent", async () => {
    const { id } = await oddPayment(stack, trader, { amount: 10 });
    for (const amount of [10.01, 0, -5, 1.001]) {
      const reply = await match(dara, id, amount);
      expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, "invalid_input", "amount"]);
    }
    const noted = await match(dara, id, 10, { note: " " });
    expect([noted.status, noted.body.field]).toEqual([400, "note"]);
  });

  test("does not count the same admin twice, and answers a repeat with the first response", async () => {
    const before = await balance();
    const { id } = await oddPayment(stack, trader, { amount: 11 });
    const key = crypto.randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => match(dara, id, 11, {}, key)));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await match(dara, id, 11)).body.approvals).toEqual({ have: 1, need: 2 });
    expect(await balance()).toBe(before);
    expect((await match(dara, id, 10, {}, key)).status).toBe(422);
    expect(answer(await match(maly, id, 11))).toEqual([200, "matched"]);
    expect((await match(dara, id, 11, {}, key)).body).toEqual(replies[0]?.body);
    expect(await balance()).toBe(before + 11);
  });

  test("credits once when both approve concurrently", async () => {
    const another = await newTrader(stack);
    const { id } = await oddPayment(stack, another, { amount: 30 });
    const replies = await Promise.all([match(dara, id, 30), match(maly, id, 30)]);
    expect(replies.map(answer).map(String).sort()).toEqual(["200,matched", "200,open"]);
    expect((await balancesOf(another)).balance).toBe(30);
  });
});

describe("closing a payment", () => {
  test("as a refund needs two admins who enter the same sum and reference, and credits nothing", async () => {
    const another = await newTrader(stack);
    const { id } = await oddPayment(stack, another, { amount: 12.5 });
    const refund = (admin: Admin, more: object = {}) =>
      decide(admin, id, "refund-note", {
        ...{ version: 1, amount: 12.5, bankReference: `RF ${id}`, note: "Sent back to your account" },
        ...more,
      });
    for (const [more, field] of [
      [{ amount: 12.51 }, "amount"],
      [{ amount: 0 }, "amount"],
      [{ bankReference: " " }, "bankReference"],
      [{ note: "" }, "note"],
    ] as const) {
      const refused = await refund(dara, more);
      expect([refused.status, refused.body.field]).toEqual([400, field]);
    }
    const first = await refund(dara);
    expect([...answer(first), first.dbTrips, first.body.approvals]).toEqual([200, "open", 2, { have: 1, need: 2 }]);
    expect(first.body.exception.refundApprovedBy).toMatchObject([{ act: "approve", name: "Dara Kim" }]);
    // It waits for the second admin alone.
    const waitsFor = async (admin: Admin) =>
      (await admin.get("/api/admin/exceptions?stage=waiting")).body.exceptions.some(
        ({ _id }: { _id: string }) => _id === id,
      );
    expect([await waitsFor(dara), await waitsFor(maly)]).toEqual([false, true]);
    expect(JSON.stringify(first.body)).not.toContain(`RF ${id}`);
    expect((await refund(dara)).body.approvals).toEqual({ have: 1, need: 2 });
    const differs = await refund(maly, { amount: 12 });
    expect([differs.status, differs.body.message]).toEqual([
      409,
      `Dara Kim agreed to a refund of $12.50 with the bank's reference RF ${id}. Both admins must agree to the same.`,
    ]);
    const second = await refund(maly);
    expect([...answer(second), second.dbTrips]).toEqual([200, "refunded", 2]);
    expect(second.body.exception).toMatchObject({
      ...{ decidedBy: "Maly Kim", creditedAmount: null, refundedAmount: 12.5, refundReference: `RF ${id}`, version: 2 },
    });
    expect((await balancesOf(another)).balance).toBe(0);
    let mail = await nextMail(stack, another.email);
    while (!mail.subject.includes("is being sent back")) mail = await nextMail(stack, another.email, mail.at);
    expect(mail.text).toContain(`Sent back: $12.50. The bank's reference: RF ${id}.`);
    expect(mail.text).toContain("Sent back to your account");
    const late = await match(maly, id, 12);
    expect([late.status, late.body.message]).toEqual([409, "Maly Kim has already refunded this payment"]);
    // The reference is used once, over refunds and credits.
    const next = await oddPayment(stack, another, { amount: 12.5 });
    const reused = { version: 1, amount: 12.5, bankReference: `rf${id}`, note: "Sent back" };
    expect(answer(await decide(dara, next.id, "refund-note", reused))).toEqual([200, "open"]);
    expect(answer(await decide(maly, next.id, "refund-note", reused))).toEqual([409, "settlement_used"]);
  });

  test("by two who record the same refund at once is done once", async () => {
    const another = await newTrader(stack);
    const { id } = await oddPayment(stack, another, { amount: 12 });
    const body = { version: 1, amount: 12, bankReference: `RF ${id}`, note: "Sent back" };
    const replies = await Promise.all([dara, maly].map((admin) => decide(admin, id, "refund-note", body)));
    expect(replies.map(answer).map(String).sort()).toEqual(["200,open", "200,refunded"]);
  });

  test("by dismiss credits nothing and mails the trader the reason", async () => {
    const [act, status, subject] = ["dismiss", "dismissed", "About your payment"];
    const another = await newTrader(stack);
    const { id } = await oddPayment(stack, another, { amount: 12 });
    const reply = await decide(dara, id, act, { version: 1, note: "The bank has it" });
    expect([...answer(reply), reply.dbTrips]).toEqual([200, status, 2]);
    expect(reply.body.exception).toMatchObject({ decidedBy: "Dara Kim", creditedAmount: null, version: 2 });
    expect(reply.body.approvals).toEqual({ have: 0, need: 2 });
    expect((await balancesOf(another)).balance).toBe(0);
    let mail = await nextMail(stack, another.email);
    while (!mail.subject.includes(subject)) mail = await nextMail(stack, another.email, mail.at);
    expect(mail.text).toContain("The bank has it");
    const late = await match(maly, id, 12);
    expect([late.status, late.body.message]).toEqual([409, `Dara Kim has already ${status} this payment`]);
  });

  test("and matching concurrently: one wins", async () => {
    const another = await newTrader(stack);
    const { id } = await oddPayment(stack, another, { amount: 13 });
    await match(dara, id, 13);
    const [matched, dismissed] = await Promise.all([
      match(maly, id, 13),
      decide(dara, id, "dismiss", { version: 1, note: "No" }),
    ]);
    expect([matched.status, dismissed.status].sort()).toEqual([200, 409]);
    expect((await balancesOf(another)).balance).toBe(matched.status === 200 ? 13 : 0);
  });
});

describe("the books of a payment", () => {
  const planOf = async (id: string, body: object) => {
    const reply = await dara.post(`/api/admin/exceptions/${id}/plan`, body);
    expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
    return (reply.body.plan.entries as Planned[]).map(({ kind, accountId, amount, rate }) => [
      kind,
      accountId,
      amount,
      rate,
    ]);
  };
  type Planned = {
    kind: string;
    accountId: string;
    amount: number;
    rate: number | null;
    before: number;
    after: number;
  };
  const written = async (id: string, isAll = false) => {
    const { query, read } = db;
    const [rows] = await read([
      query
        .select({
          kind: transfers.kind,
          account: entries.accountId,
          cents: entries.amountCents,
          rate: entries.rateHundredths,
        })
        .from(entries)
        .innerJoin(transfers, eq(transfers.id, entries.transferId))
        .where(eq(transfers.reference, `exception:${id}`))
        .orderBy(entries.id),
    ]);
    return rows
      .filter(({ kind }) => isAll || kind !== "exception_received")
      .map(({ kind, account, cents, rate }) => [kind, account, cents / 100, rate === null ? null : rate / 100]);
  };

  test("have it on suspense until it is decided, and then what the dry run of the decision showed", async () => {
    const another = await newTrader(stack);
    const usd = await oddPayment(stack, another, { amount: 20.25 });
    expect(await written(usd.id, true)).toEqual([
      ["exception_received", "house:khqr", -20.25, null],
      ["exception_received", "house:suspense", 20.25, null],
    ]);
    const credited = await planOf(usd.id, { decision: "match", amount: 20 });
    expect(credited).toEqual([
      ["exception_credited", "house:suspense", -20.25, null],
      ["exception_credited", `available:${another.userId}`, 20, null],
      ["exception_credited", "house:khqr", 0.25, null],
    ]);
    for (const admin of [dara, maly]) await match(admin, usd.id, 20);
    expect(await written(usd.id)).toEqual(credited);
    const { user } = (await another.get("/api/user/profile")).body;
    expect([user.balance, user.analytics.totalDeposits]).toEqual([20, 20]);
    const statement = await another.get("/api/statement?from=2026-01-01&to=2099-12-31");
    expect(statement.body.statement ?? statement.body).toMatchObject({
      movements: [{ kind: "deposit", reference: usd.deposit.billNumber, change: { available: 20 } }],
      totals: { deposits: 20, trading: 0 },
    });

    const riel = await oddPayment(stack, another, { amount: 100_000, currency: "KHR" });
    const exchanged = await planOf(riel.id, { decision: "match", amount: 24.4 });
    const rate = exchanged[0]?.[3] ?? null;
    expect(exchanged).toEqual([
      ["exception_credited", "house:suspense:khr", -100_000, rate],
      ["exception_credited", "house:exchange:khr", 100_000, rate],
      ["exception_credited", "house:exchange", -24.4, null],
      ["exception_credited", `available:${another.userId}`, 24.4, null],
    ]);
    for (const admin of [dara, maly]) await match(admin, riel.id, 24.4);
    expect(await written(riel.id)).toEqual(exchanged);

    const bank = `r-${crypto.randomUUID().slice(0, 8)}`;
    const opened = { id: bank, name: "Wing", currency: "KHR" };
    expect((await dara.post("/api/admin/books/bank-accounts", opened)).status).toBe(200);
    const sent = await oddPayment(stack, another, { amount: 50_000, currency: "KHR" });
    const asked = { amount: 49_000, bankAccount: bank };
    const refunded = await planOf(sent.id, { decision: "refund", ...asked });
    expect(refunded).toEqual([
      ["exception_refunded", "house:suspense:khr", -50_000, rate],
      ["exception_refunded", `house:bank:${bank}`, 49_000, rate],
      ["exception_refunded", "house:khqr:khr", 1_000, rate],
    ]);
    const refund = (admin: Admin, more: object = {}) =>
      decide(admin, sent.id, "refund-note", {
        version: 1,
        ...asked,
        bankReference: `RF ${sent.id}`,
        note: "Back",
        ...more,
      });
    expect((await refund(dara, { bankAccount: "none" })).body).toMatchObject({
      code: "invalid_input",
      field: "bankAccount",
    });
    expect(answer(await refund(dara))).toEqual([200, "open"]);
    // The two agree on the bank account too.
    expect(answer(await refund(maly, { bankAccount: undefined }))).toEqual([409, "approval_differs"]);
    expect(answer(await refund(maly))).toEqual([200, "refunded"]);
    expect(await written(sent.id)).toEqual(refunded);

    const dismissed = await oddPayment(stack, another, { amount: 3 });
    const released = await planOf(dismissed.id, { decision: "dismiss" });
    expect(released.map(([kind, account, amount]) => [kind, account, amount])).toEqual([
      ["exception_released", "house:suspense", -3],
      ["exception_released", "house:khqr", 3],
    ]);
    await decide(dara, dismissed.id, "dismiss", { version: 1, note: "No" });
    expect(await written(dismissed.id)).toEqual(released);
    const late = await dara.post(`/api/admin/exceptions/${dismissed.id}/plan`, { decision: "match", amount: 3 });
    expect([late.status, late.body.code]).toEqual([409, "wrong_state"]);
  });

  test("credit it or send it back, where two do each at once", async () => {
    const another = await newTrader(stack);
    const outcomes: string[] = [];
    for (let round = 0; round < 4; round++) {
      const { id } = await oddPayment(stack, another, { amount: 17 });
      const refund = { version: 1, amount: 17, bankReference: `RF ${id}`, note: "Sent back" };
      await match(dara, id, 17);
      const seen = { approvals: { have: 1, need: 2 } };
      await decide(dara, id, "refund-note", refund);
      const [matched, refunded] = await Promise.all([
        match(maly, id, 17),
        decide(maly, id, "refund-note", { ...refund, ...seen }),
      ]);
      expect([matched.status, refunded.status].sort()).toEqual([200, 409]);
      const kind = matched.status === 200 ? "exception_credited" : "exception_refunded";
      expect(new Set((await written(id)).map(([written]) => written))).toEqual(new Set([kind]));
      outcomes.push(kind);
    }
    const credited = outcomes.filter((kind) => kind === "exception_credited").length;
    expect((await balancesOf(another)).balance).toBe(17 * credited);
  });
});

describe("an action on a payment", () => {
  test("is refused for the admin's own payment and without a fresh second factor", async () => {
    const own = await newTrader(stack);
    const { id } = await oddPayment(stack, own, { amount: 14 });
    const self = await newAdmin(stack, "Self");
    const late = await newAdmin(stack, "Late");
    await letFactorAge(late);
    await db.write([
      giveRole(db.query, { userId: own.userId, role: "admin", by: "system", atMs: Date.now() }),
      db.query.update(sessions).set({ userId: own.userId }).where(eq(sessions.userId, self.userId)),
    ]);
    for (const act of ["match", "dismiss", "refund-note"]) {
      const sent = act === "refund-note" ? { amount: 14, bankReference: "RF 14" } : {};
      const body = { version: 1, note: "x", ...(act === "match" ? { amount: 14 } : sent) };
      const refused = await decide(self, id, act, body);
      expect([refused.status, refused.body.code]).toEqual([403, "own_account"]);
      const stale = await decide(late, id, act, body);
      expect([stale.status, stale.body.code, stale.dbTrips]).toEqual([403, "step_up_required", 1]);
      const old = await decide(dara, id, act, { ...body, version: 7 });
      expect([old.status, old.body.code]).toEqual([409, "wrong_state"]);
      expect((await decide(dara, crypto.randomUUID(), act, body)).status).toBe(404);
    }
    const [shown] = (await dara.get(`/api/admin/exceptions?id=${id}`)).body.exceptions;
    expect(shown).toMatchObject({ status: "open", note: null, approvedBy: [] });
  });
});

test("the queue lists the longest waiting first, in one round trip", async () => {
  const another = await newTrader(stack);
  const ids = [];
  for (const amount of [15, 16]) ids.push((await oddPayment(stack, another, { amount })).id);
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const reply = await dara.get(`/api/admin/exceptions?status=open&limit=2${cursor ? `&cursor=${cursor}` : ""}`);
    expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
    seen.push(...reply.body.exceptions.map(({ _id }: { _id: string }) => _id));
    cursor = reply.body.nextCursor;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.slice(-2)).toEqual(ids);
  const matched = (await dara.get("/api/admin/exceptions?status=matched")).body.exceptions;
  expect(matched.every(({ status }: { status: string }) => status === "matched")).toBe(true);
  expect((await dara.get("/api/admin/exceptions?limit=1")).body.exceptions[0]._id).toBe(ids[1]);
});

test("the ledger of all tests above is clean", async () => {
  expect(await checkLedger(db)).toMatchObject({ isClean: true, differing: [], unfounded: [] });
});

import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { desc, eq } from "drizzle-orm";
import { auditLog, entries, transfers } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import type { Reply } from "../../../dev/test/test-client.ts";
import { nextMailAbout } from "../../../dev/test/test-mails.ts";
import { databaseOf, fundTrader, withdrawalAsk } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, type Trader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { approve, complete, fundedTrader, reject, requestWithdrawal } from "../../../dev/test/test-withdrawals.ts";
import { checkLedger } from "../../ledger/check-ledger.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let first: Admin;
let second: Admin;
beforeAll(async () => {
  stack = await apiStack();
  [first, second] = await Promise.all([newAdmin(stack), newAdmin(stack, "Maly")]);
}, 600_000);

const plan = (body: object) => first.post("/api/admin/books/plan", body);
const propose = (body: object) => first.post("/api/admin/books/acts", body);
const show = async (id: string) => (await second.get(`/api/admin/books/acts/${id}`)).body;
const post = (admin: Admin, id: string, shown: { entries: Entry[] }, key?: string): Promise<Reply> =>
  admin.post(
    `/api/admin/books/acts/${id}/post`,
    { approvals: { have: 1, need: 2 }, entries: shown.entries.map(({ accountId, amount }) => ({ accountId, amount })) },
    key ? { "Idempotency-Key": key } : {},
  );
type Entry = { accountId: string; amount: number };
const moneyOf = async (trader: Trader) => {
  const { user } = (await trader.get("/api/user/profile")).body;
  const { user: shown } = (await first.get(`/api/admin/users/${trader.userId}`)).body;
  const { balance, heldBalance: held, totalWithdrawals: withdrawn } = user;
  return {
    ...{ balance, held, withdrawn, deposited: user.analytics.totalDeposits },
    ...{ owed: shown.money.owed, result: shown.money.tradingResult },
  };
};
const isClean = async () => {
  const check = await checkLedger(databaseOf(stack));
  return { ...check, isClean: check.isClean };
};
const writtenBy = async (id: string) => {
  const { query, read } = databaseOf(stack);
  const [rows] = await read([
    query
      .select({ accountId: entries.accountId, cents: entries.amountCents })
      .from(entries)
      .innerJoin(transfers, eq(transfers.id, entries.transferId))
      .where(eq(transfers.reference, `book:${id}`))
      .orderBy(entries.id),
  ]);
  return rows.map(({ accountId, cents }) => ({ accountId, amount: cents / 100 }));
};
const only = (shown: { entries: Entry[] }) => shown.entries.map(({ accountId, amount }) => ({ accountId, amount }));

test("a payout that the bank returned is its trader's again, by two operators, as its dry run showed", async () => {
  const trader = await fundedTrader(stack, 500);
  const { withdrawal } = await requestWithdrawal(trader, 60);
  const about = {
    kind: "payout_returned",
    withdrawalId: withdrawal._id,
    bankReference: `RT ${withdrawal._id}`,
    reason: "Account closed",
  };
  expect((await plan(about)).body).toMatchObject({
    code: "wrong_state",
    message: "Only a payout that was completed can come back",
  });
  expect((await approve(first, withdrawal._id)).status).toBe(200);
  expect((await complete(second, withdrawal._id)).status).toBe(200);
  expect(await moneyOf(trader)).toEqual({ balance: 440, held: 0, withdrawn: 60, deposited: 500, owed: 0, result: 0 });

  const shown = (await plan(about)).body.plan;
  const proposed = await propose(about);
  expect(proposed.body).toMatchObject({ act: { state: "open" }, plan: shown, approvals: { have: 1, need: 2 } });
  const id = proposed.body.act._id;
  expect((await propose(about)).body).toMatchObject({ code: "wrong_state" });
  expect((await post(first, id, shown)).body).toMatchObject({ code: "second_admin_needed" });
  const other = { entries: [{ accountId: "house:payout", amount: -59 }, ...shown.entries.slice(1)] };
  expect((await post(second, id, other)).body).toMatchObject({ code: "wrong_state" });
  expect(await writtenBy(id)).toEqual([]);

  const key = crypto.randomUUID();
  const posted = await post(second, id, shown, key);
  expect([posted.status, posted.body.act?.state]).toEqual([200, "posted"]);
  expect((await post(second, id, shown, key)).body).toEqual(posted.body);
  expect((await post(second, id, shown)).body).toMatchObject({ code: "wrong_state" });
  expect(await writtenBy(id)).toEqual(only(shown));

  expect(await moneyOf(trader)).toEqual({ balance: 500, held: 0, withdrawn: 0, deposited: 500, owed: 0, result: 0 });
  const [row] = (await trader.get("/api/withdrawal/history")).body.withdrawals;
  expect(row).toMatchObject({ status: "completed", returnedAt: expect.any(String) });
  const { notifications } = (await trader.get("/api/notifications")).body;
  expect(notifications[0]).toMatchObject({ event: "withdrawal_returned", subject: withdrawal.number, amount: 60 });
  const mail = await nextMailAbout(stack, trader.email, `Your withdrawal ${withdrawal.number} of $60.00 came back`);
  expect(mail.text).toContain("$60.00 is in your balance again");
  const { query, read } = databaseOf(stack);
  const [audited] = await read([
    query
      .select({ action: auditLog.action, actor: auditLog.actor })
      .from(auditLog)
      .where(eq(auditLog.subject, `withdrawal:${withdrawal._id}`))
      .orderBy(desc(auditLog.sequence))
      .limit(2),
  ]);
  expect(audited).toEqual([
    { action: "book.posted", actor: second.userId },
    { action: "book.proposed", actor: first.userId },
  ]);
  expect(await isClean()).toMatchObject({ isClean: true });
});

test("a reversed deposit takes what is available, the rest is owed, and open withdrawals wait until it is collected", async () => {
  const trader = await fundedTrader(stack, 100);
  const [deposit] = (await trader.get("/api/deposit/history")).body.deposits;
  const { withdrawal } = await requestWithdrawal(trader, 70);
  const about = {
    kind: "deposit_reversed",
    depositId: deposit._id,
    bankReference: `RV ${deposit._id}`,
    reason: "Recalled",
  };
  const { act } = (await propose(about)).body;
  const before = (await show(act._id)).plan;
  expect(before).toMatchObject({
    entries: [
      { accountId: `available:${trader.userId}`, amount: -30, before: 30, after: 0 },
      { accountId: `receivable:${trader.userId}`, amount: -70, before: 0, after: -70 },
      { accountId: "house:khqr", amount: 100 },
    ],
    changes: [{ record: "deposit", id: deposit._id, field: "reversedAt" }],
    waiting: 1,
  });
  // Money comes between the dry run and the act: nothing is done but what was shown.
  await fundTrader(stack, trader, 10);
  expect((await post(second, act._id, before)).body).toMatchObject({ code: "wrong_state" });
  const shown = (await show(act._id)).plan;
  expect((await post(second, act._id, shown)).body).toMatchObject({ act: { state: "posted", owed: 60 } });
  expect(await writtenBy(act._id)).toEqual(only(shown));

  expect(await moneyOf(trader)).toEqual({ balance: 0, held: 70, withdrawn: 0, deposited: 10, owed: 60, result: 0 });
  const { deposits } = (await trader.get("/api/deposit/history")).body;
  expect(deposits.find((one: { _id: string }) => one._id === deposit._id)).toMatchObject({
    status: "paid",
    reversedAt: expect.any(String),
  });
  expect((await nextMailAbout(stack, trader.email, `Your deposit ${deposit.billNumber} was reversed`)).text).toContain(
    "$60.00 is still owed",
  );
  const { receipt } = (await trader.get(`/api/deposit/receipt/${deposit.billNumber}`)).body;
  expect([receipt.amount, receipt.reversedAt]).toEqual([100, expect.any(String)]);
  const owedOf = async () => (await trader.get("/api/withdrawal/history")).body.limits.owed;
  expect(await owedOf()).toEqual({ amount: 60, billNumber: deposit.billNumber });
  const openItem = async () => (await first.get(`/api/admin/withdrawals/${withdrawal._id}`)).body.withdrawal;
  expect((await openItem()).owed).toBe(60);
  // A later one that is reversed out of what is available is owed for nothing.
  await fundTrader(stack, trader, 15);
  const later = (await trader.get("/api/deposit/history")).body.deposits.find(
    (one: Reply["body"]) => one.amount === 15,
  );
  const covered = { ...about, depositId: later._id, bankReference: `RV ${later._id}` };
  const reversal = (await propose(covered)).body;
  expect((await post(second, reversal.act._id, reversal.plan)).body).toMatchObject({
    act: { state: "posted", owed: 0 },
  });
  expect(await owedOf()).toEqual({ amount: 60, billNumber: deposit.billNumber });
  const refused = await approve(first, withdrawal._id);
  expect(refused.body).toMatchObject({ code: "wrong_state", message: expect.stringContaining("owes $60.00") });
  expect(await isClean()).toMatchObject({ isClean: true });

  const collect = { kind: "receivable_collected", userId: trader.userId, amount: 60, reason: "From the withdrawal" };
  expect((await propose(collect)).body).toMatchObject({ code: "insufficient_funds" });
  expect((await reject(first, withdrawal._id)).status).toBe(200);
  const collected = (await propose(collect)).body;
  expect((await post(second, collected.act._id, collected.plan)).status).toBe(200);
  expect(await moneyOf(trader)).toEqual({ balance: 10, held: 0, withdrawn: 0, deposited: 10, owed: 0, result: 0 });
  expect(await owedOf()).toBeNull();
  expect((await trader.get("/api/statement?from=2026-01-01&to=2099-12-31")).status).not.toBe(500);
  expect(await isClean()).toMatchObject({ isClean: true });
});

test("fees, corrections and adjustments are acts too, and one that is cancelled moves nothing", async () => {
  const trader = await fundedTrader(stack, 50);
  const bank = `aba-${crypto.randomUUID().slice(0, 8)}`;
  const opened = await first.post("/api/admin/books/bank-accounts", { id: bank, name: "ABA Bank", currency: "USD" });
  expect(opened.body).toMatchObject({ account: { accountId: `house:bank:${bank}` } });
  const riel = `w-${bank}`;
  expect((await first.post("/api/admin/books/bank-accounts", { id: riel, name: "Wing", currency: "KHR" })).status).toBe(
    200,
  );
  const fee = { kind: "fee", bankAccount: bank, amount: 17.5, bankReference: `FEE ${bank}`, reason: "November" };
  const adjustment = {
    kind: "adjustment",
    from: "house:khqr",
    to: `house:bank:${bank}`,
    amount: 50,
    reason: "Settled",
  };
  const inRiel = {
    kind: "adjustment",
    from: `house:bank:${riel}`,
    to: "house:suspense:khr",
    amount: 100_000,
    rate: 4_015.5,
    reason: "Came in riel",
  };
  const correction = {
    kind: "correction",
    userId: trader.userId,
    direction: "credit",
    amount: 12.34,
    evidence: "Ticket 9",
    reason: "Wrong result",
  };
  for (const body of [fee, adjustment, inRiel, correction]) {
    const { act, plan: shown } = (await propose(body)).body;
    expect((await post(second, act._id, shown)).body).toMatchObject({ act: { state: "posted", kind: body.kind } });
    expect(await writtenBy(act._id)).toEqual(only(shown));
  }
  expect(await moneyOf(trader)).toMatchObject({ balance: 62.34, result: 12.34 });

  const taking = { ...correction, direction: "debit", amount: 62.35 };
  expect((await propose(taking)).body).toMatchObject({ code: "insufficient_funds" });
  expect((await propose({ ...correction, amount: 987.67 })).body).toMatchObject({
    code: "invalid_input",
    field: "amount",
  });
  expect((await propose({ ...adjustment, to: `available:${trader.userId}` })).body).toMatchObject({
    code: "invalid_input",
  });
  expect((await propose(fee)).body).toMatchObject({ code: "settlement_used" });
  const { act } = (await propose({ ...taking, amount: 2 })).body;
  expect((await second.post(`/api/admin/books/acts/${act._id}/cancel`, { reason: "Not needed" })).body).toMatchObject({
    act: { state: "cancelled" },
  });
  const cancelled = await show(act._id);
  expect([cancelled.plan, cancelled.act.cancelledBy]).toEqual([null, expect.stringContaining("Maly")]);
  expect((await post(second, act._id, { entries: [] })).body).toMatchObject({ code: "wrong_state" });
  expect(await moneyOf(trader)).toMatchObject({ balance: 62.34 });
  const { acts: listed } = (await second.get("/api/admin/books/acts?state=cancelled")).body;
  expect(listed.some((one: { _id: string }) => one._id === act._id)).toBe(true);
  expect(await isClean()).toMatchObject({ isClean: true });
});

test("two at once on an act of any kind: one of two posts, of a posting and a cancellation, and of two proposals of a record", async () => {
  const third = await newAdmin(stack);
  const bank = `two-${crypto.randomUUID().slice(0, 8)}`;
  await first.post("/api/admin/books/bank-accounts", { id: bank, name: "ABA Bank", currency: "USD" });
  /** A new act of each kind: nothing of another is in its way. */
  const bodies: Record<string, () => Promise<object>> = {
    deposit_reversed: async () => {
      const trader = await fundedTrader(stack, 80);
      const [deposit] = (await trader.get("/api/deposit/history")).body.deposits;
      return { depositId: deposit._id, bankReference: `RV2 ${deposit._id}` };
    },
    payout_returned: async () => {
      const trader = await fundedTrader(stack, 90);
      const { withdrawal } = await requestWithdrawal(trader, 40);
      await approve(first, withdrawal._id);
      await complete(second, withdrawal._id);
      return { withdrawalId: withdrawal._id, bankReference: `RT2 ${withdrawal._id}` };
    },
    receivable_collected: async () => {
      const trader = await fundedTrader(stack, 60);
      const [deposit] = (await trader.get("/api/deposit/history")).body.deposits;
      await requestWithdrawal(trader, 60);
      const about = { depositId: deposit._id, bankReference: `RV3 ${deposit._id}`, reason: "Recalled" };
      const { act, plan: shown } = (await propose({ kind: "deposit_reversed", ...about })).body;
      expect((await post(second, act._id, shown)).body.act.owed).toBe(60);
      await fundTrader(stack, trader, 60);
      return { userId: trader.userId, amount: 60 };
    },
    fee: async () => ({ bankAccount: bank, amount: 3, bankReference: `FEE ${crypto.randomUUID()}` }),
    correction: async () => {
      const { userId } = await fundedTrader(stack, 20);
      return { userId, direction: "debit", amount: 15, evidence: "Ticket 10" };
    },
    adjustment: async () => ({ from: "house:khqr", to: `house:bank:${bank}`, amount: 5 }),
  };
  for (const [kind, make] of Object.entries(bodies)) {
    const posted = (await propose({ kind, ...(await make()), reason: "Two at once" })).body;
    const posts = await Promise.all([second, third].map((admin) => post(admin, posted.act._id, posted.plan)));
    expect([kind, ...posts.map(({ status }) => status).sort()]).toEqual([kind, 200, 409]);
    expect(await writtenBy(posted.act._id)).toEqual(only(posted.plan));

    const body = { kind, ...(await make()), reason: "Two at once" };
    const isOfRecord = kind === "deposit_reversed" || kind === "payout_returned";
    const proposals = await Promise.all(
      (isOfRecord ? [first, third] : [first]).map((admin) => admin.post("/api/admin/books/acts", body)),
    );
    expect([kind, ...proposals.map(({ status }) => status).sort()]).toEqual([kind, 200, ...(isOfRecord ? [409] : [])]);
    const { act, plan: shown } = proposals.find(({ status }) => status === 200)?.body ?? {};
    const [one, other] = await Promise.all([
      post(second, act._id, shown),
      third.post(`/api/admin/books/acts/${act._id}/cancel`, { reason: "Not this one" }),
    ]);
    expect([kind, one.status, other.status].sort()).toEqual([200, 409, kind].sort());
    expect(await writtenBy(act._id)).toEqual(one.status === 200 ? only(shown) : []);
  }
  expect(await isClean()).toMatchObject({ isClean: true });
});

test("a reversal and a request of the same money at once: what was requested is owed, or was never requested", async () => {
  for (let round = 0; round < 3; round++) {
    const trader = await fundedTrader(stack, 100);
    const [deposit] = (await trader.get("/api/deposit/history")).body.deposits;
    const about = { depositId: deposit._id, bankReference: `RV4 ${deposit._id}`, reason: "Recalled" };
    const { act, plan: shown } = (await propose({ kind: "deposit_reversed", ...about })).body;
    const [posted, requested] = await Promise.all([
      post(second, act._id, shown),
      trader.post("/api/withdrawal/request", withdrawalAsk(70)),
    ]);
    if (posted.status === 200) {
      expect(requested.body).toMatchObject({ code: "insufficient_funds" });
      expect(await moneyOf(trader)).toMatchObject({ balance: 0, held: 0, owed: 0 });
    } else {
      // The entries are other ones now, which the operator has not seen.
      expect([posted.body.code, requested.status]).toEqual(["wrong_state", 201]);
      const now = (await show(act._id)).plan;
      expect((await post(second, act._id, now)).status).toBe(200);
      expect(await moneyOf(trader)).toMatchObject({ balance: 0, held: 70, owed: 70 });
    }
  }
  expect(await isClean()).toMatchObject({ isClean: true });
});

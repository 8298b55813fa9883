import { afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { auditLog, deposits, incidents, paymentExceptions, transfers } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import {
  letTimePass,
  type OpenedDeposit,
  openDeposit,
  payAtBank,
  refetch,
  restPaymentNetwork,
  verifyPayment,
} from "../../dev/test/test-deposits.ts";
import { mailsTo } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack, workerLog } from "../../dev/test/test-stack.ts";
import { outage } from "../../dev/test/test-stand-ins.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { settingsSchema } from "../platform/env.ts";
import { creditDeposit } from "./deposit-store.ts";
import { settleDeposit } from "./settle-deposit.ts";
import { sweepDeposits } from "./sweep-deposits.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);
beforeEach(() => restPaymentNetwork(db));
afterEach(() => outage(stack.urls.bakong, "off"));

const balanceOf = async (trader: Trader) => (await trader.get("/api/user/balance")).body.balance;
const newestIn = async (trader: Trader) => (await trader.get("/api/deposit/history")).body.deposits[0];

async function creditsOf({ _id }: OpenedDeposit): Promise<number> {
  const [rows] = await db.read([
    db.query
      .select()
      .from(transfers)
      .where(eq(transfers.reference, `deposit:${_id}`)),
  ]);
  return rows.length;
}

async function rowOf({ _id }: OpenedDeposit) {
  const [[row]] = await db.read([db.query.select().from(deposits).where(eq(deposits.id, _id))]);
  if (!row) throw new Error("the deposit is gone");
  return row;
}

const linesOf = (event: string, { _id }: OpenedDeposit) =>
  workerLog.filter((line) => line.includes(`"event":"${event}"`) && line.includes(_id));

/** The Worker's log line about a deposit, once it is written. */
async function logLine(event: string, deposit: OpenedDeposit): Promise<unknown> {
  return JSON.parse(await waitUntil(`the line ${event}`, () => linesOf(event, deposit)[0]));
}

async function exceptionsOf({ _id }: OpenedDeposit) {
  const [rows] = await db.read([db.query.select().from(paymentExceptions).where(eq(paymentExceptions.depositId, _id))]);
  return rows;
}

test("paid after it was cancelled, a deposit is credited once by the sweep", async () => {
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader);
  const cancel = () => trader.post("/api/deposit/cancel", { md5Hash: deposit.md5Hash });
  expect((await cancel()).body.status).toBe("cancelled");
  expect((await cancel()).status).toBe(200);
  await payAtBank(stack, deposit.qrString);
  await letTimePass(db, deposit, { minutes: 2 });
  await Promise.all([stack.wrangler.runCron(), stack.wrangler.runCron()]);
  expect(await balanceOf(trader)).toBe(25.5);
  expect(await creditsOf(deposit)).toBe(1);
  expect(await newestIn(trader)).toMatchObject({ status: "paid", review: null });
});

test("paid after it expired, a deposit is credited by the sweep without an open browser", async () => {
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader);
  await letTimePass(db, deposit, { minutes: 11 });
  await stack.wrangler.runCron();
  expect(await newestIn(trader)).toMatchObject({ status: "expired", amount: 25.5 });
  await payAtBank(stack, deposit.qrString);
  await letTimePass(db, deposit, { minutes: 2 });
  await stack.wrangler.runCron();
  expect(await newestIn(trader)).toMatchObject({ status: "paid" });
  expect(await balanceOf(trader)).toBe(25.5);
});

test("paid twice, a deposit is credited once, and the second payment waits for a decision", async () => {
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader);
  await payAtBank(stack, deposit.qrString);
  expect((await verifyPayment(trader, deposit)).body).toMatchObject({ status: "paid", review: null });
  await payAtBank(stack, deposit.qrString, { again: true });
  await letTimePass(db, deposit, { minutes: 12 });
  await stack.wrangler.runCron();
  await letTimePass(db, deposit, { minutes: 60 });
  await stack.wrangler.runCron();
  expect(await balanceOf(trader)).toBe(25.5);
  expect(await creditsOf(deposit)).toBe(1);
  expect(await exceptionsOf(deposit)).toMatchObject([{ status: "open", reason: "paid_twice", paidAmount: 25.5 }]);
  const review = { status: "open", reason: "paid_twice", paidAmount: 25.5, paidCurrency: "USD" };
  expect(await newestIn(trader)).toMatchObject({ status: "paid", review });
});

test("an open deposit that no client polls is polled in every minute of the cron", async () => {
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader);
  const settings = settingsSchema.parse(stack.settings);
  const { createdAtMs } = await rowOf(deposit);
  // The first minute that begins at least five seconds after it was opened.
  const firstMs = Math.floor((createdAtMs + 5_000) / 60_000) * 60_000 + 60_000;
  for (const [minute, lateMs] of [0, 20_000, 0, 49_000, 0].entries()) {
    const nowMs = firstMs + minute * 60_000 + lateMs;
    await sweepDeposits({ db, settings, now: () => nowMs });
    expect((await rowOf(deposit)).askedAtMs).toBe(nowMs);
  }
});

test("paid once, a deposit is polled once more after its code has expired, and then never again", async () => {
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader);
  await payAtBank(stack, deposit.qrString);
  await verifyPayment(trader, deposit);
  await letTimePass(db, deposit, { minutes: 12 });
  await stack.wrangler.runCron();
  expect((await rowOf(deposit)).nextAskAtMs).toBeNull();
  expect(await exceptionsOf(deposit)).toEqual([]);
});

test.each([
  ["with too little", { amount: 25.49 }, "wrong_amount"],
  ["with too much", { amount: 255 }, "wrong_amount"],
  ["in riel", { currency: "KHR" as const }, "wrong_currency"],
])("paid %s, a deposit is not credited, and the payment is queued for a decision once", async (_, payment, reason) => {
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader);
  await payAtBank(stack, deposit.qrString, payment);
  const { amount = 25.5, currency = "USD" } = payment as { amount?: number; currency?: string };
  const review = {
    status: "open",
    reason,
    paidAmount: amount,
    paidCurrency: currency,
    creditedAmount: null,
    note: null,
  };
  const seen = { status: "pending", userBalance: 0, underReview: true, providerDelayed: false, review };
  expect((await verifyPayment(trader, deposit)).body).toMatchObject(seen);
  await refetch(db, deposit);
  await letTimePass(db, deposit, { minutes: 2 });
  await stack.wrangler.runCron();
  expect((await verifyPayment(trader, deposit)).body).toMatchObject(seen);
  expect(await balanceOf(trader)).toBe(0);
  expect(await newestIn(trader)).toMatchObject({ review });
  expect(await exceptionsOf(deposit)).toMatchObject([{ status: "open", paidAmount: amount, paidCurrency: currency }]);
  const [audits] = await db.read([
    db.query
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(sql`${auditLog.subject} = ${`deposit:${deposit._id}`} AND ${auditLog.action} = 'deposit.exception'`),
  ]);
  expect(audits).toHaveLength(1);
  expect(await logLine("payment_mismatch", deposit)).toMatchObject({ alert: true, verdict: reason });
  expect(linesOf("payment_mismatch", deposit)).toHaveLength(1);
});

test("paid wrongly and then correctly while it is open, a deposit is credited, and the first payment waits", async () => {
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader);
  await payAtBank(stack, deposit.qrString, { amount: 25.49 });
  expect((await verifyPayment(trader, deposit)).body).toMatchObject({ status: "pending", underReview: true });
  await payAtBank(stack, deposit.qrString, { again: true });
  await refetch(db, deposit);
  const seen = { status: "paid", userBalance: 25.5, review: { reason: "wrong_amount", paidAmount: 25.49 } };
  expect((await verifyPayment(trader, deposit)).body).toMatchObject(seen);
  expect(await exceptionsOf(deposit)).toMatchObject([{ status: "open", paidAmount: 25.49 }]);
  expect(await creditsOf(deposit)).toBe(1);
});

test("a deposit that was paid several times is credited once: what came besides is not matched, and its history says so", async () => {
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader);
  for (const amount of [20, 21, 25.5]) {
    await payAtBank(stack, deposit.qrString, { amount, again: true });
    await refetch(db, deposit);
    await verifyPayment(trader, deposit);
  }
  const waiting = await exceptionsOf(deposit);
  const [first, second] = [20, 21].map((amount) => waiting.find(({ paidAmount }) => paidAmount === amount));
  for (const name of ["Dara", "Maly"]) {
    const body = { version: 1, amount: 20, note: "As paid" };
    const reply = await (await newAdmin(stack, name)).post(`/api/admin/exceptions/${first?.id}/match`, body);
    expect([reply.status, reply.body.code]).toEqual([409, "wrong_state"]);
  }
  const dismissal = { version: 1, note: "Sent back by the bank" };
  await (await newAdmin(stack, "Sok")).post(`/api/admin/exceptions/${second?.id}/dismiss`, dismissal);
  const seen = await newestIn(trader);
  expect(seen.review).toMatchObject({ status: "dismissed", paidAmount: 21, creditedAmount: null });
  expect(seen.credits.map(({ amount }: { amount: number }) => amount)).toEqual([25.5]);
  expect(await balanceOf(trader)).toBe(25.5);
});

test("paid wrongly and then twice correctly, a deposit is credited once, and two payments wait", async () => {
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader);
  const sweepIn = async (minutes: number) => {
    await letTimePass(db, deposit, { minutes });
    await stack.wrangler.runCron();
  };
  await payAtBank(stack, deposit.qrString, { amount: 30 });
  await sweepIn(2);
  await payAtBank(stack, deposit.qrString, { again: true });
  await sweepIn(2);
  expect(await newestIn(trader)).toMatchObject({ status: "paid" });
  await payAtBank(stack, deposit.qrString, { again: true });
  await sweepIn(12);
  const reasons = (await exceptionsOf(deposit)).map(({ reason }) => reason).sort();
  expect(reasons).toEqual(["paid_twice", "wrong_amount"]);
  expect([await balanceOf(trader), await creditsOf(deposit)]).toEqual([25.5, 1]);
});

test("paid wrongly, a deposit is polled for 48 hours and then leaves the sweep, cancelled or expired", async () => {
  const trader = await newTrader(stack);
  const codes = [await openDeposit(trader), await openDeposit(trader)] as const;
  for (const code of codes) {
    await payAtBank(stack, code.qrString, { amount: 20 });
    await refetch(db, code);
    expect((await verifyPayment(trader, code)).body.underReview).toBe(true);
  }
  await trader.post("/api/deposit/cancel", { md5Hash: codes[0].md5Hash });
  const own = eq(deposits.userId, trader.userId);
  const planned = async () => (await db.read([db.query.select().from(deposits).where(own)]))[0];
  for (const minutes of [12, 4, 60, 47 * 60]) {
    for (const code of codes) await letTimePass(db, code, { minutes });
    const startedAtMs = Date.now();
    for (const { nextAskAtMs } of await planned()) expect(nextAskAtMs).toBeLessThan(startedAtMs);
    await stack.wrangler.runCron();
    for (const { nextAskAtMs } of await planned()) {
      expect(nextAskAtMs ?? Number.POSITIVE_INFINITY).toBeGreaterThan(startedAtMs);
    }
  }
  expect(await planned()).toMatchObject([{ nextAskAtMs: null }, { nextAskAtMs: null }]);
  for (const code of codes) expect(await exceptionsOf(code)).toHaveLength(1);
});

test("marked paid by hand after a wrong payment was dismissed, a deposit is polled once more, and leaves the sweep", async () => {
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader);
  await payAtBank(stack, deposit.qrString, { amount: 20 });
  await verifyPayment(trader, deposit);
  const admins = await Promise.all([newAdmin(stack, "Dara"), newAdmin(stack, "Maly")]);
  const [waiting] = await exceptionsOf(deposit);
  await admins[0].post(`/api/admin/exceptions/${waiting?.id}/dismiss`, { version: 1, note: "A test of the bank" });
  for (const admin of admins) {
    const words = { bankReference: `FT ${deposit._id}`, settlementHash: `by-hand-${deposit._id}`, note: "Seen" };
    await admin.post(`/api/admin/deposits/${deposit._id}/mark-paid`, words);
  }
  expect(await newestIn(trader)).toMatchObject({ status: "paid" });
  await letTimePass(db, deposit, { minutes: 12 });
  await stack.wrangler.runCron();
  expect((await rowOf(deposit)).nextAskAtMs).toBeNull();
  expect(await exceptionsOf(deposit)).toMatchObject([{ paidAmount: 20 }]);
});

test("a credited deposit that the network does not know when it is polled again is reported to the operator", async () => {
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader);
  await db.write(creditDeposit(db.query, await rowOf(deposit), { settlementHash: deposit.md5Hash }, Date.now()));
  await letTimePass(db, deposit, { minutes: 12 });
  await stack.wrangler.runCron();
  const line = await logLine("credit_not_confirmed", deposit);
  expect(line).toMatchObject({ alert: true, answer: "unpaid" });
});

test("a mismatched payment and an unconfirmed credit are an incident each, which is told once a repeat", async () => {
  const admin = await newAdmin(stack, "Dara");
  const trader = await newTrader(stack);
  const wrong = await openDeposit(trader);
  await payAtBank(stack, wrong.qrString, { amount: 20 });
  await refetch(db, wrong);
  expect((await verifyPayment(trader, wrong)).body.underReview).toBe(true);
  const unconfirmed = await openDeposit(trader);
  await db.write(
    creditDeposit(db.query, await rowOf(unconfirmed), { settlementHash: unconfirmed.md5Hash }, Date.now()),
  );
  await letTimePass(db, unconfirmed, { minutes: 12 });
  const causes = [`payment_mismatch:${wrong.billNumber}`, `credit_not_confirmed:${unconfirmed.billNumber}`];
  const mine = () => db.read([db.query.select().from(incidents).where(inArray(incidents.cause, causes))]);
  const told = await waitUntil("both were told", async () => {
    await stack.wrangler.runCron();
    const [rows] = await mine();
    return rows.length === 2 && rows.every(({ tells }) => tells > 0) && rows;
  });
  expect(told.map(({ tells }) => tells)).toEqual([1, 1]);
  await stack.wrangler.runCron();
  expect((await mine())[0].map(({ tells }) => tells)).toEqual([1, 1]);
  const text = (await mailsTo(stack, admin.email)).map((mail) => mail.text).join();
  for (const { billNumber } of [wrong, unconfirmed]) expect(text).toContain(billNumber);
});

test("paid to the account that was configured when its code was created, a deposit is credited", async () => {
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader);
  await payAtBank(stack, deposit.qrString);
  const settings = settingsSchema.parse({ ...stack.settings, BAKONG_ACCOUNT_ID: "tonle_new@aclb" });
  const claim = { failuresInARow: 0, tokenSealed: null };
  const settled = await settleDeposit({ db, settings, now: Date.now }, await rowOf(deposit), claim);
  expect(settled).toMatchObject({ status: "paid" });
  expect(await balanceOf(trader)).toBe(25.5);
});

test("paid with a settlement that is already queued, a deposit is not credited and nothing breaks", async () => {
  const trader = await newTrader(stack);
  const [queued, deposit] = [await openDeposit(trader), await openDeposit(trader)];
  await payAtBank(stack, deposit.qrString);
  const [newest] = (await (await fetch(`${stack.urls.bakong}/payments`)).json()) as [{ transaction: { hash: string } }];
  await db.write([
    db.query.insert(paymentExceptions).values({
      id: crypto.randomUUID(),
      depositId: queued._id,
      settlementHash: newest.transaction.hash,
      reason: "wrong_amount",
      paidAmount: 25.5,
      paidCurrency: "USD",
      createdAtMs: Date.now(),
    }),
  ]);
  const reply = await verifyPayment(trader, deposit);
  expect([reply.status, reply.body.status, reply.body.userBalance]).toEqual([200, "pending", 0]);
  expect(await creditsOf(deposit)).toBe(0);
});

describe("50 calls of verify-payment at once credit one paid deposit", () => {
  test("once, with the cron running concurrently", async () => {
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader);
    await payAtBank(stack, deposit.qrString);
    await letTimePass(db, deposit, { minutes: 2 });
    // Reset the four seconds repeatedly, so that many of the calls poll the network concurrently.
    const resets = Array.from({ length: 10 }, () => refetch(db, deposit));
    const calls = Array.from({ length: 50 }, () => verifyPayment(trader, deposit));
    const [replies] = await Promise.all([Promise.all(calls), stack.wrangler.runCron(), ...resets]);
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(body.userBalance).toBe(body.status === "paid" ? 25.5 : 0);
    }
    expect((await verifyPayment(trader, deposit)).body).toMatchObject({ status: "paid", userBalance: 25.5 });
    expect(await creditsOf(deposit)).toBe(1);
    expect(await balanceOf(trader)).toBe(25.5);
  });

  test("once, even if all of them receive the network's answer at the same moment", async () => {
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader);
    await payAtBank(stack, deposit.qrString);
    const row = await rowOf(deposit);
    const settings = settingsSchema.parse(stack.settings);
    const settle = () =>
      settleDeposit({ db: databaseOf(stack), settings, now: Date.now }, row, { failuresInARow: 0, tokenSealed: null });
    const settled = await Promise.all(Array.from({ length: 50 }, settle));
    for (const { status } of settled) expect(status).toBe("paid");
    expect(await creditsOf(deposit)).toBe(1);
    expect(await balanceOf(trader)).toBe(25.5);
  });
});

test("paid during an outage of ten minutes, a deposit stays pending, reports the delay, and is credited afterwards", async () => {
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader);
  await outage(stack.urls.bakong, "403");
  await payAtBank(stack, deposit.qrString);
  for (let minute = 0; minute < 10; minute++) {
    const during = await verifyPayment(trader, deposit);
    expect([during.status, during.body.status, during.body.providerDelayed]).toEqual([200, "pending", true]);
    await stack.wrangler.runCron();
    await letTimePass(db, deposit, { minutes: 1 });
  }
  await stack.wrangler.runCron();
  expect(await newestIn(trader)).toMatchObject({ status: "expired" });
  expect(await balanceOf(trader)).toBe(0);

  await outage(stack.urls.bakong, "off");
  await letTimePass(db, deposit, { minutes: 2 });
  await stack.wrangler.runCron();
  expect(await newestIn(trader)).toMatchObject({ status: "paid" });
  expect(await balanceOf(trader)).toBe(25.5);
  expect(await creditsOf(deposit)).toBe(1);
});

describe("with a payment network that answers", () => {
  test.each([
    ["403", "403"],
    ["429", "429"],
    ["with an error", "refuse"],
    ["HTML", "html"],
    ["cut JSON", "cut"],
    ["a redirect", "redirect"],
    ["too slowly", "hang"],
  ])("%s, a deposit opens without a link, stays pending, and is credited afterwards", async (_, mode) => {
    const trader = await newTrader(stack);
    await outage(stack.urls.bakong, mode);
    const opened = await trader.post("/api/deposit/generate-khqr", { amount: 25.5 });
    expect([opened.status, opened.body.deposit.deeplink]).toEqual([201, null]);
    const { deposit } = opened.body;
    await payAtBank(stack, deposit.qrString);
    const during = await verifyPayment(trader, deposit);
    expect(during.status).toBe(200);
    expect(during.body).toMatchObject({ status: "pending", providerDelayed: true, userBalance: 0 });

    await outage(stack.urls.bakong, "off");
    await refetch(db, deposit);
    const after = { status: "paid", providerDelayed: false, userBalance: 25.5 };
    expect((await verifyPayment(trader, deposit)).body).toMatchObject(after);
  });

  test("nothing useful five times, the breaker opens and the trader is told", async () => {
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader);
    await outage(stack.urls.bakong, "refuse");
    for (let asked = 0; asked < 5; asked++) {
      await refetch(db, deposit);
      await verifyPayment(trader, deposit);
    }
    await outage(stack.urls.bakong, "off");
    await refetch(db, deposit);
    const reply = await verifyPayment(trader, deposit);
    expect(reply.body).toMatchObject({ status: "pending", providerDelayed: true });
    expect(reply.dbTrips).toBe(1);
  });

  test("that our token is refused, the cron renews it, and the payment is found", async () => {
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader);
    await payAtBank(stack, deposit.qrString);
    await outage(stack.urls.bakong, "old-token");
    expect((await verifyPayment(trader, deposit)).body).toMatchObject({ status: "pending", providerDelayed: true });
    await db.write([db.query.run(sql`UPDATE job_runs SET ran_at_ms = ran_at_ms - 60000 WHERE job = 'bakong_token'`)]);
    await stack.wrangler.runCron();
    await refetch(db, deposit);
    expect((await verifyPayment(trader, deposit)).body).toMatchObject({ status: "paid", userBalance: 25.5 });
  });
});

test("an outside failure is logged with the id of the affected request", async () => {
  const logged = () => workerLog.filter((line) => line.includes('"event":"provider_unknown"'));
  const lines = await waitUntil("a line about a failure", () => logged().length > 0 && logged());
  for (const line of lines) expect(JSON.parse(line).requestId).toMatch(/^[0-9a-f-]{36}$/);
});

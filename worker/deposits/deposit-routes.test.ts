import { afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { type Database, openDatabase } from "../../db/client.ts";
import { accounts, auditLog, deposits, entries, paymentExceptions, transfers } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { newTrader, outage, payAtBank, type Trader } from "../../dev/test-client.ts";
import { testStack, workerLog } from "../../dev/test-stack.ts";
import { cents } from "../contract/money.ts";
import { encodeKhqr, khqrMd5 } from "./khqr.ts";

setDefaultTimeout(30_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await testStack();
  db = openDatabase({ url: stack.urls.libsql, authToken: stack.settings.DATABASE_AUTH_TOKEN });
}, 120_000);
/** The network may be called: the breaker is closed, and the second in which five calls were made is over. */
const mayCallAgain = () =>
  db.write([db.query.run(sql`UPDATE providers SET calls_in_second = 0, open_until_ms = 0, failures_in_a_row = 0`)]);
beforeEach(mayCallAgain);
afterEach(() => outage(stack.urls.bakong, "off"));

const open = async (trader: Trader, amount = 25.5) => {
  const reply = await trader.post("/api/deposit/generate-khqr", { amount });
  expect(reply.status).toBe(201);
  return reply.body.deposit as { md5Hash: string; qrString: string; _id: string; billNumber: string };
};
const verify = (trader: Trader, md5Hash: string) => trader.post("/api/deposit/verify-payment", { md5Hash });
const balanceOf = async (trader: Trader) => (await trader.get("/api/user/balance")).body.balance;

/** Lets the payment network be asked again at once: the four seconds are over. */
const askAgain = (md5Hash: string) =>
  db.write([
    db.query.update(deposits).set({ askedAtMs: 0 }).where(eq(deposits.md5Hash, md5Hash)),
    db.query.run(sql`UPDATE providers SET calls_in_second = 0`),
  ]);

describe("a deposit", () => {
  test("opens with a code that names our account, the amount and a bill number, for ten minutes", async () => {
    const trader = await newTrader(stack);
    const reply = await trader.post("/api/deposit/generate-khqr", { amount: 25.5 });
    const { deposit } = reply.body;
    expect(deposit).toMatchObject({ amount: 25.5, status: "pending", paymentVerifiedAt: null });
    expect(deposit.billNumber).toMatch(/^D[2-9A-Z]{10}$/);
    expect(deposit.md5Hash).toBe(khqrMd5(deposit.qrString));
    expect(Date.parse(deposit.expiresAt) - Date.parse(deposit.createdAt)).toBe(600_000);
    expect(deposit.qrCodeImage).toStartWith("data:image/svg+xml;base64,");
    expect(deposit.deeplink).toStartWith("http");
    expect(deposit.qrString).toContain(stack.settings.BAKONG_ACCOUNT_ID as string);
  });

  test("is credited when it is paid, once, however often and by how many it is asked", async () => {
    const trader = await newTrader(stack);
    const { md5Hash, qrString, _id } = await open(trader);
    expect((await verify(trader, md5Hash)).body).toMatchObject({ status: "pending", userBalance: 0 });
    await payAtBank(stack, qrString);
    await askAgain(md5Hash);
    const replies = await Promise.all(Array.from({ length: 10 }, () => verify(trader, md5Hash)));
    for (const { status } of replies) expect(status).toBe(200);
    await stack.wrangler.runCron();
    expect((await verify(trader, md5Hash)).body).toMatchObject({ status: "paid", userBalance: 25.5 });
    expect(await balanceOf(trader)).toBe(25.5);
    const [rows] = await db.read([
      db.query
        .select({ accountId: entries.accountId, amountCents: entries.amountCents })
        .from(entries)
        .innerJoin(transfers, eq(transfers.id, entries.transferId))
        .where(eq(transfers.reference, `deposit:${_id}`)),
    ]);
    expect(rows).toEqual([
      { accountId: "house:khqr", amountCents: -2550 },
      { accountId: `available:${trader.userId}`, amountCents: 2550 },
    ]);
  });

  test("that was paid stands in the history, and cannot be cancelled", async () => {
    const trader = await newTrader(stack);
    const { md5Hash, qrString, billNumber } = await open(trader, 100);
    await payAtBank(stack, qrString);
    expect((await verify(trader, md5Hash)).body.status).toBe("paid");
    const cancel = await trader.post("/api/deposit/cancel", { md5Hash });
    expect([cancel.status, cancel.body.code]).toEqual([409, "wrong_state"]);
    const history = await trader.get("/api/deposit/history?status=paid");
    expect(history.body.deposits).toMatchObject([{ amount: 100, status: "paid", billNumber }]);
    expect(history.body.deposits[0].paymentVerifiedAt).not.toBeNull();
  });

  test("that was cancelled and is paid all the same is credited by the sweep, once", async () => {
    const trader = await newTrader(stack);
    const { md5Hash, qrString } = await open(trader);
    expect((await trader.post("/api/deposit/cancel", { md5Hash })).body.status).toBe("cancelled");
    expect((await trader.post("/api/deposit/cancel", { md5Hash })).status).toBe(200);
    await payAtBank(stack, qrString);
    await db.write([
      db.query.update(deposits).set({ nextAskAtMs: 0, askedAtMs: 0 }).where(eq(deposits.md5Hash, md5Hash)),
    ]);
    await stack.wrangler.runCron();
    expect(await balanceOf(trader)).toBe(25.5);
    await stack.wrangler.runCron();
    expect(await balanceOf(trader)).toBe(25.5);
  });

  test("expires by the cron with no browser open, and a payment that comes late is still credited", async () => {
    const trader = await newTrader(stack);
    const createdAtMs = Date.now() - 11 * 60_000;
    const qrString = encodeKhqr({
      accountId: stack.settings.BAKONG_ACCOUNT_ID as string,
      merchantName: "Tonle Trading",
      merchantCity: "Phnom Penh",
      amountCents: cents(40_00),
      billNumber: `D${crypto.randomUUID().slice(0, 10).toUpperCase()}`,
      createdAtMs,
      expiresAtMs: createdAtMs + 600_000,
    });
    const md5Hash = khqrMd5(qrString);
    await db.write([
      db.query.insert(deposits).values({
        ...{ id: crypto.randomUUID(), userId: trader.userId, amountCents: 40_00, status: "pending", qrString, md5Hash },
        ...{
          billNumber: md5Hash.slice(0, 11),
          createdAtMs,
          updatedAtMs: createdAtMs,
          expiresAtMs: createdAtMs + 600_000,
        },
      }),
    ]);
    await stack.wrangler.runCron();
    expect((await trader.get("/api/deposit/history")).body.deposits).toMatchObject([{ status: "expired", amount: 40 }]);
    await payAtBank(stack, qrString);
    await askAgain(md5Hash);
    expect((await verify(trader, md5Hash)).body).toMatchObject({ status: "paid", userBalance: 40 });
  });

  test("fails when the network says so, and the balance stays", async () => {
    const trader = await newTrader(stack);
    const { md5Hash, qrString } = await open(trader);
    await payAtBank(stack, qrString, { outcome: "failed" });
    expect((await verify(trader, md5Hash)).body).toMatchObject({ status: "failed", userBalance: 0 });
  });

  test.each([
    ["another amount", { amount: 25.49 }],
    ["more than asked", { amount: 255 }],
    ["riel", { currency: "KHR" as const }],
  ])("paid with %s is not credited, and waits for a person, once", async (_, payment) => {
    const trader = await newTrader(stack);
    const { md5Hash, qrString, _id } = await open(trader);
    await payAtBank(stack, qrString, payment);
    const seen = { status: "pending", userBalance: 0, underReview: true, providerDelayed: false };
    expect((await verify(trader, md5Hash)).body).toMatchObject(seen);
    await askAgain(md5Hash);
    await stack.wrangler.runCron();
    expect((await verify(trader, md5Hash)).body).toMatchObject(seen);
    expect(await balanceOf(trader)).toBe(0);
    const [rows, audits] = await db.read([
      db.query.select().from(paymentExceptions).where(eq(paymentExceptions.depositId, _id)),
      db.query
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(sql`${auditLog.subject} = ${`deposit:${_id}`} AND ${auditLog.action} = 'deposit.exception'`),
    ]);
    const { amount = 25.5, currency = "USD" } = payment as { amount?: number; currency?: string };
    expect(rows).toMatchObject([{ status: "open", paidAmount: amount, paidCurrency: currency }]);
    expect(audits).toHaveLength(1);
  });

  test("is asked about at most once in four seconds, whatever the number of pollers", async () => {
    const trader = await newTrader(stack);
    const { md5Hash, qrString } = await open(trader);
    await verify(trader, md5Hash);
    await payAtBank(stack, qrString);
    const replies = await Promise.all(Array.from({ length: 5 }, () => verify(trader, md5Hash)));
    for (const { body } of replies) expect(body.status).toBe("pending");
  });
});

describe("limits of deposits", () => {
  test.each([
    [{}, "amount", "Please enter an amount"],
    [{ amount: "25" }, "amount", "Please enter an amount"],
    [{ amount: null }, "amount", "Please enter an amount"],
    [{ amount: 9.99 }, "amount", "Minimum deposit is $10 USD"],
    [{ amount: -10 }, "amount", "Minimum deposit is $10 USD"],
    [{ amount: 10_000.01 }, "amount", "Maximum deposit is $10,000.00 USD"],
    [{ amount: 10.001 }, "amount", "Enter an amount with at most two decimals"],
    [{ amount: 10, currency: "KHR" }, "currency", 'There is no field named "currency" here'],
  ])("%p is refused, naming the field, and nothing is written", async (body, field, message) => {
    const trader = await newTrader(stack);
    const reply = await trader.post("/api/deposit/generate-khqr", body);
    expect(reply.body).toMatchObject({ success: false, code: "invalid_input", field, message });
    expect(reply.status).toBe(400);
    expect((await trader.get("/api/deposit/history")).body.deposits).toEqual([]);
  });

  test("five codes may be open at once, also when they are asked for together", async () => {
    const trader = await newTrader(stack);
    const ask = () => trader.post("/api/deposit/generate-khqr", { amount: 10 });
    const replies = await Promise.all(Array.from({ length: 7 }, ask));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409]);
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([409, "too_many_open"]);
  });

  test("ten an hour, and refused ones do not count", async () => {
    const trader = await newTrader(stack);
    for (let i = 0; i < 10; i++) {
      await trader.post("/api/deposit/generate-khqr", { amount: 1 });
      const { md5Hash } = await open(trader, 10);
      await trader.post("/api/deposit/cancel", { md5Hash });
    }
    const eleventh = await trader.post("/api/deposit/generate-khqr", { amount: 10 });
    expect([eleventh.status, eleventh.body.message]).toEqual([429, "Too many requests. Please try again later."]);
    expect(Number(eleventh.headers.get("Retry-After"))).toBeGreaterThan(0);
  }, 20_000);
});

describe("a request that names itself", () => {
  const ask = (trader: Trader, key: string, amount = 30) =>
    trader.post("/api/deposit/generate-khqr", { amount }, { "Idempotency-Key": key });

  test("opens one deposit, however often and how many times at once it is sent", async () => {
    const trader = await newTrader(stack);
    const key = crypto.randomUUID();
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask(trader, key)));
    replies.push(await ask(trader, key));
    for (const { status } of replies) expect(status).toBe(201);
    expect(new Set(replies.map(({ body }) => body.deposit.md5Hash)).size).toBe(1);
    expect((await ask(trader, key)).body.deposit.deeplink).toStartWith("http");
    expect((await trader.get("/api/deposit/history")).body.deposits).toHaveLength(1);
    expect((await ask(trader, key)).dbTrips).toBeLessThanOrEqual(2);
  });

  test("is refused when the key comes back with another body, and is another person's own", async () => {
    const [one, two] = [await newTrader(stack), await newTrader(stack)];
    const key = crypto.randomUUID();
    const first = await ask(one, key);
    const other = await ask(one, key, 31);
    expect([other.status, other.body.code, other.body.field]).toEqual([422, "key_reused", "Idempotency-Key"]);
    const theirs = await ask(two, key);
    expect(theirs.status).toBe(201);
    expect(theirs.body.deposit.md5Hash).not.toBe(first.body.deposit.md5Hash);
  });

  test("counts once against the limits, also when its first answer was lost", async () => {
    const trader = await newTrader(stack);
    for (let i = 0; i < 12; i++) expect((await ask(trader, "the same key")).status).toBe(400);
    const key = crypto.randomUUID();
    for (let i = 0; i < 12; i++) expect((await ask(trader, key)).status).toBe(201);
    expect((await ask(trader, crypto.randomUUID())).status).toBe(201);
  });
});

describe("another person's deposit", () => {
  test("does not exist: the same 404 as for one that never was", async () => {
    const [owner, other] = [await newTrader(stack), await newTrader(stack)];
    const { md5Hash } = await open(owner);
    for (const path of ["/api/deposit/verify-payment", "/api/deposit/cancel"]) {
      const theirs = await other.post(path, { md5Hash });
      const nobodys = await other.post(path, { md5Hash: "0".repeat(32) });
      expect(theirs.status).toBe(404);
      expect({ ...theirs.body, requestId: "" }).toEqual({ ...nobodys.body, requestId: "" });
    }
    expect((await other.get("/api/deposit/history")).body.deposits).toEqual([]);
    expect((await verify(owner, md5Hash)).body.status).toBe("pending");
  });
});

describe("with the payment network in trouble", () => {
  test.each(["refuse", "html", "403", "429"])("(%s) a deposit opens without a link and stays pending", async (mode) => {
    const trader = await newTrader(stack);
    await outage(stack.urls.bakong, mode);
    const opened = await trader.post("/api/deposit/generate-khqr", { amount: 25.5 });
    expect([opened.status, opened.body.deposit.deeplink]).toEqual([201, null]);
    const { md5Hash, qrString } = opened.body.deposit;
    const during = await verify(trader, md5Hash);
    expect(during.status).toBe(200);
    expect(during.body).toMatchObject({ status: "pending", providerDelayed: true, userBalance: 0 });

    await outage(stack.urls.bakong, "off");
    await payAtBank(stack, qrString);
    await askAgain(md5Hash);
    expect((await verify(trader, md5Hash)).body).toMatchObject({
      status: "paid",
      providerDelayed: false,
      userBalance: 25.5,
    });
  });

  test("the breaker opens after five failures: the network is left in peace, the trader is told", async () => {
    const trader = await newTrader(stack);
    const { md5Hash } = await open(trader);
    await outage(stack.urls.bakong, "refuse");
    for (let i = 0; i < 5; i++) {
      await askAgain(md5Hash);
      await verify(trader, md5Hash);
    }
    await outage(stack.urls.bakong, "off");
    await askAgain(md5Hash);
    const reply = await verify(trader, md5Hash);
    expect(reply.body).toMatchObject({ status: "pending", providerDelayed: true });
    expect(reply.dbTrips).toBe(1);
  });
});

test("what went wrong outside is logged with the id of the request that met it", () => {
  const lines = workerLog.filter((line) => line.includes('"event":"provider_unknown"'));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(JSON.parse(line).requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test("the ledger of everything above adds up", async () => {
  const [[total], wrong] = await db.read([
    db.query.select({ cents: sql<number>`sum(${entries.amountCents})` }).from(entries),
    db.query
      .select({ id: accounts.id })
      .from(accounts)
      .where(
        sql`${accounts.balanceCents} <> (SELECT coalesce(sum(${entries.amountCents}), 0) FROM ${entries} WHERE ${entries.accountId} = ${accounts.id})`,
      ),
  ]);
  expect(total?.cents).toBe(0);
  expect(wrong).toEqual([]);
});

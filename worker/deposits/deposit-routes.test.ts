import { beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { accounts, counters, entries, transfers } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { openDeposit, payAtBank, refetch, restPaymentNetwork, verifyPayment } from "../../dev/test/test-deposits.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { IN_KHMER, newKhmerTrader, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { khqrMd5 } from "./khqr.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);
beforeEach(() => restPaymentNetwork(db));

const balanceOf = async (trader: Trader) => (await trader.get("/api/user/balance")).body.balance;

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

  test("is credited once when it is paid, however often and by however many clients it is polled", async () => {
    const trader = await newTrader(stack);
    const { md5Hash, qrString, _id } = await openDeposit(trader);
    expect((await verifyPayment(trader, { md5Hash })).body).toMatchObject({ status: "pending", userBalance: 0 });
    await payAtBank(stack, qrString);
    await refetch(db, { md5Hash });
    const replies = await Promise.all(Array.from({ length: 10 }, () => verifyPayment(trader, { md5Hash })));
    for (const { status } of replies) expect(status).toBe(200);
    await stack.wrangler.runCron();
    expect((await verifyPayment(trader, { md5Hash })).body).toMatchObject({ status: "paid", userBalance: 25.5 });
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

  test("is in the history once paid, and cannot be cancelled", async () => {
    const trader = await newTrader(stack);
    const { md5Hash, qrString, billNumber } = await openDeposit(trader, 100);
    await payAtBank(stack, qrString);
    expect((await verifyPayment(trader, { md5Hash })).body.status).toBe("paid");
    const cancel = await trader.post("/api/deposit/cancel", { md5Hash });
    expect([cancel.status, cancel.body.code]).toEqual([409, "wrong_state"]);
    const history = await trader.get("/api/deposit/history?status=paid");
    expect(history.body.deposits).toMatchObject([{ amount: 100, status: "paid", billNumber }]);
    expect(history.body.deposits[0].paymentVerifiedAt).not.toBeNull();
  });

  test("fails when the network says so, and the balance stays unchanged", async () => {
    const trader = await newTrader(stack);
    const { md5Hash, qrString } = await openDeposit(trader);
    await payAtBank(stack, qrString, { outcome: "failed" });
    expect((await verifyPayment(trader, { md5Hash })).body).toMatchObject({ status: "failed", userBalance: 0 });
  });

  test("is polled at the network at most once in four seconds, however many clients poll", async () => {
    const trader = await newTrader(stack);
    const { md5Hash, qrString } = await openDeposit(trader);
    await verifyPayment(trader, { md5Hash });
    await payAtBank(stack, qrString);
    const replies = await Promise.all(Array.from({ length: 5 }, () => verifyPayment(trader, { md5Hash })));
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
    [{ amount: 10_000.01 }, "amount", "Maximum deposit is $10,000 USD"],
    [{ amount: 10.001 }, "amount", "Enter an amount with at most two decimals"],
    [{ amount: 10, currency: "KHR" }, "currency", 'There is no field named "currency" here'],
  ])("%p is refused, naming the field, and nothing is written", async (body, field, message) => {
    const trader = await newTrader(stack);
    const reply = await trader.post("/api/deposit/generate-khqr", body);
    expect(reply.body).toMatchObject({ success: false, code: "invalid_input", field, message });
    expect(reply.status).toBe(400);
    expect((await trader.get("/api/deposit/history")).body.deposits).toEqual([]);
  });

  test("are told in the language of the page, and the new code in that of the account", async () => {
    const trader = await newKhmerTrader(stack);
    const ask = async (amount: unknown, headers = {}) => {
      const { status, body } = await trader.post("/api/deposit/generate-khqr", { amount }, headers);
      return [status, body.code, body.message];
    };
    expect(await ask(null, IN_KHMER)).toEqual([400, "invalid_input", "សូមបញ្ចូលចំនួនទឹកប្រាក់"]);
    expect(await ask(10_000.01, IN_KHMER)).toEqual([400, "invalid_input", "ចំនួនដាក់ប្រាក់អតិបរមាគឺ $10,000 USD"]);
    for (let open = 0; open < 5; open++) {
      expect(await ask(10)).toEqual([201, undefined, "សូមស្កេនកូដ KHQR ដោយកម្មវិធីធនាគាររបស់អ្នក"]);
    }
    expect(await ask(10, IN_KHMER)).toEqual([
      409,
      "too_many_open",
      "អ្នកមានកូដ KHQR 5 ដែលមិនទាន់បានបង់។ សូមបង់ ឬបោះបង់មួយជាមុនសិន។",
    ]);
  });

  test("five codes may be open, also when they are requested concurrently", async () => {
    const trader = await newTrader(stack);
    const open = () => trader.post("/api/deposit/generate-khqr", { amount: 10 });
    const statuses = (await Promise.all(Array.from({ length: 20 }, open))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 409)).toHaveLength(15);
    const refused = await open();
    expect([refused.status, refused.body.code]).toEqual([409, "too_many_open"]);
  });

  test("ten an hour are accepted, and refused requests do not count", async () => {
    const trader = await newTrader(stack);
    for (let i = 0; i < 10; i++) {
      await trader.post("/api/deposit/generate-khqr", { amount: 1 });
      const { md5Hash } = await openDeposit(trader, 10);
      await trader.post("/api/deposit/cancel", { md5Hash });
    }
    const eleventh = await trader.post("/api/deposit/generate-khqr", { amount: 10 });
    expect([eleventh.status, eleventh.body.message]).toEqual([429, "Too many requests. Please try again later."]);
    expect(Number(eleventh.headers.get("Retry-After"))).toBeGreaterThan(0);
  }, 600_000);
});

describe("a request with an Idempotency-Key", () => {
  const open = (trader: Trader, key: string, amount = 30) =>
    trader.post("/api/deposit/generate-khqr", { amount }, { "Idempotency-Key": key });

  test("opens one deposit, however often and how many times at once it is sent", async () => {
    const trader = await newTrader(stack);
    const key = crypto.randomUUID();
    const replies = await Promise.all(Array.from({ length: 8 }, () => open(trader, key)));
    replies.push(await open(trader, key));
    for (const { status } of replies) expect(status).toBe(201);
    expect(new Set(replies.map(({ body }) => body.deposit.md5Hash)).size).toBe(1);
    expect((await open(trader, key)).body.deposit.deeplink).toStartWith("http");
    expect((await trader.get("/api/deposit/history")).body.deposits).toHaveLength(1);
    expect((await open(trader, key)).dbTrips).toBeLessThanOrEqual(2);
  });

  test("is refused when the key comes with another body, and the key belongs to one user", async () => {
    const [one, two] = [await newTrader(stack), await newTrader(stack)];
    const key = crypto.randomUUID();
    const first = await open(one, key);
    const other = await open(one, key, 31);
    expect([other.status, other.body.code, other.body.field]).toEqual([422, "key_reused", "Idempotency-Key"]);
    const theirs = await open(two, key);
    expect(theirs.status).toBe(201);
    expect(theirs.body.deposit.md5Hash).not.toBe(first.body.deposit.md5Hash);
  });

  test("counts once against the limits, also when its first response was lost", async () => {
    const trader = await newTrader(stack);
    for (let i = 0; i < 12; i++) expect((await open(trader, "the same key")).status).toBe(400);
    const key = crypto.randomUUID();
    for (let i = 0; i < 12; i++) expect((await open(trader, key)).status).toBe(201);
    expect((await open(trader, crypto.randomUUID())).status).toBe(201);
  });
});

describe("a cancellation with an Idempotency-Key", () => {
  const cancel = (trader: Trader, md5Hash: string, key: string) =>
    trader.post("/api/deposit/cancel", { md5Hash }, { "Idempotency-Key": key });

  test("gets its first response again, in one or two round trips", async () => {
    const trader = await newTrader(stack);
    const { md5Hash } = await openDeposit(trader);
    const key = crypto.randomUUID();
    const replies = await Promise.all(Array.from({ length: 5 }, () => cancel(trader, md5Hash, key)));
    replies.push(await cancel(trader, md5Hash, key));
    for (const { status, body, dbTrips } of replies) {
      expect([status, body.status]).toEqual([200, "cancelled"]);
      expect(dbTrips).toBeLessThanOrEqual(2);
    }
  });

  test("is refused when the key comes with another deposit", async () => {
    const trader = await newTrader(stack);
    const [one, two] = [await openDeposit(trader), await openDeposit(trader)];
    await cancel(trader, one.md5Hash, "a-key");
    const other = await cancel(trader, two.md5Hash, "a-key");
    expect([other.status, other.body.code]).toEqual([422, "key_reused"]);
    expect((await verifyPayment(trader, two)).body.status).toBe("pending");
  });

  test("stores no refusal: the key can be used for the next attempt", async () => {
    const trader = await newTrader(stack);
    const refused = await cancel(trader, "0".repeat(32), "a-key");
    expect([refused.status, refused.body.code]).toEqual([404, "not_found"]);
    const { md5Hash } = await openDeposit(trader);
    expect((await cancel(trader, md5Hash, "a-key")).status).toBe(200);
  });
});

describe("polling more than twenty times a minute", () => {
  test("returns the known state, and calls the network again in the next minute", async () => {
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader);
    for (let asked = 0; asked < 20; asked++) await verifyPayment(trader, deposit);
    await payAtBank(stack, deposit.qrString);
    await refetch(db, deposit);
    for (let asked = 0; asked < 3; asked++) {
      const reply = await verifyPayment(trader, deposit);
      expect([reply.status, reply.body.status, reply.body.userBalance]).toEqual([200, "pending", 0]);
    }
    await db.write([db.query.update(counters).set({ windowEndsAtMs: 0 })]);
    expect((await verifyPayment(trader, deposit)).body).toMatchObject({ status: "paid", userBalance: 25.5 });
  });

  test("counts nothing for an unauthenticated caller", async () => {
    const [owner, other] = [await newTrader(stack), await newTrader(stack)];
    const deposit = await openDeposit(owner);
    for (let asked = 0; asked < 25; asked++) expect((await verifyPayment(other, deposit)).status).toBe(404);
    await payAtBank(stack, deposit.qrString);
    expect((await verifyPayment(owner, deposit)).body.status).toBe("paid");
  });
});

describe("the receipt of a paid deposit", () => {
  test("shows who paid how much to which account, when, and under which settlement", async () => {
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader, 100);
    await payAtBank(stack, deposit.qrString);
    await verifyPayment(trader, deposit);
    const reply = await trader.get(`/api/deposit/receipt/${deposit.billNumber}`);
    const { deposits: history } = (await trader.get("/api/deposit/history")).body;
    expect(reply.body.receipt).toEqual({
      billNumber: deposit.billNumber,
      amount: 100,
      currency: "USD",
      paidAt: history[0].paymentVerifiedAt,
      reversedAt: null,
      settlementHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      accountId: stack.settings.BAKONG_ACCOUNT_ID,
      name: "Bopha Keo",
    });
  });

  test("does not exist for another user, nor before the deposit is paid", async () => {
    const [owner, other] = [await newTrader(stack), await newTrader(stack)];
    const { billNumber, qrString, md5Hash } = await openDeposit(owner);
    const path = `/api/deposit/receipt/${billNumber}`;
    expect((await owner.get(path)).status).toBe(404);
    await payAtBank(stack, qrString);
    await verifyPayment(owner, { md5Hash });
    expect((await owner.get(path)).status).toBe(200);
    const theirs = await other.get(path);
    const missing = await other.get("/api/deposit/receipt/D2222222222");
    expect([theirs.status, { ...theirs.body, requestId: "" }]).toEqual([404, { ...missing.body, requestId: "" }]);
  });
});

describe("another user's deposit", () => {
  test("is not found: the same 404 as for a missing one", async () => {
    const [owner, other] = [await newTrader(stack), await newTrader(stack)];
    const { md5Hash } = await openDeposit(owner);
    for (const path of ["/api/deposit/verify-payment", "/api/deposit/cancel"]) {
      const theirs = await other.post(path, { md5Hash });
      const missing = await other.post(path, { md5Hash: "0".repeat(32) });
      expect(theirs.status).toBe(404);
      expect({ ...theirs.body, requestId: "" }).toEqual({ ...missing.body, requestId: "" });
    }
    expect((await other.get("/api/deposit/history")).body.deposits).toEqual([]);
    expect((await verifyPayment(owner, { md5Hash })).body.status).toBe("pending");
  });
});

test("the ledger of all tests above is clean", async () => {
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

import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { paymentExceptions } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { recordDemoLog, TestDemoLog } from "../../dev/test/test-demo.ts";
import { letTimePass, openDeposit, payAtBank, verifyUntilPaid } from "../../dev/test/test-deposits.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await apiStack();
}, 600_000);

const stepsOf = async (trader: Trader) => (await trader.get("/api/user/profile")).body.user.firstSteps;
const NONE = { isHidden: false, demoAt: null, depositAt: null, deposit: "none" };

test("a new account has done no step", async () => {
  expect(await stepsOf(await newTrader(stack))).toEqual(NONE);
});

test("the first demo order counts from when its run began, also after another run", async () => {
  const trader = await newTrader(stack);
  const log = new TestDemoLog();
  const atMs = Date.UTC(2026, 10, 20, 9);
  log.start(atMs);
  log.start(atMs + 60_000);
  await recordDemoLog(databaseOf(stack), trader.userId, log);
  expect(await stepsOf(trader)).toEqual({ ...NONE, demoAt: new Date(atMs).toISOString() });
});

test("a deposit is open while its code can be paid, in review after a payment that does not match, and paid at last", async () => {
  const db = databaseOf(stack);
  const [trader, stranger] = [await newTrader(stack), await newTrader(stack)];
  await openDeposit(stranger);
  const late = await openDeposit(trader);
  expect(await stepsOf(trader)).toEqual({ ...NONE, deposit: "open" });
  await letTimePass(db, late, { minutes: 11 });
  expect(await stepsOf(trader)).toEqual(NONE);

  await db.write([
    db.query.insert(paymentExceptions).values({
      id: crypto.randomUUID(),
      depositId: late._id,
      settlementHash: crypto.randomUUID(),
      reason: "wrong_amount",
      paidAmount: 1,
      paidCurrency: "USD",
      createdAtMs: Date.now(),
    }),
  ]);
  expect(await stepsOf(trader)).toEqual({ ...NONE, deposit: "review" });
  expect(await stepsOf(stranger)).toEqual({ ...NONE, deposit: "open" });

  const matching = await openDeposit(trader);
  await payAtBank(stack, matching.qrString);
  await verifyUntilPaid(db, trader, matching);
  const paid = await stepsOf(trader);
  expect(paid).toEqual({ ...NONE, deposit: "paid", depositAt: expect.any(String) });
  expect(Math.abs(Date.parse(paid.depositAt) - Date.now())).toBeLessThan(120_000);
});

test("hiding them is kept in the account", async () => {
  const [trader, other] = [await newTrader(stack), await newTrader(stack)];
  expect((await trader.post("/api/user/first-steps/hide")).status).toBe(200);
  expect(await stepsOf(trader)).toEqual({ ...NONE, isHidden: true });
  expect(await stepsOf(other)).toEqual(NONE);
  // Of the export, so that it is known what is kept.
  expect((await trader.get("/api/user/export")).status).toBe(200);
});

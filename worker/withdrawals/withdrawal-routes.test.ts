import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Database } from "../../db/client.ts";
import type { Stack } from "../../dev/stack.ts";
import { newTrader, nextMail, type Trader } from "../../dev/test-client.ts";
import { configureBank, databaseOf, fundTrader } from "../../dev/test-money.ts";
import { testStack } from "../../dev/test-stack.ts";
import { checkLedger } from "../ledger/check-ledger.ts";

setDefaultTimeout(60_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await testStack();
  db = databaseOf(stack);
}, 120_000);

const BANK = { bankName: "ABA Bank", accountId: "000 123 456" };
const ask = (amount: number, more: object = {}) => ({
  ...{ amount, currency: "USD", requestMessage: "For the rent", paymentMethod: "Bank Transfer" },
  ...more,
});
const request = (trader: Trader, body: object, headers: Record<string, string> = {}) =>
  trader.post("/api/withdrawal/request", body, headers);

/** A trader with this much to spend, and a bank to be paid at. */
async function funded(dollars: number): Promise<Trader> {
  const trader = await newTrader(stack);
  await fundTrader(stack, trader, dollars);
  await configureBank(stack, trader, BANK);
  return trader;
}

describe("a request", () => {
  test("holds its sum at once and answers with the specification's words", async () => {
    const trader = await funded(100);
    const reply = await request(trader, ask(30.25));
    expect(reply.status).toBe(201);
    expect(reply.body.message).toBe("Withdrawal request submitted successfully! Admin will review your request.");
    expect(reply.body.userBalance).toBe(69.75);
    expect(reply.body.withdrawal).toMatchObject({
      ...{ amount: 30.25, currency: "USD", status: "pending", cancelledByUser: false, paymentMethod: "Bank Transfer" },
      ...{ paymentDetails: BANK, requestMessage: "For the rent", paymentId: null, approvals: { have: 0, need: 1 } },
      ...{ reviewedAt: null, approvableAt: null, adminImages: [], proofOfPayment: null },
    });
    expect((await trader.get("/api/user/balance")).body.balance).toBe(69.75);
    expect((await trader.get("/api/withdrawal/history")).body.withdrawals).toEqual([reply.body.withdrawal]);
    expect((await trader.get("/api/user/profile")).body.user).toMatchObject({
      ...{ balance: 69.75, heldBalance: 30.25, totalWithdrawals: 0, analytics: { totalDeposits: 100 } },
    });
    expect((await nextMail(stack, trader.email)).subject).toContain("Tonle");
    expect((await checkLedger(db)).isClean).toBe(true);
  });

  test("is given back when its trader cancels it, once", async () => {
    const trader = await funded(100);
    const { _id: id } = (await request(trader, ask(100))).body.withdrawal;
    const cancelled = await trader.post("/api/withdrawal/cancel", { id });
    expect(cancelled.body.withdrawal).toMatchObject({ status: "rejected", cancelledByUser: true });
    expect((await trader.post("/api/withdrawal/cancel", { id })).body.withdrawal).toEqual(cancelled.body.withdrawal);
    expect((await trader.get("/api/user/balance")).body.balance).toBe(100);
  });
});

import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import { newAdmin, newTrader, payAtBank } from "../../dev/test-client.ts";
import { letTimePass, openDeposit, restPaymentNetwork } from "../../dev/test-deposits.ts";
import { databaseOf } from "../../dev/test-money.ts";
import { testStack } from "../../dev/test-stack.ts";

setDefaultTimeout(30_000);

let stack: Stack;
beforeAll(async () => {
  stack = await testStack();
}, 120_000);

test("a payment marked by hand is the one that the network tells of later, however its hash was typed", async () => {
  const db = databaseOf(stack);
  await restPaymentNetwork(db);
  const [trader, first, second] = await Promise.all([newTrader(stack), newAdmin(stack), newAdmin(stack, "Maly")]);
  const deposit = await openDeposit(trader);
  await payAtBank(stack, deposit.qrString);
  const payments: Array<{ md5: string; transaction: { hash: string } }> = await (
    await fetch(`${stack.urls.bakong}/payments`)
  ).json();
  const hash = payments.find(({ md5 }) => md5 === deposit.md5Hash)?.transaction.hash ?? "";
  const path = `/api/admin/deposits/${deposit._id}/mark-paid`;
  const words = { bankReference: "FT2634", note: "The network is away" };
  const half = await first.post(path, { ...words, settlementHash: hash.toUpperCase() });
  expect(half.body.approvals).toEqual({ have: 1, need: 2 });
  const whole = await second.post(path, { ...words, settlementHash: hash });
  expect([whole.status, whole.body.deposit?.status]).toEqual([200, "paid"]);

  await letTimePass(db, deposit, { minutes: 12 });
  await stack.wrangler.runCron();
  expect((await trader.get("/api/deposit/history")).body.deposits).toMatchObject([{ status: "paid", review: null }]);
  expect((await trader.get("/api/user/balance")).body.balance).toBe(25.5);
});

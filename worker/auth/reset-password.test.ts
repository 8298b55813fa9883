import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import { Client, newAdmin, newTrader, nextMail, type Trader } from "../../dev/test-client.ts";
import { requestWithdrawal } from "../../dev/test-desk.ts";
import { configureBank, fundTrader } from "../../dev/test-money.ts";
import { testStack } from "../../dev/test-stack.ts";

setDefaultTimeout(30_000);

let stack: Stack;
beforeAll(async () => {
  stack = await testStack();
}, 120_000);

test("after a reset a withdrawal is held, and nobody can approve it for a day", async () => {
  const trader = await newTrader(stack);
  await fundTrader(stack, trader, 100);
  await configureBank(stack, trader);
  const { email } = trader;
  const password = "a whole new sentence";
  const token = await resetToken(trader);
  expect((await trader.post(`/api/auth/reset-password/${token}`, { password })).status).toBe(200);
  expect((await trader.post("/api/auth/login", { email, password })).status).toBe(200);

  const { withdrawal } = await requestWithdrawal(trader, 40);
  const hoursLeft = (Date.parse(withdrawal.approvableAt) - Date.now()) / 3_600_000;
  expect(hoursLeft).toBeGreaterThan(23.9);
  expect(hoursLeft).toBeLessThanOrEqual(24);
  const admin = await newAdmin(stack);
  const approval = await admin.post(`/api/admin/withdrawals/${withdrawal._id}/approve`, { version: 1 });
  expect([approval.status, approval.body.code]).toEqual([409, "withdrawal_on_hold"]);
});

test("after a reset no browser is a known one: the next log-in is mailed wherever it is", async () => {
  const trader = await newTrader(stack);
  const { email, password } = trader;
  expect((await trader.post("/api/auth/login", { email, password })).status).toBe(200);
  const before = new Date().toISOString();
  const next = "a whole new sentence";
  await trader.post(`/api/auth/reset-password/${await resetToken(trader)}`, { password: next });
  expect((await trader.post("/api/auth/login", { email, password: next })).status).toBe(200);
  const isAlert = ({ subject }: { subject: string }) => subject === "A new device logged in to your Tonle account";
  for (let after = before; ; ) {
    const mail = await nextMail(stack, email, after);
    if (isAlert(mail)) break;
    after = mail.at;
  }
});

/** The token of a mailed link. */
async function resetToken({ email }: Trader): Promise<string> {
  const before = new Date().toISOString();
  await new Client(stack.origin).post("/api/auth/forgot-password", { email });
  const token = /reset-password\/([\w-]{43})/.exec((await nextMail(stack, email, before)).text)?.[1];
  if (!token) throw new Error("no link in the mail");
  return token;
}

import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { nextMail } from "../../dev/test/test-mails.ts";
import { configureBank, fundTrader } from "../../dev/test/test-money.ts";
import { newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { requestWithdrawal } from "../../dev/test/test-withdrawals.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await apiStack();
}, 600_000);

test("a reset holds withdrawals, also earlier ones, and nobody can approve them for a day", async () => {
  const trader = await newTrader(stack);
  await fundTrader(stack, trader, 100);
  await configureBank(stack, trader);
  const { email } = trader;
  // As by an attacker with a stolen session, whom the reset signs out.
  const earlier = (await requestWithdrawal(trader, 50)).withdrawal;
  expect(earlier.approvableAt).toBeNull();
  // Wait for this mail, so that the next one has the link.
  await nextMail(stack, email);
  const password = "a whole new sentence";
  const token = await resetToken(trader);
  expect((await trader.post(`/api/auth/reset-password/${token}`, { password })).status).toBe(200);
  expect((await trader.post("/api/auth/login", { email, password })).status).toBe(200);

  const { withdrawal } = await requestWithdrawal(trader, 40);
  const hoursLeft = (Date.parse(withdrawal.approvableAt) - Date.now()) / 3_600_000;
  expect(hoursLeft).toBeGreaterThan(23.9);
  expect(hoursLeft).toBeLessThanOrEqual(24);
  const admin = await newAdmin(stack);
  for (const { _id } of [withdrawal, earlier]) {
    const approval = await admin.post(`/api/admin/withdrawals/${_id}/approve`, { version: 1 });
    expect([approval.status, approval.body.code]).toEqual([409, "withdrawal_on_hold"]);
    // The trader and the admin see the time.
    const seen = (await admin.get(`/api/admin/withdrawals/${_id}`)).body;
    expect(seen.withdrawal.approvableAt).toBe(withdrawal.approvableAt);
    expect(seen.warnings[0]).toEqual({ kind: "on_hold", until: withdrawal.approvableAt });
  }
  const { withdrawals } = (await trader.get("/api/withdrawal/history")).body;
  expect(withdrawals.map(({ approvableAt }: { approvableAt: string }) => approvableAt)).toEqual([
    withdrawal.approvableAt,
    withdrawal.approvableAt,
  ]);
});

test("a reset link can be checked as long as it is valid", async () => {
  const trader = await newTrader(stack);
  const token = await resetToken(trader);
  const visitor = new Client(stack.origin);
  const checkLink = async (value: string) => {
    const { status, body } = await visitor.get(`/api/auth/reset-password/${value}`);
    return { status, code: body.code, message: body.message };
  };
  const dead = {
    status: 400,
    code: "invalid_reset_token",
    message: "This reset link is invalid or has expired. Request a new one.",
  };
  const works = { status: 200, code: undefined, message: undefined };
  expect(await checkLink("x".repeat(43))).toEqual(dead);
  // Checking does not use it up.
  expect([await checkLink(token), await checkLink(token)]).toEqual([works, works]);
  const password = "a whole new sentence";
  expect((await visitor.post(`/api/auth/reset-password/${token}`, { password })).status).toBe(200);
  expect(await checkLink(token)).toEqual(dead);
});

test("a reset makes every browser unknown: the next log-in is mailed wherever it is", async () => {
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

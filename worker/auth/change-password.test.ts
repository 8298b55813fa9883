import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { auditLog, users } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { mailsTo, nextMailAbout } from "../../dev/test/test-mails.ts";
import { configureBank, databaseOf, fundTrader, withdrawalAsk } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

const NEW = "quite another sentence";
const change = (trader: Client, currentPassword: string, newPassword = NEW) =>
  trader.post("/api/auth/password", { currentPassword, newPassword });
const logIn = async ({ email, password }: { email: string; password: string }) => {
  const client = new Client(stack.origin);
  const reply = await client.post("/api/auth/login", { email, password });
  return Object.assign(client, { status: reply.status, token: reply.body.token });
};
const RESET = "Choose a new Tonle password";
const lastMail = async ({ email }: Trader) => (await mailsTo(stack, email))[0]?.at;

describe("a change of password", () => {
  test("requires the current password, and afterwards only the new one works", async () => {
    const trader = await newTrader(stack);
    const since = await lastMail(trader);
    const reply = await change(trader, trader.password);
    expect([reply.status, reply.body.message, reply.dbTrips]).toEqual([
      200,
      "Password changed. Every other browser was signed out.",
      2,
    ]);
    expect((await logIn(trader)).status).toBe(401);
    expect((await logIn({ ...trader, password: NEW })).status).toBe(200);

    const mail = await nextMailAbout(stack, trader.email, "Your Tonle password was changed", since);
    expect(mail.text).toContain("every other browser was signed out");
    expect(mail.text).toContain("no withdrawal is approved in the next 24 hours");
    const [rows] = await db.read([
      db.query
        .select({ detail: auditLog.detail })
        .from(auditLog)
        .where(and(eq(auditLog.action, "user.password_changed"), eq(auditLog.actor, trader.userId))),
    ]);
    expect(rows).toEqual([{ detail: "{}" }]);
  });

  test("ends every other session and renews its own tokens, so that a copied cookie stops working", async () => {
    const trader = await newTrader(stack);
    const elsewhere = await logIn(trader);
    const copy = new Client(stack.origin);
    copy.cookies.set("session", trader.cookies.get("session") ?? "");
    const { token: oldBearer } = (await trader.get("/api/auth/check")).body;
    const reply = await change(trader, trader.password);
    expect(reply.headers.get("Set-Cookie")).toMatch(/^session=[\w-]{43}; Max-Age=43\d{3}; Path=\/; HttpOnly/);

    expect((await elsewhere.get("/api/auth/check")).status).toBe(401);
    expect((await copy.get("/api/auth/check")).status).toBe(401);
    const anyone = new Client(stack.origin);
    for (const token of [oldBearer, elsewhere.token]) {
      expect((await anyone.get("/api/user/balance", { Authorization: `Bearer ${token}` })).status).toBe(401);
    }
    expect((await trader.get("/api/auth/check")).status).toBe(200);
    const bearer = { Authorization: `Bearer ${reply.body.token}` };
    expect((await anyone.get("/api/user/balance", bearer)).status).toBe(200);
  });

  test("delays withdrawals by a day, and invalidates existing reset links", async () => {
    const trader = await newTrader(stack);
    await fundTrader(stack, trader, 100);
    await configureBank(stack, trader);
    const since = await lastMail(trader);
    await trader.post("/api/auth/forgot-password", { email: trader.email });
    const link = /\/reset-password\/([\w-]+)/.exec((await nextMailAbout(stack, trader.email, RESET, since)).text)?.[1];

    const before = Date.now();
    expect((await change(trader, trader.password)).status).toBe(200);
    const ask = withdrawalAsk(20);
    const { withdrawal } = (await trader.post("/api/withdrawal/request", ask)).body;
    expect(Date.parse(withdrawal.approvableAt)).toBeGreaterThan(before + 23 * 60 * 60_000);
    const reset = await trader.post(`/api/auth/reset-password/${link}`, { password: "a third good sentence" });
    expect(reset.body.code).toBe("invalid_reset_token");
  });

  test.each([
    ["a wrong current password", "not the password", NEW, "currentPassword", "This is not your current password"],
    ["a short one", null, "short", "newPassword", "Use 10 characters or more"],
    ["a common one", null, "qwertyuiop", "newPassword", "This password is too common. Choose another."],
    ["the current one again", null, null, "newPassword", "Choose a password that is not the current one"],
  ])("refuses %s and changes nothing", async (_, current, next, field, message) => {
    const trader = await newTrader(stack);
    const elsewhere = await logIn(trader);
    const reply = await change(trader, current ?? trader.password, next ?? trader.password);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: "invalid_input", field, message });
    expect((await elsewhere.get("/api/auth/check")).status).toBe(200);
    const [[row]] = await db.read([db.query.select().from(users).where(eq(users.id, trader.userId))]);
    expect(row?.securityChangedAtMs).toBeNull();
  });

  test("limits guesses at an open browser: five attempts, then not even the correct one", async () => {
    const trader = await newTrader(stack);
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await change(trader, "not the password")).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    const right = await change(trader, trader.password);
    expect([right.status, right.body.code]).toEqual([429, "too_many_requests"]);
  });

  test("sent twice concurrently happens once", async () => {
    const trader = await newTrader(stack);
    const passwords = ["the first of two sentences", "the second of two sentences"];
    const replies = await Promise.all(passwords.map((next) => change(trader, trader.password, next)));
    const won = passwords.filter((_, i) => replies[i]?.status === 200);
    expect(won).toHaveLength(1);
    expect((await logIn({ ...trader, password: won[0] ?? "" })).status).toBe(200);
  });
});

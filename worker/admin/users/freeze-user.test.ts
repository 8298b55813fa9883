import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, like } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { auditLog, sessions, users, withdrawals } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { addBrokerAccount, importFile, reverseFile, tradeRow } from "../../../dev/test/test-broker.ts";
import type { Reply } from "../../../dev/test/test-client.ts";
import { openDeposit, payAtBank, refetch, verifyPayment } from "../../../dev/test/test-deposits.ts";
import { nextMail } from "../../../dev/test/test-mails.ts";
import { configureBank, databaseOf, fundTrader, withdrawalAsk } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader, type Trader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { approve, askForWithdrawal, balancesOf, complete, reject } from "../../../dev/test/test-withdrawals.ts";
import { waitUntil } from "../../../dev/test/wait-until.ts";
import { ERROR_TEXT } from "../../contract/error-text.ts";
import { SESSION } from "../../contract/limits.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  admin = await newAdmin(stack, "Sophea");
}, 600_000);

const decide = (who: Admin, { userId }: { userId: string }, act: "freeze" | "unfreeze", version: number) =>
  who.post(`/api/admin/users/${userId}/${act}`, { version, reason: "Two people write from this account" });
async function freeze(trader: Trader, version = 1): Promise<void> {
  const reply = await decide(admin, trader, "freeze", version);
  expect([reply.status, reply.dbTrips]).toEqual([200, 2]);
}
const answer = ({ status, body }: Reply) => [status, body.code, body.message];
const REFUSED = [409, "account_frozen", ERROR_TEXT.account_frozen];
const withdrawalBody = withdrawalAsk(10);

describe("a frozen account", () => {
  test("can be read as before, and each action on money is refused with an explanation", async () => {
    const { trader, id } = await askForWithdrawal(stack, 50, 500);
    const requested = await nextMail(stack, trader.email);
    await freeze(trader);
    expect(answer(await trader.post("/api/withdrawal/request", withdrawalBody))).toEqual(REFUSED);
    expect(answer(await trader.post("/api/deposit/generate-khqr", { amount: 20 }))).toEqual(REFUSED);
    expect(answer(await trader.post("/api/withdrawal/cancel", { id }))).toEqual(REFUSED);
    expect(answer(await trader.post("/api/user/close", { password: trader.password }))).toEqual(REFUSED);
    const { user } = (await trader.get("/api/user/profile")).body;
    expect(user).toMatchObject({ balance: 450, heldBalance: 50, frozenAt: expect.stringMatching(/^20/) });
    expect(JSON.stringify(user)).not.toContain("Two people");
    expect((await trader.get("/api/withdrawal/history")).body.withdrawals).toHaveLength(1);
    const mail = await nextMail(stack, trader.email, requested.at);
    expect(mail.subject).toBe("Your Tonle account is frozen");
    expect(mail.text).not.toContain("Two people");
  });

  test("keeps its figures and files of trades elsewhere, which are no money: it imports, exports and takes back", async () => {
    const trader = await newTrader(stack);
    const number = await addBrokerAccount(trader);
    const row = (ticket: string) => tradeRow({ ticket, closedAtMs: Date.UTC(2026, 2, 2), profit: "5" });
    await importFile(trader, number, { trades: [row("before")] });
    await freeze(trader);
    const id = await importFile(trader, number, { trades: [row("while frozen")] });
    const csv = await trader.get(`/api/trade/export?account=broker:${number}`);
    expect([csv.status, csv.body.split("\n").length]).toEqual([200, 4]);
    const { summary } = (await trader.get(`/api/trade/analytics?account=broker:${number}`)).body.data;
    expect(summary).toMatchObject({ totalTrades: 2, totalPnL: 10 });
    expect((await reverseFile(trader, id)).body.account).toMatchObject({ trades: 1, result: 5 });
    expect((await trader.get("/api/user/profile")).body.user.balance).toBe(0);
  });

  test("still receives payments that were already made", async () => {
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader, 30);
    await payAtBank(stack, deposit.qrString);
    await freeze(trader);
    await waitUntil("it is paid", async () => {
      await refetch(db, deposit);
      return (await verifyPayment(trader, deposit)).body.status === "paid";
    });
    expect((await balancesOf(trader)).balance).toBe(30);
  });

  test("pays nothing out: an admin can reject a withdrawal, but neither approve nor complete it", async () => {
    const pending = await askForWithdrawal(stack, 50, 500);
    const approved = await askForWithdrawal(stack, 60, 500);
    await approve(admin, approved.id);
    await freeze(pending.trader);
    await freeze(approved.trader);
    const refused = [409, "account_frozen", ERROR_TEXT.owner_frozen];
    expect(answer(await approve(admin, pending.id))).toEqual(refused);
    expect(answer(await complete(admin, approved.id))).toEqual(refused);
    expect((await reject(admin, pending.id)).status).toBe(200);
    expect(await balancesOf(pending.trader)).toEqual({ balance: 500, heldBalance: 0 });
  });

  test("can move money again once it is unfrozen, which requires a fresh second factor", async () => {
    const trader = await newTrader(stack);
    await fundTrader(stack, trader, 100);
    await configureBank(stack, trader);
    await freeze(trader);
    const late = await newAdmin(stack, "Late");
    const authenticatedAtMs = Date.now() - SESSION.stepUpMs;
    await db.write([db.query.update(sessions).set({ authenticatedAtMs }).where(eq(sessions.userId, late.userId))]);
    expect((await decide(late, trader, "unfreeze", 2)).body.code).toBe("step_up_required");
    const reply = await decide(admin, trader, "unfreeze", 2);
    expect(reply.body.user).toMatchObject({ frozenAt: null, frozenReason: null, frozenBy: null, version: 3 });
    expect((await trader.post("/api/withdrawal/request", withdrawalBody)).status).toBe(201);
    expect((await trader.get("/api/user/profile")).body.user.frozenAt).toBeNull();
  });

  test("shows admins since when, by whom and why it is frozen, and the freeze is audited", async () => {
    const trader = await newTrader(stack);
    await freeze(trader);
    const { user } = (await admin.get(`/api/admin/users/${trader.userId}`)).body;
    expect(user).toMatchObject({
      frozenAt: expect.any(String),
      frozenBy: admin.name,
      version: 2,
      frozenReason: "Two people write from this account",
    });
    const [log] = await db.read([
      db.query
        .select({ actor: auditLog.actor, detail: auditLog.detail })
        .from(auditLog)
        .where(and(eq(auditLog.subject, `user:${trader.userId}`), like(auditLog.action, "user.frozen"))),
    ]);
    expect(log).toEqual([
      { actor: admin.userId, detail: JSON.stringify({ reason: "Two people write from this account" }) },
    ]);
  });
});

describe("freezing", () => {
  test("by two admins concurrently happens once, and the second gets an error that names the first", async () => {
    const trader = await newTrader(stack);
    const colleague = await newAdmin(stack, "Vanna");
    const replies = await Promise.all([decide(admin, trader, "freeze", 1), decide(colleague, trader, "freeze", 1)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = replies[0]?.status === 200 ? admin : colleague;
    const late = replies.find(({ status }) => status === 409);
    expect(late?.body.code).toBe("wrong_state");
    expect(late?.body.message).toMatch(
      new RegExp(`^${winner.name} has frozen this account at \\d\\d:\\d\\d\\. Refresh to see its current state\\.$`),
    );
    const undone = await decide(colleague, trader, "unfreeze", 1);
    expect(undone.body.message).toContain(`${winner.name} has frozen this account`);
  });

  test("requires a reason, an existing user, and another one than oneself", async () => {
    const trader = await newTrader(stack);
    const empty = await admin.post(`/api/admin/users/${trader.userId}/freeze`, { version: 1, reason: " " });
    expect(empty.body).toMatchObject({ code: "invalid_input", field: "reason" });
    expect((await decide(admin, { userId: crypto.randomUUID() }, "freeze", 1)).body.code).toBe("not_found");
    const { version } = (await admin.get(`/api/admin/users/${admin.userId}`)).body.user;
    expect((await decide(admin, admin, "freeze", version)).body.code).toBe("own_account");
    expect((await decide(admin, trader, "unfreeze", 1)).body.message).toBe("This account is not frozen");
    await trader.post("/api/user/close", { password: trader.password });
    expect((await decide(admin, trader, "freeze", 1)).body.message).toBe("This account is closed");
  });
});

describe("the database itself refuses", () => {
  test("money that leaves a frozen account, whichever code writes it", async () => {
    const { trader, id } = await askForWithdrawal(stack, 50, 500);
    await freeze(trader);
    const { query } = db;
    const step = { version: 2, decidedBy: admin.userId, approvedAtMs: Date.now() };
    await expect(
      db.write([
        query
          .update(withdrawals)
          .set({ status: "approved", ...step })
          .where(eq(withdrawals.id, id)),
      ]),
    ).rejects.toThrow(/owner_frozen/);
    await expect(
      db.write([query.update(users).set({ closedAtMs: Date.now() }).where(eq(users.id, trader.userId))]),
    ).rejects.toThrow(/account_frozen/);
  });

  test("a freeze without an admin, a reason or the current version", async () => {
    const trader = await newTrader(stack);
    const set = { frozenAtMs: Date.now(), frozenReason: "x", frozenBy: admin.userId, adminVersion: 2 };
    const write = (change: object) =>
      db.write([
        db.query
          .update(users)
          .set({ ...set, ...change })
          .where(eq(users.id, trader.userId)),
      ]);
    await expect(write({ frozenBy: trader.userId })).rejects.toThrow(/own_account/);
    await expect(write({ frozenBy: crypto.randomUUID() })).rejects.toThrow(/not_an_admin/);
    await expect(write({ frozenReason: null })).rejects.toThrow(/wrong_state/);
    await expect(write({ adminVersion: 1 })).rejects.toThrow(/wrong_state/);
    await write({});
  });
});

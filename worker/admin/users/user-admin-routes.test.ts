import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { auditLog, sessions, userNotes, users } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { turnOnTotp } from "../../../dev/test/test-authenticator.ts";
import { Client } from "../../../dev/test/test-client.ts";
import { demoCommand, marketOrder } from "../../../dev/test/test-demo-account.ts";
import { openDeposit } from "../../../dev/test/test-deposits.ts";
import { nextMail } from "../../../dev/test/test-mails.ts";
import { configureBank, databaseOf, fundTrader } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader, type Trader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { approve, askForWithdrawal, complete } from "../../../dev/test/test-withdrawals.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  admin = await newAdmin(stack, "Sophea");
}, 600_000);

type Query = Record<string, string>;
const find = async (query: Query) => {
  const reply = await admin.get(`/api/admin/users?${new URLSearchParams(query)}`);
  expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
  return reply.body;
};
const idsFoundBy = async (search: string, more: Query = {}): Promise<string[]> =>
  (await find({ search, ...more })).users.map(({ _id }: { _id: string }) => _id);
const show = async ({ userId }: { userId: string }) => (await admin.get(`/api/admin/users/${userId}`)).body;
const timeline = async ({ userId }: { userId: string }, query: Query = {}) => {
  // The first look at a person is written down, with a round trip of its own.
  await show({ userId });
  const reply = await admin.get(`/api/admin/users/${userId}/timeline?${new URLSearchParams(query)}`);
  expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
  return reply.body;
};
type Entry = { _id: string; at: string; action: string; by: string | null; note: string | null; subject: string };
const actionsOf = ({ entries }: { entries: Entry[] }) => entries.map(({ action }) => action);
const rename = ({ userId }: Trader, firstName: string, lastName: string) =>
  db.write([db.query.update(users).set({ firstName, lastName }).where(eq(users.id, userId))]);
const uniqueName = () => `N${crypto.randomUUID().replaceAll("-", "")}`;

describe("users are found", () => {
  test("by the start of their name, e-mail address or username, in any case, and by the name in either order", async () => {
    const trader = await newTrader(stack);
    const [first, last] = [uniqueName(), uniqueName()];
    await rename(trader, first, last);
    const { username } = (await show(trader)).user;
    for (const typed of [
      first,
      first.slice(0, 20).toLowerCase(),
      `${first} ${last}`,
      last.toUpperCase(),
      `${last} ${first}`,
      trader.email,
      trader.email.slice(0, -8).toUpperCase(),
      username,
      trader.userId,
    ]) {
      expect(await idsFoundBy(typed), typed).toEqual([trader.userId]);
    }
    expect(await idsFoundBy(first.slice(1))).toEqual([]);
    expect(await idsFoundBy(`${first}%`)).toEqual([]);
  });

  test("by a bill number, and by the bank's id of a payment to them", async () => {
    const { trader, id } = await askForWithdrawal(stack);
    const { billNumber } = await openDeposit(trader);
    expect(await idsFoundBy(billNumber)).toEqual([trader.userId]);
    expect(await idsFoundBy(billNumber.slice(0, 9).toLowerCase())).toEqual([trader.userId]);
    await approve(admin, id);
    await complete(admin, id, { paymentId: `Pay-${id}` });
    expect(await idsFoundBy(`pay-${id}`)).toEqual([trader.userId]);
  });

  test("by their state, also together with a search", async () => {
    const [open, other] = [await newTrader(stack), await newTrader(stack)];
    const name = uniqueName();
    await rename(open, name, "One");
    await rename(other, name, "Two");
    await admin.post(`/api/admin/users/${other.userId}/freeze`, { version: 1, reason: "Looked at" });
    expect(await idsFoundBy(name)).toEqual([other.userId, open.userId]);
    expect(await idsFoundBy(name, { state: "frozen" })).toEqual([other.userId]);
    expect(await idsFoundBy(name, { state: "admin" })).toEqual([]);
    expect(await idsFoundBy(admin.email, { state: "admin" })).toEqual([admin.userId]);
    await db.write([db.query.update(users).set({ emailVerifiedAtMs: null }).where(eq(users.id, open.userId))]);
    expect(await idsFoundBy(name, { state: "unverified" })).toEqual([open.userId]);
    await open.post("/api/user/close", { password: open.password });
    const { users: closed } = await find({ state: "closed" });
    expect(closed.map(({ _id }: { _id: string }) => _id)).toContain(open.userId);
    const wrong = await admin.get("/api/admin/users?state=rich");
    expect([wrong.status, wrong.body.field]).toEqual([400, "state"]);
  });

  test("page by page, and as a file with the same rows", async () => {
    const name = uniqueName();
    const made = [];
    for (let i = 0; i < 5; i++) made.unshift(await newTrader(stack));
    for (const trader of made) await rename(trader, name, "=SUM(A1)");
    const paged: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { users: { _id: string }[]; nextCursor: string | null } = await find({
        search: name,
        limit: "2",
        ...(cursor && { cursor }),
      });
      paged.push(...page.users.map(({ _id }) => _id));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(made.map(({ userId }) => userId));
    const file = await admin.post(`/api/admin/users/export?search=${name}`, { reason: "For the accountant" });
    expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    const lines = String(file.body).trimEnd().split("\r\n");
    expect(lines[0]).toBe(
      "User ID,Name,Username,E-mail,Signed up (Asia/Phnom_Penh),Verified,Role,Frozen (Asia/Phnom_Penh),Closed (Asia/Phnom_Penh),Balance (USD)",
    );
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(paged);
    expect(lines[1]).toMatch(/,20\d\d-\d\d-\d\d \d\d:\d\d:\d\d,yes,trader,,,0\.00$/);
  });
});

describe("the page of a user", () => {
  test("has their money and sessions, and returns nothing for a missing user", async () => {
    const trader = await newTrader(stack);
    await fundTrader(stack, trader, 120);
    await configureBank(stack, trader);
    const phone = new Client(stack.origin);
    await phone.send("POST", "/api/auth/login", {
      headers: {
        "Content-Type": "application/json",
        "User-Agent":
          "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
      },
      body: JSON.stringify({ email: trader.email, password: trader.password }),
    });
    const path = `/api/admin/users/${trader.userId}`;
    const reply = await admin.get(path);
    // The first look at a person is written down.
    expect([reply.status, reply.dbTrips, (await admin.get(path)).dbTrips]).toEqual([200, 2, 1]);
    expect(reply.body.user).toMatchObject({
      _id: trader.userId,
      email: trader.email,
      money: { balance: 120, held: 0, deposited: 120, withdrawn: 0, tradingResult: 0 },
      role: "trader",
      frozenAt: null,
      closedAt: null,
      idVerificationStatus: "none",
      version: 1,
      security: { twoFactor: false, hasPassword: true, google: false },
      paymentMethods: { bankTransfer: { isActive: true, bankName: "ABA Bank" } },
    });
    expect(reply.body.sessions).toHaveLength(2);
    expect(reply.body.sessions[0]).toMatchObject({ device: "Safari on iPhone", isAdminPage: false });
    expect((await admin.get(`/api/admin/users/${crypto.randomUUID()}`)).status).toBe(404);
  });

  test("contains no password, code, token or second-factor key, and neither do list, file and timeline", async () => {
    const trader = await newTrader(stack);
    const { secret, recoveryCodes } = await turnOnTotp(trader);
    await trader.post("/api/auth/forgot-password", { email: trader.email });
    await trader.get("/api/auth/check");
    const [[row], signedIn] = await db.read([
      db.query.select().from(users).where(eq(users.id, trader.userId)),
      db.query.select().from(sessions).where(eq(sessions.userId, trader.userId)),
    ]);
    const secrets = [
      trader.password,
      row?.passwordHash ?? "",
      secret,
      ...recoveryCodes,
      ...trader.cookies.values(),
      ...signedIn.map(({ tokenHash }) => tokenHash),
      ...signedIn.map(({ deviceHash }) => deviceHash ?? ""),
    ];
    expect(secrets.every((text) => text.length > 5)).toBe(true);
    for (const path of ["", `/${trader.userId}`, `/${trader.userId}/timeline`, `/export`]) {
      const address = `/api/admin/users${path}${/^$|export/.test(path) ? `?search=${trader.email}` : ""}`;
      const isFile = path === "/export";
      const { status, body } = await (isFile
        ? admin.post(address, { reason: "For the accountant" })
        : admin.get(address));
      const text = typeof body === "string" ? body : JSON.stringify(body);
      expect([status, text.length > 100]).toEqual([200, true]);
      for (const hidden of secrets) expect(text).not.toContain(hidden);
      expect(text).not.toMatch(/passwordHash|totpSecret|tokenHash|codeHash|deviceHash/);
    }
  });
});

describe("the timeline of a user", () => {
  test("has everything that happened to them, newest first, with who did it", async () => {
    const { trader, id } = await askForWithdrawal(stack, 60, 500);
    await new Client(stack.origin).post("/api/auth/login", { email: trader.email, password: trader.password });
    await trader.post("/api/auth/login-alerts", { loginAlerts: false });
    await approve(admin, id);
    const { _id: deposit } = await openDeposit(trader);
    await admin.post(`/api/admin/users/${trader.userId}/note`, { note: "Called on Monday" });
    // Nothing of other users.
    await askForWithdrawal(stack, 20, 100);

    const { entries } = await timeline(trader);
    expect(entries.map(({ action, by }: Entry) => [action, by])).toEqual([
      ["user.noted", admin.name],
      ["deposit.created", null],
      ["withdrawal.approved", admin.name],
      ["user.login_alerts", null],
      ["user.logged_in", null],
      ["withdrawal.requested", null],
      ["deposit.paid", "system"],
    ]);
    expect(entries[0]).toMatchObject({ note: "Called on Monday", detail: {} });
    expect(entries[1].subject).toBe(`deposit:${deposit}`);
    expect(entries[2].subject).toBe(`withdrawal:${id}`);
  });

  test("is filtered by kind, and read page by page without a gap", async () => {
    const { trader, id } = await askForWithdrawal(stack, 60, 500);
    await approve(admin, id);
    await openDeposit(trader);
    expect(actionsOf(await timeline(trader, { kind: "withdrawals" }))).toEqual([
      "withdrawal.approved",
      "withdrawal.requested",
    ]);
    expect(actionsOf(await timeline(trader, { kind: "deposits" }))).toEqual(["deposit.created", "deposit.paid"]);
    expect(actionsOf(await timeline(trader, { kind: "identity" }))).toEqual([]);
    const all = await timeline(trader);
    const paged: Entry[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { entries: Entry[]; nextCursor: string | null } = await timeline(trader, {
        limit: "2",
        ...(cursor && { cursor }),
      });
      paged.push(...page.entries);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all.entries);
    const wrong = await admin.get(`/api/admin/users/${trader.userId}/timeline?kind=gossip`);
    expect([wrong.status, wrong.body.field]).toEqual([400, "kind"]);
  });
});

describe("a note about a user", () => {
  test("has its author and its time, is audited, and cannot be changed", async () => {
    const trader = await newTrader(stack);
    const path = `/api/admin/users/${trader.userId}/note`;
    const reply = await admin.post(path, { note: " Sent a passport\nby mail " }, { "Idempotency-Key": "note-1" });
    expect([reply.status, reply.dbTrips]).toEqual([200, 2]);
    const again = await admin.post(path, { note: " Sent a passport\nby mail " }, { "Idempotency-Key": "note-1" });
    expect(again.body.note).toEqual(reply.body.note);
    const { notes } = await show(trader);
    expect(notes).toEqual([
      { _id: expect.any(String), text: "Sent a passport\nby mail", author: admin.name, createdAt: expect.any(String) },
    ]);
    const [log] = await db.read([
      db.query
        .select()
        .from(auditLog)
        .where(eq(auditLog.subject, `user:${trader.userId}`)),
    ]);
    // The note was looked at above.
    expect(log.map(({ action, actor }) => [action, actor])).toEqual([
      ["user.noted", admin.userId],
      ["user.viewed", admin.userId],
    ]);
    for (const change of [
      db.query.update(userNotes).set({ text: "nothing" }).where(eq(userNotes.id, notes[0]._id)),
      db.query.delete(userNotes).where(eq(userNotes.id, notes[0]._id)),
    ]) {
      await expect(db.write([change])).rejects.toThrow(/audit_append_only/);
    }
  });

  test("is not empty, not about a missing user, and not about oneself", async () => {
    const trader = await newTrader(stack);
    const note = (userId: string, text: string) => admin.post(`/api/admin/users/${userId}/note`, { note: text });
    expect((await note(trader.userId, "  ")).body).toMatchObject({ code: "invalid_input", field: "note" });
    expect((await note(trader.userId, "x".repeat(1_001))).body).toMatchObject({ code: "invalid_input", field: "note" });
    expect((await note(crypto.randomUUID(), "who?")).body.code).toBe("not_found");
    expect((await note(admin.userId, "well done")).body.code).toBe("own_account");
  });
});

describe("an admin signs a user out", () => {
  test("everywhere, or in one browser, and the action is audited", async () => {
    const trader = await newTrader(stack);
    const elsewhere = new Client(stack.origin);
    await elsewhere.post("/api/auth/login", { email: trader.email, password: trader.password });
    const isSignedIn = async (client: Client) => (await client.get("/api/auth/check")).status === 200;
    const end = (body: object) => admin.post(`/api/admin/users/${trader.userId}/end-sessions`, body);
    const { sessions: before } = await show(trader);
    const [mine] = await db.read([
      db.query
        .select({ id: sessions.id })
        .from(sessions)
        .where(eq(sessions.userId, trader.userId))
        .orderBy(sessions.createdAtMs),
    ]);
    expect(before).toHaveLength(2);
    const reply = await end({ sessionId: mine[0]?.id });
    expect([reply.status, reply.body.ended, reply.dbTrips]).toEqual([200, "one", 2]);
    expect([await isSignedIn(trader), await isSignedIn(elsewhere)]).toEqual([false, true]);
    expect((await end({ sessionId: mine[0]?.id })).status).toBe(404);
    const other = await newTrader(stack);
    const [theirs] = (await show(other)).sessions;
    expect((await end({ sessionId: theirs._id })).status).toBe(404);
    expect(await isSignedIn(other)).toBe(true);

    expect((await end({})).body.ended).toBe("all");
    expect(await isSignedIn(elsewhere)).toBe(false);
    // No device is known any more, and yet it is not the first log-in: its owner is mailed.
    const after = new Date().toISOString();
    expect((await elsewhere.post("/api/auth/login", { email: trader.email, password: trader.password })).status).toBe(
      200,
    );
    expect((await nextMail(stack, trader.email, after)).subject).toBe("A new device logged in to your Tonle account");
    const { entries } = await timeline(trader, { kind: "admin" });
    expect(entries.map(({ action, detail }: Entry & { detail: object }) => [action, detail])).toEqual([
      ["user.signed_out", { sessions: "all" }],
      ["user.signed_out", { sessions: "one" }],
    ]);
    expect((await admin.post(`/api/admin/users/${admin.userId}/end-sessions`)).body.code).toBe("own_account");
  });
});

test("an admin reads the receipt of a user's fill as its owner does; a trader, and another user's page, have none", async () => {
  const [owner, other] = [await newTrader(stack), await newTrader(stack)];
  expect(await demoCommand(owner, marketOrder())).toMatchObject({ status: 200 });
  const path = (user: Trader, fill: string) => `/api/admin/users/${user.userId}/fills/${fill}`;
  const shown = await admin.get(path(owner, "1"));
  expect([shown.status, shown.dbTrips]).toEqual([200, 2]);
  // The proofs follow when the minute is sealed, which may be between the two reads.
  const { fill, basis } = (await owner.get("/api/demo/fills/1")).body;
  expect(shown.body).toMatchObject({ fill, basis });
  for (const missing of [path(owner, "2"), path(owner, "x"), path(other, "1"), "/api/admin/users/nobody/fills/1"]) {
    expect([missing, (await admin.get(missing)).status]).toEqual([missing, 404]);
  }
  for (const trader of [owner, other]) expect((await trader.get(path(owner, "1"))).status).toBe(403);
});

import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import * as OTPAuth from "otpauth";
import { type Database, openDatabase } from "../../db/client.ts";
import { counters, sessions, users } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { newPerson, newTrader } from "../../dev/test/test-people.ts";
import { testStack } from "../../dev/test/test-stack.ts";
import { SESSION } from "../contract/limits.ts";
import { settingsSchema } from "../env.ts";
import { counterKey } from "../http/rate-limit.ts";
import { createAdmin, type NewAdmin } from "./create-admin.ts";

setDefaultTimeout(30_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await testStack();
  db = openDatabase({ url: stack.urls.libsql, authToken: stack.settings.DATABASE_AUTH_TOKEN });
}, 120_000);

const makeAdmin = (email = newPerson().email) =>
  createAdmin(db, settingsSchema.parse(stack.settings).PASSWORD_PEPPERS, email, Date.now());
const codeOf = ({ totpSecret }: NewAdmin, stepsFromNow = 0) =>
  new OTPAuth.TOTP({ secret: totpSecret }).generate({ timestamp: Date.now() + stepsFromNow * 30_000 });
const logIn = (admin: { email: string; password: string | null }, code: string, client = new Client(stack.origin)) =>
  client.post("/api/admin/login", { email: admin.email, password: admin.password, code });

describe("the admin log-in", () => {
  test("takes password and code together, and gives an admin's session of eight hours", async () => {
    const admin = await makeAdmin();
    const client = new Client(stack.origin);
    const reply = await logIn(admin, codeOf(admin), client);
    expect(reply.body.user).toMatchObject({ email: admin.email, role: "admin" });
    expect(reply.headers.get("Set-Cookie")).toContain("Max-Age=28800; Path=/; HttpOnly; SameSite=Strict");
    expect((await client.get("/api/auth/check")).body.user.role).toBe("admin");
  });

  test("opens the desk for eight hours, however busy they are", async () => {
    const admin = await makeAdmin();
    const client = new Client(stack.origin);
    await logIn(admin, codeOf(admin), client);
    const [[session]] = await db.read([
      db.query
        .select({ id: sessions.id, createdAtMs: sessions.createdAtMs, expiresAtMs: sessions.expiresAtMs })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(eq(users.email, admin.email)),
    ]);
    const { id = "", createdAtMs = 0, expiresAtMs = 0 } = session ?? {};
    expect(expiresAtMs - createdAtMs).toBe(SESSION.adminLifetimeMs);
    expect((await client.get("/api/admin/withdrawals")).status).toBe(200);
    const eightHoursAgo = { createdAtMs: createdAtMs - SESSION.adminLifetimeMs, expiresAtMs: Date.now() };
    await db.write([db.query.update(sessions).set(eightHoursAgo).where(eq(sessions.id, id))]);
    expect((await client.get("/api/admin/withdrawals")).body.code).toBe("not_signed_in");
  });

  test("ends the session whose cookie it came with", async () => {
    const admin = await makeAdmin();
    const trader = await newTrader(stack);
    const before = new Client(stack.origin);
    before.cookies.set("session", trader.cookies.get("session") ?? "");
    expect((await logIn(admin, "000000", trader)).status).toBe(401);
    expect((await before.get("/api/auth/check")).status).toBe(200);
    expect((await logIn(admin, codeOf(admin), trader)).status).toBe(200);
    expect((await before.get("/api/auth/check")).status).toBe(401);
    expect((await trader.get("/api/auth/check")).body.user.role).toBe("admin");
  });

  test("takes a code once, also when it is tried twice at once", async () => {
    const admin = await makeAdmin();
    const code = codeOf(admin);
    const replies = await Promise.all([logIn(admin, code), logIn(admin, code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await logIn(admin, code)).body.code).toBe("invalid_credentials");
    expect((await logIn(admin, codeOf(admin, 1))).status).toBe(200);
  });

  test("says the same whatever is wrong", async () => {
    const admin = await makeAdmin();
    const trader = await newTrader(stack);
    const replies = [
      await logIn({ ...admin, password: "wrong password" }, codeOf(admin)),
      await logIn(admin, codeOf(admin, 10)),
      await logIn({ email: newPerson().email, password: "x" }, "123456"),
      await logIn(trader, "123456"),
    ];
    for (const { status, body } of replies) {
      expect([status, body.code, body.message]).toEqual([
        401,
        "invalid_credentials",
        "Invalid email, password or code",
      ]);
    }
  });

  test("waits after five tries", async () => {
    const admin = await makeAdmin();
    for (let i = 0; i < 5; i++) expect((await logIn(admin, "000000")).status).toBe(401);
    expect((await logIn(admin, codeOf(admin))).status).toBe(429);
    // That wait is the desk's own: the log-in of traders does not know of it.
    const { email, password } = admin;
    expect((await new Client(stack.origin).post("/api/auth/login", { email, password })).status).toBe(200);
  });
});

describe("when strangers have used up the tries at an admin's address", () => {
  /** As fifty wrong tries from ten addresses leave it. */
  async function spendTries({ email }: NewAdmin) {
    const key = await counterKey("adminLoginByAccount", email);
    const row = { key, count: 50, max: 50, windowEndsAtMs: Date.now() + 15 * 60_000 };
    await db.write([db.query.insert(counters).values(row).onConflictDoUpdate({ target: counters.key, set: row })]);
  }

  test("the admin gets in with a browser that has opened the desk before, and nobody with another", async () => {
    const admin = await makeAdmin();
    const own = new Client(stack.origin);
    const first = await logIn(admin, codeOf(admin), own);
    const cookie = first.headers.getSetCookie().find((line) => line.startsWith("desk-device="));
    expect(cookie).toMatch(/^desk-device=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/);
    await spendTries(admin);
    expect((await logIn(admin, codeOf(admin, 1))).status).toBe(429);
    expect((await logIn(admin, codeOf(admin, 1), own)).status).toBe(200);
  });

  test("that browser has five tries of its own, for that admin alone", async () => {
    const [admin, colleague] = [await makeAdmin(), await makeAdmin()];
    const own = new Client(stack.origin);
    await logIn(admin, codeOf(admin), own);
    await spendTries(colleague);
    expect((await logIn(colleague, codeOf(colleague), own)).status).toBe(429);
    own.cookies.set("desk-device", `${own.cookies.get("desk-device")}x`);
    await spendTries(admin);
    expect((await logIn(admin, codeOf(admin, 1), own)).status).toBe(429);

    const other = await makeAdmin();
    await logIn(other, codeOf(other), own);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await logIn(other, "000000", own)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await logIn(other, codeOf(other, 1))).status).toBe(200);
  });
});

test("the ordinary log-in takes an admin's second factor too, and gives no rights of the desk", async () => {
  const admin = await makeAdmin();
  const { email, password } = admin;
  const client = new Client(stack.origin);
  const first = await client.post("/api/auth/login", { email, password });
  expect([first.status, first.body.totpRequired, first.body.user]).toEqual([200, true, undefined]);
  expect((await client.get("/api/auth/check")).status).toBe(401);
  const second = await client.post("/api/auth/totp/verify", { code: codeOf(admin) });
  expect(second.body.user).toMatchObject({ email, role: "trader" });
  expect((await client.get("/api/admin/withdrawals")).body.code).toBe("forbidden");
  // It cannot be taken off, and the code that logged in here does not open the desk as well.
  const off = await client.post("/api/auth/totp/disable", { password, code: codeOf(admin, 1) });
  expect([off.status, off.body.message]).toEqual([403, "An admin's account always has a second factor"]);
  expect((await logIn(admin, codeOf(admin))).status).toBe(401);
  expect((await logIn(admin, codeOf(admin, 1))).status).toBe(200);
});

test("a trader who is made an admin keeps their password and gets a second factor", async () => {
  const trader = await newTrader(stack);
  const admin = await makeAdmin(trader.email);
  expect(admin.password).toBeNull();
  expect((await logIn({ email: trader.email, password: trader.password }, codeOf(admin))).status).toBe(200);
});

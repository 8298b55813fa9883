import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, like } from "drizzle-orm";
import * as OTPAuth from "otpauth";
import type { Database } from "../../db/client.ts";
import { auditLog, counters, loginFailures, outbox, sessions, users } from "../../db/schema/index.ts";
import { parseSettings } from "../../dev/local-settings.ts";
import type { Stack } from "../../dev/stack.ts";
import { codeOf as authenticatorCode, giveTotp } from "../../dev/test/test-authenticator.ts";
import { Client, type Reply } from "../../dev/test/test-client.ts";
import { mailsTo, nextMail } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newAdmin, newPerson, newTrader } from "../../dev/test/test-people.ts";
import { apiStack, tripsInLog } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { SESSION } from "../contract/limits.ts";
import { counterKey } from "../platform/rate-limit.ts";
import { createAdmin, type NewAdmin } from "./users/create-admin.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

const makeAdmin = (email = newPerson().email) => createAdmin(db, parseSettings(stack.settings), email, Date.now());
const codeOf = ({ totpSecret }: NewAdmin, stepsFromNow = 0) =>
  new OTPAuth.TOTP({ secret: totpSecret }).generate({ timestamp: Date.now() + stepsFromNow * 30_000 });
const logIn = (admin: { email: string; password: string | null }, code: string, client = new Client(stack.origin)) =>
  client.post("/api/admin/login", { email: admin.email, password: admin.password, code });

describe("the admin log-in", () => {
  test("takes password and code together, and gives an admin session of eight hours", async () => {
    const admin = await makeAdmin();
    const client = new Client(stack.origin);
    const reply = await logIn(admin, codeOf(admin), client);
    expect(reply.body.user).toMatchObject({ email: admin.email, role: "admin" });
    expect(reply.headers.get("Set-Cookie")).toContain("Max-Age=28800; Path=/; HttpOnly; SameSite=Strict");
    expect((await client.get("/api/auth/check")).body.user.role).toBe("admin");
  });

  test("gives access for eight hours, however active the admin is", async () => {
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

  test("ends after thirty minutes without an action, and the same user's trader session does not", async () => {
    const admin = await newAdmin(stack);
    const own = eq(sessions.userId, admin.userId);
    const idleFor = (minutes: number) =>
      db.write([
        db.query
          .update(sessions)
          .set({ lastActionAtMs: Date.now() - minutes * 60_000 })
          .where(own),
      ]);
    await idleFor(29);
    expect((await admin.get("/api/admin/withdrawals")).status).toBe(200);
    // Reading does not reset the idle timer.
    await idleFor(30.1);
    for (const path of ["/api/admin/withdrawals", "/api/auth/check", "/api/user/profile"]) {
      expect((await admin.get(path)).body.code).toBe("not_signed_in");
    }
    expect((await admin.post("/api/auth/activity")).status).toBe(401);
    await idleFor(29);
    expect((await admin.post("/api/auth/activity")).status).toBe(200);
    const [[row]] = await db.read([db.query.select().from(sessions).where(own)]);
    expect(Date.now() - (row?.lastActionAtMs ?? 0)).toBeLessThan(60_000);
    await db.write([db.query.update(sessions).set({ kind: "trader" }).where(own)]);
    await idleFor(119);
    expect((await admin.get("/api/auth/check")).status).toBe(200);
    await idleFor(120.1);
    expect((await admin.get("/api/auth/check")).status).toBe(401);
  });

  test("ends the session whose cookie was sent with it", async () => {
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

  test("accepts a code once, also in concurrent attempts", async () => {
    const admin = await makeAdmin();
    const code = codeOf(admin);
    const replies = await Promise.all([logIn(admin, code), logIn(admin, code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await logIn(admin, code)).body.code).toBe("invalid_credentials");
    expect((await logIn(admin, codeOf(admin, 1))).status).toBe(200);
  });

  test("has the same response whatever is wrong", async () => {
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
        "Invalid e-mail, password or code",
      ]);
    }
  });

  test("is blocked after five attempts", async () => {
    const admin = await makeAdmin();
    for (let i = 0; i < 5; i++) expect((await logIn(admin, "000000")).status).toBe(401);
    expect((await logIn(admin, codeOf(admin))).status).toBe(429);
    // The block applies only to the admin log-in, not to the traders' log-in.
    const { email, password } = admin;
    expect((await new Client(stack.origin).post("/api/auth/login", { email, password })).status).toBe(200);
  });
});

describe("when strangers have used up the attempts at an admin's address", () => {
  /** As after fifty wrong attempts from ten addresses. */
  async function exhaustAttempts({ email }: NewAdmin) {
    const key = await counterKey("adminLoginByAccount", email);
    const row = { key, count: 50, max: 50, windowEndsAtMs: Date.now() + 15 * 60_000 };
    await db.write([db.query.insert(counters).values(row).onConflictDoUpdate({ target: counters.key, set: row })]);
  }

  test("the admin can log in with a browser that was used before, and nobody can with another", async () => {
    const admin = await makeAdmin();
    const own = new Client(stack.origin);
    const first = await logIn(admin, codeOf(admin), own);
    const cookie = first.headers.getSetCookie().find((line) => line.startsWith("admin-device="));
    expect(cookie).toMatch(/^admin-device=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/);
    await exhaustAttempts(admin);
    expect((await logIn(admin, codeOf(admin, 1))).status).toBe(429);
    expect((await logIn(admin, codeOf(admin, 1), own)).status).toBe(200);
  });

  test("that browser has five attempts of its own, for that admin only", async () => {
    const [admin, colleague] = [await makeAdmin(), await makeAdmin()];
    const own = new Client(stack.origin);
    await logIn(admin, codeOf(admin), own);
    await exhaustAttempts(colleague);
    expect((await logIn(colleague, codeOf(colleague), own)).status).toBe(429);
    own.cookies.set("admin-device", `${own.cookies.get("admin-device")}x`);
    await exhaustAttempts(admin);
    expect((await logIn(admin, codeOf(admin, 1), own)).status).toBe(429);

    const other = await makeAdmin();
    await logIn(other, codeOf(other), own);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await logIn(other, "000000", own)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await logIn(other, codeOf(other, 1))).status).toBe(200);
  });
});

describe("wrong codes with the right password", () => {
  const WRONG = "000000";
  /** The delay before another code is checked, ms; null when no wrong code was counted. */
  async function waitOf(key: string): Promise<number | null> {
    const [[row]] = await db.read([db.query.select().from(loginFailures).where(eq(loginFailures.key, key))]);
    return row ? row.blockedUntilMs - Date.now() : null;
  }
  const ofAccount = ({ email }: NewAdmin) => counterKey("adminCodeByAccount", email);
  /** Resets the attempts of this address and browser, as after fifteen minutes. */
  const resetAttempts = () => db.write([db.query.delete(counters).where(like(counters.key, "adminLogin%"))]);
  const endWait = (key: string) =>
    db.write([
      db.query
        .update(loginFailures)
        .set({ blockedUntilMs: Date.now() - 1 })
        .where(eq(loginFailures.key, key)),
    ]);
  async function fail(admin: NewAdmin, times: number, client = new Client(stack.origin)): Promise<void> {
    for (let i = 0; i < times; i++) {
      await resetAttempts();
      expect((await logIn(admin, WRONG, client)).status).toBe(401);
    }
    await resetAttempts();
  }
  /** Everything in which two responses could differ. */
  const answerOf = ({ status, body, headers }: Reply) => ({
    status,
    body: { ...body, requestId: "" },
    headers: [...headers].filter(([name]) => !["date", "x-request-id", "server-timing"].includes(name)),
  });

  test("delay the correct code as well, with the response of a wrong one, until the delay is over", async () => {
    const admin = await makeAdmin();
    const key = await ofAccount(admin);
    await fail(admin, 4);
    expect(await waitOf(key)).toBeLessThan(0);
    await fail(admin, 1);
    expect(await waitOf(key)).toBeGreaterThan(20_000);
    const wrong = await logIn(await makeAdmin(), WRONG);
    const waiting = await logIn(admin, codeOf(admin));
    expect(answerOf(waiting)).toEqual(answerOf(wrong));
    expect((await new Client(stack.origin).get("/api/auth/check")).status).toBe(401);
    await endWait(key);
    expect((await logIn(admin, codeOf(admin))).status).toBe(200);
    expect(await waitOf(key)).toBeNull();
  });

  test("are not counted when the code was used before, and only with the right password does the refusal say so", async () => {
    const admin = await makeAdmin();
    const code = codeOf(admin);
    const own = new Client(stack.origin);
    expect((await logIn(admin, code, own)).status).toBe(200);
    const used = await logIn(admin, code, own);
    expect([used.status, used.body.code, used.body.reason]).toEqual([401, "invalid_credentials", "used"]);
    expect(await tripsInLog(used)).toBe(2);
    expect((await logIn({ ...admin, password: "not the password" }, code)).body.reason).toBeUndefined();
    const warnings = async () => {
      const mails = await mailsTo(stack, admin.email);
      return mails.filter(({ subject }) => subject === "A wrong code with your correct password").length;
    };
    expect(await warnings()).toBe(0);
    // In another browser it may be somebody to whom the owner has shown it.
    expect((await logIn(admin, code)).body.reason).toBe("used");
    await waitUntil("the owner is mailed", async () => (await warnings()) === 1);
    expect(await waitOf(await ofAccount(admin))).toBeNull();
  });

  test("are counted when the code is of another time of these minutes, and the refusal says so", async () => {
    const admin = await makeAdmin();
    const early = await logIn(admin, codeOf(admin, 8));
    expect([early.status, early.body.reason, await tripsInLog(early)]).toEqual([401, "clock", 2]);
    expect((await logIn({ ...admin, password: "not the password" }, codeOf(admin, 8))).body.reason).toBeUndefined();
    expect(await waitOf(await ofAccount(admin))).toBeLessThan(0);
    expect((await logIn(admin, codeOf(admin))).status).toBe(200);
  });

  test("double the delay each time, up to 64 minutes, also over days", async () => {
    const admin = await makeAdmin();
    const key = await ofAccount(admin);
    await fail(admin, 5);
    const waits: number[] = [];
    for (let i = 0; i < 9; i++) {
      waits.push(Math.round(((await waitOf(key)) ?? 0) / 60_000 / 0.5) * 0.5);
      await endWait(key);
      await db.write([db.query.update(loginFailures).set({ windowEndsAtMs: 0 }).where(eq(loginFailures.key, key))]);
      await fail(admin, 1);
    }
    expect(waits).toEqual([0.5, 1, 2, 4, 8, 16, 32, 64, 64]);
  });

  test("are counted up to five also when they are concurrent, and the correct one among them has no better chance", async () => {
    const admin = await makeAdmin();
    await resetAttempts();
    const key = await ofAccount(admin);
    const device = await browserOf(admin);
    // The log-in's own limit lets at least five of them through.
    const replies = await Promise.all(
      Array.from({ length: 12 }, async () => {
        await resetAttempts();
        return logIn(admin, WRONG);
      }),
    );
    expect(replies.filter(({ status }) => status === 200)).toEqual([]);
    const [[row]] = await db.read([db.query.select().from(loginFailures).where(eq(loginFailures.key, key))]);
    expect(row?.inARow).toBe(5);
    await resetAttempts();
    expect((await logIn(admin, codeOf(admin, 1))).status).toBe(401);
    expect((await logIn(admin, codeOf(admin, 1), device)).status).toBe(200);
  });

  /** A browser with which the admin has logged in before. */
  async function browserOf(admin: NewAdmin): Promise<Client> {
    const client = new Client(stack.origin);
    expect((await logIn(admin, codeOf(admin), client)).status).toBe(200);
    return client;
  }

  test("from elsewhere do not lock the owner out of a known browser, whose own wrong codes are counted separately", async () => {
    const admin = await makeAdmin();
    const own = await browserOf(admin);
    await fail(admin, 7);
    expect((await logIn(admin, codeOf(admin, 1), own)).status).toBe(200);
    // That did not end the delay of the other browsers.
    expect(await waitOf(await ofAccount(admin))).toBeGreaterThan(20_000);
    const other = await makeAdmin();
    const theirs = await browserOf(other);
    await fail(other, 5, theirs);
    expect((await logIn(other, codeOf(other, 1), theirs)).status).toBe(401);
    expect(await waitOf(await ofAccount(other))).toBeNull();
    expect((await logIn(other, codeOf(other, 1))).status).toBe(200);
  });

  test("exclude attempts with a wrong password or at a trader's address", async () => {
    const admin = await makeAdmin();
    for (let i = 0; i < 6; i++) {
      await resetAttempts();
      expect((await logIn({ ...admin, password: "not the password" }, WRONG)).status).toBe(401);
    }
    await resetAttempts();
    expect(await waitOf(await ofAccount(admin))).toBeNull();
    expect((await logIn(admin, codeOf(admin))).status).toBe(200);
  });

  test("need the same database round trips as every other refusal", async () => {
    const admin = await makeAdmin();
    const trader = await newTrader(stack);
    const refused = [
      await logIn({ ...admin, password: "not the password" }, WRONG),
      await logIn({ email: newPerson().email, password: "x" }, WRONG),
      await logIn(trader, WRONG),
      await logIn(admin, WRONG),
    ];
    await fail(admin, 5);
    refused.push(await logIn(admin, codeOf(admin)));
    for (const reply of refused) {
      expect(answerOf(reply)).toEqual(answerOf(refused[0] ?? reply));
      expect(await tripsInLog(reply)).toBe(2);
    }
  });

  test("are mailed to the owner at the first, and to every admin with an audit row at the fifth, once an hour", async () => {
    const [admin, colleague] = [await makeAdmin(), await makeAdmin()];
    // The cron of the test finds no backup.
    const subjects = async ({ email }: NewAdmin) =>
      (await mailsTo(stack, email))
        .map(({ subject }) => subject)
        .filter((subject) => subject !== "A backup is missing");
    const rows = async () => {
      const [found] = await db.read([
        db.query
          .select()
          .from(auditLog)
          .where(eq(auditLog.subject, `user:${admin.userId}`)),
      ]);
      return found.filter(({ action }) => action === "admin.wrong_codes");
    };
    await fail(admin, 1);
    const mail = await nextMail(stack, admin.email);
    expect(mail.subject).toBe("A wrong code with your correct password");
    expect(mail.text).toContain("/forgot-password");
    await fail(admin, 3);
    expect(await rows()).toEqual([]);
    await fail(admin, 1);
    expect((await nextMail(stack, colleague.email)).subject).toBe("Five wrong codes at an admin log-in");
    expect((await nextMail(stack, colleague.email)).text).toContain(admin.email);
    expect(await rows()).toMatchObject([
      { actor: "system", detail: JSON.stringify({ browser: "unknown", at: "admin_log_in" }) },
    ]);
    // Within the hour no further mail, whatever is tried.
    const key = await ofAccount(admin);
    for (let i = 0; i < 3; i++) {
      await endWait(key);
      await fail(admin, 1);
    }
    await stack.wrangler.runCron();
    expect(await rows()).toHaveLength(1);
    expect(await subjects(colleague)).toEqual(["Five wrong codes at an admin log-in"]);
    expect((await subjects(admin)).sort()).toEqual([
      "A wrong code with your correct password",
      "Five wrong codes at an admin log-in",
    ]);
    // After it both are mailed again.
    await db.write([db.query.update(counters).set({ windowEndsAtMs: 0 }).where(like(counters.key, "adminCode%"))]);
    await endWait(key);
    await fail(admin, 1);
    await stack.wrangler.runCron();
    expect(await rows()).toHaveLength(2);
    expect(await subjects(colleague)).toHaveLength(2);
    expect(await subjects(admin)).toHaveLength(4);
  });

  test("count at the traders' log-in as well: the owner is mailed, the fifth is audited, and a correct code resets them", async () => {
    const admin = await makeAdmin();
    const { email, password } = admin;
    const key = await ofAccount(admin);
    const client = new Client(stack.origin);
    await client.post("/api/auth/login", { email, password });
    const verify = (code: string) => client.post("/api/auth/totp/verify", { code });
    for (let tries = 0; tries < 5; tries++) {
      const reply = await verify(tries === 1 ? "ABCD-EFGH-JKMN-PQRS" : WRONG);
      expect([reply.status, reply.body.code, await tripsInLog(reply)]).toEqual([400, "invalid_code", 2]);
    }
    const mail = await nextMail(stack, email);
    expect(mail.subject).toBe("A wrong code at your log-in");
    const audited = async () => {
      const [found] = await db.read([
        db.query
          .select()
          .from(auditLog)
          .where(eq(auditLog.subject, `user:${admin.userId}`)),
      ]);
      return found.filter(({ action }) => action === "admin.wrong_codes");
    };
    expect(await audited()).toMatchObject([{ actor: "system" }]);
    // At the admin log-in the correct code is delayed.
    expect(await waitOf(key)).toBeGreaterThan(0);
    expect((await logIn(admin, codeOf(admin))).status).toBe(401);
    // End the delays of this log-in.
    const ownTries = eq(loginFailures.key, `secondFactorOf:${admin.userId}`);
    await db.write([db.query.update(loginFailures).set({ blockedUntilMs: 0 }).where(ownTries)]);
    expect((await verify(codeOf(admin))).status).toBe(200);
    expect(await waitOf(key)).toBeNull();
    expect((await logIn(admin, codeOf(admin, 1))).status).toBe(200);
  });

  test("of a trader at their log-in are not mailed", async () => {
    const trader = await newTrader(stack);
    const secret = await giveTotp(stack, trader);
    const { email, password } = trader;
    const client = new Client(stack.origin);
    await client.post("/api/auth/login", { email, password });
    expect((await client.post("/api/auth/totp/verify", { code: WRONG })).body.code).toBe("invalid_code");
    expect((await client.post("/api/auth/totp/verify", { code: authenticatorCode(secret) })).status).toBe(200);
    const [queued] = await db.read([db.query.select().from(outbox).where(eq(outbox.recipient, email))]);
    expect(queued.map(({ subject }) => subject)).not.toContain("A wrong code at your log-in");
  });
});

test("the ordinary log-in accepts an admin's second factor too, and gives no admin access", async () => {
  const admin = await makeAdmin();
  const { email, password } = admin;
  const client = new Client(stack.origin);
  const first = await client.post("/api/auth/login", { email, password });
  expect([first.status, first.body.totpRequired, first.body.user]).toEqual([200, true, undefined]);
  expect((await client.get("/api/auth/check")).status).toBe(401);
  const code = codeOf(admin);
  const second = await client.post("/api/auth/totp/verify", { code });
  expect(second.body.user).toMatchObject({ email, role: "trader" });
  expect((await client.get("/api/admin/withdrawals")).body.code).toBe("forbidden");
  // It cannot be turned off, and the code that logged in here does not work for the admin log-in as well.
  const off = await client.post("/api/auth/totp/disable", { password, code: codeOf(admin, 1) });
  expect([off.status, off.body.message]).toEqual([403, "An admin's account always has a second factor"]);
  expect((await logIn(admin, code)).status).toBe(401);
  expect((await logIn(admin, codeOf(admin, 1))).status).toBe(200);
});

test("a trader who is made an admin keeps their password and gets a second factor", async () => {
  const trader = await newTrader(stack);
  const admin = await makeAdmin(trader.email);
  expect(admin.password).toBeNull();
  expect((await logIn({ email: trader.email, password: trader.password }, codeOf(admin))).status).toBe(200);
});

import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, like, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { counters, loginFailures, sessions, users, verificationCodes } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { codeFromMail, mailsTo, nextMail } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newPerson, newTrader } from "../../dev/test/test-people.ts";
import { apiStack, workerLog } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { THEMES } from "../contract/limits.ts";
import { counterKey, LIMITS } from "../platform/rate-limit.ts";
import { sha256Hex } from "../platform/secrets.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

const anyone = () => new Client(stack.origin);

describe("sign-up", () => {
  test("needs the code of the mail, and gives no session before", async () => {
    const person = newPerson();
    const client = anyone();
    const signup = await client.post("/api/auth/signup", { ...person, timeZone: "Europe/Berlin" });
    expect(signup.status).toBe(201);
    expect(signup.body).toEqual({
      success: true,
      message: "Account created successfully! Please check your email to verify your account.",
    });
    expect([...client.cookies.keys()]).toEqual(["pending"]);
    expect(signup.headers.get("Set-Cookie")).toContain("HttpOnly; SameSite=Strict");
    expect((await client.get("/api/auth/check")).status).toBe(401);

    const unverified = await anyone().post("/api/auth/login", person);
    expect(unverified.status).toBe(400);
    const { email, password } = person;
    const early = await anyone().post("/api/auth/login", { email, password });
    expect([early.status, early.body.code]).toEqual([403, "email_not_verified"]);

    const verified = await client.post("/api/auth/verify-email", { code: await codeFromMail(stack, email) });
    expect([verified.status, verified.body.message]).toEqual([200, "Email verified successfully!"]);
    expect([...client.cookies.keys()]).toEqual(["sign-in"]);

    const login = await client.post("/api/auth/login", { email: email.toUpperCase(), password });
    expect(login.status).toBe(200);
    expect(login.body.user).toMatchObject({ email, balance: 0, theme: 1, role: "trader", timeZone: "Europe/Berlin" });
  });

  test("with a known address gets the same response and a decoy cookie, and its owner is mailed", async () => {
    const owner = await newTrader(stack);
    const before = (await mailsTo(stack, owner.email))[0]?.at;
    const client = anyone();
    const again = await client.post("/api/auth/signup", { ...newPerson(), email: owner.email });
    const other = anyone();
    const fresh = await other.post("/api/auth/signup", newPerson());
    expect([again.status, again.body]).toEqual([fresh.status, fresh.body]);
    expect(again.headers.get("Set-Cookie")?.length).toBe(fresh.headers.get("Set-Cookie")?.length);
    const notice = await nextMail(stack, owner.email, before);
    expect(notice.subject).toBe("You already have a Tonle account");
    expect((await client.post("/api/auth/verify-email", { code: "ABC234" })).body.code).toBe("invalid_code");
    const [decoy, real] = [
      await client.post("/api/auth/resend-verification"),
      await other.post("/api/auth/resend-verification"),
    ];
    expect([decoy.status, decoy.headers.get("Retry-After")]).toEqual([real.status, real.headers.get("Retry-After")]);
  });

  test("refuses a taken username in any case", async () => {
    const first = newPerson();
    await anyone().post("/api/auth/signup", first);
    const second = await anyone().post("/api/auth/signup", { ...newPerson(), username: first.username.toUpperCase() });
    expect([second.status, second.body.code, second.body.field]).toEqual([409, "username_taken", "username"]);
  });

  test("sent six times concurrently creates one account, and no response reveals that it is a decoy", async () => {
    const person = newPerson();
    const tries = Array.from({ length: 6 }, () => ({ client: anyone(), username: newPerson().username }));
    const replies = await Promise.all(
      tries.map(({ client, username }) => client.post("/api/auth/signup", { ...person, username })),
    );
    expect(replies.some(({ status }) => status === 201)).toBe(true);
    for (const { status } of replies) expect([201, 503]).toContain(status);
    for (const { client } of tries.filter((_, i) => replies[i]?.status === 201)) {
      expect((await client.post("/api/auth/resend-verification")).status).toBe(429);
    }
    const [rows] = await db.read([db.query.select().from(users).where(eq(users.email, person.email))]);
    expect(rows).toHaveLength(1);
  });
});

describe("the verification code", () => {
  test("is invalidated by five wrong attempts", async () => {
    const person = newPerson();
    const client = anyone();
    await client.post("/api/auth/signup", person);
    const code = await codeFromMail(stack, person.email);
    const wrong = code === "222222" ? "333333" : "222222";
    for (let i = 0; i < 5; i++) {
      expect((await client.post("/api/auth/verify-email", { code: wrong })).body.code).toBe("invalid_code");
    }
    expect((await client.post("/api/auth/verify-email", { code })).body.code).toBe("invalid_code");
  });

  test("says with each refusal how many tries are left, for a decoy as well, and counts anew for a new code", async () => {
    const owner = newPerson();
    const [real, decoy] = [anyone(), anyone()];
    await real.post("/api/auth/signup", owner);
    await decoy.post("/api/auth/signup", { ...newPerson(), email: owner.email });
    const code = await codeFromMail(stack, owner.email);
    const wrong = code === "222222" ? "333333" : "222222";
    /** Everything in which two refusals could differ. */
    const refusalOf = async (client: Client, typed: string) => {
      const { status, body, dbTrips } = await client.post("/api/auth/verify-email", { code: typed });
      return { status, dbTrips, body: { ...body, requestId: "" } };
    };
    for (const triesLeft of [4, 3, 2, 1, 0, 0]) {
      const refusal = await refusalOf(real, wrong);
      expect(refusal.body).toMatchObject({ code: "invalid_code", message: "Invalid or expired code", triesLeft });
      expect(await refusalOf(decoy, wrong)).toEqual(refusal);
    }
    await db.write([db.query.delete(counters).where(like(counters.key, "resendPause:%"))]);
    const since = (await mailsTo(stack, owner.email))[0]?.at;
    for (const client of [real, decoy]) {
      expect((await client.post("/api/auth/resend-verification")).status).toBe(200);
      expect((await refusalOf(client, wrong)).body.triesLeft).toBe(4);
    }
    const newCode = await codeFromMail(stack, owner.email, since);
    expect((await real.post("/api/auth/verify-email", { code: newCode })).status).toBe(200);
  });

  test("has no tries left once it is ten minutes old, for a decoy as well", async () => {
    const owner = newPerson();
    const [real, decoy] = [anyone(), anyone()];
    await real.post("/api/auth/signup", owner);
    await decoy.post("/api/auth/signup", { ...newPerson(), email: owner.email });
    const code = await codeFromMail(stack, owner.email);
    await db.write([
      db.query.update(verificationCodes).set({ expiresAtMs: Date.now() - 1 }),
      db.query
        .update(counters)
        .set({ windowEndsAtMs: Date.now() - 1 })
        .where(like(counters.key, "verificationTries:%")),
    ]);
    for (const client of [real, decoy]) {
      expect((await client.post("/api/auth/verify-email", { code })).body).toMatchObject({
        code: "invalid_code",
        triesLeft: 0,
      });
    }
  });

  test("counts attempts before comparing, so parallel guesses gain nothing", async () => {
    const person = newPerson();
    const client = anyone();
    await client.post("/api/auth/signup", person);
    const code = await codeFromMail(stack, person.email);
    const guesses = Array.from({ length: 9 }, (_, i) => client.post("/api/auth/verify-email", { code: `22222${i}` }));
    await Promise.all(guesses);
    expect((await client.post("/api/auth/verify-email", { code })).status).toBe(400);
  });

  test("is accepted in lower case, and works once", async () => {
    const person = newPerson();
    const client = anyone();
    await client.post("/api/auth/signup", person);
    const pending = client.cookies.get("pending") ?? "";
    const code = await codeFromMail(stack, person.email);
    expect((await client.post("/api/auth/verify-email", { code: code.toLowerCase() })).status).toBe(200);
    client.cookies.set("pending", pending);
    expect((await client.post("/api/auth/verify-email", { code })).status).toBe(400);
  });

  test("of one user does not work for another", async () => {
    const [one, two] = [newPerson(), newPerson()];
    const stranger = anyone();
    await anyone().post("/api/auth/signup", one);
    await stranger.post("/api/auth/signup", two);
    const reply = await stranger.post("/api/auth/verify-email", { code: await codeFromMail(stack, one.email) });
    expect(reply.body.code).toBe("invalid_code");
    expect((await anyone().post("/api/auth/verify-email", { code: "ABC234" })).status).toBe(401);
  });

  test("is sent again after a minute at the earliest", async () => {
    const person = newPerson();
    const client = anyone();
    await client.post("/api/auth/signup", person);
    const tooSoon = await client.post("/api/auth/resend-verification");
    expect([tooSoon.status, tooSoon.body.code]).toEqual([429, "too_many_requests"]);
    const wait = Number(tooSoon.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
  });
});

describe("log-in", () => {
  test("has the same response and work for a wrong password and an unknown address", async () => {
    const trader = await newTrader(stack);
    const wrong = await anyone().post("/api/auth/login", { email: trader.email, password: "another sentence" });
    const unknown = await anyone().post("/api/auth/login", { email: newPerson().email, password: "another sentence" });
    const { requestId: _, ...words } = wrong.body;
    expect(wrong.status).toBe(401);
    expect(unknown.body).toMatchObject(words);
    expect(words.message).toBe("Invalid email or password");
  });

  test("is blocked after five failures, known address or not, even with the correct password", async () => {
    const trader = await newTrader(stack);
    for (const email of [trader.email, newPerson().email]) {
      const statuses: number[] = [];
      for (let i = 0; i < 6; i++) {
        statuses.push((await anyone().post("/api/auth/login", { email, password: "not the password" })).status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    }
    const right = await anyone().post("/api/auth/login", { email: trader.email, password: trader.password });
    expect([right.status, right.headers.get("Retry-After")]).toEqual([429, "60"]);
  });

  test("to an account with an invalid stored hash fails like a wrong password", async () => {
    const trader = await newTrader(stack);
    const passwordHash = "$scrypt$v=1$ln=40,r=8,p=3$AAAAAAAAAAAAAAAAAAAAAA$AAAA";
    await db.write([db.query.update(users).set({ passwordHash }).where(eq(users.id, trader.userId))]);
    const reply = await anyone().post("/api/auth/login", { email: trader.email, password: trader.password });
    expect([reply.status, reply.body.code]).toEqual([401, "invalid_credentials"]);
  });

  test("ends the session of its request's cookie, and no other", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    const elsewhere = anyone();
    const { email, password } = trader;
    expect((await elsewhere.post("/api/auth/login", { email, password })).status).toBe(200);
    const before = anyone();
    before.cookies.set("session", trader.cookies.get("session") ?? "");
    expect((await before.get("/api/auth/check")).status).toBe(200);
    const wrong = await trader.post("/api/auth/login", { email: other.email, password: "not the password" });
    expect([wrong.status, (await before.get("/api/auth/check")).status]).toEqual([401, 200]);
    // Another user's log-in in the same browser ends it too.
    const login = await trader.post("/api/auth/login", { email: other.email, password: other.password });
    expect([login.status, login.body.user.email]).toEqual([200, other.email]);
    expect((await before.get("/api/auth/check")).status).toBe(401);
    for (const client of [trader, other, elsewhere]) expect((await client.get("/api/auth/check")).status).toBe(200);
  });

  test("sets a cookie that scripts cannot read and no body contains, and stores only its hash", async () => {
    const trader = await newTrader(stack);
    const login = await anyone().post("/api/auth/login", { email: trader.email, password: trader.password });
    const [cookie] = login.headers.getSetCookie();
    expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    const token = trader.cookies.get("session") ?? "";
    expect(JSON.stringify(login.body)).not.toContain(token);
    const [rows] = await db.read([
      db.query
        .select()
        .from(sessions)
        .where(eq(sessions.tokenHash, await sha256Hex(token))),
    ]);
    expect(rows).toHaveLength(1);
  });

  test("keeps at most ten sessions: the oldest ends", async () => {
    const trader = await newTrader(stack);
    const { email, password } = trader;
    for (let i = 0; i < 10; i++) expect((await anyone().post("/api/auth/login", { email, password })).status).toBe(200);
    expect((await trader.get("/api/auth/check")).status).toBe(401);
    const [rows] = await db.read([db.query.select().from(sessions).where(eq(sessions.userId, trader.userId))]);
    expect(rows).toHaveLength(10);
  }, 600_000);
});

describe("a browser that has logged in before", () => {
  const guess = ({ email }: { email: string }, client = anyone()) =>
    client.post("/api/auth/login", { email, password: "not the password" });
  const logIn = ({ email, password }: { email: string; password: string }, client: Client) =>
    client.post("/api/auth/login", { email, password });

  test("is not locked out by wrong passwords from elsewhere, and does not unlock those", async () => {
    const trader = await newTrader(stack);
    for (let i = 0; i < 5; i++) expect((await guess(trader)).status).toBe(401);
    expect((await logIn(trader, anyone())).status).toBe(429);
    expect((await logIn(trader, trader)).status).toBe(200);
    expect((await logIn(trader, anyone())).status).toBe(429);
  });

  test("has the same limit of its own, which does not affect other browsers", async () => {
    const trader = await newTrader(stack);
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await guess(trader, trader)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await logIn(trader, trader)).status).toBe(429);
    expect((await logIn(trader, anyone())).status).toBe(200);
  });

  test("is known to its account only: for another account it counts as any browser", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    for (let i = 0; i < 5; i++) await guess(other);
    expect((await logIn(other, trader)).status).toBe(429);
    const madeUp = anyone();
    madeUp.cookies.set("device", "A".repeat(43));
    expect((await logIn(other, madeUp)).status).toBe(429);
  });

  test("is no longer known after a password reset, which also resets its counter", async () => {
    const trader = await newTrader(stack);
    for (let i = 0; i < 5; i++) await guess(trader, trader);
    const before = (await mailsTo(stack, trader.email))[0]?.at;
    await anyone().post("/api/auth/forgot-password", { email: trader.email });
    const token = resetToken((await nextMail(stack, trader.email, before)).text);
    const password = "a whole new sentence";
    expect((await anyone().post(`/api/auth/reset-password/${token}`, { password })).status).toBe(200);
    const deviceKeys = like(loginFailures.key, `loginByDevice:${trader.userId}:%`);
    const [left] = await db.read([db.query.select().from(loginFailures).where(deviceKeys)]);
    expect(left).toEqual([]);
    for (let i = 0; i < 5; i++) await guess(trader);
    expect((await logIn({ ...trader, password }, trader)).status).toBe(429);
  });
});

describe("a session", () => {
  test("ends with logout, at once, together with its bearer token", async () => {
    const trader = await newTrader(stack);
    const { token } = (await trader.get("/api/auth/check")).body;
    const session = trader.cookies.get("session") ?? "";
    const logout = await trader.post("/api/auth/logout");
    expect([logout.status, logout.body]).toEqual([200, { success: true, userId: trader.userId }]);
    expect(trader.cookies.has("session")).toBe(false);
    trader.cookies.set("session", session);
    expect((await trader.get("/api/auth/check")).status).toBe(401);
    expect((await anyone().get("/api/user/balance", { Authorization: `Bearer ${token}` })).status).toBe(401);
    for (const client of [trader, anyone()]) {
      const again = await client.post("/api/auth/logout");
      expect([again.status, again.body]).toEqual([200, { success: true, userId: null }]);
    }
  });

  test.each([
    ["its twelve hours are over", { expiresAtMs: Date.now() - 1 }],
    ["its user was idle for two hours", { lastActionAtMs: Date.now() - 121 * 60_000 }],
  ])("ends when %s", async (_, change) => {
    const trader = await newTrader(stack);
    await db.write([db.query.update(sessions).set(change).where(eq(sessions.userId, trader.userId))]);
    expect((await trader.get("/api/auth/check")).status).toBe(401);
  });

  test("is kept alive by actions, not by polling", async () => {
    const trader = await newTrader(stack);
    const anHourAgo = Date.now() - 60 * 60_000;
    const isOwn = eq(sessions.userId, trader.userId);
    const lastAction = async () => {
      const [[row]] = await db.read([db.query.select({ at: sessions.lastActionAtMs }).from(sessions).where(isOwn)]);
      return row?.at ?? 0;
    };
    await db.write([db.query.update(sessions).set({ lastActionAtMs: anHourAgo }).where(isOwn)]);
    for (const path of ["/api/auth/check", "/api/user/profile", "/api/user/balance"]) await trader.get(path);
    expect(await lastAction()).toBe(anHourAgo);
    expect((await trader.post("/api/auth/activity")).status).toBe(200);
    expect(await lastAction()).toBeGreaterThan(anHourAgo);
  });

  test("a bearer token can read the balance and nothing else; with another user's cookie it can do nothing", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    const { token } = (await trader.get("/api/auth/check")).body;
    const bearer = { Authorization: `Bearer ${token}` };
    expect((await anyone().get("/api/user/balance", bearer)).body).toEqual({ success: true, balance: 0 });
    expect((await anyone().get("/api/user/profile", bearer)).status).toBe(401);
    expect((await trader.get("/api/user/balance", bearer)).status).toBe(200);
    expect((await other.get("/api/user/balance", bearer)).status).toBe(401);
    expect((await anyone().get(`/api/user/balance?token=${token}`)).status).toBe(401);
  });

  test.each(["short", "x".repeat(43).replace("x", "%"), "x".repeat(44)])(
    "a malformed cookie (%s) is refused",
    async (value) => {
      const client = anyone();
      client.cookies.set("session", value);
      expect((await client.get("/api/auth/check")).status).toBe(401);
    },
  );
});

test("codes sent at log-in count with requested ones: ten in an hour", async () => {
  const person = newPerson();
  await anyone().post("/api/auth/signup", person);
  const [[row]] = await db.read([db.query.select({ id: users.id }).from(users).where(eq(users.email, person.email))]);
  const pause = eq(counters.key, await counterKey("resendPause", row?.id ?? ""));
  const { email, password } = person;
  const failuresKey = await counterKey("loginByAccount", email);
  const logIns = LIMITS.resendByAccount.max + 2;
  for (let i = 0; i < logIns; i++) {
    // Skip the minute between two codes, and the delays between log-ins.
    await db.write([
      db.query.delete(counters).where(pause),
      db.query.delete(loginFailures).where(eq(loginFailures.key, failuresKey)),
    ]);
    const reply = await anyone().post("/api/auth/login", { email, password });
    expect([reply.status, reply.body.code]).toEqual([403, "email_not_verified"]);
  }
  const [queued] = await db.read([db.query.run(sql`SELECT count(*) AS n FROM outbox WHERE recipient = ${email}`)]);
  // The one of the sign-up, and the hourly limit.
  expect(Number(queued.rows[0]?.n)).toBe(1 + LIMITS.resendByAccount.max);
});

describe("a forgotten password", () => {
  test("is reset once by the newest link, which ends every session and mails a notice", async () => {
    const trader = await newTrader(stack);
    const { email } = trader;
    const beforeFirst = (await mailsTo(stack, email))[0]?.at;
    const known = await anyone().post("/api/auth/forgot-password", { email });
    const unknown = await anyone().post("/api/auth/forgot-password", { email: newPerson().email });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);

    const first = resetToken((await nextMail(stack, email, beforeFirst)).text);
    const beforeSecond = (await mailsTo(stack, email))[0]?.at;
    await anyone().post("/api/auth/forgot-password", { email });
    const second = resetToken((await nextMail(stack, email, beforeSecond)).text);

    const older = await anyone().post(`/api/auth/reset-password/${first}`, { password: "a whole new sentence" });
    expect([older.status, older.body.code]).toEqual([400, "invalid_reset_token"]);
    const weak = await anyone().post(`/api/auth/reset-password/${second}`, { password: "qwertyuiop" });
    expect([weak.status, weak.body.field]).toEqual([400, "password"]);

    const both = await Promise.all(
      ["a whole new sentence", "b whole new sentence"].map((password) =>
        anyone().post(`/api/auth/reset-password/${second}`, { password }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(both.find(({ status }) => status === 200)?.headers.get("Set-Cookie")).toBeNull();
    expect((await trader.get("/api/auth/check")).status).toBe(401);
    const winner = both[0]?.status === 200 ? "a whole new sentence" : "b whole new sentence";
    expect((await anyone().post("/api/auth/login", { email, password: winner })).status).toBe(200);
    const subjects = (await mailsTo(stack, email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === "Your Tonle password was changed").length).toBeLessThanOrEqual(1);
  }, 600_000);

  test("sends at most three mails an hour, with the same response", async () => {
    const trader = await newTrader(stack);
    const replies = [];
    for (let i = 0; i < 5; i++) replies.push(await anyone().post("/api/auth/forgot-password", { email: trader.email }));
    for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body]);
    const [rows] = await db.read([
      db.query.run(sql`SELECT count(*) AS queued FROM outbox WHERE recipient = ${trader.email}`),
    ]);
    expect(Number(rows.rows[0]?.queued)).toBe(3);
  });

  test("builds its link from the configured origin, whatever the request contains", async () => {
    const trader = await newTrader(stack);
    const before = (await mailsTo(stack, trader.email))[0]?.at;
    await anyone().post("/api/auth/forgot-password", { email: trader.email }, { "X-Forwarded-Host": "evil.example" });
    expect((await nextMail(stack, trader.email, before)).text).toContain(
      `${stack.settings.APP_ORIGIN}/reset-password/`,
    );
  });
});

test("a log-in during a password reset fails", async () => {
  const trader = await newTrader(stack);
  const { email, password } = trader;
  const before = (await mailsTo(stack, email))[0]?.at;
  await anyone().post("/api/auth/forgot-password", { email });
  const token = resetToken((await nextMail(stack, email, before)).text);
  const guesses = Array.from({ length: 4 }, () => anyone().post("/api/auth/login", { email, password }));
  const reset = await anyone().post(`/api/auth/reset-password/${token}`, { password: "a whole new sentence" });
  await Promise.all(guesses);
  expect(reset.status).toBe(200);
  expect((await anyone().post("/api/auth/login", { email, password: "a whole new sentence" })).status).toBe(200);
  expect((await anyone().post("/api/auth/login", { email, password })).status).toBe(401);
});

test("a broken cookie of another application does not block log-ins", async () => {
  const trader = await newTrader(stack);
  trader.cookies.set("session", "abc");
  expect((await trader.get("/api/auth/check")).status).toBe(401);
  expect((await trader.get("/api/market/prices")).status).toBe(200);
  const login = await trader.post("/api/auth/login", { email: trader.email, password: trader.password });
  expect(login.status).toBe(200);
  expect((await trader.get("/api/auth/check")).status).toBe(200);
  trader.cookies.set("session", "abc");
  const logout = await trader.post("/api/auth/logout");
  expect([logout.status, trader.cookies.has("session")]).toEqual([200, false]);
});

describe("the theme", () => {
  test("is one of the themes and stays with the user", async () => {
    const trader = await newTrader(stack);
    for (const theme of THEMES) {
      const saved = await trader.post("/api/auth/theme", { theme });
      expect(saved.body).toMatchObject({ success: true, theme });
      expect((await trader.get("/api/auth/check")).body.user.theme).toBe(theme);
    }
    for (const theme of [0, Math.max(...THEMES) + 1, 1.5, "1", null]) {
      const refused = await trader.post("/api/auth/theme", { theme });
      expect([refused.status, refused.body.field]).toEqual([400, "theme"]);
    }
    expect((await trader.get("/api/auth/check")).body.user.theme).toBe(THEMES.at(-1));
  });
});

test("no secret and no personal data of these tests is logged", async () => {
  const secrets = /@example\.com|bopha|a sentence for|whole new sentence|reset-password\/[\w-]{20}/i;
  await waitUntil("a line about a request", () => workerLog.some((line) => line.includes('"event":"request"')));
  expect(workerLog.filter((line) => secrets.test(line))).toEqual([]);
});

function resetToken(text: string): string {
  const token = /\/reset-password\/([\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error("no link in the mail");
  return token;
}

import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { counters, googleLinks, sessions, users } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { codeOf, giveTotp } from "../../dev/test/test-authenticator.ts";
import { Client, type Reply } from "../../dev/test/test-client.ts";
import { consent, goToGoogle, newGooglePerson, pageOf, signInWithGoogle } from "../../dev/test/test-google.ts";
import { codeFromMail, mailsTo, nextMail } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { makeLogInOld, newAdmin, newPerson, newTrader } from "../../dev/test/test-people.ts";
import { apiStack, tripsInLog } from "../../dev/test/test-stack.ts";
import { outage } from "../../dev/test/test-stand-ins.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { api } from "../app.ts";
import { counterKey, LIMITS } from "../platform/rate-limit.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);
afterEach(() => outage(stack.urls.google, "off"));

const anyone = () => new Client(stack.origin);
const userOf = async (client: Client) => (await client.get("/api/auth/check")).body.user;
const accountOf = async (email: string) => {
  const [[row]] = await db.read([
    db.query.select().from(users).leftJoin(googleLinks, eq(googleLinks.userId, users.id)).where(eq(users.email, email)),
  ]);
  return row;
};
/** Changes the address of an account, as if it had signed up with that one. */
const moveTo = (userId: string, email: string) =>
  db.write([db.query.update(users).set({ email }).where(eq(users.id, userId))]);
/** Waits for the mail with this subject. */
const mailOf = (email: string, subject: string) =>
  waitUntil(`a mail "${subject}" to ${email}`, async () =>
    (await mailsTo(stack, email)).some((mail) => mail.subject === subject),
  );
const cookiesOf = (reply: Reply) => reply.headers.getSetCookie();

describe("the redirect to Google", () => {
  test("carries state, nonce and a PKCE challenge, and sets a cookie that scripts cannot read", async () => {
    const reply = await anyone().get("/api/auth/google?timeZone=Europe/Paris");
    expect([reply.status, await tripsInLog(reply)]).toEqual([302, 0]);
    const url = new URL(reply.headers.get("Location") ?? "");
    expect(url.origin + url.pathname).toBe(`${stack.urls.google}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: "local-google-client",
      scope: "openid email profile",
      redirect_uri: `${stack.origin}/api/auth/google/callback`,
      prompt: "select_account",
      claims: '{"id_token":{"auth_time":{"essential":true}}}',
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(cookiesOf(reply)).toEqual([
      expect.stringMatching(/^google=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(reply.headers.get("Cache-Control")).toBe("no-store");
  });

  test("is offered where it is configured", async () => {
    expect((await anyone().get("/api/auth/options")).body).toEqual({ success: true, google: true });
  });
});

test("is not offered when it is not configured, and its routes do not exist", async () => {
  const limit = async () => ({ success: true });
  const env = { ...stack.settings, GOOGLE_CLIENT_ID: "", REQUESTS_BY_ADDRESS: { limit } };
  const context = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
  const answerOf = async (path: string) => {
    const reply = await api.request(path, {}, env, context);
    return { status: reply.status, body: await reply.json() };
  };
  expect(await answerOf("/api/auth/options")).toEqual({ status: 200, body: { success: true, google: false } });
  for (const path of ["/api/auth/google", "/api/auth/google/callback?code=x&state=x"]) {
    expect(await answerOf(path)).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
});

describe("a person identified by Google", () => {
  test("gets an account without a password in two round trips, and the same one the next time", async () => {
    const person = newGooglePerson();
    const client = anyone();
    const way = await consent(stack, await goToGoogle(client, "?timeZone=Europe/Paris"), person);
    const reply = await client.get(way);
    expect([reply.status, reply.dbTrips, pageOf(stack, reply)]).toEqual([302, 2, "/dashboard"]);
    expect(cookiesOf(reply).join()).toContain("SameSite=Strict");
    const user = await userOf(client);
    expect(user).toMatchObject({
      email: person.email,
      name: "Vanna Sok",
      timeZone: "Europe/Paris",
      balance: 0,
      role: "trader",
      security: { twoFactor: false, hasPassword: false, google: true },
    });
    expect((await accountOf(person.email))?.users).toMatchObject({
      passwordHash: "",
      emailVerifiedAtMs: expect.any(Number),
    });

    const again = await signInWithGoogle(stack, person);
    expect((await userOf(again.client))._id).toBe(user._id);
    // By Google's account id: another address there changes nothing here.
    const moved = await signInWithGoogle(stack, { ...person, email: newGooglePerson().email });
    expect(await userOf(moved.client)).toMatchObject({ _id: user._id, email: person.email });
  });

  test("has no password that could be guessed, and sets one by a mailed link", async () => {
    const person = newGooglePerson();
    await signInWithGoogle(stack, person);
    const { email } = person;
    for (const password of ["-", " ", "a fine sentence"]) {
      expect((await anyone().post("/api/auth/login", { email, password })).body.code).toBe("invalid_credentials");
    }
    await anyone().post("/api/auth/forgot-password", { email });
    const token = /\/reset-password\/([\w-]+)/.exec((await nextMail(stack, email)).text)?.[1];
    const password = "a sentence of my own";
    expect((await anyone().post(`/api/auth/reset-password/${token}`, { password })).status).toBe(200);
    const client = anyone();
    expect((await client.post("/api/auth/login", { email, password })).body.user.security).toMatchObject({
      hasPassword: true,
      google: true,
    });
    expect((await signInWithGoogle(stack, person)).page).toBe("/dashboard");
  });

  test("with an address that Google does not run verifies it by a code first", async () => {
    const person = newGooglePerson({ email: newPerson().email });
    const { client, page } = await signInWithGoogle(stack, person);
    expect([page, client.cookies.has("session")]).toEqual(["/verify-email", false]);
    expect((await signInWithGoogle(stack, person)).page).toBe("/verify-email");
    const code = await codeFromMail(stack, person.email);
    expect((await client.post("/api/auth/verify-email", { code })).status).toBe(200);
    expect((await signInWithGoogle(stack, person)).page).toBe("/dashboard");
  });

  test("with an organisation's address at Google needs no code", async () => {
    const email = newPerson().email;
    expect((await signInWithGoogle(stack, newGooglePerson({ email, hd: "example.com" }))).page).toBe("/dashboard");
  });

  test("is created once when two callbacks are concurrent", async () => {
    const person = newGooglePerson();
    const pages = (await Promise.all([signInWithGoogle(stack, person), signInWithGoogle(stack, person)])).map(
      ({ page }) => page,
    );
    expect(pages).toContain("/dashboard");
    const [rows] = await db.read([db.query.select().from(googleLinks).where(eq(googleLinks.subject, person.sub))]);
    expect(rows).toHaveLength(1);
  });

  test("is on a known device the next time, although the redirect comes from another site", async () => {
    const person = newGooglePerson();
    const { client } = await signInWithGoogle(stack, person);
    const device = client.cookies.get("device");
    client.cookies.delete("session");
    await signInWithGoogle(stack, person, client);
    expect(client.cookies.get("device")).toBe(device ?? "");
  });
});

test("a log-in by Google ends the browser's previous session", async () => {
  const person = newGooglePerson();
  const { client } = await signInWithGoogle(stack, person);
  const before = anyone();
  before.cookies.set("session", client.cookies.get("session") ?? "");
  const elsewhere = (await signInWithGoogle(stack, person)).client;
  expect((await before.get("/api/auth/check")).status).toBe(200);
  await signInWithGoogle(stack, person, client);
  expect((await before.get("/api/auth/check")).status).toBe(401);
  for (const kept of [client, elsewhere]) expect((await kept.get("/api/auth/check")).status).toBe(200);
});

test("codes sent at log-ins by Google count with requested ones: ten in an hour", async () => {
  const person = newGooglePerson({ email: newPerson().email });
  expect((await signInWithGoogle(stack, person)).page).toBe("/verify-email");
  const pause = eq(counters.key, await counterKey("resendPause", (await accountOf(person.email))?.users.id ?? ""));
  for (let i = 0; i < LIMITS.resendByAccount.max + 2; i++) {
    // Skip the minute between two codes.
    await db.write([db.query.delete(counters).where(pause)]);
    expect((await signInWithGoogle(stack, person)).page).toBe("/verify-email");
  }
  const [queued] = await db.read([
    db.query.run(sql`SELECT count(*) AS n FROM outbox WHERE recipient = ${person.email}`),
  ]);
  // The account's first one, and the hourly limit.
  expect(Number(queued.rows[0]?.n)).toBe(1 + LIMITS.resendByAccount.max);
});

describe("a new sign-in with Google as a proof", () => {
  const GO = "?purpose=proof";
  const save = (client: Client) =>
    client.postForm("/api/user/payment-methods", { bankName: "ABA Bank", accountId: "000 481 726" });
  /** A client whose account is linked to Google, and whose proof is older than 15 minutes. */
  async function staleClient() {
    const person = newGooglePerson();
    const { client } = await signInWithGoogle(stack, person);
    const userId = (await userOf(client))._id;
    await makeLogInOld(stack, { userId });
    return { client, person, userId };
  }
  /** To Google and back, as a browser does: the redirect from another site carries no session cookie. */
  async function prove(client: Client, person: Parameters<typeof consent>[2]) {
    const path = await consent(stack, await goToGoogle(client, GO), person);
    const session = client.cookies.get("session") ?? "";
    client.cookies.delete("session");
    const reply = await client.get(path);
    if (!client.cookies.has("session")) client.cookies.set("session", session);
    return { reply, page: pageOf(stack, reply), session };
  }

  test("renews the session's proof, with a new cookie, in one round trip", async () => {
    const { client, person } = await staleClient();
    expect((await save(client)).body.code).toBe("step_up_required");
    const { reply, page, session } = await prove(client, person);
    expect([page, await tripsInLog(reply)]).toEqual(["/profile?google=proven", 1]);
    expect((await save(client)).status).toBe(200);
    const before = anyone();
    before.cookies.set("session", session);
    expect((await before.get("/api/auth/check")).status).toBe(401);
    expect((await client.get("/api/auth/sessions")).body.sessions).toHaveLength(1);
  });

  test("is refused for another Google account, and when the person declines", async () => {
    const { client } = await staleClient();
    const [others, stranger] = [newGooglePerson(), newGooglePerson()];
    await signInWithGoogle(stack, others);
    for (const [person, reason] of [
      [others, "existing"],
      [stranger, "existing"],
      [null, "cancelled"],
    ] as const) {
      expect((await prove(client, person)).page).toBe(`/profile?google=${reason}`);
      expect((await save(client)).body.code).toBe("step_up_required");
    }
    expect(await accountOf(stranger.email)).toBeUndefined();
  });

  test.each([
    ["signed_in_long_ago", "old_sign_in"],
    ["no_auth_time", "unknown_sign_in_time"],
  ])("is refused when Google's session is not proven to be of the last 15 minutes (%s)", async (mode, reason) => {
    const { client, person } = await staleClient();
    await outage(stack.urls.google, mode);
    const { page, session } = await prove(client, person);
    expect([page, client.cookies.get("session")]).toEqual([`/profile?google=${reason}`, session]);
    expect((await save(client)).body.code).toBe("step_up_required");
  });

  test.each(["signed_in_long_ago", "no_auth_time"])(
    "is not given by a log-in of that kind either (%s)",
    async (mode) => {
      const person = newGooglePerson();
      await signInWithGoogle(stack, person);
      await outage(stack.urls.google, mode);
      const { client, page } = await signInWithGoogle(stack, person);
      expect(page).toBe("/dashboard");
      expect((await save(client)).body.code).toBe("step_up_required");
      await outage(stack.urls.google, "off");
      expect((await save((await signInWithGoogle(stack, person)).client)).status).toBe(200);
    },
  );

  test("is not needed in the first minutes of an account that this sign-in created", async () => {
    await outage(stack.urls.google, "signed_in_long_ago");
    expect((await save((await signInWithGoogle(stack, newGooglePerson())).client)).status).toBe(200);
  });

  test("counts from when the person signed in to Google, not from the callback", async () => {
    const { client, person } = await staleClient();
    await outage(stack.urls.google, "signed_in_minutes_ago");
    expect((await prove(client, person)).page).toBe("/profile?google=proven");
    const [[row]] = await db.read([
      db.query
        .select({ authenticatedAtMs: sessions.authenticatedAtMs })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(eq(users.email, person.email)),
    ]);
    expect(Date.now() - (row?.authenticatedAtMs ?? 0)).toBeGreaterThanOrEqual(10 * 60_000);
  });

  test("is refused for a session that ended meanwhile, and starts none", async () => {
    const { client, person, userId } = await staleClient();
    const path = await consent(stack, await goToGoogle(client, GO), person);
    await db.write([db.query.delete(sessions).where(eq(sessions.userId, userId))]);
    client.cookies.delete("session");
    const reply = await client.get(path);
    expect([pageOf(stack, reply), client.cookies.has("session")]).toEqual(["/profile?google=expired", false]);
    const [left] = await db.read([db.query.select().from(sessions).where(eq(sessions.userId, userId))]);
    expect(left).toEqual([]);
  });
});

describe("an existing account", () => {
  test("with a verified address is linked when Google runs the mailbox: its owner is mailed, and withdrawals are held", async () => {
    const trader = await newTrader(stack);
    const person = newGooglePerson();
    await moveTo(trader.userId, person.email);
    const { client, page } = await signInWithGoogle(stack, person);
    expect([page, (await userOf(client))._id]).toEqual(["/dashboard", trader.userId]);
    // The device is new as well; the order of the two mails is not fixed.
    await mailOf(person.email, "Your Tonle account now opens with Google");
    const account = await accountOf(person.email);
    expect(account?.google_links?.subject).toBe(person.sub);
    expect(account?.users.securityChangedAtMs).toBeGreaterThan(Date.now() - 60_000);
    // The password still works.
    const { password } = trader;
    expect((await anyone().post("/api/auth/login", { email: person.email, password })).status).toBe(200);
  });

  test("is not linked by an address that Google does not run", async () => {
    const trader = await newTrader(stack);
    const { client, page } = await signInWithGoogle(stack, newGooglePerson({ email: trader.email }));
    expect([page, client.cookies.has("session")]).toEqual(["/login?google=existing", false]);
    expect((await accountOf(trader.email))?.google_links).toBeNull();
  });

  test("is not linked by an organisation of another domain", async () => {
    const trader = await newTrader(stack);
    const person = newGooglePerson({ email: trader.email, hd: "evil.example" });
    expect((await signInWithGoogle(stack, person)).page).toBe("/login?google=existing");
  });

  test("keeps the Google account to which it is linked", async () => {
    const first = newGooglePerson();
    await signInWithGoogle(stack, first);
    const second = newGooglePerson({ email: first.email });
    expect((await signInWithGoogle(stack, second)).page).toBe("/login?google=existing");
    expect((await accountOf(first.email))?.google_links?.subject).toBe(first.sub);
  });

  test("with an unverified address is given to the owner of the address: its password is removed", async () => {
    const person = newGooglePerson();
    const { email } = person;
    const squatter = { ...newPerson(), email };
    const waiting = anyone();
    expect((await waiting.post("/api/auth/signup", squatter)).status).toBe(201);
    const code = await codeFromMail(stack, email);
    const { client, page } = await signInWithGoogle(stack, person);
    expect(page).toBe("/dashboard");
    expect(await userOf(client)).toMatchObject({ email, name: "Vanna Sok", security: { hasPassword: false } });
    const login = await anyone().post("/api/auth/login", { email, password: squatter.password });
    expect(login.body.code).toBe("invalid_credentials");
    expect((await waiting.post("/api/auth/verify-email", { code })).body.code).toBe("invalid_code");
  });

  test("that somebody created by Google with another person's address is lost to them once its owner resets it", async () => {
    const email = newPerson().email;
    const squatter = newGooglePerson({ email });
    await signInWithGoogle(stack, squatter);
    const since = (await nextMail(stack, email)).at;
    await anyone().post("/api/auth/forgot-password", { email });
    const token = /\/reset-password\/([\w-]+)/.exec((await nextMail(stack, email, since)).text)?.[1];
    await anyone().post(`/api/auth/reset-password/${token}`, { password: "the owner's own sentence" });
    expect((await signInWithGoogle(stack, squatter)).page).toBe("/login?google=existing");
  });

  test("with a second factor still requires it", async () => {
    const person = newGooglePerson();
    const { client } = await signInWithGoogle(stack, person);
    const secret = await giveTotp(stack, Object.assign(client, { ...newPerson(), userId: (await userOf(client))._id }));
    const half = await signInWithGoogle(stack, person);
    expect([half.page, half.client.cookies.has("session")]).toEqual(["/login?step=code", false]);
    expect((await half.client.get("/api/auth/check")).status).toBe(401);
    const whole = await half.client.post("/api/auth/totp/verify", { code: codeOf(secret) });
    expect([whole.status, whole.body.user?.email]).toEqual([200, person.email]);
  });

  test("of an admin is never linked by its address", async () => {
    const admin = await newAdmin(stack);
    const person = newGooglePerson();
    await moveTo(admin.userId, person.email);
    expect((await signInWithGoogle(stack, person)).page).toBe("/login?google=existing");
  });

  test("of a trader who became an admin gets no admin access by Google", async () => {
    const person = newGooglePerson();
    const { client } = await signInWithGoogle(stack, person);
    const { _id } = await userOf(client);
    const role = { role: "admin", roleGivenBy: "system", adminVersion: sql`${users.adminVersion} + 1` } as const;
    await db.write([db.query.update(users).set(role).where(eq(users.id, _id))]);
    const again = await signInWithGoogle(stack, person);
    expect((await userOf(again.client)).role).toBe("trader");
    expect((await again.client.get("/api/admin/withdrawals")).body.code).toBe("forbidden");
    const [rows] = await db.read([db.query.select().from(sessions).where(eq(sessions.userId, _id))]);
    expect(rows.every(({ kind }) => kind === "trader")).toBe(true);
  });
});

describe("the callback is refused", () => {
  test("when the person declined", async () => {
    const { client, page } = await signInWithGoogle(stack, null);
    expect([page, client.cookies.has("google")]).toEqual(["/login?google=cancelled", false]);
  });

  test("when Google has not verified the address", async () => {
    const { page } = await signInWithGoogle(stack, newGooglePerson({ email_verified: false }));
    expect(page).toBe("/login?google=unverified");
  });

  test.each(["wrong_nonce", "wrong_issuer", "wrong_audience", "wrong_key", "expired"])(
    "with an invalid token (%s)",
    async (mode) => {
      await outage(stack.urls.google, mode);
      const person = newGooglePerson();
      const { client, page } = await signInWithGoogle(stack, person);
      expect([page, client.cookies.has("session")]).toEqual(["/login?google=failed", false]);
      expect(await accountOf(person.email)).toBeUndefined();
    },
  );

  test.each(["refuse", "html", "hang"])("while Google does not answer (%s)", async (mode) => {
    await outage(stack.urls.google, mode);
    expect((await signInWithGoogle(stack, newGooglePerson())).page).toBe("/login?google=unavailable");
  });

  test("in another browser than it started in, twice, and with another state", async () => {
    const client = anyone();
    const way = await consent(stack, await goToGoogle(client), newGooglePerson());
    expect(pageOf(stack, await anyone().get(way))).toBe("/login?google=expired");
    const other = anyone();
    await goToGoogle(other);
    expect(pageOf(stack, await other.get(way))).toBe("/login?google=expired");
    const kept = client.cookies.get("google") ?? "";
    expect(pageOf(stack, await client.get(way))).toBe("/dashboard");
    expect(pageOf(stack, await client.get(way))).toBe("/login?google=expired");
    // The cookie again, as an attacker would have it: Google refuses a used code.
    client.cookies.set("google", kept);
    expect(pageOf(stack, await client.get(way))).toBe("/login?google=expired");
  });

  test.each(["", "?code=x", "?state=x", "?state=&code=", "?next=https://evil.example", "?error=server_error"])(
    "when it is invalid (%p), and never redirects to another site",
    async (query) => {
      const reply = await anyone().get(`/api/auth/google/callback${query}`);
      expect([302, 400]).toContain(reply.status);
      if (reply.status === 302) expect(pageOf(stack, reply)).toBe("/login?google=expired");
    },
  );
});

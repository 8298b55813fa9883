import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { auditLog, secondFactors, sessions, signInTokens, users } from "../../db/schema/index.ts";
import { parseSettings } from "../../dev/local-settings.ts";
import type { Stack } from "../../dev/stack.ts";
import { turnOnTotp } from "../../dev/test/test-authenticator.ts";
import { Client, type Reply } from "../../dev/test/test-client.ts";
import { codeFromMail } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newAdmin, newPerson } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { SIGN_IN_TOKEN_MS } from "../contract/limits.ts";
import type { Bindings } from "../platform/env.ts";
import type { Scope } from "../platform/scope.ts";
import { sha256Hex } from "../platform/secrets.ts";
import { signInVerified } from "./sign-in-verified.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

const SIGN_IN = "/api/auth/sign-in";
const anyone = () => new Client(stack.origin);

/** A browser that has just verified the address of a new account, and its token. */
async function verified() {
  const person = newPerson();
  const client = anyone();
  await client.post("/api/auth/signup", person);
  const reply = await client.post("/api/auth/verify-email", { code: await codeFromMail(stack, person.email) });
  const [[user]] = await db.read([db.query.select({ id: users.id }).from(users).where(eq(users.email, person.email))]);
  if (!user) throw new Error("nobody signed up");
  return { ...person, client, reply, userId: user.id, token: client.cookies.get("sign-in") ?? "" };
}

/** Another browser with a token. */
function browserWith(token: string): Client {
  const client = anyone();
  client.cookies.set("sign-in", token);
  return client;
}

const logInWith = (client: Client, { email, password }: { email: string; password: string }) =>
  client.post("/api/auth/login", { email, password });

async function sessionsOf(userId: string) {
  const [rows] = await db.read([db.query.select().from(sessions).where(eq(sessions.userId, userId))]);
  return rows;
}

function expectRefused({ status, body, headers }: Reply): void {
  expect([status, body.code]).toEqual([401, "not_signed_in"]);
  expect(headers.get("Set-Cookie")).toBe(null);
}

/** Uses a token at a time of the test's choice, through the verb. */
function signInAt(token: string, nowMs: number) {
  const scope: Scope = {
    requestId: "",
    settings: parseSettings(stack.settings),
    // Of the bindings, a log-in needs this one alone.
    bindings: { DEMO_ACCOUNT: { getByName: () => ({ checkSessions: async () => {} }) } } as unknown as Bindings,
    db,
    now: () => nowMs,
    address: "late.test",
    userAgent: "",
    language: "en",
    languageCookie: null,
    country: null,
    credentials: null,
    access: { method: "POST", path: SIGN_IN, who: "verified", tripsMax: 2 },
    defer: () => {},
    note: () => {},
  };
  return signInVerified(scope, { signIn: token, device: null });
}

describe("the browser that verified an address", () => {
  test("logs in once, without the password and with all that a log-in gives", async () => {
    const { client, reply, userId, email, token } = await verified();
    expect(reply.body).toEqual({ success: true, message: "Email verified successfully!" });
    const cookie = reply.headers.getSetCookie().find((one) => one.startsWith("sign-in="));
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Strict");
    expect(cookie).toContain("Max-Age=300");
    const [[stored]] = await db.read([db.query.select().from(signInTokens).where(eq(signInTokens.userId, userId))]);
    expect(stored?.tokenHash).toBe(await sha256Hex(token));

    const signIn = await client.post(SIGN_IN, {});
    expect([signIn.status, signIn.body.user.email, typeof signIn.body.token]).toEqual([200, email, "string"]);
    expect([...client.cookies.keys()].sort()).toEqual(["device", "language", "session"]);
    expect((await client.get("/api/auth/check")).body.user._id).toBe(userId);
    const [log] = await db.read([db.query.select().from(auditLog).where(eq(auditLog.actor, userId))]);
    expect(log.at(-1)).toMatchObject({ action: "user.logged_in", detail: expect.stringContaining("verified_address") });
  });

  test("is asked for the password by what needs a proof of identity", async () => {
    const { client, userId } = await verified();
    await client.post(SIGN_IN, {});
    expect((await sessionsOf(userId))[0]?.authenticatedAtMs).toBe(0);
    const answer = await client.get("/api/user/export");
    expect([answer.status, answer.body.code]).toEqual([403, "step_up_required"]);
  });

  test("gets one token from two requests at once", async () => {
    const person = newPerson();
    const client = anyone();
    await client.post("/api/auth/signup", person);
    const pending = client.cookies.get("pending") ?? "";
    const code = await codeFromMail(stack, person.email);
    const twins = [anyone(), anyone()];
    for (const twin of twins) twin.cookies.set("pending", pending);
    const replies = await Promise.all(twins.map((twin) => twin.post("/api/auth/verify-email", { code })));
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    expect(twins.filter(({ cookies }) => cookies.has("sign-in"))).toHaveLength(1);
  });
});

describe("the token", () => {
  test("that was used is refused, in the same browser and in one that stole it", async () => {
    const { client, token, userId } = await verified();
    const thief = browserWith(token);
    expect((await client.post(SIGN_IN, {})).status).toBe(200);
    expectRefused(await thief.post(SIGN_IN, {}));
    client.cookies.set("sign-in", token);
    expectRefused(await client.post(SIGN_IN, {}));
    expect(await sessionsOf(userId)).toHaveLength(1);
  });

  test("starts one session when two requests use it at once", async () => {
    const { token, userId } = await verified();
    const replies = await Promise.all([token, token, token].map((one) => browserWith(one).post(SIGN_IN, {})));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await sessionsOf(userId)).toHaveLength(1);
  });

  test("is refused after five minutes, and accepted until then", async () => {
    const [late, early] = [await verified(), await verified()];
    const [[row]] = await db.read([db.query.select().from(signInTokens).where(eq(signInTokens.userId, late.userId))]);
    const endsAtMs = row?.expiresAtMs ?? 0;
    expect(Math.abs(endsAtMs - SIGN_IN_TOKEN_MS - Date.now())).toBeLessThan(120_000);
    await expect(signInAt(late.token, endsAtMs)).rejects.toMatchObject({ code: "not_signed_in" });
    expect(await sessionsOf(late.userId)).toEqual([]);
    expect((await signInAt(early.token, endsAtMs - 1)).user._id).toBe(early.userId);
  });

  test("is refused once the account has a second factor", async () => {
    const person = await verified();
    const other = anyone();
    const login = await logInWith(other, person);
    const trader = Object.assign(other, { ...person, userId: login.body.user._id });
    await turnOnTotp(trader);
    // The log-in has used the token up; it is put back, as if it had been stored afterwards.
    await db.write([
      db.query.insert(signInTokens).values({
        userId: person.userId,
        tokenHash: await sha256Hex(person.token),
        expiresAtMs: Date.now() + SIGN_IN_TOKEN_MS,
      }),
    ]);
    const before = await sessionsOf(person.userId);
    expectRefused(await browserWith(person.token).post(SIGN_IN, {}));
    expect(await sessionsOf(person.userId)).toEqual(before);
  });

  test("is not given where a second factor is set before the address is verified", async () => {
    const person = newPerson();
    const client = anyone();
    await client.post("/api/auth/signup", person);
    const [[user]] = await db.read([db.query.select().from(users).where(eq(users.email, person.email))]);
    const userId = user?.id ?? "";
    await db.write([db.query.insert(secondFactors).values({ userId, totpSecret: "x", createdAtMs: Date.now() })]);
    const reply = await client.post("/api/auth/verify-email", { code: await codeFromMail(stack, person.email) });
    expect(reply.status).toBe(200);
    expect(client.cookies.size).toBe(0);
    const [rows] = await db.read([db.query.select().from(signInTokens).where(eq(signInTokens.userId, userId))]);
    expect(rows).toEqual([]);
  });

  test("logs in its own user alone, whoever is signed in", async () => {
    const [one, two] = [await verified(), await verified()];
    await logInWith(two.client, two);
    two.client.cookies.set("sign-in", one.token);
    const reply = await two.client.post(SIGN_IN, {});
    expect(reply.body.user._id).toBe(one.userId);
    // The session that the browser had is over, and the other's own token is gone since the log-in.
    expect(await sessionsOf(two.userId)).toEqual([]);
    expectRefused(await browserWith(two.token).post(SIGN_IN, {}));
  });

  test.each(["", "x", "A".repeat(43)])("is none of %p", async (token) => {
    expectRefused(await browserWith(token).post(SIGN_IN, {}));
    expectRefused(await anyone().post(SIGN_IN, {}));
  });

  test("is used up by a log-in with the password, and ended by an admin who ends all sessions", async () => {
    const [one, two] = [await verified(), await verified()];
    expect((await logInWith(anyone(), one)).status).toBe(200);
    expectRefused(await browserWith(one.token).post(SIGN_IN, {}));
    const admin = await newAdmin(stack);
    expect((await admin.post(`/api/admin/users/${two.userId}/end-sessions`, {})).status).toBe(200);
    expectRefused(await browserWith(two.token).post(SIGN_IN, {}));
  });
});

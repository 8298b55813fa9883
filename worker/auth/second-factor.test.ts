import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import {
  auditLog,
  loginFailures,
  recoveryCodes as recoveryCodeRows,
  secondFactorEnrolments,
  secondFactors,
  sessions,
  users,
} from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import {
  codeOf,
  giveTotp,
  takeFirstStep,
  takeSecondStep,
  turnOnTotp,
  untilStepHasLeft,
} from "../../dev/test/test-authenticator.ts";
import { Client } from "../../dev/test/test-client.ts";
import { mailsTo, nextMailAbout } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack, tripsInLog } from "../../dev/test/test-stack.ts";
import { settingsSchema } from "../platform/env.ts";
import { signSecondStep } from "./second-step-cookie.ts";
import { newTotpSecret } from "./totp.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

/** The other security facts of an account. */
const SECURITY = { loginAlerts: true, hasPassword: true, google: false };
const anyone = () => new Client(stack.origin);
const securityOf = async (client: Client) => (await client.get("/api/auth/check")).body.user.security;
const lastMail = async ({ email }: Trader) => (await mailsTo(stack, email))[0]?.at;
const actionsOf = async ({ userId }: Trader) => {
  const [rows] = await db.read([
    db.query
      .select({ action: auditLog.action, detail: auditLog.detail })
      .from(auditLog)
      .where(eq(auditLog.actor, userId)),
  ]);
  return rows.map(({ action, detail }) => `${action} ${detail}`);
};
const securityChangeOf = async ({ userId }: Trader) => {
  const [[row]] = await db.read([db.query.select().from(users).where(eq(users.id, userId))]);
  return row?.securityChangedAtMs ?? null;
};
/** A signed-in trader with a second factor; the code of the last time step is used already. */
async function traderWithTotp() {
  const trader = await newTrader(stack);
  return { trader, ...(await turnOnTotp(trader)) };
}
const resetPassword = async (trader: Trader, password: string) => {
  const since = await lastMail(trader);
  await anyone().post("/api/auth/forgot-password", { email: trader.email });
  const token = /\/reset-password\/([\w-]+)/.exec(
    (await nextMailAbout(stack, trader.email, "Choose a new Tonle password", since)).text,
  )?.[1];
  expect((await anyone().post(`/api/auth/reset-password/${token}`, { password })).status).toBe(200);
};

describe("the key of an authenticator", () => {
  const storedOf = async ({ userId }: Trader) => {
    const [[enrolled], [factor]] = await db.read([
      db.query.select().from(secondFactorEnrolments).where(eq(secondFactorEnrolments.userId, userId)),
      db.query.select().from(secondFactors).where(eq(secondFactors.userId, userId)),
    ]);
    return { enrolled: enrolled?.totpSecret, confirmed: factor?.totpSecret };
  };

  test("is encrypted in the database as soon as it is shown", async () => {
    const trader = await newTrader(stack);
    await untilStepHasLeft(10);
    const { secret } = (await trader.post("/api/auth/totp/enrol")).body;
    const { enrolled } = await storedOf(trader);
    expect(enrolled).toMatch(/^v1:[\w-]{60,}$/);
    expect(enrolled).not.toContain(secret);
    expect((await trader.post("/api/auth/totp/confirm", { code: codeOf(secret, -1) })).status).toBe(200);
    const { confirmed } = await storedOf(trader);
    expect(confirmed).toMatch(/^v1:[\w-]{60,}$/);
    expect(confirmed).not.toBe(enrolled);
    const browser = await takeFirstStep(stack, trader);
    expect((await takeSecondStep(browser, codeOf(secret))).status).toBe(200);
  });

  test("that was stored unencrypted can still be read", async () => {
    const trader = await newTrader(stack);
    const secret = newTotpSecret();
    await db.write([
      db.query.insert(secondFactors).values({ userId: trader.userId, totpSecret: secret, createdAtMs: Date.now() }),
    ]);
    const browser = await takeFirstStep(stack, trader);
    expect((await takeSecondStep(browser, codeOf(secret))).status).toBe(200);
  });

  test("works for its own account only, also when its row is copied to another", async () => {
    const { trader, secret } = await traderWithTotp();
    const other = await newTrader(stack);
    const totpSecret = (await storedOf(trader)).confirmed ?? "";
    await db.write([
      db.query.insert(secondFactors).values({ userId: other.userId, totpSecret, createdAtMs: Date.now() }),
    ]);
    const browser = await takeFirstStep(stack, other);
    expect((await takeSecondStep(browser, codeOf(secret))).status).toBe(500);
    expect((await browser.get("/api/auth/check")).status).toBe(401);
  });
});

describe("turning it on", () => {
  test("shows a key, and requires a code of it before anything changes", async () => {
    const trader = await newTrader(stack);
    const enrolled = await trader.post("/api/auth/totp/enrol");
    expect([enrolled.status, enrolled.dbTrips]).toEqual([200, 2]);
    const { secret, otpauthUrl, expiresAt } = enrolled.body;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const label = encodeURIComponent(trader.email);
    expect(otpauthUrl).toBe(
      `otpauth://totp/Tonle:${label}?issuer=Tonle&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 29 * 60_000);
    expect(await securityOf(trader)).toEqual({ twoFactor: false, recoveryCodesLeft: 0, ...SECURITY });
    const { email, password } = trader;
    expect((await anyone().post("/api/auth/login", { email, password })).body.totpRequired).toBeUndefined();

    const wrong = await trader.post("/api/auth/totp/confirm", { code: codeOf(secret, 40) });
    expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([400, "invalid_code", "code"]);
    const early = await trader.post("/api/auth/totp/confirm", { code: codeOf(secret, 10) });
    expect([early.status, early.body.reason]).toEqual([400, "clock"]);
    const since = await lastMail(trader);
    const before = Date.now();
    const confirmed = await trader.post("/api/auth/totp/confirm", { code: codeOf(secret) });
    expect([confirmed.status, confirmed.dbTrips]).toEqual([200, 2]);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect(await securityOf(trader)).toEqual({ twoFactor: true, recoveryCodesLeft: 10, ...SECURITY });

    const mail = await nextMailAbout(stack, email, "Two-factor authentication is on", since);
    expect(mail.text).toContain("24 hours");
    expect(mail.text).not.toContain(secret);
    expect(await securityChangeOf(trader)).toBeGreaterThanOrEqual(before);
    expect(await actionsOf(trader)).toContain("user.two_factor_on {}");
  });

  test("stores no recovery code in plain text", async () => {
    const { trader, recoveryCodes } = await traderWithTotp();
    const [rows] = await db.read([
      db.query.select().from(recoveryCodeRows).where(eq(recoveryCodeRows.userId, trader.userId)),
    ]);
    expect(rows).toHaveLength(10);
    for (const code of recoveryCodes) {
      expect(JSON.stringify(rows)).not.toContain(code);
      expect(JSON.stringify(rows)).not.toContain(code.replaceAll("-", ""));
    }
  });

  test("accepts only the newest key, and only for half an hour", async () => {
    const trader = await newTrader(stack);
    const first = (await trader.post("/api/auth/totp/enrol")).body.secret;
    const second = (await trader.post("/api/auth/totp/enrol")).body.secret;
    const older = await trader.post("/api/auth/totp/confirm", { code: codeOf(first) });
    expect(older.body.code).toBe("invalid_code");
    const isOwn = eq(secondFactorEnrolments.userId, trader.userId);
    await db.write([
      db.query
        .update(secondFactorEnrolments)
        .set({ expiresAtMs: Date.now() - 1 })
        .where(isOwn),
    ]);
    const late = await trader.post("/api/auth/totp/confirm", { code: codeOf(second) });
    expect([late.status, late.body.code]).toEqual([409, "wrong_state"]);
  });

  test("happens once, however often it is confirmed", async () => {
    const trader = await newTrader(stack);
    const { secret } = (await trader.post("/api/auth/totp/enrol")).body;
    const code = codeOf(secret);
    const replies = await Promise.all([1, 2, 3].map(() => trader.post("/api/auth/totp/confirm", { code })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await securityOf(trader)).recoveryCodesLeft).toBe(10);
    const again = await trader.post("/api/auth/totp/enrol");
    expect([again.status, again.body.code]).toEqual([409, "wrong_state"]);
  });

  test("requires the password on a browser that logged in a while ago", async () => {
    const trader = await newTrader(stack);
    const isOwn = eq(sessions.userId, trader.userId);
    await db.write([
      db.query
        .update(sessions)
        .set({ authenticatedAtMs: Date.now() - 16 * 60_000 })
        .where(isOwn),
    ]);
    const enrolment = await trader.post("/api/auth/totp/enrol");
    expect([enrolment.status, enrolment.body.code, enrolment.body.field]).toEqual([
      403,
      "step_up_required",
      "password",
    ]);
    const wrong = await trader.post("/api/auth/totp/enrol", { password: "not the password" });
    expect([wrong.status, wrong.body.field]).toEqual([400, "password"]);
    expect((await trader.post("/api/auth/totp/enrol", { password: trader.password })).status).toBe(200);
  });
});

describe("a log-in with a second factor", () => {
  test("has two steps, and the first gives no access", async () => {
    const { trader, secret } = await traderWithTotp();
    const client = anyone();
    const first = await client.post("/api/auth/login", { email: trader.email, password: trader.password });
    expect([first.status, await tripsInLog(first)]).toEqual([200, 2]);
    expect(first.body).toEqual({
      success: true,
      message: "Enter the code from your authenticator app.",
      totpRequired: true,
    });
    expect(first.headers.get("Set-Cookie")).toMatch(
      /^second-step=[^;]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect([...client.cookies.keys()]).toEqual(["second-step"]);
    for (const path of ["/api/auth/check", "/api/user/profile", "/api/user/balance", "/api/auth/sessions"]) {
      expect((await client.get(path)).status).toBe(401);
    }
    expect((await client.post("/api/auth/theme", { theme: 2 })).status).toBe(401);
    const value = client.cookies.get("second-step") ?? "";
    const bearer = { Authorization: `Bearer ${value}` };
    expect((await anyone().get("/api/user/balance", bearer)).status).toBe(401);
    const disguised = anyone();
    disguised.cookies.set("session", value).set("pending", value);
    expect((await disguised.get("/api/auth/check")).status).toBe(401);
    expect((await disguised.post("/api/auth/verify-email", { code: "ABC234" })).status).toBe(401);

    const second = await takeSecondStep(client, codeOf(secret));
    expect([second.status, second.dbTrips]).toEqual([200, 2]);
    expect(second.body.user).toMatchObject({ email: trader.email, role: "trader" });
    expect(second.body.token).toMatch(/^[\w-]{43}$/);
    expect([...client.cookies.keys()].sort()).toEqual(["device", "session"]);
    expect((await client.get("/api/auth/check")).status).toBe(200);
    expect(await actionsOf(trader)).toContain('user.logged_in {"by":"totp","isNewDevice":true}');
  });

  test("refuses a wrong password as usual, with or without a second factor", async () => {
    const { trader } = await traderWithTotp();
    const client = anyone();
    const reply = await client.post("/api/auth/login", { email: trader.email, password: "not the password" });
    expect([reply.status, reply.body.message, client.cookies.size]).toEqual([401, "Invalid email or password", 0]);
  });

  test.each([-1, 0, 1])("accepts the code of a clock that is %i steps off", async (steps) => {
    const trader = await newTrader(stack);
    const secret = await giveTotp(stack, trader);
    await untilStepHasLeft(12);
    const client = await takeFirstStep(stack, trader);
    expect((await takeSecondStep(client, codeOf(secret, steps))).status).toBe(200);
  });

  test.each([-2, 3])("refuses the code of a clock that is %i steps off", async (steps) => {
    const trader = await newTrader(stack);
    const secret = await giveTotp(stack, trader);
    const client = await takeFirstStep(stack, trader);
    const reply = await takeSecondStep(client, codeOf(secret, steps));
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, "invalid_code", "code"]);
  });

  const wrongTriesOf = async ({ userId }: Trader) => {
    const [[row]] = await db.read([
      db.query
        .select()
        .from(loginFailures)
        .where(eq(loginFailures.key, `secondFactorOf:${userId}`)),
    ]);
    return row?.inARow ?? 0;
  };

  test("says that a code was used, which is no wrong try and delays nothing", async () => {
    const trader = await newTrader(stack);
    const secret = await giveTotp(stack, trader);
    await untilStepHasLeft(15);
    const code = codeOf(secret);
    expect((await takeSecondStep(await takeFirstStep(stack, trader), code)).status).toBe(200);
    const client = await takeFirstStep(stack, trader);
    for (let i = 0; i < 4; i++) expect((await takeSecondStep(client, "000000")).body.reason).toBeUndefined();
    for (let i = 0; i < 3; i++) {
      const reply = await takeSecondStep(client, code);
      expect([reply.status, reply.body.code, reply.body.reason]).toEqual([400, "invalid_code", "used"]);
      expect(await tripsInLog(reply)).toBe(2);
    }
    expect(await wrongTriesOf(trader)).toBe(4);
    expect((await takeSecondStep(client, codeOf(secret, 1))).status).toBe(200);
  });

  test.each([-6, 6])(
    "says that the clock is wrong for a code of %i steps away, which is one wrong try",
    async (steps) => {
      const trader = await newTrader(stack);
      const secret = await giveTotp(stack, trader);
      await untilStepHasLeft(10);
      const client = await takeFirstStep(stack, trader);
      const reply = await takeSecondStep(client, codeOf(secret, steps));
      expect([reply.status, reply.body.code, reply.body.reason]).toEqual([400, "invalid_code", "clock"]);
      expect(await wrongTriesOf(trader)).toBe(1);
      expect((await takeSecondStep(client, codeOf(secret, 25))).body.reason).toBeUndefined();
      expect(await wrongTriesOf(trader)).toBe(2);
      expect((await takeSecondStep(client, codeOf(secret))).status).toBe(200);
    },
  );

  test("accepts a code once: not again, not in concurrent requests, and no older one after it", async () => {
    const trader = await newTrader(stack);
    const secret = await giveTotp(stack, trader);
    await untilStepHasLeft(20);
    const [one, two] = [await takeFirstStep(stack, trader), await takeFirstStep(stack, trader)];
    const code = codeOf(secret);
    const replies = await Promise.all([takeSecondStep(one, code), takeSecondStep(two, code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    const three = await takeFirstStep(stack, trader);
    expect((await takeSecondStep(three, code)).body.code).toBe("invalid_code");
    expect((await takeSecondStep(three, codeOf(secret, -1))).body.code).toBe("invalid_code");
    expect((await takeSecondStep(three, codeOf(secret, 1))).status).toBe(200);
  });

  test("refuses the code that turned it on", async () => {
    const trader = await newTrader(stack);
    const { secret } = (await trader.post("/api/auth/totp/enrol")).body;
    const code = codeOf(secret);
    expect((await trader.post("/api/auth/totp/confirm", { code })).status).toBe(200);
    expect((await takeSecondStep(await takeFirstStep(stack, trader), code)).body.code).toBe("invalid_code");
  });

  test("limits guesses: after five wrong codes the delay grows, whichever client and cookie", async () => {
    const trader = await newTrader(stack);
    const secret = await giveTotp(stack, trader);
    const first = await takeFirstStep(stack, trader);
    const guesses = await Promise.all(
      [11, 12, 13, 14, 15, 16, 17, 18].map((n) => takeSecondStep(first, codeOf(secret, n))),
    );
    const statuses = guesses.map(({ status }) => status).sort();
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    const again = await takeSecondStep(await takeFirstStep(stack, trader), codeOf(secret));
    expect([again.status, again.body.code]).toEqual([429, "too_many_requests"]);
    const waitS = Number(again.headers.get("Retry-After"));
    expect(waitS).toBeGreaterThan(15);
    expect(waitS).toBeLessThanOrEqual(30);

    // The half minute is over; the sixth wrong one makes it a minute.
    const key = eq(loginFailures.key, `secondFactorOf:${trader.userId}`);
    await db.write([db.query.update(loginFailures).set({ blockedUntilMs: 0 }).where(key)]);
    const client = await takeFirstStep(stack, trader);
    expect((await takeSecondStep(client, codeOf(secret, 20))).status).toBe(400);
    expect(Number((await takeSecondStep(client, codeOf(secret))).headers.get("Retry-After"))).toBeGreaterThan(45);
    // A day later the count continues.
    const longAgo = { blockedUntilMs: 0, windowEndsAtMs: Date.now() - 60 * 60_000 };
    await db.write([db.query.update(loginFailures).set(longAgo).where(key)]);
    expect((await takeSecondStep(client, codeOf(secret, 21))).status).toBe(400);
    expect(Number((await takeSecondStep(client, codeOf(secret))).headers.get("Retry-After"))).toBeGreaterThan(105);
    await db.write([db.query.update(loginFailures).set({ blockedUntilMs: 0 }).where(key)]);
    expect((await takeSecondStep(client, codeOf(secret))).status).toBe(200);
    const [rows] = await db.read([db.query.select().from(loginFailures).where(key)]);
    expect(rows).toEqual([]);
  });

  test("refuses the second step without its cookie, for another user, or after five minutes", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    const [secret, othersSecret] = [await giveTotp(stack, trader), await giveTotp(stack, other)];
    const bare = await takeSecondStep(anyone(), codeOf(secret));
    expect([bare.status, bare.body.code, bare.body.message]).toEqual([
      401,
      "not_signed_in",
      "Your log-in took too long. Please log in again.",
    ]);
    const client = await takeFirstStep(stack, trader);
    expect((await takeSecondStep(client, codeOf(othersSecret))).body.code).toBe("invalid_code");
    client.cookies.set("second-step", `${client.cookies.get("second-step")}x`);
    expect((await takeSecondStep(client, codeOf(secret))).status).toBe(401);

    const settings = settingsSchema.parse(stack.settings);
    const [[row]] = await db.read([db.query.select().from(users).where(eq(users.id, trader.userId))]);
    const signedAt = (nowMs: number) =>
      signSecondStep({ settings, now: () => nowMs }, row ?? { id: "", passwordHash: "" });
    client.cookies.set("second-step", await signedAt(Date.now() - 301_000));
    expect((await takeSecondStep(client, codeOf(secret))).status).toBe(401);
    client.cookies.set("second-step", await signedAt(Date.now()));
    expect((await takeSecondStep(client, codeOf(secret))).status).toBe(200);
  });

  test("a password reset ends it half-way, and does not turn the second factor off", async () => {
    const trader = await newTrader(stack);
    const secret = await giveTotp(stack, trader);
    const halfWay = await takeFirstStep(stack, trader);
    const password = "a whole new sentence";
    await resetPassword(trader, password);
    const ended = await takeSecondStep(halfWay, codeOf(secret));
    expect([ended.status, ended.body.code]).toEqual([401, "not_signed_in"]);
    const client = await takeFirstStep(stack, { email: trader.email, password });
    expect((await client.get("/api/auth/check")).status).toBe(401);
    expect((await takeSecondStep(client, codeOf(secret))).status).toBe(200);
  });

  test("logging out between the steps ends the first", async () => {
    const trader = await newTrader(stack);
    await giveTotp(stack, trader);
    const client = await takeFirstStep(stack, trader);
    await client.post("/api/auth/logout");
    expect(client.cookies.size).toBe(0);
  });
});

describe("a recovery code", () => {
  test("logs in once in place of the authenticator, and its owner is mailed", async () => {
    const { trader, recoveryCodes } = await traderWithTotp();
    const [code = "", other = ""] = recoveryCodes;
    const since = await lastMail(trader);
    const client = await takeFirstStep(stack, trader);
    expect((await takeSecondStep(client, code.toLowerCase().replaceAll("-", " "))).status).toBe(200);
    expect((await securityOf(client)).recoveryCodesLeft).toBe(9);
    const mail = await nextMailAbout(stack, trader.email, "A recovery code was used", since);
    expect(mail.text).toContain("9 recovery codes are left");
    await nextMailAbout(stack, trader.email, "A new device logged in to your Tonle account", since);

    const again = await takeFirstStep(stack, trader);
    expect((await takeSecondStep(again, code)).body.code).toBe("invalid_code");
    expect((await takeSecondStep(again, "ZZZZ-ZZZZ-ZZZZ")).body.code).toBe("invalid_code");
    expect((await takeSecondStep(again, other)).status).toBe(200);
  });

  test("works once, also in concurrent requests", async () => {
    const { trader, recoveryCodes } = await traderWithTotp();
    const [one, two] = [await takeFirstStep(stack, trader), await takeFirstStep(stack, trader)];
    const replies = await Promise.all([one, two].map((client) => takeSecondStep(client, recoveryCodes[0] ?? "")));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("all ten work, and none works again", async () => {
    const { trader, recoveryCodes } = await traderWithTotp();
    for (const code of recoveryCodes) {
      expect((await takeSecondStep(await takeFirstStep(stack, trader), code)).status).toBe(200);
    }
    const client = await takeFirstStep(stack, trader);
    for (const code of recoveryCodes.slice(0, 2)) {
      expect((await takeSecondStep(client, code)).body.code).toBe("invalid_code");
    }
  });

  test("of one user does not work for another account", async () => {
    const { recoveryCodes } = await traderWithTotp();
    const { trader } = await traderWithTotp();
    const client = await takeFirstStep(stack, trader);
    expect((await takeSecondStep(client, recoveryCodes[0] ?? "")).body.code).toBe("invalid_code");
  });
});

describe("turning it off", () => {
  const disable = (client: Client, password: string, code: string) =>
    client.post("/api/auth/totp/disable", { password, code });

  test("requires the password and a code; afterwards the password alone logs in", async () => {
    const { trader, secret } = await traderWithTotp();
    const wrongPassword = await disable(trader, "not the password", codeOf(secret));
    expect([wrongPassword.status, wrongPassword.body.field]).toEqual([400, "password"]);
    const wrongCode = await disable(trader, trader.password, codeOf(secret, 30));
    expect([wrongCode.status, wrongCode.body.field]).toEqual([400, "code"]);
    expect((await securityOf(trader)).twoFactor).toBe(true);

    const since = await lastMail(trader);
    const before = Date.now();
    const off = await disable(trader, trader.password, codeOf(secret));
    expect([off.status, off.body.message, off.dbTrips]).toEqual([200, "Two-factor authentication is off.", 2]);
    expect(await securityOf(trader)).toEqual({ twoFactor: false, recoveryCodesLeft: 0, ...SECURITY });
    const [left] = await db.read([
      db.query.select().from(recoveryCodeRows).where(eq(recoveryCodeRows.userId, trader.userId)),
    ]);
    expect(left).toEqual([]);
    const mail = await nextMailAbout(stack, trader.email, "Two-factor authentication is off", since);
    expect(mail.text).toContain("24 hours");
    expect(await securityChangeOf(trader)).toBeGreaterThanOrEqual(before);
    expect(await actionsOf(trader)).toContain('user.two_factor_off {"by":"totp"}');
    const { email, password } = trader;
    expect((await anyone().post("/api/auth/login", { email, password })).body.user.email).toBe(email);
    expect((await disable(trader, password, codeOf(secret, 1))).body.code).toBe("wrong_state");
  });

  test("a user who lost the phone logs in with one recovery code, turns it off with another, and on again with a new phone", async () => {
    const { trader, recoveryCodes } = await traderWithTotp();
    const client = await takeFirstStep(stack, trader);
    expect((await takeSecondStep(client, recoveryCodes[0] ?? "")).status).toBe(200);
    expect((await disable(client, trader.password, recoveryCodes[0] ?? "")).body.code).toBe("invalid_code");
    expect((await disable(client, trader.password, recoveryCodes[1] ?? "")).status).toBe(200);
    const renewed = await turnOnTotp(Object.assign(client, trader));
    const next = await takeFirstStep(stack, trader);
    expect((await takeSecondStep(next, recoveryCodes[2] ?? "")).body.code).toBe("invalid_code");
    expect((await takeSecondStep(next, renewed.recoveryCodes[2] ?? "")).status).toBe(200);
  });

  test.each(["/api/auth/totp/disable", "/api/user/close"])(
    "%s says after the right password that a code was used or is of another time",
    async (path) => {
      const { trader, secret, usedCode } = await traderWithTotp();
      await untilStepHasLeft(10);
      const { password } = trader;
      const reasonOf = async (code: string, typed = password) =>
        (await trader.post(path, { password: typed, code })).body.reason;
      expect(await reasonOf(usedCode, "not the password")).toBeUndefined();
      expect(await reasonOf(usedCode)).toBe("used");
      expect(await reasonOf(codeOf(secret, 8))).toBe("clock");
      expect(await reasonOf(codeOf(secret, 30))).toBeUndefined();
      expect((await trader.post(path, { password, code: codeOf(secret) })).status).toBe(200);
    },
  );

  test("counts wrong codes together with the log-in's", async () => {
    const { trader, secret } = await traderWithTotp();
    for (let i = 0; i < 5; i++) {
      expect((await disable(trader, trader.password, "000000")).body.field).toBe("code");
    }
    expect((await disable(trader, trader.password, codeOf(secret))).status).toBe(429);
    expect((await takeSecondStep(await takeFirstStep(stack, trader), codeOf(secret))).status).toBe(429);
  });

  test.each(["/api/auth/totp/disable", "/api/user/close"])(
    "%s stops after five wrong passwords, without delaying the owner's second step",
    async (path) => {
      const { trader, secret } = await traderWithTotp();
      const statuses: number[] = [];
      for (let i = 0; i < 6; i++) {
        statuses.push((await trader.post(path, { password: "not the password", code: "000000" })).status);
      }
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
      expect((await takeSecondStep(await takeFirstStep(stack, trader), codeOf(secret))).status).toBe(200);
    },
  );

  test("releases an attempt that concurrent wrong passwords have claimed", async () => {
    const { trader, secret } = await traderWithTotp();
    const guesses = Array.from({ length: 5 }, () => disable(trader, "not the password", "000000"));
    for (const { status } of await Promise.all(guesses)) expect([400, 503]).toContain(status);
    expect((await takeSecondStep(await takeFirstStep(stack, trader), codeOf(secret))).status).toBe(200);
  });
});

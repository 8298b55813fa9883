import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { knownDevices, sessions } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { mailsTo, nextMail } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, signUpTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1";
const ALERT = "A new device logged in to your Tonle account";

/** Logs in with another browser, or again with the given one. */
async function logIn({ email, password }: Trader, userAgent = WINDOWS, client = new Client(stack.origin)) {
  const reply = await client.post("/api/auth/login", { email, password }, { "User-Agent": userAgent });
  expect(reply.status).toBe(200);
  return client;
}
const isSignedIn = async (client: Client) => (await client.get("/api/auth/check")).status === 200;
const listOf = async (client: Client) => (await client.get("/api/auth/sessions")).body.sessions;
const currentId = async (client: Client) => (await listOf(client))[0].id;
const lastMail = async ({ email }: Trader) => (await mailsTo(stack, email))[0]?.at;
/** How many mails about a new device were queued, sent or not. */
async function alertCount(trader: Trader): Promise<number> {
  // Mails of one trader are sent in any order; one that is requested now is queued after all of them.
  await new Client(stack.origin).post("/api/auth/forgot-password", { email: trader.email });
  const isReset = ({ subject }: { subject: string }) => subject === "Choose a new Tonle password";
  const mails = await waitUntil("a reset mail", async () => {
    const so = await mailsTo(stack, trader.email);
    return so.some(isReset) && so;
  });
  return mails.filter(({ subject }) => subject === ALERT).length;
}

describe("the sessions of an account", () => {
  test("are listed with device, country and last use, the current one first", async () => {
    const trader = await signUpTrader(stack);
    const phone = await logIn(trader, IPHONE);
    const laptop = await logIn(trader, WINDOWS);
    const reply = await phone.get("/api/auth/sessions");
    expect(reply.dbTrips).toBe(1);
    const list = reply.body.sessions;
    expect(list.map((one: { device: string; isCurrent: boolean }) => [one.device, one.isCurrent])).toEqual([
      ["Safari on iPhone", true],
      ["Chrome on Windows", false],
      ["An unknown browser", false],
    ]);
    for (const one of list) {
      expect(Object.keys(one).sort()).toEqual(["country", "createdAt", "device", "id", "isCurrent", "lastUsedAt"]);
      expect(one.country).toBe("KH");
      expect(Date.parse(one.lastUsedAt)).toBeGreaterThan(Date.now() - 60_000);
    }
    expect(await currentId(laptop)).toBe(list[1].id);
  });

  test("exclude expired ones, and other users'", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    const laptop = await logIn(trader);
    await db.write([
      db.query
        .update(sessions)
        .set({ expiresAtMs: Date.now() - 1 })
        .where(eq(sessions.id, await currentId(laptop))),
    ]);
    expect(await listOf(trader)).toHaveLength(1);
    expect(await listOf(other)).toHaveLength(1);
  });

  test("end one by one: the next request of that browser is refused", async () => {
    const trader = await newTrader(stack);
    const [phone, laptop] = [await logIn(trader, IPHONE), await logIn(trader)];
    const { token } = (await phone.get("/api/auth/check")).body;
    const reply = await laptop.send("DELETE", `/api/auth/sessions/${await currentId(phone)}`);
    expect([reply.status, reply.body, reply.dbTrips]).toEqual([200, { success: true }, 1]);
    expect(await isSignedIn(phone)).toBe(false);
    const bearer = { Authorization: `Bearer ${token}` };
    expect((await new Client(stack.origin).get("/api/user/balance", bearer)).status).toBe(401);
    expect([await isSignedIn(laptop), await isSignedIn(trader)]).toEqual([true, true]);
  });

  test("end also when it is the current one, as by a log-out", async () => {
    const trader = await newTrader(stack);
    const reply = await trader.send("DELETE", `/api/auth/sessions/${await currentId(trader)}`);
    expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
    expect(await isSignedIn(trader)).toBe(false);
  });

  test("of another user are not found, like missing ones", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    for (const id of [await currentId(other), crypto.randomUUID(), "x"]) {
      const reply = await trader.send("DELETE", `/api/auth/sessions/${id}`);
      expect([reply.status, reply.body.code]).toEqual([404, "not_found"]);
    }
    expect(await isSignedIn(other)).toBe(true);
  });

  test("end all but the current one", async () => {
    const trader = await newTrader(stack);
    const [phone, laptop] = [await logIn(trader, IPHONE), await logIn(trader)];
    const reply = await phone.send("DELETE", "/api/auth/sessions");
    expect([reply.status, reply.body, reply.dbTrips]).toEqual([200, { success: true, ended: 2 }, 1]);
    expect([await isSignedIn(phone), await isSignedIn(laptop), await isSignedIn(trader)]).toEqual([true, false, false]);
    expect(await listOf(phone)).toHaveLength(1);
  });
});

describe("a log-in on a new device", () => {
  test("is mailed, with the device, the country and the time in the trader's zone", async () => {
    const trader = await newTrader(stack);
    const since = await lastMail(trader);
    await logIn(trader, IPHONE);
    const mail = await nextMail(stack, trader.email, since);
    expect(mail.subject).toBe(ALERT);
    expect(mail.text).toMatch(/Safari on iPhone, Cambodia, \w{3} \d+, \d{4}, \d\d:\d\d \(Asia\/Phnom_Penh\)/);
    expect(mail.text).toContain("/forgot-password");
  });

  test("is mailed once, and not for the account's first device", async () => {
    const trader = await newTrader(stack);
    expect(await alertCount(trader)).toBe(0);
    const other = await newTrader(stack);
    const phone = await logIn(other, IPHONE);
    await phone.post("/api/auth/logout");
    expect([...phone.cookies.keys()]).toEqual(["device"]);
    await logIn(other, IPHONE, phone);
    await logIn(other, IPHONE, phone);
    expect(await alertCount(other)).toBe(1);
  });

  test("is recognised by a cookie that scripts cannot read, valid for 400 days and stored as a hash", async () => {
    const trader = await newTrader(stack);
    const { email, password } = trader;
    const reply = await trader.post("/api/auth/login", { email, password });
    const line = reply.headers.getSetCookie().find((cookie) => cookie.startsWith("device="));
    expect(line).toMatch(/^device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/);
    const [rows] = await db.read([db.query.select().from(knownDevices).where(eq(knownDevices.userId, trader.userId))]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(trader.cookies.get("device") ?? "no cookie");
  });

  test("is known to its own account only: the same browser is new to another user, and a made-up cookie to all", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    const borrowed = new Client(stack.origin);
    borrowed.cookies.set("device", trader.cookies.get("device") ?? "");
    await logIn(other, WINDOWS, borrowed);
    expect(borrowed.cookies.get("device")).toBe(trader.cookies.get("device"));
    const broken = new Client(stack.origin);
    broken.cookies.set("device", "' OR 1=1");
    await logIn(other, WINDOWS, broken);
    expect(broken.cookies.get("device")).toMatch(/^[\w-]{43}$/);
    expect(await alertCount(other)).toBe(2);
    expect(await alertCount(trader)).toBe(0);
  });

  test("is mailed again after its session was ended from elsewhere", async () => {
    const trader = await newTrader(stack);
    const phone = await logIn(trader, IPHONE);
    await trader.send("DELETE", `/api/auth/sessions/${await currentId(phone)}`);
    await logIn(trader, IPHONE, phone);
    const third = await logIn(trader, WINDOWS);
    await third.send("DELETE", "/api/auth/sessions");
    await logIn(trader, IPHONE, phone);
    expect(await alertCount(trader)).toBe(4);
  });

  test("is not mailed when the user has turned the mails off, which is mailed itself, once", async () => {
    const trader = await newTrader(stack);
    const before = new Date().toISOString();
    const off = await trader.post("/api/auth/login-alerts", { loginAlerts: false });
    expect([off.status, off.body, off.dbTrips]).toEqual([200, { success: true, loginAlerts: false }, 1]);
    const mail = await nextMail(stack, trader.email, before);
    expect(mail.subject).toBe("E-mails about new devices are off");
    expect(mail.text).toContain("/forgot-password");
    await trader.post("/api/auth/login-alerts", { loginAlerts: false });
    expect((await trader.get("/api/auth/check")).body.user.security.loginAlerts).toBe(false);
    await logIn(trader, IPHONE);
    await trader.post("/api/auth/login-alerts", { loginAlerts: true });
    await logIn(trader, WINDOWS);
    expect(await alertCount(trader)).toBe(1);
    expect((await mailsTo(stack, trader.email)).filter(({ subject }) => subject === mail.subject)).toHaveLength(1);
  });
});

import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import {
  auditLog,
  demoParts,
  demoRuns,
  deposits,
  entries,
  idCardFields,
  identities,
  images,
  knownDevices,
  paymentMethods,
  recoveryCodes,
  secondFactors,
  sessions,
  trades,
  users,
} from "../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import type { Stack } from "../../dev/stack.ts";
import { turnOnTotp } from "../../dev/test/test-authenticator.ts";
import { Client } from "../../dev/test/test-client.ts";
import { recordDemoLog, TestDemoLog } from "../../dev/test/test-demo.ts";
import { letTimePass, openDeposit } from "../../dev/test/test-deposits.ts";
import { codeFromMail, nextMailAbout } from "../../dev/test/test-mails.ts";
import {
  configureBank,
  creditTrader,
  databaseOf,
  fundTrader,
  typedCard,
  verifyTrader,
  withdrawalAsk,
} from "../../dev/test/test-money.ts";
import { type Admin, newAdmin, newPerson, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { scopeOf } from "../../dev/test/test-scope.ts";
import { apiStack, tripsInLog } from "../../dev/test/test-stack.ts";
import { addTrades } from "../../dev/test/test-trades.ts";
import { complete, oddPayment } from "../../dev/test/test-withdrawals.ts";
import { closeAccount } from "./close-account.ts";

setDefaultTimeout(600_000);

const PATH = "/api/user/close";

let stack: Stack;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  admin = await newAdmin(stack);
}, 600_000);

const anyone = () => new Client(stack.origin);
const close = (trader: Trader, more: object = {}) => trader.post(PATH, { password: trader.password, ...more });
const personOf = async ({ userId }: { userId: string }) => {
  const [[row]] = await db.read([db.query.select().from(users).where(eq(users.id, userId))]);
  return row;
};
/** Removes the money of an account by a losing trade. */
const lose = ({ userId }: Trader, dollars: number) =>
  addTrades(db, { userId, adminId: admin.userId }, [{ closedAtMs: Date.now() - 1000, profitCents: -dollars * 100 }]);
const picture = `data:image/png;base64,${Buffer.from(SAMPLE_IMAGES.png).toString("base64")}`;
const CLOSED = "Your Tonle account is closed";
const objectKeysOf = async ({ userId }: Trader) => {
  const [rows] = await db.read([db.query.select().from(images).where(eq(images.userId, userId))]);
  return rows.map(({ objectKey }) => objectKey);
};

describe("closing an account", () => {
  test("erases personal data, keeps the records of money, ends every session and is mailed", async () => {
    const trader = await newTrader(stack);
    const { userId, email, password } = trader;
    const elsewhere = anyone();
    await elsewhere.post("/api/auth/login", { email, password });
    await fundTrader(stack, trader, 300);
    await configureBank(stack, trader);
    await trader.put("/api/user/profile", {
      profileImage: picture,
      idCardImage: picture,
      phone: "012 345 678",
      address: "12 Street 240",
    });
    await lose(trader, 300);
    const demo = new TestDemoLog();
    demo.start(1_700_000_000_000);
    demo.trade({ closedAtMs: 1_700_000_100_000 });
    demo.archive(1_700_000_200_000);
    await recordDemoLog(db, userId, demo);
    const avatar = (await trader.get("/api/user/profile")).body.user.profileImage;

    const reply = await close(trader);
    expect([reply.status, reply.dbTrips]).toEqual([200, 2]);
    expect(reply.body).toEqual({ success: true, message: "Your account is closed." });
    expect(trader.cookies.has("session")).toBe(false);
    expect((await elsewhere.get("/api/auth/check")).status).toBe(401);

    expect(await personOf({ userId })).toMatchObject({
      firstName: "Closed",
      lastName: "account",
      phone: "",
      address: "",
      passwordHash: "",
      email: `closed-${userId}@closed.invalid`,
      username: `closed-${userId}`,
      closedAtMs: expect.any(Number),
    });
    const gone = await db.read([
      db.query.select({ one: sql`1` }).from(sessions).where(eq(sessions.userId, userId)),
      db.query.select({ one: sql`1` }).from(knownDevices).where(eq(knownDevices.userId, userId)),
      db.query.select({ one: sql`1` }).from(paymentMethods).where(eq(paymentMethods.userId, userId)),
      db.query.select({ one: sql`1` }).from(identities).where(eq(identities.userId, userId)),
      db.query.select({ one: sql`1` }).from(images).where(eq(images.userId, userId)),
      db.query.select({ one: sql`1` }).from(demoParts).where(eq(demoParts.userId, userId)),
      db.query.select({ one: sql`1` }).from(demoRuns).where(eq(demoRuns.userId, userId)),
    ]);
    expect(gone.map((rows) => rows.length)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    // What the account's log sends late is not recorded.
    expect(await recordDemoLog(db, userId, demo)).toBe("account_closed");
    const [ledger, paid, closedTrades, [closing]] = await db.read([
      db.query
        .select()
        .from(entries)
        .where(eq(entries.accountId, `available:${userId}`)),
      db.query.select().from(deposits).where(eq(deposits.userId, userId)),
      db.query.select().from(trades).where(eq(trades.userId, userId)),
      db.query.select().from(auditLog).where(sql`${auditLog.actor} = ${userId} AND ${auditLog.action} = 'user.closed'`),
    ]);
    expect([ledger.length, paid.length, closedTrades.length]).toEqual([2, 1, 1]);
    expect(closing?.detail).toBe("{}");
    expect((await admin.get(avatar)).status).toBe(404);

    const mail = await nextMailAbout(stack, email, CLOSED);
    expect(mail.text).not.toContain("Bopha");
  });

  test("erases the image of a decided identity with what the card says, and keeps the decision", async () => {
    const trader = await newTrader(stack);
    await trader.put("/api/user/profile", { idCardImage: picture });
    await admin.post(`/api/admin/identities/${trader.userId}/verify`, { version: 1, ...typedCard(trader.userId) });
    expect(await objectKeysOf(trader)).toHaveLength(1);
    const [[read]] = await db.read([
      db.query
        .select({ filename: idCardFields.filename })
        .from(idCardFields)
        .innerJoin(images, eq(images.filename, idCardFields.filename))
        .where(eq(images.userId, trader.userId)),
    ]);
    const isRead = eq(idCardFields.filename, read?.filename ?? "");
    expect(read).toBeDefined();
    expect((await close(trader)).status).toBe(200);
    expect(await db.read([db.query.select().from(idCardFields).where(isRead)])).toEqual([[]]);
    const [[row]] = await db.read([db.query.select().from(identities).where(eq(identities.userId, trader.userId))]);
    expect(row).toMatchObject({ status: "verified", image: null, decidedBy: admin.userId });
    expect(await objectKeysOf(trader)).toEqual([]);
  });

  test("makes later log-ins fail like a wrong password, and frees address and username", async () => {
    const trader = await newTrader(stack);
    const { email, password } = trader;
    const username = (await personOf(trader))?.username ?? "";
    await close(trader);
    const closed = await anyone().post("/api/auth/login", { email, password });
    const unknown = await anyone().post("/api/auth/login", { email: newPerson().email, password });
    const { requestId: _closed, ...said } = closed.body;
    const { requestId: _unknown, ...expected } = unknown.body;
    expect([closed.status, said, await tripsInLog(closed)]).toEqual([
      unknown.status,
      expected,
      await tripsInLog(unknown),
    ]);
    expect(said.message).toBe("Invalid email or password");
    const byNewName = { email: `closed-${trader.userId}@closed.invalid`, password };
    expect((await anyone().post("/api/auth/login", byNewName)).body.code).toBe("invalid_credentials");

    const since = (await nextMailAbout(stack, email, CLOSED)).at;
    await anyone().post("/api/auth/forgot-password", { email });
    const again = anyone();
    expect((await again.post("/api/auth/signup", { ...newPerson(), email, username, password })).status).toBe(201);
    // The next mail is the sign-up's: the closed account was sent no link.
    const code = await codeFromMail(stack, email, since);
    expect((await again.post("/api/auth/verify-email", { code })).status).toBe(200);
    const login = await again.post("/api/auth/login", { email, password });
    expect(login.body.user).toMatchObject({ email, username, balance: 0 });
    expect(login.body.user._id).not.toBe(trader.userId);
  });

  test("requires the password", async () => {
    const trader = await newTrader(stack);
    const reply = await close(trader, { password: "not my password" });
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, "invalid_input", "password"]);
    expect((await personOf(trader))?.closedAtMs).toBeNull();
  });

  test("requires a code of the second factor if there is one, which is deleted with the account", async () => {
    const trader = await newTrader(stack);
    const { usedCode, recoveryCodes: codes } = await turnOnTotp(trader);
    for (const code of [undefined, "000000", usedCode]) {
      const reply = await close(trader, code === undefined ? {} : { code });
      expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, "invalid_code", "code"]);
    }
    expect((await close(trader, { code: codes[0] })).status).toBe(200);
    const left = await db.read([
      db.query.select({ one: sql`1` }).from(secondFactors).where(eq(secondFactors.userId, trader.userId)),
      db.query.select({ one: sql`1` }).from(recoveryCodes).where(eq(recoveryCodes.userId, trader.userId)),
    ]);
    expect(left.map((rows) => rows.length)).toEqual([0, 0]);
  });

  test("is refused for admins", async () => {
    const reply = await admin.post(PATH, { password: "whatever it is" });
    expect([reply.status, reply.body.code]).toEqual([403, "forbidden"]);
  });
});

describe("an account is not closed", () => {
  const refusalOf = async (trader: Trader) => {
    const { status, body } = await close(trader);
    expect([status, body.code]).toEqual([409, "account_in_use"]);
    expect((await personOf(trader))?.closedAtMs).toBeNull();
    return body.message;
  };

  test("with money in it", async () => {
    const trader = await newTrader(stack);
    await fundTrader(stack, trader, 12.5);
    expect(await refusalOf(trader)).toBe("There is $12.50 in your account. Withdraw it first.");
  });

  test("with an open withdrawal, until it is over", async () => {
    const trader = await newTrader(stack);
    await fundTrader(stack, trader, 50);
    await configureBank(stack, trader);
    await verifyTrader(databaseOf(stack), trader.userId);
    const ask = withdrawalAsk(50);
    const { _id } = (await trader.post("/api/withdrawal/request", ask)).body.withdrawal;
    expect(await refusalOf(trader)).toContain("You have an open withdrawal, with $50.00 set aside.");
    await admin.post(`/api/admin/withdrawals/${_id}/approve`, { version: 1 });
    expect(await refusalOf(trader)).toContain("You have an open withdrawal");
    expect((await complete(admin, _id)).status).toBe(200);
    expect((await close(trader)).status).toBe(200);
  });

  test("with a payable code, and while a late payment of it could still arrive", async () => {
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader);
    expect(await refusalOf(trader)).toBe("You have an open payment code. Cancel it, or wait until it expires.");
    const until = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "Asia/Phnom_Penh" });
    const inTwoDays = () => until.format(Date.now() + 48 * 60 * 60_000);
    const before = inTwoDays();
    await trader.post("/api/deposit/cancel", { md5Hash: deposit.md5Hash });
    const closable = new RegExp(`Your account can be closed from (${before}|${inTwoDays()}), `);
    expect(await refusalOf(trader)).toMatch(closable);
    await letTimePass(db, deposit, { minutes: 49 * 60 });
    await db.write([db.query.update(deposits).set({ nextAskAtMs: null }).where(eq(deposits.md5Hash, deposit.md5Hash))]);
    expect((await close(trader)).status).toBe(200);
  });

  test("with a payment that waits for a decision", async () => {
    const trader = await newTrader(stack);
    const { deposit } = await oddPayment(stack, trader, { amount: 12 });
    await trader.post("/api/deposit/cancel", { md5Hash: deposit.md5Hash });
    expect(await refusalOf(trader)).toContain("One of your payments is waiting for a decision");
  });

  test("when money arrives between the read and the write", async () => {
    const trader = await newTrader(stack);
    const scope = await scopeOf(stack, trader, PATH, () => Promise.resolve());
    // The first write includes the read; money arrives before the second.
    let writes = 0;
    const write: typeof db.write = async (statements) => {
      writes += 1;
      if (writes === 2) await creditTrader(db, trader.userId, 10);
      return db.write(statements);
    };
    const bindings = {
      ...scope.bindings,
      PASSWORDS: { verify: async () => ({ busy: false, matches: true, isOutdated: false }) },
    };
    // The hashers exist only in a Worker of their own; their result is not tested here.
    const racing = { ...scope, db: { ...db, write }, bindings: bindings as unknown as typeof scope.bindings };
    const failure = await closeAccount(racing, { password: trader.password }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(String((failure as { cause?: unknown } | null)?.cause ?? failure)).toContain("account_in_use");
    expect((await personOf(trader))?.closedAtMs).toBeNull();
  });
});

describe("a closed account", () => {
  test("accepts no money, no session and no name, whichever code writes", async () => {
    const trader = await newTrader(stack);
    await close(trader);
    const isThem = eq(users.id, trader.userId);
    const now = Date.now();
    const session = {
      id: "x",
      tokenHash: crypto.randomUUID(),
      userId: trader.userId,
      kind: "trader" as const,
      userAgent: "",
      createdAtMs: now,
      lastActionAtMs: now,
      authenticatedAtMs: now,
      expiresAtMs: now,
    };
    const faultOf = (write: Promise<unknown>) => write.then(String, (error: Error) => String(error.cause ?? error));
    expect(await faultOf(creditTrader(db, trader.userId, 10))).toContain("account_closed");
    expect(await faultOf(db.write([db.query.insert(sessions).values(session)]))).toContain("session_ended");
    expect(await faultOf(db.write([db.query.update(users).set({ closedAtMs: null }).where(isThem)]))).toContain(
      "account_closed",
    );
    expect(await faultOf(db.write([db.query.update(users).set({ email: "a@b.cd" }).where(isThem)]))).toContain(
      "account_closed",
    );
  });

  test("is shown to admins as closed, without its owner's name", async () => {
    const trader = await newTrader(stack);
    await close(trader);
    const { users: found } = (await admin.get(`/api/admin/users?search=closed-${trader.userId}`)).body;
    expect(found).toMatchObject([{ _id: trader.userId, name: "Closed account", closedAt: expect.any(String) }]);
    const open = await newTrader(stack);
    const others = (await admin.get(`/api/admin/users?search=${open.email}`)).body.users;
    expect(others).toMatchObject([{ _id: open.userId, closedAt: null }]);
  });

  test("accepts no import of trades", async () => {
    const trader = await newTrader(stack);
    await close(trader);
    const file = { fileName: "a.csv", format: "csv", currency: "USD", timeZone: "UTC", rowCount: 1 };
    const reply = await admin.post("/api/admin/imports", { userId: trader.userId, ...file });
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([409, "wrong_state", "This account is closed"]);
  });
});

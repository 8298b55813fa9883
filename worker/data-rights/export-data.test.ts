import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import type { Database } from "../../db/client.ts";
import { auditLog, images, knownDevices, secondFactors, sessions, users } from "../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import type { Stack } from "../../dev/stack.ts";
import { giveTotp } from "../../dev/test/test-authenticator.ts";
import { Client } from "../../dev/test/test-client.ts";
import { recordDemoLog, TestDemoLog } from "../../dev/test/test-demo.ts";
import { configureBank, databaseOf, fundTrader, withdrawalAsk } from "../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { addTrades } from "../../dev/test/test-trades.ts";
import { SESSION } from "../contract/limits.ts";
import { DATA_TABLES } from "./personal-data.ts";

setDefaultTimeout(600_000);

const PATH = "/api/user/export";
/** More than the first page has, and more than the second has. */
const TRADES = 6_500;

let stack: Stack;
let db: Database;
let admin: Admin;
/** A trader with records in every table. */
let trader: Trader;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  [admin, trader] = await Promise.all([newAdmin(stack), newTrader(stack)]);
  await fundTrader(stack, trader, 500);
  await configureBank(stack, trader, { bankName: '=ABA "Bank", Ltd', accountId: "000 123 456" });
  const ask = withdrawalAsk(40);
  await trader.post("/api/withdrawal/request", ask);
  const picture = `data:image/png;base64,${Buffer.from(SAMPLE_IMAGES.png).toString("base64")}`;
  await trader.put("/api/user/profile", { profileImage: picture, idCardImage: picture, phone: "012 345 678" });
  await admin.post(`/api/admin/identities/${trader.userId}/reject`, { version: 1, reason: "expired" });
  await addTrades(
    db,
    { userId: trader.userId, adminId: admin.userId },
    Array.from({ length: TRADES }, (_, i) => ({ closedAtMs: 1_700_000_000_000 + Math.floor(i / 2) * 1000 })),
  );
  const demo = new TestDemoLog();
  demo.start(1_700_000_000_000, { startCents: 500_000 });
  demo.trade({ closedAtMs: 1_700_000_100_000, profitCents: 1_250, overnightCents: 50, exitPrice: 6_012_500 });
  demo.archive(1_700_000_200_000);
  demo.start(1_700_000_200_000);
  await recordDemoLog(db, trader.userId, demo);
  await giveTotp(stack, trader);
}, 600_000);

async function archiveOf(client: Trader): Promise<Record<string, string[]>> {
  const Cookie = [...client.cookies].map((pair) => pair.join("=")).join("; ");
  const reply = await fetch(`${stack.origin}${PATH}?format=csv`, { headers: { Cookie } });
  expect([reply.status, reply.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
  const files = unzipSync(new Uint8Array(await reply.arrayBuffer()));
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes).trimEnd().split("\r\n")]),
  );
}

describe("a user's data", () => {
  test("is exported as one JSON file, with everything that is stored, in one round trip", async () => {
    const reply = await trader.get(PATH);
    expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
    expect(reply.headers.get("Content-Disposition")).toBe('attachment; filename="tonle-data.json"');
    expect(reply.headers.get("Cache-Control")).toBe("no-store");
    const data = reply.body;
    expect(Object.keys(data)).toEqual(["exportedAt", ...DATA_TABLES.map(({ name }) => name), "demoLog", "terminal"]);
    expect(data.profile).toMatchObject({
      id: trader.userId,
      email: trader.email,
      firstName: "Bopha",
      phone: "+85512345678",
      timeZone: "Asia/Phnom_Penh",
      balance: 460,
      heldBalance: 40,
      currency: "USD",
      loginAlerts: true,
      emailNotifications: true,
    });
    expect(data.identity).toMatchObject({ status: "rejected", rejectionReason: expect.stringContaining("expired") });
    expect(data.paymentMethods).toMatchObject({ bankName: '=ABA "Bank", Ltd', accountId: "000 123 456" });
    expect(data.deposits).toMatchObject([{ amount: 500, status: "paid" }]);
    expect(data.withdrawals).toMatchObject([{ amount: 40, status: "pending", requestMessage: "For the rent" }]);
    expect(data.ledger.map(({ account, amount, kind }: Record<string, unknown>) => [account, amount, kind])).toEqual([
      ["available", 500, "deposit"],
      ["available", -40, "withdrawal"],
      ["held", 40, "withdrawal"],
    ]);
    expect(data.images.map(({ purpose }: { purpose: string }) => purpose).sort()).toEqual(["avatar", "id_card"]);
    expect(data.demoRuns).toMatchObject([
      { run: 1, startBalance: 5000, balance: 5012, overnight: 0.5, archivedAt: "2023-11-14T22:16:40.000Z" },
      { run: 2, startBalance: 10_000, balance: null, archivedAt: null },
    ]);
    expect(data.demoTrades).toMatchObject([{ run: 1, amount: 0.1, exitPrice: 60_125, profit: 12.5, profitLoss: 12 }]);
    expect(data.sessions).toHaveLength(1);
    expect(data.knownDevices).toHaveLength(1);
    const events = data.events.map(({ event, by }: Record<string, string>) => `${event} by ${by}`);
    for (const wanted of ["profile.changed by you", "user.data_exported by you", "identity.rejected by staff"]) {
      expect(events).toContain(wanted);
    }
  });

  test("contains every trade once and in order, however many pages they take", async () => {
    const { trades } = (await trader.get(PATH)).body;
    expect(trades).toHaveLength(TRADES);
    expect(new Set(trades.map(({ ticket }: { ticket: string }) => ticket)).size).toBe(TRADES);
    const closed = trades.map(({ closedAt }: { closedAt: string }) => closedAt);
    expect(closed).toEqual([...closed].sort());
  });

  test("is exported as an archive of CSV files as well, with the same content", async () => {
    const [archive, { body }] = [await archiveOf(trader), await trader.get(PATH)];
    expect(Object.keys(archive)).toEqual([
      ...DATA_TABLES.map(({ name }) => `${name}.csv`),
      "demoLog.csv",
      "terminal.csv",
    ]);
    for (const { name, head } of DATA_TABLES) {
      const [first, ...lines] = archive[`${name}.csv`] ?? [];
      expect(first, name).toBe(head.join(","));
      // Another export was audited meanwhile.
      if (name !== "events") expect(lines.length, name).toBe([body[name] ?? []].flat().length);
    }
    // A formula is escaped as text.
    expect(archive["paymentMethods.csv"]?.[1]).toStartWith(`"'=ABA ""Bank"", Ltd",000 123 456,`);
  });

  test("contains no secret, and names no admin", async () => {
    const { userId } = trader;
    const [[person], [factor], signedIn, stored, devices] = await db.read([
      db.query.select().from(users).where(eq(users.id, userId)),
      db.query.select().from(secondFactors).where(eq(secondFactors.userId, userId)),
      db.query.select().from(sessions).where(eq(sessions.userId, userId)),
      db.query.select().from(images).where(eq(images.userId, userId)),
      db.query.select().from(knownDevices).where(eq(knownDevices.userId, userId)),
    ]);
    const secrets = [
      person?.passwordHash,
      factor?.totpSecret,
      admin.userId,
      admin.email,
      admin.name,
      ...trader.cookies.values(),
      ...signedIn.flatMap(({ id, tokenHash }) => [id, tokenHash]),
      ...stored.map(({ objectKey }) => objectKey),
      ...devices.map(({ deviceHash }) => deviceHash),
    ];
    const text = JSON.stringify((await trader.get(PATH)).body) + JSON.stringify(await archiveOf(trader));
    for (const secret of secrets) {
      expect(secret?.length).toBeGreaterThan(5);
      expect(text).not.toContain(secret ?? "");
    }
  });

  test("excludes other users' data", async () => {
    const other = await newTrader(stack);
    const { body } = await other.get(PATH);
    expect(body).toMatchObject({
      identity: null,
      paymentMethods: null,
      deposits: [],
      ledger: [],
      trades: [],
      images: [],
    });
    expect(JSON.stringify(body)).not.toContain(trader.userId);
  });

  test("is audited when it is exported", async () => {
    const other = await newTrader(stack);
    await other.get(`${PATH}?format=csv`);
    const [rows] = await db.read([
      db.query
        .select()
        .from(auditLog)
        .where(eq(auditLog.subject, `user:${other.userId}`)),
    ]);
    expect(rows.at(-1)).toMatchObject({
      action: "user.data_exported",
      actor: other.userId,
      detail: '{"format":"csv"}',
    });
  });

  test("requires a recent password", async () => {
    const other = await newTrader(stack);
    const ofOther = eq(sessions.userId, other.userId);
    const anHourAgo = Date.now() - 60 * 60_000;
    await db.write([db.query.update(sessions).set({ authenticatedAtMs: anHourAgo }).where(ofOther)]);
    const refused = await other.get(PATH);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      "step_up_required",
      "Enter your password again to continue",
    ]);
    const wrong = await other.post("/api/auth/step-up", { password: "another sentence" });
    expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([400, "invalid_input", "password"]);
    expect((await other.get(PATH)).status).toBe(403);
    const right = await other.post("/api/auth/step-up", { password: other.password });
    expect([right.status, right.dbTrips]).toEqual([200, 2]);
    expect((await other.get(PATH)).status).toBe(200);
  });

  test("has two formats and no other", async () => {
    const reply = await trader.get(`${PATH}?format=xml`);
    expect([reply.status, reply.body.message]).toEqual([400, "format must be json or csv"]);
  });
});

describe("a recent password", () => {
  test("is not a second factor: it does not refresh an admin session", async () => {
    const { body, status } = await admin.post("/api/auth/step-up", { password: "whatever it is" });
    expect([status, body.code]).toEqual([403, "forbidden"]);
  });

  test("gives the session another cookie, and a copy of the previous one stops working", async () => {
    const other = await newTrader(stack);
    const copied = new Client(stack.origin);
    copied.cookies.set("session", other.cookies.get("session") ?? "");
    const reply = await other.post("/api/auth/step-up", { password: other.password });
    const [line = ""] = reply.headers.getSetCookie();
    expect(line).toMatch(/^session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
    // It expires when it would have.
    expect(Number(/Max-Age=(\d+)/.exec(line)?.[1])).toBeLessThanOrEqual(SESSION.lifetimeMs / 1000);
    expect((await other.get(PATH)).status).toBe(200);
    expect((await copied.get("/api/auth/check")).status).toBe(401);
  });

  test("can be guessed five times in fifteen minutes", async () => {
    const other = await newTrader(stack);
    for (let i = 0; i < 5; i++) await other.post("/api/auth/step-up", { password: `guess number ${i}` });
    const sixth = await other.post("/api/auth/step-up", { password: other.password });
    expect([sixth.status, sixth.body.code]).toEqual([429, "too_many_requests"]);
  });
});

import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { notifications, users } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { giveTotp } from "../../dev/test/test-authenticator.ts";
import { recordDemoLog, TestDemoLog } from "../../dev/test/test-demo.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import {
  approve,
  askForWithdrawal,
  complete,
  fundedTrader,
  oddPayment,
  reject,
  requestWithdrawal,
} from "../../dev/test/test-withdrawals.ts";
import { NOTIFICATIONS } from "../contract/notifications.ts";
import { DAY_MS } from "../contract/time.ts";
import { withdrawalNumber } from "../contract/withdrawal-number.ts";
import { guardNameOf } from "../platform/database-refusal.ts";
import { deleteOldNotifications } from "./notification-store.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let dara: Admin;
let maly: Admin;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  [dara, maly] = await Promise.all([newAdmin(stack, "Dara"), newAdmin(stack, "Maly")]);
}, 600_000);

async function list(trader: Trader, query = "") {
  const { status, body, dbTrips } = await trader.get(`/api/notifications${query}`);
  expect([status, dbTrips]).toEqual([200, 1]);
  return body;
}
const told = async (trader: Trader) =>
  (await list(trader)).notifications.map(({ event, subject, amount }: Record<string, unknown>) => [
    event,
    subject,
    amount,
  ]);

/** Inserts notifications of a trader. */
async function add({ userId }: Trader, count: number, createdAtMs = Date.now()) {
  const row = { userId, event: "deposit_paid", createdAtMs };
  const rows = Array.from({ length: count }, (_, i) => ({ ...row, subject: `${createdAtMs} ${i}` }));
  await db.write([db.query.insert(notifications).values(rows)]);
}

describe("a notification is written with its cause:", () => {
  test("a paid deposit, and each step of a withdrawal that somebody else decides", async () => {
    const { trader, id, withdrawal } = await askForWithdrawal(stack, 40);
    const second = (await requestWithdrawal(trader, 12.5)).withdrawal;
    const third = (await requestWithdrawal(trader, 11)).withdrawal;
    expect((await approve(dara, id)).status).toBe(200);
    expect((await complete(maly, id)).status).toBe(200);
    expect((await reject(dara, second._id)).status).toBe(200);
    await trader.post("/api/withdrawal/cancel", { id: third._id });
    const [one, two, three] = [withdrawal, second, third].map(({ number }) => number);
    const rows = await told(trader);
    expect(rows.map(([event]: string[]) => event).at(-1)).toBe("deposit_paid");
    // Paid, requested and verified in any order of the set-up; the rest in the order of its causes.
    expect(rows.filter(([event]: string[]) => event?.startsWith("withdrawal"))).toEqual([
      ["withdrawal_rejected", two, 12.5],
      ["withdrawal_completed", one, 40],
      ["withdrawal_approved", one, 40],
      ["withdrawal_requested", three, 11],
      ["withdrawal_requested", two, 12.5],
      ["withdrawal_requested", one, 40],
    ]);
    expect(one).toBe(withdrawalNumber(Number(String(one).slice(3))));
  });

  test("a payment that did not match its deposit", async () => {
    const trader = await newTrader(stack);
    const { id, deposit } = await oddPayment(stack, trader, { amount: 20.25 });
    const match = (admin: Admin) =>
      admin.post(`/api/admin/exceptions/${id}/match`, { version: 1, amount: 20.25, note: "As paid" });
    expect((await match(dara)).status).toBe(200);
    expect(await told(trader)).toEqual([]);
    expect((await match(maly)).status).toBe(200);
    // The match pays the deposit: one thing happened.
    expect(await told(trader)).toEqual([["deposit_paid", deposit.billNumber, 20.25]]);
    const other = await oddPayment(stack, trader, { amount: 21, currency: "KHR" });
    const dismissed = { version: 1, note: "Not one of our codes" };
    for (const admin of [dara, maly]) await admin.post(`/api/admin/exceptions/${other.id}/dismiss`, dismissed);
    const [newest] = (await list(trader)).notifications;
    expect(newest).toMatchObject({
      event: "payment_not_credited",
      subject: other.deposit.billNumber,
      paid: { amount: 21, currency: "KHR" },
    });
  });

  test("an identity that is decided", async () => {
    const trader = await fundedTrader(stack, 10);
    expect((await told(trader)).map(([event]: string[]) => event)).toEqual(["identity_verified", "deposit_paid"]);
    await dara.post(`/api/admin/identities/${trader.userId}/reopen`, { version: 2, reason: "Another name" });
    expect((await list(trader, "?kind=security")).notifications[0].event).toBe("identity_reopened");
  });

  test("a second factor, a changed password and a log-in on another browser", async () => {
    const trader = await newTrader(stack);
    await giveTotp(stack, trader);
    const { query, write } = db;
    const mine = eq(users.id, trader.userId);
    await write([query.update(users).set({ passwordHash: "another", securityChangedAtMs: Date.now() }).where(mine)]);
    // A new hash of the same password, as after a raised cost.
    await write([query.update(users).set({ passwordHash: "the same, anew" }).where(mine)]);
    expect((await told(trader)).map(([event]: string[]) => event)).toEqual(["password_changed", "second_factor_on"]);
  });

  test("a demo position that the market closed, and none that its trader closed", async () => {
    const trader = await newTrader(stack);
    const log = new TestDemoLog();
    log.start(1_700_000_000_000);
    log.trade({ closedAtMs: 1_700_000_100_000, profitCents: 1_250 });
    log.trade({ closedAtMs: 1_700_000_200_000, profitCents: -75, closeRule: "stop_loss" });
    await recordDemoLog(db, trader.userId, log);
    await recordDemoLog(db, trader.userId, log);
    const { notifications: rows } = await list(trader);
    expect(rows.map(({ event, amount, closed }: Record<string, unknown>) => [event, amount, closed])).toEqual([
      ["demo_closed", -0.75, { rule: "stop_loss", symbol: "BTCUSD", direction: "Buy" }],
    ]);
  });
});

describe("the list", () => {
  let trader: Trader;
  beforeAll(async () => {
    trader = await newTrader(stack);
    await add(trader, NOTIFICATIONS.pageMax + 10);
  });

  test("has pages, the newest first, and counts what is unread on all of them", async () => {
    const first = await list(trader);
    expect([first.notifications.length, first.unread]).toEqual([50, 60]);
    const second = await list(trader, `?cursor=${first.nextCursor}`);
    expect([second.notifications.length, second.nextCursor]).toEqual([10, null]);
    const ids = [...first.notifications, ...second.notifications].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  test("is read by ids and up to one, again without effect, and by nobody else", async () => {
    const { notifications: shown } = await list(trader);
    const read = async (person: Trader, body: object) => (await person.post("/api/notifications/read", body)).body;
    expect(await read(trader, { ids: [shown[0].id, shown[1].id] })).toMatchObject({ unread: 58 });
    expect(await read(trader, { ids: [shown[0].id] })).toMatchObject({ unread: 58 });
    const other = await newTrader(stack);
    expect(await read(other, { upTo: shown[0].id })).toMatchObject({ unread: 0 });
    expect((await list(trader)).unread).toBe(58);
    expect((await list(trader, "?unread=true")).notifications[0].id).toBe(shown[2].id);
    expect(await read(trader, { upTo: shown[0].id })).toMatchObject({ unread: 0 });
    expect((await list(trader, "?unread=true")).notifications).toEqual([]);
    expect((await list(other)).notifications).toEqual([]);
  });

  test("of one kind is read up to one of them, and others stay unread", async () => {
    const person = await newTrader(stack);
    await add(person, 2);
    const security = { userId: person.userId, event: "password_changed", subject: "", createdAtMs: Date.now() };
    await db.write([db.query.insert(notifications).values(security)]);
    const [newest] = (await list(person)).notifications;
    const body = { upTo: newest.id, kind: "security" };
    expect((await person.post("/api/notifications/read", body)).body).toMatchObject({ unread: 2 });
    expect((await list(person, "?unread=true")).notifications.map(({ kind }: { kind: string }) => kind)).toEqual([
      "money",
      "money",
    ]);
  });

  test.each([
    {},
    { ids: [] },
    { ids: ["1"] },
    { upTo: 0 },
    { upTo: 1.5 },
    { ids: [1], upTo: 1 },
    { upTo: 1, kind: "x" },
  ])("is not marked by %j", async (body) => {
    expect((await trader.post("/api/notifications/read", body)).status).toBe(400);
  });

  test("leaves out an event that this version does not know, and does not count it", async () => {
    const person = await newTrader(stack);
    const row = { userId: person.userId, event: "of_tomorrow", subject: "1", createdAtMs: 1 };
    await db.write([db.query.insert(notifications).values(row)]);
    expect(await list(person)).toMatchObject({ notifications: [], unread: 0 });
  });
});

describe("in the database", () => {
  test("a notification stays as it was told, and is unread once", async () => {
    const trader = await newTrader(stack);
    await add(trader, 1);
    const mine = eq(notifications.userId, trader.userId);
    const set = (change: object) =>
      db.write([db.query.update(notifications).set(change).where(mine)]).then(() => null, guardNameOf);
    expect(await set({ subject: "another" })).toBe("notification_fixed");
    expect(await set({ readAtMs: 5 })).toBe(null);
    expect(await set({ readAtMs: null })).toBe("notification_fixed");
  });

  test("it is kept for ninety days", async () => {
    const trader = await newTrader(stack);
    const nowMs = Date.now();
    await add(trader, 1, nowMs - NOTIFICATIONS.keptDays * DAY_MS - 1);
    await add(trader, 2, nowMs - NOTIFICATIONS.keptDays * DAY_MS + 60_000);
    await db.write([deleteOldNotifications(db.query, nowMs)]);
    expect((await list(trader)).notifications).toHaveLength(2);
  });
});

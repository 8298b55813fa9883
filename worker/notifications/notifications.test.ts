import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { notifications, users } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { giveTotp } from "../../dev/test/test-authenticator.ts";
import { Client } from "../../dev/test/test-client.ts";
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
import { CHANNEL_SWITCHES, CHANNELS } from "../contract/channels.ts";
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
    const { notifications: listed } = await list(trader, "?kind=money");
    const mails = new Map(
      listed.map(({ event, subject, mail }: Record<string, unknown>) => [`${event} ${subject}`, mail]),
    );
    const ofWithdrawals = [...mails].filter(([key]) => String(key).startsWith("withdrawal"));
    // Sent, or on its way to the mail service.
    expect(ofWithdrawals.map(([, mail]) => mail === "sent" || mail === "sending")).toEqual(Array(6).fill(true));
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

describe("of a log-in on a new device", () => {
  test("its session can be ended, or confirmed by any other one, and each is answered once", async () => {
    const trader = await newTrader(stack);
    const other = new Client(stack.origin);
    expect((await other.post("/api/auth/login", { email: trader.email, password: trader.password })).status).toBe(200);
    const row = async (client: Client) => (await client.get("/api/notifications?kind=security")).body.notifications[0];
    const seen = await row(trader);
    expect(seen).toMatchObject({ event: "new_device", device: { isOpen: true, isConfirmed: false } });
    // The mail of the log-in is that of the row, whether it is sent by now or not.
    expect(["sending", "sent"]).toContain(seen.mail);
    // The new session itself cannot answer.
    const own = await row(other);
    expect(own.device.session).toBe(null);
    expect((await other.post("/api/notifications/confirm", { id: own.id })).status).toBe(200);
    expect((await row(trader)).device.isConfirmed).toBe(false);
    const stranger = await newTrader(stack);
    await stranger.post("/api/notifications/confirm", { id: seen.id });
    expect((await row(trader)).device.isConfirmed).toBe(false);
    for (let again = 0; again < 2; again++) await trader.post("/api/notifications/confirm", { id: seen.id });
    expect(await row(trader)).toMatchObject({ device: { isConfirmed: true }, readAt: expect.any(String) });
    expect((await trader.send("DELETE", `/api/auth/sessions/${seen.device.session}`)).status).toBe(200);
    expect((await row(trader)).device).toMatchObject({ isOpen: false });
    expect((await other.get("/api/notifications")).status).toBe(401);
  });
});

describe("of an alert", () => {
  const detail = (alert: number, more: object = {}) =>
    JSON.stringify({
      ...{
        alert,
        symbol: "BTCUSDm",
        note: "Range top",
        value2: 13_640_000,
        quote: { bid: 6_820_010, ask: 6_820_020, at: 1 },
      },
      condition: { type: "level", direction: "rises", price: 6_820_000 },
      ...more,
    });
  const fire = ({ userId }: Trader, rows: readonly [subject: string, createdAtMs: number, detail: string][]) =>
    db.write([
      db.query.insert(notifications).values(
        rows.map(([subject, createdAtMs, one]) => ({
          userId,
          event: "alert_fired",
          subject,
          createdAtMs,
          detail: one,
        })),
      ),
    ]);

  test("says what fired, also from a detail whose condition is text or unknown", async () => {
    const trader = await newTrader(stack);
    await fire(trader, [
      ["1", 1_000, detail(7)],
      [
        "2",
        2_000,
        detail(8, { condition: JSON.stringify({ type: "line", direction: "falls", a: {}, b: {} }), note: null }),
      ],
      ["3", 3_000, detail(9, { condition: { type: "of_tomorrow" } })],
      ["4", 4_000, "{}"],
    ]);
    const { notifications: rows } = await list(trader, "?kind=alert");
    expect(rows.map(({ alert }: { alert: { alert: number } | null }) => alert)).toEqual([
      null,
      { alert: 9, symbol: "BTCUSDm", condition: null, price2: 13_640_030, note: "Range top" },
      { alert: 8, symbol: "BTCUSDm", condition: { type: "line", direction: "falls" }, price2: 13_640_030, note: "" },
      {
        ...{ alert: 7, symbol: "BTCUSDm", price2: 13_640_030, note: "Range top" },
        condition: { type: "level", direction: "rises", price: 6_820_000 },
      },
    ]);
  });

  test("counts once while it fires again within ten minutes", async () => {
    const trader = await newTrader(stack);
    const minutes = (count: number) => 1_000_000 + count * 60_000;
    await fire(trader, [
      ["1", minutes(0), detail(7)],
      ["2", minutes(3), detail(8)],
      ["3", minutes(10), detail(7)],
      ["4", minutes(19), detail(7)],
      ["5", minutes(30), detail(7)],
    ]);
    expect((await list(trader)).unread).toBe(3);
  });
});

describe("the settings", () => {
  const channels = { order: [...CHANNELS], ...CHANNEL_SWITCHES, digest: "off" };
  const USUAL = {
    email: true,
    money: true,
    alert: false,
    order: false,
    marketing: false,
    push: true,
    sms: false,
    channels,
  };
  const settingsOf = async (trader: Trader) => (await trader.get("/api/notifications/settings")).body.settings;

  test("have the specification's fields, and are changed one by one, also two at once", async () => {
    const trader = await newTrader(stack);
    expect(await settingsOf(trader)).toEqual({ ...USUAL, quietHours: null });
    const quietHours = { from: 1_320, to: 420 };
    const changes = [{ order: true }, { alert: true }, { quietHours }, { alert: true }];
    const replies = await Promise.all(changes.map((change) => trader.put("/api/notifications/settings", change)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await settingsOf(trader)).toEqual({ ...USUAL, order: true, alert: true, quietHours });
    const answer = await trader.put("/api/notifications/settings", { quietHours: null, alert: false });
    expect(answer.body.settings).toEqual({ ...USUAL, order: true, quietHours: null });
    expect(await settingsOf(await newTrader(stack))).toEqual({ ...USUAL, quietHours: null });
  });

  test("of channels are changed one by one, and the last of two at once counts", async () => {
    const trader = await newTrader(stack);
    const order = ["telegram", "email", "push"];
    const changes = [
      { channels: { push: { alert: false } } },
      { channels: { push: { money: false }, telegram: { security: true } } },
      { channels: { order } },
      { channels: { digest: "weekly" } },
    ];
    const replies = await Promise.all(changes.map((change) => trader.put("/api/notifications/settings", change)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await settingsOf(trader)).channels).toEqual({
      order,
      push: { money: false, security: true, alert: false, order: true },
      telegram: { money: true, security: true, alert: true, order: false },
      digest: "weekly",
    });
    const off = await trader.put("/api/notifications/settings", { channels: { digest: "off" } });
    expect(off.body.settings.channels.digest).toBe("off");
  });

  test("of the profile are the same", async () => {
    const trader = await newTrader(stack);
    expect((await trader.post("/api/user/notifications", { email: false })).body.email).toBe(false);
    expect((await settingsOf(trader)).email).toBe(false);
    await trader.put("/api/notifications/settings", { email: true });
    expect((await trader.get("/api/user/profile")).body.user.notifications).toEqual({ email: true });
  });

  test.each([
    {},
    { security: false },
    { push: false },
    { email: null },
    { quietHours: { from: 60, to: 60 } },
    { quietHours: { from: -1, to: 60 } },
    { quietHours: { from: 0, to: 1_440 } },
    { quietHours: { from: 0.5, to: 60 } },
    { channels: {} },
    { channels: { push: {} } },
    { channels: { push: { marketing: true } } },
    { channels: { order: ["push", "telegram"] } },
    { channels: { order: ["push", "push", "email"] } },
    { channels: { order: ["push", "telegram", "sms"] } },
    { channels: { digest: "hourly" } },
  ])("are not changed by %j", async (body) => {
    const trader = await newTrader(stack);
    expect((await trader.put("/api/notifications/settings", body)).status).toBe(400);
  });
});

test("what is read on one device is read on another", async () => {
  const trader = await newTrader(stack);
  await add(trader, 3);
  const other = new Client(stack.origin);
  await other.post("/api/auth/login", { email: trader.email, password: trader.password });
  // Three, and the log-in.
  const { notifications: rows, unread } = await list(trader);
  expect([rows.length, unread]).toEqual([4, 4]);
  await other.post("/api/notifications/read", { upTo: rows[0].id });
  expect(await list(trader, "?unread=true")).toMatchObject({ notifications: [], unread: 0 });
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

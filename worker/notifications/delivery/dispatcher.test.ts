import { afterAll, beforeEach, describe, expect, mock, setDefaultTimeout, spyOn, test } from "bun:test";
import { sql } from "drizzle-orm";
import { setUpDatabase } from "../../../dev/test/test-database.ts";
import { ACCEPTED, TestDispatcher } from "../../../dev/test/test-dispatcher.ts";
import { PAUSED_STATUS } from "../../contract/channels.ts";
import { HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import type { ChannelAnswer } from "../../platform/services/channel-answer.ts";
import { insertTest, noteShown } from "./delivery-store.ts";

setDefaultTimeout(600_000);
const database = setUpDatabase();
let it: TestDispatcher;
let minutes = 0;
beforeEach(async () => {
  // What was not delivered is logged.
  spyOn(console, "info").mockImplementation(() => {});
  const next = new TestDispatcher(() => database.db);
  // Each test begins a day after the one before, with nothing of it left.
  minutes += 24 * 60;
  next.nowMs += minutes * MINUTE_MS;
  await database.db.write([
    database.db.query.run(sql`UPDATE notifications SET channel_due_at_ms = NULL`),
    database.db.query.run(sql`UPDATE deliveries SET due_at_ms = NULL`),
    database.db.query.run(sql`DELETE FROM channel_services`),
  ]);
  it = next;
});

afterAll(() => mock.restore());

const shown = (id: number) => database.db.write([noteShown(database.db.query, id, it.nowMs)]);
const answer = (outcome: ChannelAnswer["outcome"], status: number, retryAfterMs?: number): ChannelAnswer => ({
  ...{ outcome, status },
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});
const ALERT = {
  ...{ alert: 7, symbol: "BTCUSDm", note: "", quote: { bid: 6_820_010, ask: 6_820_020, at: 1 } },
  condition: { type: "level", direction: "rises", price: 6_820_000 },
};

const person = (...given: Parameters<TestDispatcher["person"]>) => it.person(...given);

describe("a notification", () => {
  test("goes to each browser of its person, and once shown by one no other channel takes over", async () => {
    const userId = await person({ browsers: 2, hasChat: true });
    const id = await it.tell(userId, "alert_fired", ALERT);
    await it.run();
    expect(it.pushed.map(({ endpoint }) => endpoint.split("/").at(-1)).sort()).toEqual(["0", "1"]);
    const [first] = it.pushed;
    expect(first?.message).toMatchObject({
      ...{ tag: "alert:7", title: "BTCUSDm rose to 68,200.00", body: "68,200.15", path: "/trading/btc?alert=7" },
      language: "en",
    });
    expect(first?.options).toMatchObject({ urgency: "high", topic: expect.stringMatching(/^[\w-]{32}$/) });
    await shown(first?.delivery ?? 0);
    await it.pass(2 * MINUTE_MS);
    expect(it.telegrams).toEqual([]);
    expect(await it.notification(id)).toMatchObject({ channel: "push", channelDueAtMs: null, mailDueAtMs: null });
  });

  test("that no browser shows within a minute goes on by Telegram, and then is told", async () => {
    const userId = await person({ browsers: 1, hasChat: true });
    const id = await it.tell(userId, "deposit_paid", { cents: 12_345 });
    await it.run();
    await it.pass(MINUTE_MS - 1);
    expect(it.telegrams).toEqual([]);
    await it.pass(1);
    expect(it.telegrams.map(({ message }) => message.text)).toEqual(["A deposit was paid\nIt is in your balance"]);
    await it.pass(5 * MINUTE_MS);
    expect(await it.notification(id)).toMatchObject({ channel: "telegram", channelDueAtMs: null, mailDueAtMs: null });
    expect([it.pushed.length, it.telegrams.length]).toEqual([1, 1]);
    // A receipt that comes late changes nothing of that.
    await shown(it.pushed[0]?.delivery ?? 0);
    expect(await it.notification(id)).toMatchObject({ channel: "telegram", channelDueAtMs: null });
  });

  test("goes by the channels in the order that its person chose, also from Telegram to a mail", async () => {
    it.answers = () => answer("refused", 400);
    const userId = await person({ browsers: 1, hasChat: true }, { channelOrder: "telegram,email,push" });
    const id = await it.tell(userId, "deposit_paid", { cents: 100 });
    await it.run();
    expect([it.telegrams.length, it.pushed.length]).toEqual([1, 0]);
    await it.run();
    expect(await it.notification(id)).toMatchObject({ channel: "email", mailDueAtMs: it.nowMs });
    expect((await it.deliveriesOf(userId)).map(({ channel, status }) => [channel, status])).toEqual([
      ["telegram", 400],
      ["email", null],
    ]);
  });

  test("of an alert that fired again is confirmed by its browser with the later one, which took its place", async () => {
    const userId = await person({ browsers: 2, hasChat: true });
    const ids = [
      await it.tell(userId, "alert_fired", ALERT),
      await it.tell(userId, "alert_fired", { ...ALERT, alert: 8 }),
    ];
    await it.run();
    ids.push(await it.tell(userId, "alert_fired", ALERT));
    await it.run();
    const last = it.pushed.findLast(({ endpoint }) => endpoint.endsWith("/0"));
    await shown(last?.delivery ?? 0);
    const seen = (await it.deliveriesOf(userId)).filter(({ shownAtMs }) => shownAtMs !== null);
    expect(seen.map(({ notificationId }) => notificationId)).toEqual([ids[0] ?? 0, ids[2] ?? 0]);
    expect(new Set(seen.map(({ subscriptionId }) => subscriptionId)).size).toBe(1);
    await it.pass(2 * MINUTE_MS);
    // The other alert was shown by nothing.
    expect(it.telegrams).toHaveLength(1);
  });

  test("goes by no channel that is off for its kind, and without any stands in the list", async () => {
    const userId = await person({ browsers: 1, hasChat: true }, { pushesOrders: false });
    const id = await it.tell(userId, "demo_closed", {});
    await it.run();
    expect([it.pushed, it.telegrams]).toEqual([[], []]);
    expect(await it.notification(id)).toMatchObject({ channel: null, channelDueAtMs: null, mailDueAtMs: null });
  });

  test("of news goes by mail alone", async () => {
    const userId = await person({ browsers: 1, hasChat: true }, { mailsNews: true });
    const id = await it.tell(userId, "product_news", {});
    await it.run();
    expect([it.pushed, it.telegrams]).toEqual([[], []]);
    expect(await it.notification(id)).toMatchObject({ channel: "email", mailDueAtMs: it.nowMs });
  });

  test("says a sum only where its person wants sums in Telegram, and never in a push", async () => {
    const userId = await person({ browsers: 1, hasChat: true });
    await database.db.write([
      database.db.query.run(sql`UPDATE telegram_links SET shows_sums = 1 WHERE user_id = ${userId}`),
    ]);
    await it.tell(userId, "deposit_paid", { cents: 12_345 });
    await it.run();
    await it.pass(MINUTE_MS);
    expect(it.pushed[0]?.message.body).toBe("It is in your balance");
    expect(it.telegrams[0]?.message.text).toContain("$123.45");
  });

  test("that was read meanwhile is told no more", async () => {
    const userId = await person({ browsers: 1, hasChat: true });
    const id = await it.tell(userId, "deposit_paid", { cents: 100 });
    await it.run();
    await database.db.write([database.db.query.run(sql`UPDATE notifications SET read_at_ms = 1 WHERE id = ${id}`)]);
    await it.pass(MINUTE_MS);
    expect(it.telegrams).toEqual([]);
  });
});

describe("quiet hours", () => {
  const QUIET = { quietFromMin: 22 * 60, quietToMin: 7 * 60 };
  const EVENING_MS = Date.parse("2026-11-29T04:00:00Z");
  const MORNING_MS = Date.parse("2026-11-29T12:00:00Z");

  test("hold what may wait over midnight, and then tell it in one message", async () => {
    const userId = await person({ browsers: 1, hasChat: true }, QUIET);
    it.nowMs = EVENING_MS;
    const ids = [await it.tell(userId, "deposit_paid", { cents: 100 }), await it.tell(userId, "alert_fired", ALERT)];
    await it.run();
    ids.push(await it.tell(userId, "demo_closed", {}));
    await it.run();
    expect(it.pushed).toEqual([]);
    expect((await it.notification(ids[0] ?? 0)).channelDueAtMs).toBe(MORNING_MS);
    it.nowMs = MORNING_MS;
    await it.run();
    expect(it.pushed.map(({ message }) => [message.title, message.path])).toEqual([
      ["3 notifications while it was quiet", "/notifications"],
    ]);
    for (const id of ids) {
      expect(await it.notification(id)).toMatchObject({ channel: "push", toldWithId: ids[2] ?? 0 });
    }
    // None shows it: what Telegram takes of the three is again one message, and the order is told by nothing more.
    await it.pass(MINUTE_MS);
    expect(it.telegrams.map(({ message }) => message.text.split("\n")[0])).toEqual([
      "2 notifications while it was quiet",
    ]);
    await it.pass(HOUR_MS);
    expect([it.pushed.length, it.telegrams.length]).toEqual([1, 1]);
  });

  test("that a summary told, and that was read before the next channel takes over, is not counted by that", async () => {
    const userId = await person({ browsers: 1, hasChat: true }, QUIET);
    it.nowMs = EVENING_MS;
    const ids: number[] = [];
    for (let cents = 100; cents <= 300; cents += 100) ids.push(await it.tell(userId, "deposit_paid", { cents }));
    await it.run();
    it.nowMs = MORNING_MS;
    await it.run();
    expect(it.pushed.map(({ message }) => message.title)).toEqual(["3 notifications while it was quiet"]);
    await database.db.write([database.db.query.run(sql`UPDATE notifications SET read_at_ms = 1 WHERE id = ${ids[0]}`)]);
    await it.pass(MINUTE_MS);
    expect(it.telegrams.map(({ message }) => message.text.split("\n")[0])).toEqual([
      "2 notifications while it was quiet",
    ]);
  });

  test("let security, money that leaves and alerts that say so through", async () => {
    const userId = await person({ browsers: 1 }, QUIET);
    it.nowMs = EVENING_MS;
    await it.tell(userId, "password_changed");
    await it.tell(userId, "withdrawal_requested", { cents: 100 });
    await it.tell(userId, "alert_fired", { ...ALERT, isAlsoInQuietHours: true });
    await it.tell(userId, "alert_fired", { ...ALERT, isAlsoInQuietHours: false });
    await it.run();
    expect(it.pushed).toHaveLength(3);
  });

  test("end by the clock of the zone when it is put back in them", async () => {
    const userId = await person({ browsers: 1 }, QUIET);
    // The night in which New York's clock goes back: seven in the morning is twelve UTC, not eleven.
    it.nowMs = Date.parse("2026-11-01T03:00:00Z");
    const id = await it.tell(userId, "deposit_paid", { cents: 100 });
    await it.run();
    expect((await it.notification(id)).channelDueAtMs).toBe(Date.parse("2026-11-01T12:00:00Z"));
  });
});

describe("a service that answers", () => {
  test.each([404, 410])("%s is not asked again for that browser, and the other one is", async (status) => {
    const userId = await person({ browsers: 2 });
    it.answers = (endpoint) => (endpoint.endsWith("/0") ? answer("gone", status) : answer("accepted", 201));
    await it.tell(userId, "deposit_paid");
    await it.run();
    await it.tell(userId, "deposit_paid");
    await it.pass(HOUR_MS);
    expect(it.pushed.filter(({ endpoint }) => endpoint.endsWith("/0"))).toHaveLength(1);
    expect(it.pushed.filter(({ endpoint }) => endpoint.endsWith("/1"))).toHaveLength(2);
    expect(await it.count("push_subscriptions", `user_id = '${userId}' AND ended_status = ${status}`)).toBe(1);
  });

  test.each([400, 403, 413])("%s lets the next channel take over at once", async (status) => {
    const userId = await person({ browsers: 1, hasChat: true });
    it.answers = (service) => (service.startsWith("https:") ? answer("refused", status) : answer("accepted", 200));
    await it.tell(userId, "deposit_paid");
    await it.run();
    await it.run();
    expect([it.pushed.length, it.telegrams.length]).toEqual([1, 1]);
    expect((await it.deliveriesOf(userId))[0]).toMatchObject({ status, dueAtMs: null, sentAtMs: null });
  });

  test("nothing in time is not asked again: the next channel takes over, and nothing is doubled", async () => {
    const userId = await person({ browsers: 1, hasChat: true });
    it.answers = () => answer("unknown", 0);
    const id = await it.tell(userId, "deposit_paid");
    await it.run();
    await it.run();
    await it.pass(HOUR_MS);
    expect([it.pushed.length, it.telegrams.length]).toEqual([1, 1]);
    expect(await it.notification(id)).toMatchObject({ channel: "email" });
  });

  test("429 gets the pause that it asks for, and then the message", async () => {
    const userId = await person({ browsers: 1 });
    it.answers = () => answer("busy", 429, 20_000);
    await it.tell(userId, "deposit_paid");
    await it.run();
    await it.pass(19_000);
    expect(it.pushed).toHaveLength(1);
    it.answers = () => answer("accepted", 201);
    await it.pass(3_000);
    expect(it.pushed).toHaveLength(2);
    expect(await it.count("channel_services", "TRUE")).toBe(0);
  });

  test("a refusal of the bot ends the chat until it is unblocked", async () => {
    const userId = await person({ hasChat: true });
    it.answers = () => answer("gone", 403);
    await it.tell(userId, "deposit_paid");
    await it.run();
    await it.tell(userId, "deposit_paid");
    await it.pass(MINUTE_MS);
    expect(it.telegrams).toHaveLength(1);
    expect(await it.count("telegram_links", `user_id = '${userId}' AND blocked_at_ms IS NOT NULL`)).toBe(1);
  });
});

test("a service that is down is asked a few times, not once for each of 200 messages", async () => {
  const userIds: string[] = [];
  for (let i = 0; i < 200; i++) userIds.push(await person({ browsers: 1 }));
  it.answers = () => answer("failed", 500);
  await it.tellMany(userIds, "identity_verified");
  await it.run();
  expect(it.pushed.length).toBeLessThanOrEqual(5);
  for (let seconds = 0; seconds < 60; seconds++) await it.pass(1_000);
  // After pauses of 1, 2, 4, 8, 16 and 32 seconds one message tries it.
  expect(it.pushed.length).toBeLessThanOrEqual(5 + 10);
  const before = it.pushed.length;
  it.answers = () => answer("accepted", 201);
  for (let seconds = 0; seconds < 80; seconds++) await it.pass(1_000);
  expect(it.pushed.length - before).toBe(200);
  expect(new Set(it.pushed.slice(before).map(({ endpoint }) => endpoint)).size).toBe(200);
});

test("of several dispatchers at the same time each takes others, and each message is sent once", async () => {
  const userIds: string[] = [];
  for (let i = 0; i < 150; i++) userIds.push(await person({ browsers: 2 }));
  await it.tellMany(userIds, "identity_verified");
  const all = Array.from({ length: 6 }, () => it.dispatcher());
  await Promise.all(
    all.map(async (one) => {
      while ((await one.runBatch()).count > 0);
      await one.finish();
    }),
  );
  expect(it.pushed).toHaveLength(300);
  expect(new Set(it.pushed.map(({ delivery }) => delivery)).size).toBe(300);
});

describe("a dispatcher that ends", () => {
  test("after its claim, before it sent: another one sends when the claim has ended", async () => {
    const userId = await person({ browsers: 1 });
    await it.tell(userId, "deposit_paid");
    it.answers = () => new Promise<never>(() => {});
    // It never writes what became of it.
    const lost = it.dispatcher();
    lost
      .runBatch()
      .then(() => lost.runBatch())
      .catch(() => {});
    while (it.pushed.length === 0) await Bun.sleep(1);
    it.answers = () => answer("accepted", 201);
    await it.pass(29_000);
    expect(it.pushed).toHaveLength(1);
    await it.pass(2_000);
    // By the same tag, topic and receipt: the browser shows it once.
    expect(it.pushed.map(({ delivery }) => delivery)).toEqual(Array(2).fill(it.pushed[0]?.delivery));
  });

  test("while it asked Telegram, and the next one too: that is not asked again, and the next channel takes over", async () => {
    const userId = await person({ hasChat: true });
    const id = await it.tell(userId, "deposit_paid", { cents: 100 });
    const turns = it.dispatcher();
    await turns.runBatch();
    await turns.finish();
    it.answers = () => new Promise<never>(() => {});
    it.dispatcher("messages")
      .runBatch()
      .catch(() => {});
    while (it.telegrams.length === 0) await Bun.sleep(1);
    it.answers = () => answer("accepted", 200);
    // The next one ends too, before it has written that it does not ask again.
    it.nowMs += 31_000;
    await it.dispatcher("messages").runBatch();
    it.nowMs += 31_000;
    // It comes before the dispatcher by which the next channel takes over.
    const third = it.dispatcher("messages");
    while ((await third.runBatch()).count > 0);
    await third.finish();
    await it.run();
    expect(it.telegrams).toHaveLength(1);
    expect(await it.notification(id)).toMatchObject({ channel: "email" });
  });
});

describe("a test", () => {
  const ask = (userId: string, channel: "push" | "telegram" | "email", subscriptionId: number | null = null) =>
    database.db.write([insertTest(database.db.query, sql<string>`${userId}`, { channel, subscriptionId }, it.nowMs)]);

  test("of each channel is sent, and is no notification", async () => {
    const userId = await person({ browsers: 1, hasChat: true });
    const { query, read } = database.db;
    const [[own]] = await read([
      query.all<{ id: number }>(sql`SELECT id FROM push_subscriptions WHERE user_id = ${userId}`),
    ]);
    await ask(userId, "push", own?.id ?? 0);
    await ask(userId, "telegram");
    await ask(userId, "email");
    await it.run();
    expect(it.pushed.map(({ message }) => message.title)).toEqual(["This is a test"]);
    expect(it.telegrams).toHaveLength(1);
    const rows = await it.deliveriesOf(userId);
    expect(rows.map(({ sentAtMs, shownAtMs }) => [sentAtMs !== null, shownAtMs !== null])).toEqual([
      [true, false],
      [true, true],
      [false, false],
    ]);
    // The answer of the mail service comes to its row.
    const mail = `delivery:${rows[2]?.id}`;
    expect(await it.count("outbox", `id = '${mail}'`)).toBe(1);
    await database.db.write([
      query.run(sql`UPDATE outbox SET sent_at_ms = ${it.nowMs}, next_attempt_at_ms = NULL WHERE id = ${mail}`),
    ]);
    expect((await it.deliveriesOf(userId))[2]).toMatchObject({ shownAtMs: it.nowMs, dueAtMs: null, status: 200 });
  });

  test("by a service that is paused says so until it is sent", async () => {
    const userId = await person({ hasChat: true });
    it.answers = () => answer("busy", 429, 20_000);
    await it.tell(userId, "deposit_paid");
    await it.run();
    it.answers = () => ACCEPTED;
    await ask(userId, "telegram");
    await it.run();
    const [told, test] = await it.deliveriesOf(userId);
    expect([told?.status, test?.status, test?.attempts]).toEqual([429, PAUSED_STATUS, 0]);
    await it.pass(25_000);
    expect((await it.deliveriesOf(userId)).map(({ status }) => status)).toEqual([201, 201]);
    expect(it.telegrams).toHaveLength(3);
  });

  test("of what the person has not connected is none", async () => {
    const [userId, other] = [await person(), await person({ browsers: 1 })];
    const { query, read } = database.db;
    const [[theirs]] = await read([
      query.all<{ id: number }>(sql`SELECT id FROM push_subscriptions WHERE user_id = ${other}`),
    ]);
    const asked = [
      await ask(userId, "telegram"),
      await ask(userId, "push", theirs?.id ?? 0),
      await ask(userId, "push"),
    ];
    expect(asked.map(([rows]) => rows)).toEqual([[], [], []]);
  });
});

import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { deliveries, notificationSettings, notifications, telegramLinks } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { newBrowser } from "../../dev/test/test-push.ts";
import { apiStack, tripsInLog } from "../../dev/test/test-stack.ts";
import { CHANNELS } from "../contract/channels.ts";
import { DAY_MS } from "../contract/time.ts";
import { settingsSchema } from "../platform/env.ts";
import { LIMITS } from "../platform/rate-limit.ts";
import { signText } from "../platform/signed-text.ts";
import { shownReceipt } from "../push/push-receipt.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

async function channelsOf(client: Client) {
  const { status, body, dbTrips } = await client.get("/api/notifications/channels");
  expect([status, dbTrips]).toEqual([200, 1]);
  return body;
}

async function connect(client: Client): Promise<number> {
  const { endpoint, keys } = await newBrowser(stack);
  return (await client.post("/api/notifications/push", { endpoint, keys })).body.id;
}

type NewDelivery = Omit<typeof deliveries.$inferInsert, "userId">;

/** Inserts deliveries that nothing sends: they are not due. @returns their ids */
async function deliver({ userId }: Trader, ...rows: NewDelivery[]): Promise<number[]> {
  const values = rows.map((row) => ({ ...row, userId }));
  const [inserted] = await db.write([db.query.insert(deliveries).values(values).returning({ id: deliveries.id })]);
  return inserted.map(({ id }) => id);
}
const deliveryOf = async (id: number | undefined) =>
  (
    await db.read([
      db.query
        .select()
        .from(deliveries)
        .where(eq(deliveries.id, id ?? 0)),
    ])
  )[0][0];

describe("how a person is reached", () => {
  test("by mail alone at first, in the usual order", async () => {
    const trader = await newTrader(stack);
    expect(await channelsOf(trader)).toEqual({
      success: true,
      push: { publicKey: stack.settings.VAPID_PUBLIC_KEY, browsers: [] },
      telegram: { bot: stack.settings.TELEGRAM_BOT_NAME, link: null, pending: null },
      email: { address: trader.email, last: null },
      order: [...CHANNELS],
    });
  });

  test("says of each browser and channel what became of the last message", async () => {
    const trader = await newTrader(stack);
    const elsewhere = new Client(stack.origin);
    await elsewhere.post("/api/auth/login", { email: trader.email, password: trader.password });
    const [one, two] = [await connect(trader), await connect(elsewhere)];
    const atMs = Date.now() - 120_000;
    const linkedAtMs = atMs - DAY_MS;
    await db.write([
      db.query.insert(telegramLinks).values({
        userId: trader.userId,
        chatId: `chat of ${trader.userId}`,
        name: "@sok",
        linkedAtMs,
        heardAtMs: linkedAtMs,
      }),
    ]);
    const push = { channel: "push" as const, createdAtMs: atMs };
    await deliver(
      trader,
      { ...push, subscriptionId: one, sentAtMs: atMs, shownAtMs: atMs + 1_500, status: 201 },
      { ...push, subscriptionId: two, sentAtMs: atMs, status: 201 },
      { ...push, subscriptionId: two, status: 413 },
      { channel: "telegram", createdAtMs: atMs, status: 403 },
      { channel: "telegram", createdAtMs: atMs, sentAtMs: atMs, shownAtMs: atMs, status: 200 },
      { channel: "email", createdAtMs: atMs, sentAtMs: atMs, status: 200 },
    );
    const { push: pushes, telegram, email } = await channelsOf(trader);
    const at = (ms: number) => new Date(ms).toISOString();
    expect(pushes.browsers.map(({ id, last }: Record<string, unknown>) => [id, last])).toEqual([
      [two, { state: "failed", at: at(atMs), status: 413 }],
      [one, { state: "shown", at: at(atMs + 1_500), afterMs: 1_500 }],
    ]);
    expect(telegram.link).toEqual({
      name: "@sok",
      since: at(linkedAtMs),
      showsSums: false,
      isBlocked: false,
      last: { state: "shown", at: at(atMs), afterMs: 0 },
    });
    expect(email.last).toEqual({ state: "silent", at: at(atMs) });
  });

  test("has nothing of another person", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    const browser = await connect(trader);
    await deliver(
      trader,
      { channel: "push", subscriptionId: browser, createdAtMs: 1 },
      { channel: "email", createdAtMs: 1 },
    );
    const { push, email } = await channelsOf(other);
    expect([push.browsers, email.last]).toEqual([[], null]);
  });

  test("names the caller's own browser, also to another one of the same person", async () => {
    const trader = await newTrader(stack);
    const here = await connect(trader);
    const elsewhere = new Client(stack.origin);
    await elsewhere.post("/api/auth/login", { email: trader.email, password: trader.password });
    const isThis = (body: { push: { browsers: { id: number; isThis: boolean }[] } }) =>
      body.push.browsers.map(({ id, isThis }) => [id, isThis]);
    expect(isThis(await channelsOf(trader))).toEqual([[here, true]]);
    expect(isThis(await channelsOf(elsewhere))).toEqual([[here, false]]);
  });

  test("has each channel once, whatever order was stored", async () => {
    const trader = await newTrader(stack);
    await db.write([
      db.query.insert(notificationSettings).values({ userId: trader.userId, channelOrder: "email,telegram,push" }),
    ]);
    expect((await channelsOf(trader)).order).toEqual(["email", "telegram", "push"]);
  });
});

describe("a test of a channel", () => {
  const testOf = (client: Client, body: object) => client.post("/api/notifications/channels/test", body);

  test("is asked for by one round trip, for a browser of one's own or by mail", async () => {
    const trader = await newTrader(stack);
    const browser = await connect(trader);
    for (const body of [{ channel: "push", browser }, { channel: "email" }]) {
      const reply = await testOf(trader, body);
      expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
      expect(await deliveryOf(reply.body.id)).toMatchObject({
        userId: trader.userId,
        notificationId: null,
        channel: body.channel,
      });
    }
  });

  test("needs what it is of", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    const foreign = await connect(other);
    expect((await testOf(trader, { channel: "push", browser: foreign })).status).toBe(404);
    expect((await testOf(trader, { channel: "telegram" })).status).toBe(404);
    for (const body of [{ channel: "push" }, { channel: "email", browser: foreign }]) {
      const reply = await testOf(trader, body);
      expect([reply.status, reply.body.field]).toEqual([400, "browser"]);
    }
    expect((await testOf(trader, { channel: "sms" })).status).toBe(400);
  });

  test("is asked for so often in ten minutes, and not more", async () => {
    const trader = await newTrader(stack);
    const { max } = LIMITS.channelTestByAccount;
    for (let i = 0; i < max; i++) expect((await testOf(trader, { channel: "email" })).status).toBe(200);
    const refused = await testOf(trader, { channel: "email" });
    expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  });
});

describe("the receipt of a push", () => {
  const settings = () => settingsSchema.parse(stack.settings);
  const send = (receipt: string) => new Client(stack.origin).post("/api/notifications/shown", { receipt });

  test("counts once, without a session, and ends the take-over by another channel", async () => {
    const trader = await newTrader(stack);
    const subscriptionId = await connect(trader);
    const later = Date.now() + DAY_MS;
    const [[notification]] = await db.write([
      db.query
        .insert(notifications)
        .values({ userId: trader.userId, event: "demo_closed", subject: "1", detail: "{}", createdAtMs: Date.now() })
        .returning({ id: notifications.id }),
      // As if push were in charge, and the next channel due tomorrow: in one batch, or the worker may begin to tell of it in between.
      db.query
        .update(notifications)
        .set({ channel: "push", channelDueAtMs: later })
        .where(eq(notifications.userId, trader.userId)),
    ]);
    const isThis = eq(notifications.id, notification?.id ?? 0);
    const [id = 0] = await deliver(trader, {
      channel: "push",
      notificationId: notification?.id ?? null,
      subscriptionId,
      createdAtMs: Date.now(),
    });
    const receipt = await shownReceipt(settings(), id);
    const reply = await send(receipt);
    expect([reply.status, await tripsInLog(reply)]).toEqual([200, 1]);
    const shown = await deliveryOf(id);
    expect([shown?.shownAtMs, shown?.sentAtMs]).toEqual([expect.any(Number), shown?.shownAtMs]);
    const [[row]] = await db.read([db.query.select().from(notifications).where(isThis)]);
    expect([row?.channel, row?.channelDueAtMs]).toEqual(["push", null]);
    expect((await send(receipt)).status).toBe(200);
    expect(await deliveryOf(id)).toEqual(shown);
  });

  test("is worth nothing when it is not ours, of another purpose, changed, or too old", async () => {
    const trader = await newTrader(stack);
    const [id = 0] = await deliver(trader, { channel: "push", subscriptionId: await connect(trader), createdAtMs: 1 });
    const now = Date.now;
    const good = await shownReceipt(settings(), id);
    const [head = "", , signature = ""] = good.split(".");
    const claims = Buffer.from(JSON.stringify({ delivery: id, aud: "push_shown" })).toString("base64url");
    for (const receipt of [
      "x",
      `${head}.${claims}.${signature}`,
      await signText({ settings: settings(), now }, "google", { delivery: id }, 60),
      await signText({ settings: settings(), now }, "push_shown", { delivery: `${id}` }, 60),
      await shownReceipt({ ...settings(), COOKIE_SECRET: new Uint8Array(32) }, id),
      await shownReceipt(settings(), id, () => now() - 8 * DAY_MS),
    ]) {
      const reply = await send(receipt);
      expect([reply.status, reply.body.field, await tripsInLog(reply)]).toEqual([400, "receipt", 0]);
    }
    expect((await deliveryOf(id))?.shownAtMs).toBeNull();
  });

  test("of a delivery that is gone changes nothing", async () => {
    expect((await send(await shownReceipt(settings(), 2 ** 40))).status).toBe(200);
  });
});

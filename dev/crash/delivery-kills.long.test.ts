import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { notificationSettings, notifications, telegramLinks } from "../../db/schema/index.ts";
import { startBareWorkerd } from "../bare-workerd.ts";
import { SeededChance } from "../seeded-chance.ts";
import { Client } from "../test/test-client.ts";
import { databaseOf } from "../test/test-money.ts";
import { newTrader, type Trader } from "../test/test-people.ts";
import { newBrowser, pushesTo, type TestBrowser } from "../test/test-push.ts";
import { botMessagesTo, newTelegramPerson, writeToBot } from "../test/test-telegram.ts";
import { waitUntil } from "../test/wait-until.ts";
import { type CrashStack, startCrashStack } from "./crash-stack.ts";

setDefaultTimeout(3_600_000);

/** `DELIVERY_KILLS=200 bun test dev/crash/delivery-kills.long.test.ts` runs longer; `CRASH_SEED` repeats the moments of the kills. */
const KILLS = Number(process.env.DELIVERY_KILLS ?? 10);
const SEED = Number(process.env.CRASH_SEED ?? 20_261_129);
/** Some kills come before the claim, some between it and the request, some before the answer was written. */
const KILL_AFTER_MS_MAX = 120;

let stack: CrashStack;
beforeAll(async () => {
  stack = await startCrashStack({ startWorker: startBareWorkerd });
}, 600_000);
afterAll(() => stack?.stop());

/** @param client a session of the trader: each has one browser */
async function withBrowser(client: Client): Promise<TestBrowser> {
  const browser = await newBrowser(stack);
  const reply = await client.post("/api/notifications/push", { endpoint: browser.endpoint, keys: browser.keys });
  expect([reply.status, reply.body.code]).toEqual([200, undefined]);
  return browser;
}

/** Three people: by push on two browsers, by Telegram and then mail, and by mail before push. */
async function people() {
  const { query, write } = databaseOf(stack);
  const [pushed, written, mailed] = [await newTrader(stack), await newTrader(stack), await newTrader(stack)];
  const elsewhere = new Client(stack.origin);
  await elsewhere.post("/api/auth/login", { email: pushed.email, password: pushed.password });
  const browsers = [await withBrowser(pushed), await withBrowser(elsewhere)];
  const person = await newTelegramPerson(stack);
  await writeToBot(stack, person, "/start");
  const chat = { chatId: String(person.id), name: "@vanna", linkedAtMs: 0, heardAtMs: 0, showsSums: true };
  await withBrowser(mailed);
  const chosen = { channelOrder: "email,push,telegram" };
  await write([
    query.insert(telegramLinks).values({ userId: written.userId, ...chat }),
    query
      .insert(notificationSettings)
      .values({ userId: mailed.userId, ...chosen })
      .onConflictDoUpdate({ target: notificationSettings.userId, set: chosen }),
    query.run(sql`UPDATE notifications SET channel_due_at_ms = NULL, read_at_ms = 1`),
  ]);
  return { pushed, written, mailed, browsers, person };
}

test(`after ${KILLS} kills of the Worker or the database, nothing is lost or doubled on two browsers, Telegram and mail (seed ${SEED})`, async () => {
  const chance = new SeededChance(SEED);
  const { query, read, write } = databaseOf(stack);
  const { pushed, written, mailed, browsers, person } = await people();
  const all = [pushed, written, mailed];
  for (let kill = 0; kill < KILLS; kill++) {
    const row = { event: "deposit_paid", subject: `K${kill}`, detail: JSON.stringify({ cents: (kill + 1) * 100 }) };
    await write([
      query.insert(notifications).values(all.map(({ userId }) => ({ ...row, userId, createdAtMs: Date.now() }))),
    ]);
    // Its commit wakes the dispatcher. The kill may cut it off.
    const woken = pushed.post("/api/notifications/read", { ids: [1] }).catch(() => {});
    await Bun.sleep(chance.next() * KILL_AFTER_MS_MAX);
    if (chance.next() < 0.2) await stack.crashDatabase();
    else await stack.crashWorker();
    await woken;
  }
  const own = async (trader: Trader) => {
    const [rows] = await read([query.select().from(notifications).where(eq(notifications.userId, trader.userId))]);
    return rows.filter(({ event }) => event === "deposit_paid");
  };
  await waitUntil("all is told", async () => {
    await stack.wrangler.runCron();
    const rows = [...(await own(written)), ...(await own(mailed))];
    const [[waiting]] = await read([
      query.all<{ n: number }>(
        sql`SELECT count(*) AS n FROM deliveries WHERE channel = 'push' AND attempts > 0 AND sent_at_ms IS NULL AND due_at_ms IS NOT NULL`,
      ),
    ]);
    const isTold = rows.every(({ channel, channelDueAtMs }) => channel !== null && channelDueAtMs === null);
    const isPushed = (await own(pushed)).every(({ channel, mailId }) => channel === "push" || mailId !== null);
    return isTold && isPushed && waiting?.n === 0;
  });
  // A push that came twice takes its own place: by tag each is seen once, and a receipt counts once.
  const seen = await Promise.all(
    browsers.map(async (browser) => new Set((await pushesTo(stack, browser)).map(({ message }) => message.tag))),
  );
  const told = await own(pushed);
  const pushedTo = (id: number) => seen.map((tags) => tags.has(`notification:${id}`));
  const lost = told.filter(({ id, channel }) => channel === "push" && pushedTo(id).includes(false));
  expect(lost.map(({ id }) => id)).toEqual([]);
  const byPush = told.filter(({ channel }) => channel === "push").length;
  const [rows] = await read([
    query.all<{ id: number; channel: string; n: number }>(
      sql`SELECT notification_id AS id, channel, count(*) AS n FROM deliveries WHERE notification_id IS NOT NULL GROUP BY notification_id, channel, subscription_id`,
    ),
  ]);
  expect(rows.filter(({ n }) => n > 1)).toEqual([]);
  const texts = (await botMessagesTo(stack, person)).map(({ text }) => text);
  let byTelegram = 0;
  for (const { id, detail, mailId } of await own(written)) {
    const sum = `$${(JSON.parse(detail).cents / 100).toFixed(2)} `;
    const count = texts.filter((text) => text.includes(sum)).length;
    expect([id, count <= 1, count === 1 || mailId !== null]).toEqual([id, true, true]);
    byTelegram += count;
  }
  for (const { id, mailId } of await own(mailed)) expect([id, mailId !== null]).toEqual([id, true]);
  console.info(
    `${KILLS} kills: ${byPush} pushed to two browsers, ${byTelegram} by Telegram, the others of both by mail`,
  );
  expect(byPush).toBeGreaterThan(0);
  expect(byTelegram).toBeGreaterThan(0);
});

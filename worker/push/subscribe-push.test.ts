import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { auditLog, pushSubscriptions } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import type { Client, Reply } from "../../dev/test/test-client.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { newBrowser, type TestBrowser } from "../../dev/test/test-push.ts";
import { apiStack, startFreshApi, tripsInLog } from "../../dev/test/test-stack.ts";
import { DELIVERY } from "../contract/channels.ts";
import { endGone } from "./push-store.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

const subscribe = (client: Client, { endpoint, keys }: Pick<TestBrowser, "endpoint" | "keys">) =>
  client.post("/api/notifications/push", { endpoint, keys });
const unsubscribe = (client: Client, id: number) =>
  client.send("DELETE", "/api/notifications/push", {
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ id }),
  });
const answerOf = ({ status, body }: Reply) => [status, body.code, body.field];
const browsersOf = async (client: Client) => (await client.get("/api/notifications/channels")).body.push.browsers;
/** The browsers of the caller that take pushes, by their ids. */
const inUse = async (client: Client) =>
  (await browsersOf(client)).flatMap((one: { id: number; endedAt: string | null }) => (one.endedAt ? [] : [one.id]));
const rowsOf = async ({ endpoint }: TestBrowser) =>
  (await db.read([db.query.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))]))[0];
const auditOf = async ({ userId }: Trader) => {
  const isOwn = eq(auditLog.actor, userId);
  const [rows] = await db.read([db.query.select({ action: auditLog.action }).from(auditLog).where(isOwn)]);
  return rows.map(({ action }) => action).filter((action) => action.startsWith("user.push"));
};

test("a browser is subscribed by one round trip, and the same again changes nothing", async () => {
  const trader = await newTrader(stack);
  const browser = await newBrowser(stack);
  const first = await subscribe(trader, browser);
  expect([first.status, first.dbTrips]).toEqual([200, 1]);
  const again = await subscribe(trader, browser);
  expect([again.status, again.body.id]).toEqual([200, first.body.id]);
  expect(await browsersOf(trader)).toMatchObject([
    { id: first.body.id, isThis: true, endedAt: null, endedStatus: null, last: null },
  ]);
  expect(await auditOf(trader)).toEqual(["user.push_on"]);
});

test("two pages of a browser that subscribe it at once make one", async () => {
  const trader = await newTrader(stack);
  const browser = await newBrowser(stack);
  const answers = await Promise.all([1, 2, 3, 4].map(() => subscribe(trader, browser)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect(await rowsOf(browser)).toHaveLength(1);
});

describe("an attacker's endpoint is refused, and never called:", () => {
  test("whatever stands in its address", async () => {
    let calls = 0;
    const canary = Bun.serve({
      port: 0,
      fetch: () => {
        calls += 1;
        return new Response();
      },
    });
    const { port } = canary;
    const push = new URL(stack.urls.push);
    const trader = await newTrader(stack);
    const { keys } = await newBrowser(stack);
    for (const endpoint of [
      `http://127.0.0.1:${port}/push/a`,
      `http://localhost:${port}/push/a`,
      `https://127.0.0.1:${port}/push/a`,
      `http://user@127.0.0.1:${push.port}/push/a`,
      `http://127.0.0.1:${push.port}@127.0.0.1:${port}/push/a`,
      `http://localhost:${push.port}/push/a`,
      `http://127.0.0.1.:${push.port}/push/a`,
      `http://2130706433:${push.port}/push/a`,
      `HTTP://127.0.0.1:${push.port}/push/a`,
      "https://fcm.googleapis.com.evil.example/a",
      "https://10.0.0.1/a",
      "http://169.254.169.254/latest/meta-data",
      "https://[::1]/a",
      "file:///etc/passwd",
      "a",
    ]) {
      const reply = await subscribe(trader, { endpoint, keys });
      expect([endpoint, ...answerOf(reply)]).toEqual([endpoint, 400, "invalid_input", "endpoint"]);
      expect(await tripsInLog(reply)).toBe(0);
    }
    expect(await browsersOf(trader)).toEqual([]);
    expect(calls).toBe(0);
    await canary.stop(true);
  });

  test("an endpoint that is too long", async () => {
    const { keys, endpoint } = await newBrowser(stack);
    const reply = await subscribe(await newTrader(stack), { keys, endpoint: `${endpoint}/${"a".repeat(2_000)}` });
    expect(answerOf(reply)).toEqual([400, "invalid_input", "endpoint"]);
  });
});

test("keys that nothing could be encrypted with are refused", async () => {
  const trader = await newTrader(stack);
  const { endpoint, keys } = await newBrowser(stack);
  const flipped = `${keys.p256dh.slice(0, -5)}${keys.p256dh.at(-5) === "A" ? "B" : "A"}${keys.p256dh.slice(-4)}`;
  for (const [odd, field] of [
    [{ ...keys, p256dh: `B${"A".repeat(86)}` }, "keys"],
    [{ ...keys, p256dh: flipped }, "keys"],
    [{ ...keys, p256dh: `A${keys.p256dh.slice(1)}` }, "keys"],
    [{ ...keys, p256dh: "BAAA" }, "keys.p256dh"],
    [{ ...keys, auth: "AAAA" }, "keys.auth"],
    [{ ...keys, auth: `${keys.auth}==` }, "keys.auth"],
  ] as const) {
    expect(answerOf(await subscribe(trader, { endpoint, keys: odd }))).toEqual([400, "invalid_input", field]);
  }
  expect(await browsersOf(trader)).toEqual([]);
});

test("a browser that another person uses now shows nothing of the first one's account", async () => {
  const [first, second] = await Promise.all([newTrader(stack), newTrader(stack)]);
  const browser = await newBrowser(stack);
  await subscribe(first, browser);
  const { body } = await subscribe(second, browser);
  expect([await inUse(first), await inUse(second)]).toEqual([[], [body.id]]);
});

test("a browser shows nothing any more when its session is signed out, and again after the next log-in", async () => {
  const trader = await newTrader(stack);
  const browser = await newBrowser(stack);
  await subscribe(trader, browser);
  await trader.post("/api/auth/logout");
  const [row] = await rowsOf(browser);
  expect([row?.endedAtMs, row?.endedStatus]).toEqual([expect.any(Number), null]);
  await trader.post("/api/auth/login", { email: trader.email, password: trader.password });
  expect((await subscribe(trader, browser)).status).toBe(200);
  expect(await inUse(trader)).toHaveLength(1);
});

test("an endpoint that its push service has ended is not subscribed again, and another one of the browser takes its place", async () => {
  const trader = await newTrader(stack);
  const browser = await newBrowser(stack);
  const { body } = await subscribe(trader, browser);
  await db.write([endGone(db.query, body.id, 410, Date.now())]);
  expect(await browsersOf(trader)).toMatchObject([{ id: body.id, endedAt: expect.any(String), endedStatus: 410 }]);
  expect(answerOf(await subscribe(trader, browser))).toEqual([409, "wrong_state", undefined]);
  await subscribe(trader, await newBrowser(stack));
  expect(await browsersOf(trader)).toMatchObject([{ endedAt: null }]);
});

test("one browser more than the most ends the oldest", async () => {
  const trader = await newTrader(stack);
  const ids: number[] = [];
  for (let i = 0; i <= DELIVERY.browsersMax; i++) ids.push((await subscribe(trader, await newBrowser(stack))).body.id);
  expect(await inUse(trader)).toEqual(ids.slice(1).reverse());
});

test("a person ends their own browsers alone, and again is no fault", async () => {
  const [owner, other] = await Promise.all([newTrader(stack), newTrader(stack)]);
  const browser = await newBrowser(stack);
  const { body } = await subscribe(owner, browser);
  expect((await unsubscribe(other, body.id)).status).toBe(200);
  expect(await inUse(owner)).toEqual([body.id]);
  const ended = await unsubscribe(owner, body.id);
  expect([ended.status, ended.dbTrips]).toEqual([200, 1]);
  expect((await unsubscribe(owner, body.id)).status).toBe(200);
  expect(await browsersOf(owner)).toEqual([]);
  expect(await auditOf(owner)).toEqual(["user.push_on", "user.push_off"]);
  // Turned on again in the same browser, which may have the same endpoint.
  expect((await subscribe(owner, browser)).status).toBe(200);
  const isOpen = and(eq(pushSubscriptions.userId, owner.userId), isNull(pushSubscriptions.endedAtMs));
  expect((await db.read([db.query.select().from(pushSubscriptions).where(isOpen)]))[0]).toHaveLength(1);
});

test("an installation without keys has no web push", async () => {
  const own = await startFreshApi({ VAPID_PUBLIC_KEY: "", VAPID_PRIVATE_KEY: "", VAPID_SUBJECT: "" });
  const trader = await newTrader(own);
  const channels = await trader.get("/api/notifications/channels");
  expect(channels.body.push).toEqual({ publicKey: null, browsers: [] });
  const { endpoint, keys } = await newBrowser(stack);
  expect((await subscribe(trader, { endpoint, keys })).status).toBe(404);
  await own.stop();
});

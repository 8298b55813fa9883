import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { auditLog, pushSubscriptions } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client, type Reply } from "../../dev/test/test-client.ts";
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

const subscribe = (client: Client, { endpoint, keys }: Pick<TestBrowser, "endpoint" | "keys">, before?: TestBrowser) =>
  client.post("/api/notifications/push", { endpoint, keys, ...(before && { before: before.endpoint }) });
/** Another browser in which the trader is signed in. */
async function signedInElsewhere({ email, password }: Trader): Promise<Client> {
  const client = new Client(stack.origin);
  await client.post("/api/auth/login", { email, password });
  return client;
}
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

describe("a browser's subscription that took the place of an earlier one", () => {
  test("is the only one in use, and those of other browsers stay", async () => {
    const trader = await newTrader(stack);
    const other = (await subscribe(await signedInElsewhere(trader), await newBrowser(stack))).body.id;
    const earlier = [await newBrowser(stack), await newBrowser(stack)];
    for (const browser of earlier) await subscribe(trader, browser);
    const { body, dbTrips } = await subscribe(trader, await newBrowser(stack));
    expect([await inUse(trader), dbTrips]).toEqual([[body.id, other], 1]);
    // The browser has replaced it: its push service did not end it.
    expect((await Promise.all(earlier.map(rowsOf))).flat()).toMatchObject([
      { endedAtMs: expect.any(Number), endedStatus: null },
      { endedAtMs: expect.any(Number), endedStatus: null },
    ]);
    expect(await browsersOf(trader)).toHaveLength(2);
  });

  test("is one of those that two pages made at once", async () => {
    const trader = await newTrader(stack);
    await subscribe(trader, await newBrowser(stack));
    const browsers = await Promise.all([1, 2, 3, 4].map(() => newBrowser(stack)));
    const answers = await Promise.all(browsers.map((browser) => subscribe(trader, browser)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const left = await inUse(trader);
    expect(left).toHaveLength(1);
    expect(answers.map(({ body }) => body.id)).toContain(left[0]);
  });

  test("ends the one that it names also when that was of another session, but none of another person", async () => {
    const [trader, stranger] = await Promise.all([newTrader(stack), newTrader(stack)]);
    const [before, foreign] = [await newBrowser(stack), await newBrowser(stack)];
    await subscribe(await signedInElsewhere(trader), before);
    const { body: theirs } = await subscribe(stranger, foreign);
    const first = await subscribe(trader, await newBrowser(stack), before);
    expect(await inUse(trader)).toEqual([first.body.id]);
    const second = await subscribe(trader, await newBrowser(stack), foreign);
    expect([await inUse(trader), await inUse(stranger)]).toEqual([[second.body.id], [theirs.id]]);
  });

  test("is the earlier one again when the browser comes back to it in another session", async () => {
    const trader = await newTrader(stack);
    const elsewhere = await signedInElsewhere(trader);
    const browser = await newBrowser(stack);
    const { body } = await subscribe(trader, browser);
    await subscribe(elsewhere, await newBrowser(stack));
    // The same endpoint moves to this session, whose own has to end before.
    expect((await subscribe(elsewhere, browser, browser)).body.id).toBe(body.id);
    expect(await inUse(elsewhere)).toEqual([body.id]);
  });

  test("cannot stay in use beside another one of its session, whatever wrote it", async () => {
    const trader = await newTrader(stack);
    const browser = await newBrowser(stack);
    await subscribe(trader, browser);
    const [row] = await rowsOf(browser);
    if (!row) throw new Error("the subscription is not stored");
    const { id, ...copy } = row;
    const again = db.write([
      db.query.insert(pushSubscriptions).values({ ...copy, endpoint: `${copy.endpoint}-${id}` }),
    ]);
    expect(String(await again.catch((error: unknown) => (error as Error).cause ?? error))).toContain("session_id");
  });
});

test("one browser more than the most ends the oldest", async () => {
  const trader = await newTrader(stack);
  const { userId } = trader;
  const others = Array.from({ length: DELIVERY.browsersMax }, (_, number) => ({
    ...{ userId, sessionId: `${number} of ${userId}`, endpoint: `https://push.example/${userId}/${number}` },
    ...{ publicKey: "p", secret: "s", createdAtMs: 0 },
  }));
  const [rows] = await db.write([
    db.query.insert(pushSubscriptions).values(others).returning({ id: pushSubscriptions.id }),
  ]);
  const { body } = await subscribe(trader, await newBrowser(stack));
  const left = rows.map(({ id }) => id).slice(1);
  expect(await inUse(trader)).toEqual([...left, body.id].reverse());
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

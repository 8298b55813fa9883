import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { openDeposit, refetch, verifyPayment } from "../../dev/test/test-deposits.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { type Admin, newAdmin, newPerson, newTrader } from "../../dev/test/test-people.ts";
import { startFreshApi } from "../../dev/test/test-stack.ts";
import { outage } from "../../dev/test/test-stand-ins.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let admin: Admin;
beforeAll(async () => {
  stack = await startFreshApi();
  admin = await newAdmin(stack);
}, 600_000);
afterEach(() => Promise.all(Object.values(stack.urls).map((url) => outage(url, "off"))));
afterAll(() => stack.stop());

/** The state of all services after the counts were reported, which the cron does at its end. */
async function health() {
  await stack.wrangler.runCron();
  const reply = await admin.get("/api/health/deep");
  expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
  return reply.body;
}

async function healthOf(service: string) {
  const { services } = await health();
  // biome-ignore lint/suspicious/noExplicitAny: a reply's body has no type
  return services.find((one: any) => one.service === service);
}

/** The health of a service once the condition holds. */
function healthOnce(service: string, isSo: (state: string) => boolean) {
  return waitUntil(`${service} is so`, async () => {
    const known = await healthOf(service);
    return isSo(known.state) && known;
  });
}

const signUp = () => new Client(stack.origin).post("/api/auth/signup", newPerson());

test("a service that was called is up, and one that was not needed yet is unknown", async () => {
  const { status, services } = await health();
  expect(status).toBe("up");
  const states = Object.fromEntries(services.map(({ service, state }: Record<string, string>) => [service, state]));
  expect(states).toMatchObject({
    database: "up",
    journal: "up",
    images: "up",
    google: "up",
    passwords: "up",
    jobs: "up",
  });
  expect(states).toMatchObject({ bakong: "unknown" });
  for (const { state, lastSuccessAt, calls, failures } of services) {
    if (state !== "up") continue;
    expect([Date.now() - Date.parse(lastSuccessAt) < 60_000, calls > 0, failures]).toEqual([true, true, 0]);
  }
});

test("a mail failure is visible, and gone once mail is sent again", async () => {
  await outage(stack.urls.mail, "refuse");
  await signUp();
  const down = await healthOnce("mail", (state) => state === "down");
  expect(down.failures).toBeGreaterThan(0);
  expect(down.errorRate).toBeGreaterThan(0);
  expect(Date.parse(down.lastFailureAt)).toBeGreaterThan(Date.parse(down.lastSuccessAt ?? 0));
  expect((await health()).status).toBe("degraded");
  await outage(stack.urls.mail, "off");
  await signUp();
  const back = await healthOnce("mail", (state) => state !== "down");
  expect(back.state).toBe("shaky");
  expect(Date.parse(back.lastSuccessAt)).toBeGreaterThan(Date.parse(down.lastFailureAt));
});

test("a payment network that does not answer is visible", async () => {
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader);
  await outage(stack.urls.bakong, "refuse");
  await refetch(databaseOf(stack), deposit);
  await verifyPayment(trader, deposit);
  const bakong = await healthOnce("bakong", (state) => state === "down");
  expect(bakong.failures).toBeGreaterThan(0);
  await outage(stack.urls.bakong, "off");
});

test("a failure to load Google's keys is visible before anybody signs in", async () => {
  await outage(stack.urls.google, "refuse");
  expect((await healthOf("google")).state).toBe("down");
  await outage(stack.urls.google, "off");
  expect((await healthOf("google")).state).not.toBe("down");
});

test("the database's own failures are known afterwards", async () => {
  await outage(stack.urls.libsql, "refuse");
  expect((await admin.get("/api/auth/check")).status).toBe(503);
  await outage(stack.urls.libsql, "off");
  const database = await healthOf("database");
  expect(database.failures).toBeGreaterThan(0);
  expect(database.state).not.toBe("down");
});

test("the feed shows the source and age of its prices; reading that opens no connection", async () => {
  const before = (await health()).feed;
  expect(before).toMatchObject({ upstream: "Coinbase, Kraken, Finnhub", isSimulated: true });
  await new Client(stack.origin).get("/api/market/prices");
  const { feed, services } = await waitUntil("every price has come", async () => {
    const known = await health();
    return known.feed.prices.every(({ at }: { at: string }) => at) && known;
  });
  expect(feed).toMatchObject({ isWanted: true, isConnected: true });
  expect(feed.prices).toHaveLength(5);
  for (const { at } of feed.prices) expect(Date.now() - Date.parse(at)).toBeLessThan(60_000);
  // biome-ignore lint/suspicious/noExplicitAny: a reply's body has no type
  expect(services.find((one: any) => one.service === "prices").state).toBe("up");

  await outage(stack.urls.priceSource, "refuse");
  const away = await healthOnce("prices", (state) => state === "down");
  expect(away.failures).toBeGreaterThan(0);
  await outage(stack.urls.priceSource, "off");
});

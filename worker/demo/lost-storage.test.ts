import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { storedFirings } from "../../dev/test/stored-firings.ts";
import { addAlerts, alertTerms } from "../../dev/test/test-alerts.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { demoCommand, marketOrder, restingOrder } from "../../dev/test/test-demo-account.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { TimedObjects } from "../../dev/test/timed-objects.ts";
import type { DemoEvent } from "../contract/demo/demo-types.ts";
import { decodeRecords } from "../contract/tape/tape-codec.ts";
import type { TapeRecord } from "../contract/tape/tape-record.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { PRICE_FEED_NAME } from "../prices/hub-shards.ts";

setDefaultTimeout(600_000);

/** A Monday at 10:00 in New York. */
const START_MS = Date.parse("2026-11-23T10:00:00-05:00");
const BOOK = ["TRIGGER_BOOK", "trigger-book"] as const;
const FEED = ["PRICE_FEED", PRICE_FEED_NAME] as const;
const database = setUpDatabase();

let objects: TimedObjects;
let trader: Trader;
beforeEach(async () => {
  objects = new TimedObjects({ startMs: START_MS, databaseUrl: database.url });
  trader = await newTrader(objects.stack);
});
afterEach(() => objects.stop());

const send = (body: object) => objects.call(() => demoCommand(trader, body));
const order = (changes: object = {}) => marketOrder({ amount: 0.01, ...changes });
const wait = (ms: number) => objects.runUntil(objects.clock.nowMs + ms);

/** An object goes back to an earlier state of its storage, and all start anew. */
async function lose(putBack: () => void): Promise<void> {
  await objects.restart();
  putBack();
}

/** Bitcoin has a fresh price. */
async function quote(bid = 66_000): Promise<void> {
  await objects.call(() => objects.book().market("nobody", []));
  await wait(100);
  for (const source of ["coinbase", "kraken"] as const) {
    objects.sources.quote(source, "BTCUSDm", { bid, ask: bid + 1, atMs: objects.clock.nowMs });
  }
  await wait(100);
}

/** The events of the account's log, with the numbers of its rows. */
async function log(): Promise<{ numbers: number[]; events: DemoEvent[] }> {
  const rows = await objects.account(trader.userId).logRows(0, 1_000);
  const lines = rows.flatMap((row) => row.events.split("\n").filter((line) => line !== ""));
  return { numbers: rows.map(({ number }) => number), events: lines.map((line) => JSON.parse(line)) };
}

const fills = async () => (await log()).events.filter((event) => event.type === "filled");

/** The records in the bucket. */
const shipped = (): TapeRecord[] => [...objects.bucket.values()].flatMap(decodeRecords);

test("a tape that ends before what the book has seen goes on after it, says so, and orders fill at once in the next minute", async () => {
  await quote();
  const putBack = objects.keepStorage(...FEED);
  for (let i = 0; i < 20; i++) await quote(66_010 + i);
  expect((await send(order())).status).toBe(200);
  // The book stores by now what it has seen.
  await wait(31_000);
  const lastSeen = await objects.book().seq();
  await lose(putBack);

  await quote(66_020);
  await wait(MINUTE_MS);
  await quote(66_030);
  expect(await send(order())).toMatchObject({ status: 200 });
  expect((await fills()).length).toBe(2);
  await wait(2 * MINUTE_MS);
  const gap = shipped().find(({ seq }) => seq > lastSeen);
  expect(gap).toMatchObject({ seq: lastSeen + 1, type: "gap", reason: "restart" });
  expect((await fills())[1]?.fill.quote.seq).toBeGreaterThan(lastSeen);
});

test("a tape that ends before what an account has seen, when the book has lost its end too, refuses no order", async () => {
  await quote();
  const putBack = [objects.keepStorage(...FEED), objects.keepStorage(...BOOK)];
  for (let i = 0; i < 20; i++) await quote(66_010 + i);
  expect((await send(order({ stop: 60_000 }))).status).toBe(200);
  await lose(() => {
    for (const one of putBack) one();
  });
  await quote(66_020);
  await wait(MINUTE_MS);
  await quote(66_030);
  // The first command tells the book, and the book the tape, what was seen.
  await send(order());
  await wait(MINUTE_MS);
  await quote(66_040);
  expect(await send(order())).toMatchObject({ status: 200 });
});

test("an order whose level the book has lost fills at the quote that reached it, once the account has asked", async () => {
  await quote();
  const putBack = objects.keepStorage(...BOOK);
  expect((await send(restingOrder({ price: 65_000 }))).status).toBe(200);
  await wait(1_000);
  await lose(putBack);
  await quote(64_900);
  const reachedBy = (await objects.feed().listenToTape("trigger-book")).newest.BTCUSDm?.seq;
  await wait(MINUTE_MS);
  await quote(66_000);
  await wait(HOUR_MS + MINUTE_MS);
  expect((await fills()).map(({ fill }) => [fill.rule, fill.quote.seq])).toEqual([["limit", reachedBy ?? 0]]);
  // Asked again, it fills no second time.
  await wait(HOUR_MS + MINUTE_MS);
  expect((await fills()).length).toBe(1);
});

test("an alert that the book has lost tells of the quote that reached it, once", async () => {
  await quote();
  const putBack = objects.keepStorage(...BOOK);
  await wait(1_000);
  await quote();
  const terms = alertTerms({ condition: { type: "level", direction: "falls", price: 6_500_000 } });
  await addAlerts(databaseOf(objects.stack), trader.userId, [terms], objects.clock.nowMs);
  await objects.call(() => objects.book().alertsChanged(trader.userId));
  await quote(64_900);
  const reachedBy = (await objects.feed().listenToTape("trigger-book")).newest.BTCUSDm?.seq;
  await lose(putBack);
  await quote(66_000);
  await wait(MINUTE_MS);
  expect((await storedFirings(objects.stack, trader.userId)).map(({ seq }) => seq)).toEqual([reachedBy ?? 0]);
});

test("an account that has lost the end of its log keeps what rests in it, and gives no number of a row twice", async () => {
  await quote();
  expect((await send(restingOrder({ price: 65_000 }))).status).toBe(200);
  await wait(1_000);
  const putBack = objects.keepStorage("DEMO_ACCOUNT", trader.userId);
  for (const price of [64_000, 63_000]) expect((await send(restingOrder({ price }))).status).toBe(200);
  await quote(64_900);
  await wait(1_000);
  expect((await fills()).length).toBe(1);
  const before = await log();
  await lose(putBack);

  await quote(66_000);
  expect(await send(restingOrder({ price: 1_000 }))).toMatchObject({ status: 200 });
  await wait(5_000);
  const { numbers } = await log();
  const lost = before.numbers.filter((number) => number > 2);
  expect(numbers.some((number) => lost.includes(number))).toBe(false);
  // The order of before reached its level while the log had it no longer: the quote is taken from the tape, once.
  expect((await fills()).map(({ fill }) => fill.rule)).toEqual(["limit"]);
  // A page that has a lost row is given the whole state.
  expect(await objects.account(trader.userId).state(before.numbers.at(-1) ?? 0)).toHaveProperty("state");
});

import { afterEach, beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { demoParts, demoRuns } from "../../db/schema/index.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { demoCommand, marketOrder, restingOrder } from "../../dev/test/test-demo-account.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { TimedObjects, tablesIn } from "../../dev/test/timed-objects.ts";
import { drawingChange, horizontalLine } from "../../web/test/test-terminal.ts";
import type { DemoState } from "../contract/demo/demo-state.ts";
import type { DemoEvent } from "../contract/demo/demo-types.ts";
import { nextTradingDayEnd } from "../contract/market-sessions.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { endAllSessions } from "../platform/session-store.ts";
import { erasePerson } from "../platform/user-store.ts";
import { deleteDemoResults } from "./demo-result-store.ts";

setDefaultTimeout(600_000);

/** A Monday at 10:00 in New York. */
const START_MS = Date.parse("2026-11-23T10:00:00-05:00");
const DAY_END_MS = nextTradingDayEnd(START_MS);
const database = setUpDatabase();

let objects: TimedObjects;
let trader: Trader;
beforeEach(async () => {
  objects = new TimedObjects({ startMs: START_MS, databaseUrl: database.url });
  trader = await newTrader(objects.stack);
});
afterEach(() => objects.stop());

const send = (body: object) => objects.call(() => demoCommand(trader, body));

/** The account's state, also when the trader's session has ended meanwhile. */
async function stateOf(): Promise<DemoState> {
  const answer = await objects.account(trader.userId).state(null);
  if (!("state" in answer)) throw new Error("no state");
  return answer.state;
}

/** Everything that the account's log says happened. */
async function events(): Promise<DemoEvent[]> {
  const rows = await objects.account(trader.userId).logRows(0, 1_000);
  return rows.flatMap((row) =>
    row.events
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line)),
  );
}

/** Bitcoin has a fresh price. */
async function quote(bid = 66_000): Promise<void> {
  await objects.call(() => objects.book().market("nobody", []));
  await objects.runUntil(objects.clock.nowMs + 100);
  for (const source of ["coinbase", "kraken"] as const) {
    objects.sources.quote(source, "BTCUSDm", { bid, ask: bid + 1, atMs: objects.clock.nowMs });
  }
  await objects.runUntil(objects.clock.nowMs + 100);
}

test("at the end of the trading day a position is charged by the account's alarm, without anybody looking", async () => {
  const typical = { startBalance: 10_000, costs: "typical", leverage: 5 };
  expect((await send({ type: "reset", run: 1, ...typical })).status).toBe(200);
  await quote();
  expect((await send(marketOrder({ run: 2 }))).status).toBe(200);
  await objects.runUntil(DAY_END_MS);
  expect((await events()).some(({ type }) => type === "overnight_charged")).toBe(false);
  await objects.runUntil(DAY_END_MS + 3_000);
  const charged = (await events()).filter((event) => event.type === "overnight_charged");
  // A fifth of 6,600.10 dollars a year, a day of it.
  expect(charged).toEqual([{ type: "overnight_charged", at: DAY_END_MS, positionId: 1, cents: 367 }]);
  await objects.runUntil(DAY_END_MS + 2 * DAY_MS + 3_000);
  expect((await events()).filter(({ type }) => type === "overnight_charged").length).toBe(3);
});

test("the state says how far a trailing stop has followed the market, which no input has brought to the account", async () => {
  await quote(66_000);
  expect(await send(marketOrder({ trail: 500 }))).toMatchObject({ status: 200 });
  await quote(66_300);
  await quote(66_100);
  const [position] = (await stateOf()).run?.positions ?? [];
  expect(position?.extreme?.price).toBe(6_630_050);
  const since = await objects.account(trader.userId).state(1);
  expect(since).toMatchObject({ trails: [{ positionId: 1, extreme: position?.extreme }] });
  await quote(65_800);
  expect((await stateOf()).run).toMatchObject({ positions: [], closed: 1 });
});

test("orders for the day expire by the account's alarm, also when its market is closed and after a restart", async () => {
  const expiresAt = new Date(DAY_END_MS).toISOString();
  for (const symbol of ["BTCUSD", "US500", "XAUUSDm"]) {
    expect((await send(restingOrder({ symbol, expiresAt }))).status).toBe(200);
  }
  expect((await send(restingOrder())).status).toBe(200);
  await objects.runUntil(DAY_END_MS - HOUR_MS);
  await objects.restart();
  await objects.runUntil(DAY_END_MS + 3_000);
  const ended = (await events()).filter((event) => event.type === "order_ended");
  expect(ended.map(({ orderId, reason, at }) => [orderId, reason, at])).toEqual(
    [1, 2, 3].map((id) => [id, "expired", DAY_END_MS]),
  );
  expect((await stateOf()).run?.orders.map(({ id }) => id)).toEqual([4]);
});

test("the feed stays awake while an order rests, though nobody looks for a day, and sleeps when none does", async () => {
  await quote(66_000);
  expect((await send(restingOrder({ price: 60_000 }))).status).toBe(200);
  const untilMs = objects.clock.nowMs + DAY_MS;
  for (; objects.clock.nowMs < untilMs; await objects.runUntil(objects.clock.nowMs + HOUR_MS)) {
    expect((await objects.feed().status()).isWanted).toBe(true);
  }
  objects.sources.quote("coinbase", "BTCUSDm", { bid: 59_000, ask: 59_001, atMs: objects.clock.nowMs });
  await objects.runUntil(objects.clock.nowMs + 1_000);
  expect((await events()).at(-1)).toMatchObject({ type: "filled", fill: { rule: "limit", price: 5_900_050 } });
  await objects.runUntil(objects.clock.nowMs + 5 * MINUTE_MS);
  expect((await objects.feed().status()).isWanted).toBe(false);
});

test("5,000 commands a day are carried out, and the next one when the oldest of them is a day ago", async () => {
  expect((await send(restingOrder({ amount: 0.001 }))).status).toBe(200);
  // As many answers of an hour ago as sending that many commands would leave behind.
  objects.storageOf(trader.userId).exec(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4998)
    INSERT INTO demo_answers SELECT 'key-' || n, '', '{}', ? FROM numbers`,
    objects.clock.nowMs - HOUR_MS,
  );
  expect((await send(restingOrder({ amount: 0.001 }))).status).toBe(200);
  expect((await send(restingOrder({ amount: 0.001 }))).status).toBe(429);
  expect((await stateOf()).run?.orders.length).toBe(2);
  await objects.runUntil(objects.clock.nowMs + DAY_MS - HOUR_MS);
  // The session has ended meanwhile.
  const cancel = { key: "the next day", fingerprint: "", command: { type: "cancel_all", run: 1 } } as const;
  const outcome = await objects.call(() => objects.account(trader.userId).command(trader.userId, cancel));
  expect(outcome).toMatchObject({ answer: { events: [{ type: "order_ended" }, { type: "order_ended" }] } });
});

test("commands set the alarm once, and it itself once more, as each time is a row that is written", async () => {
  await quote();
  expect((await send(marketOrder({ amount: 0.001 }))).status).toBe(200);
  await objects.runUntil(objects.clock.nowMs + 5 * MINUTE_MS);
  await quote();
  const before = objects.alarmsSetBy(trader.userId);
  for (let i = 0; i < 5; i++) expect((await send(restingOrder({ amount: 0.001 }))).status).toBe(200);
  expect(objects.alarmsSetBy(trader.userId) - before).toBe(1);
  await objects.runUntil(objects.clock.nowMs + MINUTE_MS);
  expect(objects.alarmsSetBy(trader.userId) - before).toBe(2);
});

test("an account whose person closed theirs is deleted by its alarm, if the Worker dies before it says so", async () => {
  await quote();
  expect((await send(marketOrder({ stop: 1 }))).status).toBe(200);
  expect((await send({ type: "close", positionId: 1, version: 1, amount: 0.04 })).status).toBe(200);
  const { query, read, write } = databaseOf(objects.stack);
  const parts = () => read([query.select().from(demoParts).where(eq(demoParts.userId, trader.userId))]);
  expect((await parts())[0].length).toBe(1);

  await objects.account(trader.userId).expectClosing();
  await write([
    erasePerson(query, trader.userId, objects.clock.nowMs),
    ...endAllSessions(query, trader.userId),
    ...deleteDemoResults(query, trader.userId),
  ]);
  await objects.restart();
  await objects.runUntil(objects.clock.nowMs + 29_000);
  expect(tablesIn(objects.storageOf(trader.userId))).toContain("demo_log");
  await objects.runUntil(objects.clock.nowMs + 3_000);
  expect(tablesIn(objects.storageOf(trader.userId))).toEqual([]);
  expect(await objects.book().market(trader.userId, [])).toMatchObject({ due: [] });
  expect((await parts())[0]).toEqual([]);
  // Nothing wakes it again, and the feed sleeps, as no level rests.
  await objects.runUntil(objects.clock.nowMs + HOUR_MS);
  expect((await objects.feed().status()).isWanted).toBe(false);
});

test("drawings alone are deleted with the account too, by its alarm or when it is told", async () => {
  const change = () => objects.call(() => trader.post("/api/terminal/changes", { changes: [drawingChange()] }));
  const tables = () => tablesIn(objects.storageOf(trader.userId));
  expect((await change()).status).toBe(200);
  await objects.account(trader.userId).erase();
  expect(tables()).toEqual([]);

  expect((await change()).status).toBe(200);
  await objects.restart();
  expect(await objects.account(trader.userId).drawings("BTCUSDm")).toMatchObject({ number: 1, records: [{}] });
  await objects.account(trader.userId).expectClosing();
  await objects.runUntil(objects.clock.nowMs + HOUR_MS);
  expect(tables()).toContain("terminal_entries");

  await objects.account(trader.userId).expectClosing();
  const { query, write } = databaseOf(objects.stack);
  await write([erasePerson(query, trader.userId, objects.clock.nowMs)]);
  await objects.restart();
  await objects.runUntil(objects.clock.nowMs + 33_000);
  expect(tables()).toEqual([]);
  // A request that was under way meanwhile brings nothing back.
  const late = await objects.account(trader.userId).changeTerminal(trader.userId, [drawingChange()]);
  expect(late).toMatchObject({ refused: { code: "not_signed_in" } });
  expect(tables()).toEqual([]);
});

test("of a symbol's deletions the newest 2,000 are kept", async () => {
  const account = objects.account(trader.userId);
  const gone = Array.from({ length: 2_001 }, () => drawingChange({ body: null }));
  for (let from = 0; from < gone.length; from += 100) {
    await account.changeTerminal(trader.userId, gone.slice(from, from + 100));
  }
  const late = gone.map((change) => ({ ...change, body: horizontalLine(1) }));
  await account.changeTerminal(trader.userId, late.slice(0, 2));
  const { records } = await account.drawings("BTCUSDm");
  expect(records).toMatchObject([{ id: gone[0]?.id }]);
});

test("an account whose person did not close theirs after all stays as it was", async () => {
  expect((await send(restingOrder())).status).toBe(200);
  await objects.account(trader.userId).expectClosing();
  await objects.runUntil(objects.clock.nowMs + HOUR_MS);
  expect((await stateOf()).run?.orders.length).toBe(1);
});

test("200 orders can rest and 200 positions be open, and what is more is refused and changes nothing", async () => {
  await quote();
  /** Sends a command as often as it is carried out, sixty a minute. */
  const repeat = async (body: object, times: number) => {
    for (let i = 0; i < times; i++) {
      if (i % 60 === 0) {
        await objects.runUntil(objects.clock.nowMs + 61_000);
        await quote();
      }
      const reply = await send(body);
      if (reply.status !== 200) throw new Error(`command ${i}: ${JSON.stringify(reply.body)}`);
    }
  };
  await repeat(restingOrder({ amount: 0.00001 }), 200);
  await repeat(marketOrder({ amount: 0.00001, stop: 1, target: 999_999 }), 200);
  await objects.runUntil(objects.clock.nowMs + 61_000);
  await quote();
  const before = await stateOf();
  expect([before.run?.orders.length, before.run?.positions.length]).toEqual([200, 200]);
  for (const body of [restingOrder(), restingOrder({ orderType: "stop", price: 99_999 })]) {
    const reply = await send(body);
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      409,
      "too_many_open",
      "You have 200 orders waiting. Cancel one first.",
    ]);
  }
  const full = await send(marketOrder({ amount: 0.00001 }));
  expect([full.status, full.body.message]).toEqual([409, "You have 200 open positions. Close one first."]);
  expect(await stateOf()).toEqual(before);

  // One that reaches its price while the account is full ends, and each of both limits has room again afterwards.
  expect((await send({ type: "cancel_order", orderId: 1, version: 1 })).status).toBe(200);
  expect((await send(restingOrder({ amount: 0.00001, price: 65_999 }))).status).toBe(200);
  await quote(65_000);
  expect((await events()).at(-1)).toMatchObject({ type: "order_ended", reason: "too_many_positions" });
  const closed = await send({ type: "close_all", run: 1 });
  expect(closed.body.events.length).toBe(200);
  expect((await send({ type: "cancel_all", run: 1 })).body.events.length).toBe(199);
  expect((await stateOf()).run).toMatchObject({ orders: [], positions: [] });
});

test("results that contradict the database are tried a few times, stated once, and then tried with each new row alone", async () => {
  const { db } = database;
  const wrong = { userId: trader.userId, run: 1, startCents: 7, costs: "none" as const, startedAtMs: 1 };
  await db.write([db.query.insert(demoRuns).values(wrong)]);
  const linesOf = (log: "error" | "info", text: string) => {
    const { calls } = spyOn(console, log).mockImplementation(() => {}).mock;
    return calls.filter(([line]) => String(line).includes(text)).length;
  };
  const seen = () => [linesOf("error", "demo_results_differ"), linesOf("info", "demo_results_refused")];
  expect(seen()).toEqual([0, 0]);
  expect((await send(restingOrder({ price: 1_000 }))).status).toBe(200);
  await objects.runUntil(objects.clock.nowMs + 30 * MINUTE_MS);
  expect(seen()).toEqual([5, 1]);
  await objects.restart();
  await objects.runUntil(objects.clock.nowMs + 30 * MINUTE_MS);
  expect((await send(restingOrder({ price: 1_001 }))).status).toBe(200);
  await objects.runUntil(objects.clock.nowMs + 30 * MINUTE_MS);
  expect(seen()).toEqual([5, 1]);

  // Somebody has put the database right: the next row takes all results with it.
  await db.write([
    db.query.run(sql`DROP TRIGGER demo_runs_go_with_account`),
    db.query.delete(demoRuns).where(eq(demoRuns.userId, trader.userId)),
  ]);
  expect((await send(restingOrder({ price: 1_002 }))).status).toBe(200);
  await objects.runUntil(objects.clock.nowMs + MINUTE_MS);
  const [runs] = await db.read([db.query.select().from(demoRuns).where(eq(demoRuns.userId, trader.userId))]);
  expect(runs).toMatchObject([{ run: 1, startCents: 1_000_000 }]);
});

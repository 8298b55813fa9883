import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { tradeBreakdowns } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { addBrokerAccount, importFile, reverseFile, tradeRow } from "../../../dev/test/test-broker.ts";
import { addPerson, databaseOf } from "../../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../../dev/test/test-people.ts";
import { scopeFor } from "../../../dev/test/test-scope.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { addTrades } from "../../../dev/test/test-trades.ts";
import type { Breakdown } from "../../contract/trade-groups.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { foldTrades } from "../fold-trades.ts";
import type { TradeAccount } from "../trade-account.ts";
import { prepareFigures } from "./prepare-figures.ts";
import { tradeBreakdown } from "./trade-breakdown.ts";

setDefaultTimeout(600_000);

const AT = Date.UTC(2026, 9, 9, 14);
const HOUR = 3_600_000;

let stack: Stack;
const adminId = crypto.randomUUID();
beforeAll(async () => {
  stack = await apiStack();
  await addPerson(databaseOf(stack), adminId, "admin");
});

/** Reads the figures by parts of three trades, so that a few are as many as need several. */
async function read(trader: Trader, account: TradeAccount): Promise<{ data: Breakdown; trips: number }> {
  const db = databaseOf(stack);
  const tokenHash = await sha256Hex(trader.cookies.get("session") ?? "");
  const deferred: Promise<unknown>[] = [];
  const path = "/api/journal/changes";
  const scope = scopeFor({ db, settings: stack.settings, path, tokenHash, defer: (work) => deferred.push(work) });
  const before = db.trips().count;
  const data = await tradeBreakdown(scope, account, {}, { keptMin: 3, sizes: { rows: 3, blocks: 1 } });
  const trips = db.trips().count - before;
  await Promise.all(deferred);
  return { data, trips };
}

async function whole(trader: Trader, account: string): Promise<Breakdown> {
  return (await trader.get(`/api/trade/breakdown?account=${account}`)).body.data;
}

const isKept = async (trader: Trader, account: string) => {
  const { query, read: readRows } = databaseOf(stack);
  const [rows] = await readRows([
    query
      .select()
      .from(tradeBreakdowns)
      .where(and(eq(tradeBreakdowns.userId, trader.userId), eq(tradeBreakdowns.account, account))),
  ]);
  return rows.length > 0;
};

const results = (count: number) => Array.from({ length: count }, (_, at) => (at % 3 === 0 ? -40 : 70) + at);

test("figures of many trades are added up in parts, stored, and added up anew for other trades or another zone", async () => {
  const trader = await newTrader(stack);
  const add = (from: number, count: number) =>
    addTrades(
      databaseOf(stack),
      { userId: trader.userId, adminId },
      results(count).map((profitCents, at) => ({ closedAtMs: AT + (from + at) * HOUR, profitCents })),
    );
  const cash = { kind: "cash" } as const;
  await add(0, 2);
  expect((await read(trader, cash)).trips).toBe(1);
  expect(await isKept(trader, "cash")).toBe(false);
  await add(2, 8);
  const first = await read(trader, cash);
  // Four parts, and what stores them.
  expect(first.trips).toBe(5);
  expect(first.data).toEqual(await whole(trader, "cash"));
  const second = await read(trader, cash);
  expect(second).toEqual({ data: first.data, trips: 1 });
  expect(await isKept(trader, "cash")).toBe(true);
  // As many in three blocks, each of which is read by itself, and the last one from its row.
  await foldTrades(databaseOf(stack), trader.userId, cash, { min: 3, max: 3 });
  await databaseOf(stack).write([databaseOf(stack).query.delete(tradeBreakdowns)]);
  expect(await read(trader, cash)).toEqual({ data: first.data, trips: 4 });
  await add(20, 1);
  const third = await read(trader, cash);
  expect(third.data.all.trades).toBe(11);
  expect(third.data).toEqual(await whole(trader, "cash"));
  await read(trader, cash);
  // Whoever changed the trades prepares the figures, so that the first reader finds them.
  await add(30, 2);
  await prepareFigures(databaseOf(stack), trader.userId, cash, { fold: { min: 2, max: 4 }, keptMin: 3 });
  const prepared = await read(trader, cash);
  expect([prepared.trips, prepared.data.all.trades]).toEqual([1, 13]);
  await databaseOf(stack).write([databaseOf(stack).query.delete(tradeBreakdowns)]);
  expect((await read(trader, cash)).data).toEqual(prepared.data);
  expect((await trader.put("/api/user/profile", { timeZone: "Asia/Kathmandu" })).status).toBe(200);
  const moved = await read(trader, cash);
  expect(moved.data.by.hour).not.toEqual(third.data.by.hour);
  expect(moved.data).toEqual(await whole(trader, "cash"));
});

test("a file that is taken back, and an account that is deleted, leave nothing of their trades", async () => {
  const trader = await newTrader(stack);
  const number = await addBrokerAccount(trader);
  const rowsOf = (name: string, from: number) =>
    results(4).map((cents, at) =>
      tradeRow({ ticket: `${name}${at}`, closedAtMs: AT + (from + at) * HOUR, profit: String(cents / 100) }),
    );
  const broker = { kind: "broker", number } as const;
  const earlier = await importFile(trader, number, { trades: rowsOf("a", 0) });
  await importFile(trader, number, { trades: rowsOf("b", 10) });
  await read(trader, broker);
  expect(await isKept(trader, `broker:${number}`)).toBe(true);
  expect((await reverseFile(trader, earlier)).status).toBe(200);
  const { data } = await read(trader, broker);
  expect(data.all.trades).toBe(4);
  expect(data).toEqual(await whole(trader, `broker:${number}`));
  expect(await isKept(trader, `broker:${number}`)).toBe(true);
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  expect((await trader.send("DELETE", `/api/broker/accounts/${number}`, { headers })).status).toBeLessThan(300);
  expect(await isKept(trader, `broker:${number}`)).toBe(false);
});

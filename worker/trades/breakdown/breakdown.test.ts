import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { tradeBlockSums, tradeBlocks } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { addBrokerAccount, importFile, reverseFile, tradeRow } from "../../../dev/test/test-broker.ts";
import { recordDemoLog, TestDemoLog } from "../../../dev/test/test-demo.ts";
import { clockOf, momentsIn } from "../../../dev/test/test-moments.ts";
import { addPerson, databaseOf } from "../../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { addTrades } from "../../../dev/test/test-trades.ts";
import { ZONES } from "../../../dev/test/test-zones.ts";
import { fc } from "../../../web/test/property.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Breakdown, GroupFigures } from "../../contract/trade-groups.ts";
import { type FoldSizes, foldTrades } from "../fold-trades.ts";
import { sumBlocks } from "../sum-blocks.ts";

setDefaultTimeout(600_000);

let stack: Stack;
const adminId = crypto.randomUUID();
beforeAll(async () => {
  stack = await apiStack();
  await addPerson(databaseOf(stack), adminId, "admin");
});

/** A trade as the naive reading of it knows it; prices are whole, so that all three accounts take them. */
type Plain = {
  closedAtMs: number;
  heldMs: number;
  symbol: "BTCUSD" | "ETHUSD";
  direction: "Buy" | "Sell";
  size: number;
  profitCents: number;
  /** In hundredths of the risk, which is one hundred of a price. */
  outcome: number;
  hasStop: boolean;
};

const plain = (timeZone: string): fc.Arbitrary<Plain> =>
  fc.record({
    closedAtMs: momentsIn(timeZone),
    heldMs: fc.constantFrom(0, 30_000, MINUTE_MS, 20 * MINUTE_MS, 90 * MINUTE_MS, 90_000_000),
    symbol: fc.constantFrom("BTCUSD" as const, "ETHUSD" as const),
    direction: fc.constantFrom("Buy" as const, "Sell" as const),
    size: fc.integer({ min: 1, max: 5 }),
    profitCents: fc.oneof(fc.constant(0), fc.integer({ min: -50_000, max: 50_000 })),
    outcome: fc.integer({ min: -400, max: 700 }),
    hasStop: fc.boolean(),
  });

const ENTRY = 10_000;
const RISK = 100;
const pricesOf = ({ direction, outcome, hasStop }: Plain) => {
  const sign = direction === "Buy" ? 1 : -1;
  return {
    entryPrice: ENTRY,
    exitPrice: ENTRY + sign * outcome,
    stop: hasStop ? ENTRY - sign * RISK : null,
  };
};

async function addCash(trader: Trader, trades: readonly Plain[]): Promise<void> {
  const rows = trades.map((trade) => {
    const { entryPrice, exitPrice, stop } = pricesOf(trade);
    const { closedAtMs, heldMs, symbol, direction, size, profitCents } = trade;
    const prices = { entryPrice, exitPrice, stopPrice: stop };
    return {
      closedAtMs,
      openedAtMs: closedAtMs - heldMs,
      symbol,
      direction,
      lotMicros: size * 1_000,
      profitCents,
      ...prices,
    };
  });
  // Money for the losses comes first, and is a trade of its own.
  await addTrades(databaseOf(stack), { userId: trader.userId, adminId }, rows);
}

async function addRun(trader: Trader, trades: readonly Plain[]): Promise<void> {
  const log = new TestDemoLog();
  log.start(Date.UTC(2025, 7, 1));
  for (const trade of trades) {
    const { closedAtMs, heldMs, symbol, direction, size, profitCents } = trade;
    log.trade({
      closedAtMs,
      openedAtMs: closedAtMs - heldMs,
      symbol,
      direction,
      units: size,
      profitCents,
      ...pricesOf(trade),
    });
  }
  await recordDemoLog(databaseOf(stack), trader.userId, log);
}

async function addBroker(trader: Trader, trades: readonly Plain[]): Promise<void> {
  await addBrokerAccount(trader);
  await importMore(trader, trades);
}

/** Imports a file into the trader's broker account. @returns its id */
async function importMore(trader: Trader, trades: readonly Plain[]): Promise<string> {
  const file = crypto.randomUUID().slice(0, 8);
  const rows = trades.map((trade, i) => {
    const { closedAtMs, heldMs, symbol, direction, size, profitCents } = trade;
    const { entryPrice, exitPrice, stop } = pricesOf(trade);
    return tradeRow({
      ...{
        ticket: `${file}-${i}`,
        closedAtMs,
        openedAtMs: closedAtMs - heldMs,
        symbol,
        direction,
        quantity: String(size),
      },
      ...{
        entryPrice: String(entryPrice),
        exitPrice: String(exitPrice),
        stopPrice: stop === null ? null : String(stop),
      },
      ...{ profit: String(profitCents / 100), fees: "0", swap: "0" },
    });
  });
  return await importFile(trader, 1, { trades: rows });
}

const HELD_ENDS = [1, 5, 15, 60, 240, 1_440].map((minutes) => minutes * MINUTE_MS);
const NUMBER_ENDS = [1, 2, 3, 6, 10];
const place = (ends: readonly number[], is: (end: number) => boolean) => String(ends.filter((end) => !is(end)).length);

/** The groups of trades by their keys, written as they are explained. */
function naive(trades: readonly Plain[], timeZone: string): Record<string, Map<string, Plain[]>> {
  const { dayOf, hourOf } = clockOf(timeZone);
  const inOrder = trades.toSorted((a, b) => a.closedAtMs - b.closedAtMs);
  const numberOf = new Map<Plain, number>();
  for (const of of Map.groupBy(inOrder, ({ closedAtMs }) => dayOf(closedAtMs)).values()) {
    for (const [at, trade] of of.entries()) numberOf.set(trade, at + 1);
  }
  const usualOf = (symbol: string) => {
    const sizes = trades.filter((one) => one.symbol === symbol).map(({ size }) => size);
    return sizes.toSorted((a, b) => a - b)[Math.ceil(sizes.length / 2) - 1] ?? 0;
  };
  const sizeOf = ({ symbol, size }: Plain) => {
    const usual = usualOf(symbol);
    if (size === usual) return "usual";
    return size < usual ? (2 * size <= usual ? "half" : "smaller") : size >= 2 * usual ? "double" : "larger";
  };
  return {
    symbol: Map.groupBy(trades, ({ symbol }) => symbol),
    direction: Map.groupBy(trades, ({ direction }) => direction),
    weekday: Map.groupBy(trades, ({ closedAtMs }) => String(new Date(dayOf(closedAtMs)).getUTCDay())),
    hour: Map.groupBy(trades, ({ closedAtMs }) => String(hourOf(closedAtMs))),
    held: Map.groupBy(trades, ({ heldMs }) => place(HELD_ENDS, (end) => heldMs < end)),
    size: Map.groupBy(trades, sizeOf),
    number: Map.groupBy(trades, (trade) => place(NUMBER_ENDS, (end) => (numberOf.get(trade) ?? 0) <= end)),
  };
}

const centsOf = (trades: readonly { profitCents: number }[]) =>
  trades.reduce((sum, { profitCents }) => sum + profitCents, 0);

function expectGroup(figures: GroupFigures | undefined, trades: readonly Plain[]): void {
  const risked = trades.filter(({ hasStop }) => hasStop);
  expect(figures).toMatchObject({
    trades: trades.length,
    wins: trades.filter(({ profitCents }) => profitCents > 0).length,
    pnl: centsOf(trades) / 100,
    risked: risked.length,
  });
  if (trades.length < 20) expect(figures).toMatchObject({ winRate: null, each: null });
  else {
    // Rounded to the decimals of the account, which has six with a broker.
    expect(Math.abs((figures?.each?.value ?? 0) - centsOf(trades) / trades.length / 100)).toBeLessThanOrEqual(
      0.005_001,
    );
    const { low = 0, value = 0, high = 0 } = figures?.winRate ?? {};
    expect(value).toBeCloseTo((100 * trades.filter(({ profitCents }) => profitCents > 0).length) / trades.length, 9);
    expect(low <= value && value <= high).toBe(true);
  }
  if (risked.length < 20) expect(figures?.r ?? null).toBe(null);
  else {
    const mean = risked.reduce((sum, { outcome }) => sum + outcome, 0) / risked.length / RISK;
    expect(figures?.r?.value).toBeCloseTo(mean, 9);
  }
}

/** The trades that the list has for each group: exactly those that its figures count. */
async function expectLists(trader: Trader, account: string, given: { trades: readonly Plain[]; zone: string }) {
  const { trades, zone } = given;
  const groups = naive(trades, zone);
  for (const by of ["held", "size", "number"]) {
    for (const [key, of] of groups[by] ?? []) {
      const query = new URLSearchParams({ account, [by]: key, zone, limit: "200" });
      const { status, body } = await trader.get(`/api/trade/history?${query}`);
      expect(status).toBe(200);
      const closed = body.data.trades.map(({ closeTime }: { closeTime: string }) => Date.parse(closeTime));
      expect(closed).toEqual(of.map(({ closedAtMs }) => closedAtMs).toSorted((a, b) => b - a));
    }
  }
  const outcomes = trades.filter(({ hasStop, outcome }) => hasStop && outcome >= -125 && outcome < -75);
  const { body } = await trader.get(`/api/trade/analytics?account=${account}&r=5`);
  expect(body.data.summary.totalTrades).toBe(outcomes.length);
}

async function breakdownOf(trader: Trader, query: string): Promise<Breakdown> {
  const { status, body } = await trader.get(`/api/trade/breakdown?${query}`);
  expect(status).toBe(200);
  return body.data;
}

function expectBreakdown({ all, by, rBins }: Breakdown, trades: readonly Plain[], timeZone: string): void {
  expectGroup(all, trades);
  for (const [dimension, groups] of Object.entries(naive(trades, timeZone))) {
    const shown = by[dimension as keyof typeof by];
    expect(new Set(shown.map(({ key }) => key))).toEqual(new Set(groups.keys()));
    for (const figures of shown) expectGroup(figures, groups.get(figures.key) ?? []);
  }
  const bins = rBins.map(() => 0);
  for (const { hasStop, outcome } of trades) {
    if (!hasStop) continue;
    const bin = Math.min(Math.max(0, Math.floor((outcome + 325) / 50) + 1), bins.length - 1);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  expect(rBins).toEqual(bins);
}

/** Filters of figures that blocks of trades answer, and some that they do not. */
const FILTERS = [
  ...["", "symbol=ETHUSD", "direction=Buy", "symbol=BTCUSD&direction=Sell", "result=loss", "result=even", "stop=known"],
  ...["setup=none", "tag=none", "tag=no-mistake&symbol=ETHUSD", "from=2025-10-26T00:30:00Z&to=2026-03-29T01:00:00Z"],
  ...["to=2025-11-02T06:00:00Z&direction=Sell", "from=2026-03-01T00:00:00Z", "held=1", "number=0", "symbol=NONE"],
];

async function figuresOf(trader: Trader, account: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const filter of FILTERS) {
    for (const figures of ["breakdown", "analytics"]) {
      const { status, body } = await trader.get(`/api/trade/${figures}?account=${account}&${filter}`);
      answers.push([figures, filter, status, body.data]);
    }
  }
  return answers;
}

/** Folds an account's trades into small blocks. @returns the number of trades in them */
async function fold(trader: Trader, account: string, sizes: FoldSizes): Promise<number> {
  const db = databaseOf(stack);
  const [kind, number] = account.split(":");
  await foldTrades(db, trader.userId, kind === "cash" ? { kind } : { kind: "broker", number: Number(number) }, sizes);
  return await tradesInBlocks(trader, account);
}

/** Stores sums of all blocks of an account, also of their smallest parts. @returns for how many blocks there are some of all trades */
async function sumUp(trader: Trader, account: string): Promise<number> {
  const [kind, number] = account.split(":");
  const named = kind === "cash" ? ({ kind } as const) : ({ kind: "broker", number: Number(number) } as const);
  await sumBlocks(databaseOf(stack), trader.userId, named, { min: 1 });
  return await blocksWithSums(trader, account);
}

async function blocksWithSums(trader: Trader, account: string): Promise<number> {
  const { query, read } = databaseOf(stack);
  const own = sql`user_id = ${trader.userId} AND account = ${account} AND part = 'all'`;
  const [[found]] = await read([query.select({ blocks: sql<number>`count(*)` }).from(tradeBlockSums).where(own)]);
  return found?.blocks ?? 0;
}

async function tradesInBlocks(trader: Trader, account: string): Promise<number> {
  const { query, read } = databaseOf(stack);
  const own = sql`user_id = ${trader.userId} AND account = ${account}`;
  const [[found]] = await read([query.select({ trades: sql<number>`total(trades)` }).from(tradeBlocks).where(own)]);
  return found?.trades ?? 0;
}

test.each(["America/New_York", "Asia/Kathmandu"])(
  "in %s blocks of trades change no figure, whatever comes between them or goes",
  async (zone) => {
    await fc.assert(
      fc.asyncProperty(fc.array(plain(zone), { minLength: 40, maxLength: 60 }), async (given) => {
        const drawn = [...new Map(given.map((trade) => [trade.closedAtMs, trade])).values()];
        const funds = { ...(drawn[0] as Plain), closedAtMs: Date.UTC(2025, 7, 15), heldMs: 0, profitCents: 3_000_000 };
        const [first, second] = [[funds, ...drawn.slice(0, 30)], drawn.slice(30)];
        const inOrder = (trades: readonly Plain[]) => trades.toSorted((a, b) => a.closedAtMs - b.closedAtMs);
        const trader = await newTrader(stack);
        expect((await trader.put("/api/user/profile", { timeZone: zone })).status).toBe(200);
        await addCash(trader, inOrder(first));
        await addBroker(trader, inOrder(first));
        for (const account of ["cash", "broker:1"]) {
          const before = await figuresOf(trader, account);
          expect(await fold(trader, account, { min: 1, max: 7 })).toBe(first.length);
          expect(await figuresOf(trader, account)).toEqual(before);
          expect(await sumUp(trader, account)).toBeGreaterThan(3);
          expect(await figuresOf(trader, account)).toEqual(before);
          expectBreakdown(await breakdownOf(trader, `account=${account}`), first, zone);
        }
        // Trades between those of blocks, and after them: only the blocks of their times go.
        const between = second.toSorted((a, b) => a.closedAtMs - b.closedAtMs);
        const file = await importMore(trader, between);
        await addCash(trader, between);
        for (const account of ["cash", "broker:1"]) {
          expectBreakdown(await breakdownOf(trader, `account=${account}`), [...first, ...second], zone);
          const whole = await figuresOf(trader, account);
          await fold(trader, account, { min: 3, max: 5 });
          await sumUp(trader, account);
          expect(await figuresOf(trader, account)).toEqual(whole);
        }
        expect((await reverseFile(trader, file)).status).toBe(200);
        expectBreakdown(await breakdownOf(trader, "account=broker:1"), first, zone);
        const left = await figuresOf(trader, "broker:1");
        expect(await fold(trader, "broker:1", { min: 1, max: 50 })).toBe(first.length);
        expect(await figuresOf(trader, "broker:1")).toEqual(left);
        // Nothing has changed: it stores nothing twice.
        expect(await fold(trader, "broker:1", { min: 1, max: 50 })).toBe(first.length);
        const headers = { "Idempotency-Key": crypto.randomUUID() };
        expect((await trader.send("DELETE", "/api/broker/accounts/1", { headers })).status).toBeLessThan(300);
        expect(await tradesInBlocks(trader, "broker:1")).toBe(0);
        expect(await blocksWithSums(trader, "broker:1")).toBe(0);
        // Sums of another zone count for nothing, and are made anew after the change.
        expect((await trader.put("/api/user/profile", { timeZone: "Pacific/Apia" })).status).toBe(200);
        expectBreakdown(
          await breakdownOf(trader, "account=cash&to=2030-01-01T00:00:00Z"),
          [...first, ...second],
          "Pacific/Apia",
        );
      }),
      { numRuns: 1, endOnFailure: true },
    );
  },
);

test.each(ZONES)(
  "in %s the figures of every group are those of a naive reading, with and without filters",
  async (zone) => {
    await fc.assert(
      fc.asyncProperty(fc.array(plain(zone), { minLength: 30, maxLength: 60 }), async (given) => {
        // Two at one moment would be in the order of their ids, which the naive reading does not know.
        const drawn = [...new Map(given.map((trade) => [trade.closedAtMs, trade])).values()];
        const trades = drawn.toSorted((a, b) => a.closedAtMs - b.closedAtMs);
        const trader = await newTrader(stack);
        expect((await trader.put("/api/user/profile", { timeZone: zone })).status).toBe(200);
        const funds: Plain = {
          ...{ closedAtMs: Date.UTC(2025, 7, 15), heldMs: 0, symbol: "BTCUSD", direction: "Buy", size: 3 },
          ...{ profitCents: 3_000_000, outcome: 0, hasStop: false },
        };
        await addCash(trader, [funds, ...trades]);
        await addRun(trader, trades);
        await addBroker(trader, trades);
        for (const account of ["cash", "run:1", "broker:1"]) {
          const own = account === "cash" ? [funds, ...trades] : trades;
          expectBreakdown(await breakdownOf(trader, `account=${account}`), own, zone);
          const some = own.filter(({ symbol, direction }) => symbol === "ETHUSD" && direction === "Sell");
          const filter = "symbol=ETHUSD&direction=Sell";
          expectBreakdown(await breakdownOf(trader, `account=${account}&${filter}`), some, zone);
          await expectLists(trader, account, { trades: own, zone });
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
  },
);

test("payments come with the figures, where they are known", async () => {
  const trader = await newTrader(stack);
  const log = new TestDemoLog();
  log.start(Date.UTC(2026, 9, 9, 14));
  await recordDemoLog(databaseOf(stack), trader.userId, log);
  await addBrokerAccount(trader);
  expect((await breakdownOf(trader, "account=run:1")).payments).toEqual([{ day: "2026-10-09", amount: 10_000 }]);
  expect((await breakdownOf(trader, "account=broker:1")).payments).toBe(null);
  expect((await breakdownOf(trader, "account=cash")).payments).toEqual([]);
});

test("another trader's run has no figures, and the file has the groups as lines", async () => {
  const trader = await newTrader(stack);
  const log = new TestDemoLog();
  log.start(Date.UTC(2026, 9, 9, 14));
  log.trade({ closedAtMs: Date.UTC(2026, 9, 9, 15), profitCents: 1_873 });
  await recordDemoLog(databaseOf(stack), trader.userId, log);
  const stranger = await newTrader(stack);
  expect((await stranger.get("/api/trade/breakdown?account=run:1")).status).toBe(404);
  expect((await stranger.get("/api/trade/breakdown/export?account=run:1")).status).toBe(404);
  const { status, body } = await trader.get("/api/trade/breakdown/export?account=run:1");
  expect(status).toBe(200);
  const lines = body.trim().split("\r\n");
  expect(lines[0]).toContain("By,Group,Trades,Wins,P&L");
  expect(lines[1]).toBe("all,,1,1,18.73,,,,,,,0,,,");
  expect(lines).toContain("symbol,BTCUSD,1,1,18.73,,,,,,,0,,,");
});

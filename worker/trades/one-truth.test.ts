import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import { addBrokerAccount, importFile, tradeRow } from "../../dev/test/test-broker.ts";
import { recordDemoLog, TestDemoLog } from "../../dev/test/test-demo.ts";
import { clockOf, momentsIn } from "../../dev/test/test-moments.ts";
import { addPerson, databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { addTrades, type TestTrade } from "../../dev/test/test-trades.ts";
import { ZONES } from "../../dev/test/test-zones.ts";
import { fc } from "../../web/test/property.ts";
import { DAY_MS } from "../contract/time.ts";
import type { GroupFigures } from "../contract/trade-groups.ts";

setDefaultTimeout(600_000);

let stack: Stack;
const adminId = crypto.randomUUID();
beforeAll(async () => {
  stack = await apiStack();
  await addPerson(databaseOf(stack), adminId, "admin");
});

function weekOf(day: string): string {
  const atMs = Date.parse(day);
  const saturdayMs = atMs + (6 - new Date(atMs).getUTCDay()) * DAY_MS;
  const year = new Date(saturdayMs).getUTCFullYear();
  return `${year}-${Math.floor((saturdayMs - Date.UTC(year, 0, 1)) / DAY_MS / 7) + 1}`;
}

const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
const usd = (cents: number) => cents / 100;

const tradesIn = (timeZone: string) =>
  fc.array(
    fc.record({
      closedAtMs: momentsIn(timeZone),
      symbol: fc.constantFrom("BTCUSDm", "XAUUSDm", "US500"),
      direction: fc.constantFrom("Buy" as const, "Sell" as const),
      profitCents: fc.oneof(fc.constant(0), fc.integer({ min: -50_000, max: 50_000 })),
    }),
    { minLength: 8, maxLength: 12 },
  );

const inCents = (rows: readonly { profitLoss: number }[]) => rows.map((row) => Math.round(row.profitLoss * 100));

type ShownTrade = Pick<Required<TestTrade>, "closedAtMs" | "direction" | "profitCents">;

/** Compares every screen's response with sums over the trades of an account, computed here. */
async function expectConsistent(trader: Trader, timeZone: string, account: string, trades: readonly ShownTrade[]) {
  const dataOf = async (path: string) => {
    const { status, body } = await trader.get(`${path}${path.includes("?") ? "&" : "?"}account=${account}`);
    expect(status).toBe(200);
    return body.data;
  };
  const { dayOf, hourOf } = clockOf(timeZone);
  const dated = trades.map((trade) => ({ ...trade, day: dayOf(trade.closedAtMs) }));
  const byDay = Map.groupBy(dated, ({ day }) => day);
  const byWeek = Map.groupBy(dated, ({ day }) => weekOf(day));
  const byMonth = Map.groupBy(dated, ({ day }) => day.slice(0, 7));
  const centsOf = (list: readonly { profitCents: number }[]) => sum(list.map(({ profitCents }) => profitCents));
  const result = (list: readonly { profitCents: number }[]) => ({
    pnl: usd(centsOf(list)),
    trades: list.length,
    isProfit: centsOf(list) > 0,
  });

  // The calendar: its total, its days, and its weeks including the days of both adjacent months.
  const months = [...byMonth].map(async ([month, list]) => {
    const [year, number] = month.split("-").map(Number);
    const data = await dataOf(`/api/trade/history?year=${year}&month=${number}`);
    expect(data.monthlyPnL).toBe(usd(centsOf(list)));
    const dates = Object.entries(Object.groupBy(list, ({ day }) => Number(day.slice(8))));
    expect(data.dailyData).toEqual(Object.fromEntries(dates.map(([date, of]) => [date, result(of ?? [])])));
    for (const { day } of list) {
      const [, week = ""] = weekOf(day).split("-");
      const whole = byWeek.get(weekOf(day)) ?? [];
      expect(data.weeklyData[week]).toEqual({ hasTrades: true, ...result(whole) });
    }
  });
  // The table, by day, by week and complete.
  const newestFirst = (list: readonly { closedAtMs: number; profitCents: number }[]) =>
    list.map(({ closedAtMs }) => new Date(closedAtMs).toISOString()).sort((a, b) => (a < b ? 1 : -1));
  const expectList = (rows: { closeTime: string; profitLoss: number }[], list: readonly (typeof dated)[number][]) => {
    expect(rows.map(({ closeTime }) => closeTime)).toEqual(newestFirst(list));
    expect(sum(inCents(rows))).toBe(centsOf(list));
  };
  const days = [...byDay].map(async ([day, list]) => {
    expectList((await dataOf(`/api/trade/history?date=${day}`)).trades, list);
  });
  const weeks = [...byWeek].map(async ([name, list]) => {
    const [year, week] = name.split("-");
    expectList((await dataOf(`/api/trade/history?week=${week}&year=${year}`)).trades, list);
  });
  await Promise.all([...months, ...days, ...weeks]);
  expectList((await dataOf("/api/trade/history?limit=200")).trades, dated);

  // What the browser's own computations get.
  const studied = await dataOf("/api/trade/studied");
  expect(studied.currency).toBe("USD");
  const shown = studied.closedAt.map((closedAtMs: number) => ({ closeTime: new Date(closedAtMs).toISOString() }));
  expectList(
    shown.map((row: object, at: number) => ({ ...row, profitLoss: studied.result[at] })),
    dated,
  );
  expect(studied.isBuy.filter(Boolean).length).toBe(dated.filter(({ direction }) => direction === "Buy").length);
  const known = studied.r.filter((r: number | null) => r !== null);

  // The cards, from stored aggregates and from the trades themselves.
  const [wins, losses] = [dated.filter((t) => t.profitCents > 0), dated.filter((t) => t.profitCents < 0)];
  const dayCents = [...byDay.values()].map(centsOf);
  const cards = {
    totalTrades: dated.length,
    winningTrades: wins.length,
    losingTrades: losses.length,
    grossProfit: usd(centsOf(wins)),
    grossLoss: usd(Math.abs(centsOf(losses))),
    buyTrades: dated.filter(({ direction }) => direction === "Buy").length,
    sellTrades: dated.filter(({ direction }) => direction === "Sell").length,
    bestDayAmount: usd(Math.max(...dayCents)),
    tradedDays: dayCents.length,
    winningDays: dayCents.filter((cents) => cents > 0).length,
    losingDays: dayCents.filter((cents) => cents < 0).length,
    dayWinPercentage: (dayCents.filter((cents) => cents > 0).length * 100) / dayCents.length,
  };
  const today = () => usd(centsOf(byDay.get(dayOf(Date.now())) ?? []));
  const before = today();
  if (account === "cash") {
    const { user } = (await trader.get("/api/user/profile")).body;
    expect(user.analytics).toMatchObject(cards);
    expect([before, today()]).toContain(user.analytics.todayPnL);
    expect(user.balance).toBe(usd(centsOf(dated)));
  }
  const kept = await dataOf("/api/trade/analytics");
  expect(kept.summary).toMatchObject({ ...cards, totalPnL: usd(centsOf(dated)) });
  expect([before, today()]).toContain(kept.summary.todayPnL);
  expect(kept.summary.riskedTrades ?? 0).toBe(known.length);
  if (known.length > 0) expect(kept.summary.averageR).toBeCloseTo(sum(known) / known.length, 9);
  const hours = Map.groupBy(dated, ({ closedAtMs }) => hourOf(closedAtMs));
  const weekdays = Map.groupBy(dated, ({ day }) => new Date(day).getUTCDay());
  const pnlOf = (list: { pnl: number }[]) => list.map(({ pnl }) => pnl);
  expect(pnlOf(kept.byHour)).toEqual(Array.from({ length: 24 }, (_, hour) => usd(centsOf(hours.get(hour) ?? []))));
  expect(pnlOf(kept.byWeekday)).toEqual(Array.from({ length: 7 }, (_, day) => usd(centsOf(weekdays.get(day) ?? []))));
  expect(sum(kept.equity.map((point: { pnl: number }) => Math.round(point.pnl * 100)))).toBe(centsOf(dated));
  // The groups of figures with intervals.
  const groups = await dataOf("/api/trade/breakdown");
  const centsBy = (dimension: string) =>
    Object.fromEntries(
      groups.by[dimension].map(({ key, pnl, trades }: GroupFigures) => [key, [Math.round(pnl * 100), trades]]),
    );
  const centsIn = (of: Map<string | number, typeof dated>) =>
    Object.fromEntries([...of].map(([key, list]) => [key, [centsOf(list), list.length]]));
  expect([groups.all.trades, groups.all.wins, groups.all.risked]).toEqual([dated.length, wins.length, known.length]);
  expect(groups.all.pnl).toBe(usd(centsOf(dated)));
  expect(centsBy("hour")).toEqual(centsIn(hours));
  expect(centsBy("weekday")).toEqual(centsIn(weekdays));
  expect(centsBy("direction")).toEqual(centsIn(Map.groupBy(dated, ({ direction }) => direction)));
  expect(centsBy("setup")).toEqual({ none: [centsOf(dated), dated.length] });
  for (const { symbol, pnl, trades } of kept.bySymbol) {
    expect(centsBy("symbol")[symbol]).toEqual([Math.round(pnl * 100), trades]);
  }
  for (const dimension of ["symbol", "held", "size", "number"]) {
    const all = groups.by[dimension].reduce((cents: number, { pnl }: GroupFigures) => cents + Math.round(pnl * 100), 0);
    expect([dimension, all]).toEqual([dimension, centsOf(dated)]);
  }
  const filtered = await dataOf("/api/trade/analytics?from=2001-01-01T00:00:00Z");
  // A day of the zone may have begun between the two.
  const { todayPnL } = kept.summary;
  expect([todayPnL, today()]).toContain(filtered.summary.todayPnL);
  expect({ ...filtered, summary: { ...filtered.summary, todayPnL } }).toEqual(kept);
}

/** The rows of a file of trades; what they cost is part of the result. */
function rowsOf(
  trades: readonly Required<Pick<TestTrade, "closedAtMs" | "symbol" | "direction" | "profitCents">>[],
  file: string,
) {
  return trades.map(({ closedAtMs, symbol, direction, profitCents }, i) =>
    tradeRow({
      ...{ ticket: `${file}-${i}`, closedAtMs, symbol, direction },
      ...{ profit: String((profitCents + 150) / 100), fees: "-1", swap: "-0.5" },
    }),
  );
}

test.each(ZONES)("in %s calendar, weeks, table and cards agree to the cent, whatever the clock does", async (zone) => {
  const db = databaseOf(stack);
  await fc.assert(
    fc.asyncProperty(tradesIn(zone), tradesIn(zone), async (first, second) => {
      const trader = await newTrader(stack);
      // Money for the losses of the others, and a trade of today.
      const funds = { closedAtMs: Date.UTC(2025, 8, 1, 12), symbol: "US500", direction: "Buy" as const };
      const today = { ...funds, closedAtMs: Date.now() - 1000, profitCents: 1_234 };
      const early = [{ ...funds, profitCents: 3_000_000 }, ...first];
      await addTrades(db, { userId: trader.userId, adminId }, early);
      // Two demo runs of other trades than those of cash.
      const log = new TestDemoLog();
      const runs = [second, [today, ...first.toReversed()]];
      for (const trades of runs) {
        log.start(Date.UTC(2025, 8, 1));
        for (const trade of trades) log.trade({ ...trade, symbol: trade.symbol === "US500" ? "MINIBTC" : "ETHUSD" });
      }
      await recordDemoLog(db, trader.userId, log);
      // Two broker accounts of other trades again, each of two files, one on either side of the change of the zone.
      const accounts = [
        [first, [...second, today]],
        [[today], second.toReversed()],
      ];
      const files = accounts.map((ofAccount, i) =>
        ofAccount.map((trades, j) => ({ trades: rowsOf(trades, `${i}${j}`) })),
      );
      for (const [before] of files) await importFile(trader, await addBrokerAccount(trader), before ?? { trades: [] });
      // Some trades exist before the trader changes the zone, and some are added after.
      expect((await trader.put("/api/user/profile", { timeZone: zone })).status).toBe(200);
      await addTrades(db, { userId: trader.userId, adminId }, [...second, today]);
      await expectConsistent(trader, zone, "cash", [...early, ...second, today]);
      for (const [i, [, after]] of files.entries()) await importFile(trader, i + 1, after ?? { trades: [] });
      for (const [i, trades] of accounts.entries())
        await expectConsistent(trader, zone, `broker:${i + 1}`, trades.flat());
      for (const [i, trades] of runs.entries()) await expectConsistent(trader, zone, `run:${i + 1}`, trades);
    }),
    { numRuns: 1, endOnFailure: true },
  );
});

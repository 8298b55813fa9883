import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import { recordDemoLog, TestDemoLog } from "../../dev/test/test-demo.ts";
import { addPerson, creditTrader, databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { addTrades } from "../../dev/test/test-trades.ts";
import type { TradedSymbol } from "../contract/symbols.ts";

setDefaultTimeout(600_000);

/**
 * Forty trades whose figures were all calculated by hand, row by row. Times are UTC; the trader's zone is Phnom Penh,
 * seven hours ahead. After each row: its local day, the minutes held, the result, the running sum of results, its peak
 * so far and the fall from it, in dollars.
 *
 * 16 wins make 389.10, 19 losses lose 272.50, 5 trades make nothing: 116.60 in all. 389.10 / 272.50 = 1.427890. The
 * mean win is 389.10 / 16 = 24.31875, the mean loss 272.50 / 19 = 14.342105, their ratio 1.695619; 116.60 / 40 = 2.915.
 * Twenty days have trades, eight of them end above zero; the best is October 5 with 55.05 + 30.00 - 15.75 + 12.50 =
 * 81.80. The maximum drawdown is from 9.25 to -76.05: 85.30. The longest winning streak has four trades (from October
 * 8, 22:16), the longest losing streak five (from October 2, 02:12). 4,150 minutes were held, 103.75 per trade. Six
 * stops are on the loss side, and those trades made 0.2 - 0.2 - 0.6 + 0.2 + 1.6 + 0.2 = 1.4 times the risk: 0.2333
 * each.
 */
type GoldenTrade = readonly [
  closed: string,
  symbol: string,
  side: "Buy" | "Sell",
  stop: number | null,
  exit: number,
  minutes: number,
  cents: number,
];

// biome-ignore format: the calculation is in columns after the rows
const TRADES: readonly GoldenTrade[] = [
  // closed (UTC)      symbol     side  stop  exit minutes cents        local day  held P&L      sum     peak    fall
  ["2025-09-28T23:00Z", "XAUUSDm", "Buy", 95, 101, 45, -1575],         // 09-29 Mon  45  -15.75   -15.75        0   15.75
  ["2025-09-30T02:59Z", "US500", "Buy", null, 108, 10, 1250],          // 09-30 Tue  10   12.50    -3.25        0    3.25
  ["2025-10-01T06:58Z", "BTCUSDm", "Sell", 95, 101, 10, 1250],         // 10-01 Wed  10   12.50     9.25     9.25    0.00
  ["2025-10-01T11:58Z", "BTCUSDm", "Sell", null, 99, 90, -2240],       // 10-01 Wed  90  -22.40   -13.15     9.25   22.40
  ["2025-10-01T20:13Z", "US500", "Sell", null, 108, 240, 0],           // 10-02 Thu 240    0.00   -13.15     9.25   22.40
  ["2025-10-02T02:12Z", "US500", "Buy", null, 108, 45, -2240],         // 10-02 Thu  45  -22.40   -35.55     9.25   44.80
  ["2025-10-02T22:12Z", "XAUUSDm", "Sell", null, 99, 10, -825],        // 10-03 Fri  10   -8.25   -43.80     9.25   53.05
  ["2025-10-03T13:11Z", "XAUUSDm", "Sell", 95, 108, 240, -825],        // 10-03 Fri 240   -8.25   -52.05     9.25   61.30
  ["2025-10-04T09:26Z", "BTCUSDm", "Buy", null, 103, 240, -825],       // 10-04 Sat 240   -8.25   -60.30     9.25   69.55
  ["2025-10-04T13:25Z", "US500", "Buy", 105, 108, 240, -1575],         // 10-04 Sat 240  -15.75   -76.05     9.25   85.30
  ["2025-10-04T18:40Z", "US500", "Buy", null, 101, 45, 5505],          // 10-05 Sun  45   55.05   -21.00     9.25   30.25
  ["2025-10-05T02:40Z", "XAUUSDm", "Buy", null, 99, 45, 3000],         // 10-05 Sun  45   30.00     9.00     9.25    0.25
  ["2025-10-05T07:40Z", "BTCUSDm", "Sell", 105, 101, 240, -1575],      // 10-05 Sun 240  -15.75    -6.75     9.25   16.00
  ["2025-10-05T15:55Z", "US500", "Sell", null, 99, 10, 1250],          // 10-05 Sun  10   12.50     5.75     9.25    3.50
  ["2025-10-05T23:55Z", "XAUUSDm", "Sell", 95, 108, 240, 0],           // 10-06 Mon 240    0.00     5.75     9.25    3.50
  ["2025-10-07T02:55Z", "US500", "Sell", null, 108, 90, 0],            // 10-07 Tue  90    0.00     5.75     9.25    3.50
  ["2025-10-07T07:55Z", "XAUUSDm", "Buy", null, 101, 10, 410],         // 10-07 Tue  10    4.10     9.85     9.85    0.00
  ["2025-10-07T11:36Z", "BTCUSDm", "Buy", null, 101, 10, -825],        // 10-07 Tue  10   -8.25     1.60     9.85    8.25
  ["2025-10-07T17:17Z", "XAUUSDm", "Buy", 95, 97, 45, -2240],          // 10-08 Wed  45  -22.40   -20.80     9.85   30.65
  ["2025-10-08T07:17Z", "XAUUSDm", "Sell", 105, 99, 90, -1575],        // 10-08 Wed  90  -15.75   -36.55     9.85   46.40
  ["2025-10-08T22:16Z", "US500", "Sell", null, 99, 240, 410],          // 10-09 Thu 240    4.10   -32.45     9.85   42.30
  ["2025-10-09T12:57Z", "XAUUSDm", "Sell", null, 108, 10, 3000],       // 10-09 Thu  10   30.00    -2.45     9.85   12.30
  ["2025-10-09T15:57Z", "US500", "Sell", null, 108, 10, 3000],         // 10-09 Thu  10   30.00    27.55    27.55    0.00
  ["2025-10-10T00:56Z", "BTCUSDm", "Buy", null, 99, 10, 410],          // 10-10 Fri  10    4.10    31.65    31.65    0.00
  ["2025-10-10T21:55Z", "US500", "Buy", 105, 103, 45, -825],           // 10-11 Sat  45   -8.25    23.40    31.65    8.25
  ["2025-10-11T00:55Z", "XAUUSDm", "Sell", null, 103, 10, -825],       // 10-11 Sat  10   -8.25    15.15    31.65   16.50
  ["2025-10-11T09:10Z", "BTCUSDm", "Buy", null, 97, 240, -2240],       // 10-11 Sat 240  -22.40    -7.25    31.65   38.90
  ["2025-10-12T05:10Z", "US500", "Buy", 105, 108, 240, 5505],          // 10-12 Sun 240   55.05    47.80    47.80    0.00
  ["2025-10-13T01:10Z", "US500", "Sell", null, 103, 240, 0],           // 10-13 Mon 240    0.00    47.80    47.80    0.00
  ["2025-10-13T06:51Z", "XAUUSDm", "Sell", null, 108, 240, 5505],      // 10-13 Mon 240   55.05   102.85   102.85    0.00
  ["2025-10-13T09:51Z", "US500", "Buy", null, 99, 10, -825],           // 10-13 Mon  10   -8.25    94.60   102.85    8.25
  ["2025-10-14T13:50Z", "US500", "Buy", null, 103, 240, 0],            // 10-14 Tue 240    0.00    94.60   102.85    8.25
  ["2025-10-14T19:49Z", "XAUUSDm", "Buy", null, 97, 10, -2240],        // 10-15 Wed  10  -22.40    72.20   102.85   30.65
  ["2025-10-15T10:30Z", "XAUUSDm", "Buy", 95, 108, 90, 5505],          // 10-15 Wed  90   55.05   127.25   127.25    0.00
  ["2025-10-16T00:45Z", "US500", "Sell", 95, 97, 10, -825],            // 10-16 Thu  10   -8.25   119.00   127.25    8.25
  ["2025-10-16T04:26Z", "BTCUSDm", "Sell", null, 108, 240, -1575],     // 10-16 Thu 240  -15.75   103.25   127.25   24.00
  ["2025-10-17T08:25Z", "XAUUSDm", "Sell", null, 103, 90, 410],        // 10-17 Fri  90    4.10   107.35   127.25   19.90
  ["2025-10-17T14:06Z", "XAUUSDm", "Sell", null, 101, 45, -1575],      // 10-17 Fri  45  -15.75    91.60   127.25   35.65
  ["2025-10-18T04:21Z", "BTCUSDm", "Sell", 105, 99, 90, 1250],         // 10-18 Sat  90   12.50   104.10   127.25   23.15
  ["2025-10-18T10:02Z", "BTCUSDm", "Buy", null, 99, 45, 1250],         // 10-18 Sat  45   12.50   116.60   127.25   10.65
];

let stack: Stack;
let trader: Trader;
const get = async (path: string) => {
  const reply = await trader.get(path);
  expect(reply.status).toBe(200);
  return reply.body;
};

/** The symbols that stand for those of the trades in a demo run. */
const DEMO_SYMBOLS: Record<string, TradedSymbol> = { US500: "BTCUSD", XAUUSDm: "ETHUSD", BTCUSDm: "MINIBTC" };

/** A demo run of the forty trades, after another run. Its start balance has no part in their sums. */
function demoLog(): TestDemoLog {
  const log = new TestDemoLog();
  const beganMs = Date.parse("2025-09-01T00:00Z");
  log.start(beganMs);
  log.trade({ closedAtMs: Date.parse("2025-10-05T00:00Z"), profitCents: 99_999 });
  log.archive(Date.parse("2025-10-06T00:00Z"));
  log.start(Date.parse("2025-09-02T00:00Z"), { startCents: 10_000 });
  for (const [closed, symbol, direction, stop, exit, minutes, cents] of TRADES) {
    const closedAtMs = Date.parse(closed);
    const times = { closedAtMs, openedAtMs: closedAtMs - minutes * 60_000 };
    const prices = { entryPrice: 10_000, exitPrice: exit * 100, stop: stop && stop * 100 };
    // Each costs 12 cents, which are part of its result.
    const money = { profitCents: cents + 12, openCommissionCents: 4, closeCommissionCents: 3, overnightCents: 5 };
    log.trade({ ...times, ...prices, ...money, direction, symbol: DEMO_SYMBOLS[symbol] ?? "BTCUSD" });
  }
  return log;
}

beforeAll(async () => {
  stack = await apiStack();
  trader = await newTrader(stack);
  const db = databaseOf(stack);
  const adminId = crypto.randomUUID();
  await addPerson(db, adminId, "admin");
  const list = TRADES.map(([closed, symbol, direction, stopPrice, exitPrice, minutes, profitCents]) => ({
    closedAtMs: Date.parse(closed),
    openedAtMs: Date.parse(closed) - minutes * 60_000,
    symbol,
    direction,
    stopPrice,
    entryPrice: 100,
    exitPrice,
    profitCents,
  }));
  await addTrades(db, { userId: trader.userId, adminId }, list);
  await recordDemoLog(db, trader.userId, demoLog());
}, 600_000);

const USER_FIGURES = {
  totalTrades: 40,
  winningTrades: 16,
  losingTrades: 19,
  buyTrades: 19,
  sellTrades: 21,
  grossProfit: 389.1,
  grossLoss: 272.5,
  avgWin: 24.32,
  avgLoss: 14.34,
  dayWinPercentage: 40,
  bestDayAmount: 81.8,
  todayPnL: 0,
};

test("the drawdown's percentage is of what had been paid in when it began", async () => {
  const db = databaseOf(stack);
  const [person, adminId] = [await newTrader(stack), crypto.randomUUID()];
  await addPerson(db, adminId, "admin");
  await creditTrader(db, person.userId, 100);
  const fall = { symbol: "US500", direction: "Buy" as const, closedAtMs: Date.now() + 1, profitCents: -4_000 };
  await addTrades(db, { userId: person.userId, adminId }, [fall]);
  while (Date.now() <= fall.closedAtMs) await Bun.sleep(1);
  await creditTrader(db, person.userId, 300);
  for (const query of ["", "?symbol=US500"]) {
    const { data } = (await person.get(`/api/trade/analytics${query}`)).body;
    expect(data.summary.maxDrawdown).toEqual({ usd: 40, percent: 40 });
  }
});

test("the deepest fall in percent is of the account at that time, and may be another than the deepest in money", async () => {
  const db = databaseOf(stack);
  const [person, adminId] = [await newTrader(stack), crypto.randomUUID()];
  await addPerson(db, adminId, "admin");
  const paid = async (usd: number) => {
    await creditTrader(db, person.userId, usd);
    const atMs = Date.now() + 1;
    while (Date.now() <= atMs) await Bun.sleep(1);
    return atMs;
  };
  const loss = { symbol: "US500", direction: "Buy" as const };
  const first = { ...loss, closedAtMs: await paid(100), profitCents: -5_000 };
  const second = { ...loss, closedAtMs: await paid(10_000), profitCents: -60_000 };
  await addTrades(db, { userId: person.userId, adminId }, [first, second]);
  for (const query of ["", "?symbol=US500"]) {
    const { data } = (await person.get(`/api/trade/analytics${query}`)).body;
    expect(data.summary.maxDrawdown).toEqual({ usd: 650, percent: 50 });
  }
});

test("wins, losses and even trades add up to all trades, in the figures and in the lists behind them", async () => {
  const { summary } = (await get("/api/trade/analytics")).data;
  const listed = async (result: string) =>
    (await get(`/api/trade/history?result=${result}&limit=200`)).data.trades.length;
  const counts = [await listed("win"), await listed("loss"), await listed("even")];
  expect(counts).toEqual([summary.winningTrades, summary.losingTrades, 5]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(summary.totalTrades);
});

test("forty trades that were calculated by hand give the user's figures, and their money to the account", async () => {
  const { user } = await get("/api/user/profile");
  expect(user.analytics).toMatchObject(USER_FIGURES);
  expect(user.analytics.profitFactor).toBeCloseTo(1.42789, 5);
  expect(user.analytics.winLossRatio).toBeCloseTo(1.695619, 5);
  expect(user.balance).toBe(116.6);
});

describe.each([
  ["cash", { paidIn: 0, nameOf: (symbol: string) => symbol }],
  ["run:2", { paidIn: 100, nameOf: (symbol: string) => DEMO_SYMBOLS[symbol] ?? "" }],
])("forty trades that were calculated by hand, in account=%s,", (account, { paidIn, nameOf }) => {
  const get = async (path: string) => {
    const reply = await trader.get(`${path}${path.includes("?") ? "&" : "?"}account=${account}`);
    expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
    return reply.body;
  };

  test.each([
    ["kept totals", ""],
    ["the trades themselves", "?from=2025-01-01T00:00:00Z"],
  ])("give every figure of the analytics, from %s", async (_, query) => {
    const { data } = await get(`/api/trade/analytics${query}`);
    expect(data.summary).toMatchObject({
      ...USER_FIGURES,
      totalPnL: 116.6,
      tradeWinPercentage: 40,
      tradedDays: 20,
      winningDays: 8,
      bestDay: { day: "2025-10-05", trades: 4 },
      expectancy: 2.92,
      longestWinStreak: 4,
      longestLossStreak: 5,
      averageHoldingMs: 6_225_000,
    });
    // Without money that was paid in, no more than the peak itself could be lost.
    expect(data.summary.maxDrawdown.usd).toBe(85.3);
    expect(data.summary.maxDrawdown.percent).toBeCloseTo(Math.min(1, 85.3 / (paidIn + 9.25)) * 100, 6);
    expect(data.summary.averageR).toBeCloseTo(1.4 / 6, 6);
    expect(data.bySymbol).toEqual([
      { symbol: nameOf("US500"), trades: 15, wins: 6, pnl: 106.3 },
      { symbol: nameOf("XAUUSDm"), trades: 15, wins: 6, pnl: 61.5 },
      { symbol: nameOf("BTCUSDm"), trades: 10, wins: 4, pnl: -51.2 },
    ]);
    const pnlOf = (list: { pnl: number }[]) => list.map(({ pnl }) => pnl);
    expect(pnlOf(data.byWeekday)).toEqual([136.85, 31.05, 8.35, -15.4, 17.7, -24.05, -37.9]);
    expect(pnlOf(data.byHour)).toEqual([
      -22.4, 55.05, -22.4, 0, -8.25, -4.15, -15.75, -12.4, 0, 20.1, 0, -3.25, 55.05, 67.55, -27.4, 4.1, -38.9, 67.55,
      -30.65, 30, -24, -15.75, 42.5, 0,
    ]);
    expect(data.equity).toHaveLength(20);
    expect(data.equity.at(-1)).toEqual({ day: "2025-10-18", pnl: 25, trades: 2, total: 116.6, drawdown: 10.65 });
  });

  test("are in the calendar on their local days, with complete weeks", async () => {
    const { data } = await get("/api/trade/history?year=2025&month=10");
    expect(data.monthlyPnL).toBe(119.85);
    expect(Object.keys(data.dailyData)).toHaveLength(18);
    expect(data.dailyData["5"]).toEqual({ pnl: 81.8, trades: 4, isProfit: true });
    expect(data.dailyData["18"]).toEqual({ pnl: 25, trades: 2, isProfit: true });
    expect(data.weeklyData).toEqual({
      "40": { hasTrades: true, isProfit: false, pnl: -76.05, trades: 10 },
      "41": { hasTrades: true, isProfit: true, pnl: 68.8, trades: 17 },
      "42": { hasTrades: true, isProfit: true, pnl: 123.85, trades: 13 },
      "43": { hasTrades: false, isProfit: false, pnl: 0, trades: 0 },
      "44": { hasTrades: false, isProfit: false, pnl: 0, trades: 0 },
    });
    const september = await get("/api/trade/history?year=2025&month=9");
    expect(september.data.monthlyPnL).toBe(-3.25);
    expect(september.data.weeklyData["40"].pnl).toBe(-76.05);
  });

  test("are listed by day and by week, last closed first", async () => {
    const { data } = await get("/api/trade/history?date=2025-10-05");
    expect(data.trades.map(({ profitLoss }: { profitLoss: number }) => profitLoss)).toEqual([12.5, -15.75, 30, 55.05]);
    expect(data.trades[3]).toMatchObject({
      closeTime: "2025-10-04T18:40:00.000Z",
      symbol: nameOf("US500"),
      direction: "Buy",
      lotSize: 0.1,
      entryPrice: 100,
      exitPrice: 101,
    });
    expect((await get("/api/trade/history?week=41&year=2025")).data.trades).toHaveLength(17);
    expect((await get("/api/trade/history?date=2025-10-20")).data.trades).toEqual([]);
  });

  test("are listed page by page, each once, and filtered", async () => {
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { data } = await get(`/api/trade/history?limit=7${cursor && `&cursor=${cursor}`}`);
      seen.push(...data.trades.map(({ closeTime }: { closeTime: string }) => closeTime));
      cursor = data.nextCursor;
    }
    const newestFirst = TRADES.map(([closed]) => new Date(closed).toISOString()).toReversed();
    expect(seen).toEqual(newestFirst);
    const { data } = await get(`/api/trade/history?symbol=${nameOf("BTCUSDm")}&direction=Sell&result=win`);
    expect(data.trades).toHaveLength(2);
    const { summary } = (await get(`/api/trade/analytics?symbol=${nameOf("BTCUSDm")}`)).data;
    expect(summary).toMatchObject({ totalTrades: 10, totalPnL: -51.2, winningTrades: 4 });
  });

  test.each([
    ["kept totals", ""],
    ["the trades themselves", "?from=2025-01-01T00:00:00Z"],
  ])("are listed for the figures that depend on their order, from %s", async (_, query) => {
    const { summary } = (await get(`/api/trade/analytics${query}`)).data;
    const behind = async ({ first, last }: { first: string; last: string }) => {
      const { data } = await get(`/api/trade/history?first=${first}&last=${last}`);
      return data.trades.map(({ profitLoss }: { profitLoss: number }) => profitLoss).reverse();
    };
    // From October 8, 22:16; from October 2, 02:12; and from the one after the peak of 9.25 to the sum of -76.05.
    expect(await behind(summary.runs.longestWinStreak)).toEqual([4.1, 30, 30, 4.1]);
    expect(await behind(summary.runs.longestLossStreak)).toEqual([-22.4, -8.25, -8.25, -8.25, -15.75]);
    expect(await behind(summary.runs.maxDrawdown)).toEqual([-22.4, 0, -22.4, -8.25, -8.25, -8.25, -15.75]);
    expect(summary.riskedTrades).toBe(6);
    expect((await get("/api/trade/history?stop=known")).data.trades).toHaveLength(6);
  });
});

test("trades are exported as a file that a spreadsheet opens", async () => {
  const { headers, body } = await trader.get("/api/trade/export?symbol=US500");
  expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const lines = String(body).trim().split("\r\n");
  expect(lines[0]).toBe("Close time (UTC),Symbol,Direction,Lots,Entry,Exit,P&L (USD)");
  expect(lines[1]).toBe("2025-10-16T00:45:00.000Z,US500,Sell,0.1,100,97,-8.25");
  expect(lines).toHaveLength(16);
});

test("a demo run is exported as a file that a spreadsheet opens, each line of which says that it is a demo", async () => {
  const { headers, body, status, dbTrips } = await trader.get("/api/trade/export?account=run:2&symbol=BTCUSD");
  expect([status, dbTrips]).toEqual([200, 1]);
  expect(headers.get("Content-Disposition")).toMatch(/"tonle-demo-run-2-trades-[\d-]+\.csv"/);
  const lines = String(body).trim().split("\r\n");
  expect(lines[0]).toBe(
    "Account,Ticket,Open time (UTC),Close time (UTC),Symbol,Direction,Amount,Entry,Stop,Exit,Closed by,Commission (USD),Overnight (USD),P&L (USD),Plan locked (UTC),Setup,Reason,Planned risk (USD),Planned target (R)",
  );
  expect(lines[1]).toBe(
    "Demo run 2,demo-2-36-72,2025-10-16T00:35:00.000Z,2025-10-16T00:45:00.000Z,BTCUSD,Sell,0.1,100,95,97,close,-0.07,-0.05,-8.25,,,,,",
  );
  expect(lines.slice(1).every((line) => line.startsWith("Demo run 2,demo-2-"))).toBe(true);
  expect(lines).toHaveLength(16);
});

test("a demo trade tells what is known of it alone, and a trade of cash does not", async () => {
  const { data } = await get("/api/trade/history?account=run:2&symbol=BTCUSD&limit=1");
  expect(data.trades).toEqual([
    {
      id: "72",
      closeTime: "2025-10-16T00:45:00.000Z",
      symbol: "BTCUSD",
      direction: "Sell",
      lotSize: 0.1,
      entryPrice: 100,
      exitPrice: 97,
      plan: null,
      profitLoss: -8.25,
      demo: {
        run: 2,
        position: 36,
        openFill: 71,
        openTime: "2025-10-16T00:35:00.000Z",
        openRule: "market",
        closeRule: "close",
        stopPrice: 95,
        stopMovedAway: false,
        targetPulled: null,
        rMultiple: null,
        profit: -8.13,
        commission: 0.07,
        overnight: 0.05,
      },
    },
  ]);
  const [cash] = (await get("/api/trade/history?limit=1")).data.trades;
  expect(Object.keys(cash)).toEqual([
    ...["id", "closeTime", "symbol", "direction", "lotSize", "entryPrice", "exitPrice", "profitLoss"],
  ]);
});

test.each(["history", "history?limit=3", "analytics", "analytics?stop=known", "export", "history?year=2025&month=10"])(
  "%s answers about cash when no account is named, byte for byte",
  async (path) => {
    const [plain, named] = await Promise.all(
      ["", "account=cash"].map(async (account) => {
        const url = `${stack.origin}/api/trade/${path}${account && `${path.includes("?") ? "&" : "?"}${account}`}`;
        const Cookie = [...trader.cookies].map((pair) => pair.join("=")).join("; ");
        return (await fetch(url, { headers: { Cookie } })).text();
      }),
    );
    expect(plain).toBe(named ?? "");
    expect(plain?.includes("demo")).toBe(false);
  },
);

describe.each([
  "history",
  "history?year=2025&month=10",
  "history?date=2025-10-05",
  "history?year=2025&week=41",
  "analytics",
  "export",
])("of %s", (path) => {
  const at = (account: string) => `/api/trade/${path}${path.includes("?") ? "&" : "?"}account=${account}`;

  test.each([
    "run",
    "run:",
    "run:0",
    "run:-1",
    "run:01",
    "run:1.5",
    "run:1e3",
    "run:1234567890",
    "demo",
    "Cash",
    "",
    "run:1;run:2",
  ])("account=%s is refused", async (account) => {
    const { status, body } = await trader.get(at(encodeURIComponent(account)));
    expect([status, body.code, body.field]).toEqual([400, "invalid_input", "account"]);
  });

  test("a run that the caller does not have is not found, also when another trader has it", async () => {
    const other = await newTrader(stack);
    for (const [person, account] of [
      [trader, "run:3"],
      [other, "run:1"],
      [other, "run:2"],
    ] as const) {
      const { status, body } = await person.get(at(account));
      expect([status, body.code, body.message]).toEqual([404, "not_found", "There is no such demo run"]);
    }
    const log = new TestDemoLog();
    log.start(Date.now());
    await recordDemoLog(databaseOf(stack), other.userId, log);
    const { status, body } = await other.get(at("run:1"));
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain("BTCUSD");
  });
});

test.each([
  ["year=2025", "month"],
  ["month=3", "year"],
  ["year=2025&month=13", "month"],
  ["year=2025&month=3&week=2", "week"],
  ["date=2025-02-30", "date"],
  ["date=yesterday", "date"],
  ["date=2025-02-03&year=2025", "date"],
  ["cursor=me", "cursor"],
  ["limit=1000", "limit"],
  ["account=run:2&limit=1000", "limit"],
  ["account=run:2&year=2025&week=53", "week"],
  ["direction=buy", "direction"],
  ["from=monday", "from"],
  ["page=2", "page"],
  ["symbol=%00", "symbol"],
  ["symbol=", "symbol"],
  ["first=newest", "first"],
  ["last=0", "last"],
  ["stop=wide", "stop"],
  ["year=2026&week=53", "week"],
  ["year=2026&week=0", "week"],
  ["year=2026&month=11&direction=Buy", "direction"],
  ["date=2026-11-21&cursor=1-1", "cursor"],
  ["year=2026&week=47&limit=10", "limit"],
])("?%s is refused by its field", async (query, field) => {
  const { status, body } = await trader.get(`/api/trade/history?${query}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ success: false, code: "invalid_input", field });
});

test("another trader sees none of them", async () => {
  const other = await newTrader(stack);
  expect((await other.get("/api/trade/history")).body.data.trades).toEqual([]);
  const [{ id }] = (await trader.get("/api/trade/history?limit=1")).body.data.trades;
  expect((await other.get(`/api/trade/history?last=${id}`)).body.data.trades).toEqual([]);
  expect((await other.get("/api/trade/history?year=2025&month=10")).body.data).toMatchObject({
    monthlyPnL: 0,
    dailyData: {},
  });
  expect((await other.get("/api/user/profile")).body.user.analytics).toMatchObject({ totalTrades: 0, profitFactor: 0 });
});

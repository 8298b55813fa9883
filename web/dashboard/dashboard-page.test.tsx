import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { DAY_MS } from "../../worker/contract/time.ts";
import { dayAt, dayOfDate, isoDate } from "../../worker/contract/trade-calendar.ts";
import { readAddress } from "../performance/performance-address.ts";
import type { Trade } from "../performance/trade-types.ts";
import type { User } from "../state/api.ts";
import { refreshBalance } from "../state/balance.ts";
import { ALL_TRADES, DASHBOARD_HISTORY, ROUTE, tradesOfDayPath } from "../state/routes.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";
import type { TradedDay } from "./trading-record.ts";

// A busy machine can be slow; each wait in a test has its own timeout.
setDefaultTimeout(600_000);

const HISTORY = "GET /api/trade/history";
const ANALYTICS = "GET /api/trade/analytics";

const context = apiServer();
const { innerWidth } = window;
afterEach(() => {
  window.innerWidth = innerWidth;
});

/** Opens the dashboard of a new user, so that nothing loaded by an earlier test is visible. */
async function open(changes: Partial<User> = {}, at: string = ROUTE.dashboard) {
  const person = trader({ _id: crypto.randomUUID(), balance: 0, ...changes });
  const result = await openApp(context.server, { at, as: person });
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  return { ...result, person };
}

/** The text of the table's cells, by row. */
const tableTexts = () =>
  [...document.querySelectorAll("tr")].map((row) => [...row.children].map((cell) => cell.textContent));
const group = (name: string) => screen.findByRole("group", { name });
const textOf = async (name: string) => (await group(name)).textContent;

/** The first steps of an account that has hidden them. */
const hidden = { firstSteps: { ...trader().firstSteps, isHidden: true } };

describe("an account without trades that has hidden its first steps", () => {
  test("shows the four figures of the specification", async () => {
    await open(hidden);
    const figures = within(await group("Your figures"));
    const balance = figures.getByRole("region", { name: "Total Balance" });
    expect(balance.textContent).toContain("$0.00");
    expect(balance.textContent).toContain("No change today");
    expect(await textOf("Today's P&L")).toBe("Today's P&L$0.00No trades today");
    await waitFor(async () => expect(await textOf("Open Positions")).toBe("Open Positions0None open"));
    expect(await textOf("Win Rate")).toBe("Win Rate0.0%No trades yet");
    expect(screen.getByText("No recent trades")).toBeTruthy();
    expect(screen.getByText("Your trading history will appear here")).toBeTruthy();
  });

  test("loads no trades and has no curve", async () => {
    await open();
    await screen.findByText("No recent trades");
    expect(screen.queryByRole("heading", { name: "Closed P&L" })).toBe(null);
    await context.callsArrive();
    expect(context.server.callsOf(HISTORY)).toEqual([]);
    expect(context.server.callsOf(ANALYTICS)).toEqual([]);
  });

  test("shows the placeholder of the section 'history' and a link back", async () => {
    const { history } = await open();
    fireEvent.click(await screen.findByRole("link", { name: "Trading history" }));
    expect(await screen.findByText("Trading history coming soon...")).toBeTruthy();
    expect(screen.getByRole("link", { name: "All trades" }).getAttribute("href")).toBe(ALL_TRADES);
    fireEvent.click(screen.getByRole("link", { name: "Back to dashboard" }));
    expect(await screen.findByText("No recent trades")).toBeTruthy();
    await waitFor(() => expect(history.at(-1)).toBe(ROUTE.dashboard));
  });
});

test("the balance is loaded again with the bearer token", async () => {
  await openApp(context.server, { at: ROUTE.dashboard, as: trader({ balance: 0 }) });
  context.server
    .on("GET /api/user/balance", () => ok({ balance: 1234.5 }))
    .on("GET /api/user/profile", () => ok({ user: trader({ balance: 1234.5 }) }));
  expect(await screen.findByText("$1,234.50")).toBeTruthy();
  const tokens = () =>
    context.server.callsOf("GET /api/user/balance").map(({ headers }) => headers.get("Authorization"));
  await waitFor(() => expect(tokens()).toContain("Bearer token-1"));
});

test.each([
  ["none", true],
  ["pending", false],
  ["verified", false],
  ["rejected", true],
] as const)("the verification link for an identity with status %s: %p", async (idVerificationStatus, isOffered) => {
  await open({ ...hidden, idVerificationStatus });
  await screen.findByText("No recent trades");
  const link = screen.queryByRole("link", { name: /^Verify your identity/ });
  expect(link?.getAttribute("href")).toBe(isOffered ? "/profile" : undefined);
});

test("the links open the trades that they name", () => {
  const viewOf = (path: string) => readAddress(new URL(path, "http://tonle.test").searchParams).view;
  expect(viewOf(ALL_TRADES)).toEqual({ mode: "all", only: null });
  expect(viewOf(tradesOfDayPath("2026-11-21"))).toEqual({ mode: "day", day: dayOfDate(2026, 11, 21) });
});

describe("an account with trades", () => {
  const analytics = {
    ...trader().analytics,
    totalTrades: 4,
    winningTrades: 3,
    losingTrades: 1,
    dayWinPercentage: 66.67,
    todayPnL: 37.14,
    totalDeposits: 5500,
  };
  const worth = { balance: 6908.02, heldBalance: 100, totalWithdrawals: 50, analytics };
  const atMs = Date.now();
  const zone = trader().timeZone;
  const today = isoDate(dayAt(atMs, zone));

  function tradeOf(id: number, changes: Partial<Trade> = {}): Trade {
    return {
      id: String(id),
      closeTime: new Date(atMs).toISOString(),
      symbol: "XAUUSDm",
      direction: "Buy",
      lotSize: 0.1,
      entryPrice: 2391.5,
      exitPrice: 2392,
      profitLoss: 5,
      ...changes,
    };
  }

  function dayOf(daysAgo: number, pnl: number, total: number, trades: number): TradedDay {
    return { day: isoDate(dayAt(atMs, zone) - daysAgo), pnl, total, trades, drawdown: 0 };
  }

  const LIST = [
    tradeOf(4, { symbol: "BTCUSDm", direction: "Sell", lotSize: 0.05, profitLoss: -39.8 }),
    tradeOf(3, { closeTime: new Date(atMs - DAY_MS).toISOString(), profitLoss: 35.22 }),
    ...Array.from({ length: 6 }, (_, i) => tradeOf(2 - i, { closeTime: "2024-11-03T03:15:00.000Z" })),
  ];
  const DAYS = [dayOf(400, 900, 900, 1), dayOf(3, -50.5, 849.5, 2), dayOf(0, 37.14, 886.64, 3)];

  function answerTrades(): void {
    context.server
      .on(HISTORY, () => ok({ data: { trades: LIST, nextCursor: null } }))
      .on(ANALYTICS, () => ok({ data: { equity: DAYS } }));
  }

  test("shows the trades closed last, with a link to all of them", async () => {
    answerTrades();
    await open(worth);
    await screen.findByText("BTCUSDm");
    const rows = tableTexts();
    expect(rows.slice(0, 4)).toEqual([
      ["Type", "Symbol", "Amount", "Time", "P&L"],
      ["SELL", "BTCUSDm", "0.05", expect.stringMatching(/^Today \d+:\d\d [AP]M$/), "−$39.80"],
      ["BUY", "XAUUSDm", "0.10", expect.stringMatching(/^Yesterday \d+:\d\d [AP]M$/), "+$35.22"],
      ["BUY", "XAUUSDm", "0.10", "Nov 3, 2024 10:15 AM", "+$5.00"],
    ]);
    expect(rows.length).toBe(1 + LIST.length);
    expect(screen.getByRole("link", { name: "All trades" }).getAttribute("href")).toBe("/performance?trades=all");
    const [call] = context.server.callsOf(HISTORY);
    expect(call?.query.get("limit")).toBe("13");
    expect(call?.headers.get("Authorization")).toBe("Bearer token-1");
  });

  test("shows five of them in three columns on a phone", async () => {
    window.innerWidth = 390;
    answerTrades();
    await open(worth);
    await screen.findByText("BTCUSDm");
    const rows = tableTexts();
    expect(rows[0]).toEqual(["Trade", "Time", "P&L"]);
    expect(rows[1]).toEqual(["BTCUSDmSELL 0.05", expect.stringMatching(/^Today\d/), "−$39.80"]);
    expect(rows.length).toBe(1 + 5);
  });

  test("shows the effect of trading on the balance, today and in total", async () => {
    answerTrades();
    await open(worth);
    const balance = (await screen.findByRole("region", { name: "Total Balance" })).textContent;
    // 37.14 of 6,970.88, the account's value before today's trades, including the money on hold.
    expect(balance).toContain("+$37.14 (+0.5%)today");
    expect(balance).toContain("Deposits$5,500.00");
    expect(balance).toContain("Total P&L+$1,558.02");
  });

  test("shows the money on hold and the total below the balance, and the parts add up to the total", async () => {
    answerTrades();
    await open(worth);
    const card = await screen.findByRole("region", { name: "Total Balance" });
    const sums = [...card.querySelectorAll("dt")].map((name) => [name.textContent, name.nextSibling?.textContent]);
    expect(sums).toEqual([
      ["On hold", "$100.00"],
      ["Available and on hold", "$7,008.02"],
      ["Deposits", "$5,500.00"],
      ["Withdrawals", "−$50.00"],
      ["Total P&L", "+$1,558.02"],
    ]);
    // The main figure stays the balance, as specified.
    expect(card.querySelector("[data-size=hero]")?.textContent).toBe("$6,908.02");
  });

  test("shows only the balance when nothing is on hold", async () => {
    answerTrades();
    await open({ ...worth, heldBalance: 0 });
    const card = await screen.findByRole("region", { name: "Total Balance" });
    expect(card.textContent).toContain("$6,908.02");
    expect(card.textContent).not.toContain("hold");
  });

  test("shows today's result with its trades, and the share of winning days", async () => {
    answerTrades();
    await open(worth);
    const link = await screen.findByRole("link", { name: "3 trades closed" });
    expect(link.getAttribute("href")).toBe(`/performance?date=${today}`);
    expect(await textOf("Today's P&L")).toBe("Today's P&L+$37.143 trades closed");
    expect(await textOf("Win Rate")).toBe("Win Rate66.7%of days: 2 of 3");
  });

  test("shows placeholder rows until the trades arrive", async () => {
    const late = Promise.withResolvers<void>();
    const refuseLate = () => late.promise.then(() => refuse("internal", "Something went wrong"));
    context.server.on(HISTORY, refuseLate).on(ANALYTICS, refuseLate);
    await open(worth);
    const table = await screen.findByRole("table");
    expect(table.getAttribute("aria-busy")).toBe("true");
    expect(within(table).getAllByRole("row").length).toBe(1 + 13);
    expect(screen.getByText("Loading your closed P&L")).toBeTruthy();
    expect(await textOf("Win Rate")).toBe("Win Rate66.7%of days");
    late.resolve();
    expect(await screen.findByText("The curve could not be loaded")).toBeTruthy();
  });

  test("shows an error when the trades fail to load, and loads them on retry", async () => {
    context.server
      .on(HISTORY, () => refuse("service_down", "Away"))
      .on(ANALYTICS, () => refuse("service_down", "Away"));
    await open(worth);
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getByText("Your trades could not be loaded")).toBeTruthy();
    expect(alert.getByText(/No trade is lost/)).toBeTruthy();
    answerTrades();
    fireEvent.click(alert.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("BTCUSDm")).toBeTruthy();
    expect(await screen.findByRole("slider", { name: "Closed P&L by day" })).toBeTruthy();
  });

  /** An import adds trades: the next balance and the figures differ. */
  function change(person: User): void {
    const user = { ...person, balance: person.balance + 12, analytics: { ...analytics, todayPnL: 49.14 } };
    context.server
      .on("GET /api/user/balance", () => ok({ balance: user.balance }))
      .on("GET /api/user/profile", () => ok({ user }));
  }

  test("keeps the trades visible when loading newer ones fails", async () => {
    answerTrades();
    const { person } = await open(worth);
    await screen.findByText("BTCUSDm");
    context.server.on(HISTORY, () => refuse("service_down", "Away"));
    change(person);
    await act(refreshBalance);
    expect((await screen.findByRole("alert")).textContent).toBe("Your trades could not be loaded");
    expect(screen.getByText("BTCUSDm")).toBeTruthy();
  });

  test("loads new trades together with the figures that include them", async () => {
    answerTrades();
    const { person } = await open(worth);
    await screen.findByText("BTCUSDm");
    const newest = tradeOf(5, { symbol: "ETHUSDm", profitLoss: 12 });
    context.server.on(HISTORY, () => ok({ data: { trades: [newest, ...LIST], nextCursor: null } }));
    change(person);
    await act(refreshBalance);
    expect(await screen.findByText("ETHUSDm")).toBeTruthy();
    expect(await textOf("Today's P&L")).toContain("+$49.14");
  });

  test("shows the trades in the section 'history' too, with a link to all of them", async () => {
    answerTrades();
    await open(worth, DASHBOARD_HISTORY);
    expect(await screen.findByText("BTCUSDm")).toBeTruthy();
    expect(screen.getByRole("link", { name: "All trades" }).getAttribute("href")).toBe("/performance?trades=all");
    expect(screen.queryByText("Trading history coming soon...")).toBe(null);
  });

  test("shows the curve of two weeks, of a month and of all time, day by day", async () => {
    answerTrades();
    await open(worth);
    const card = within(await screen.findByRole("region", { name: "Closed P&L" }));
    const slider = await card.findByRole<HTMLInputElement>("slider", { name: "Closed P&L by day" });
    expect(card.getByText("in 2 weeks").textContent).toBe("−$13.36 in 2 weeks");
    expect(slider.getAttribute("aria-valuetext")).toMatch(/^\w+ \d+, \d+: \+\$886\.64, 3 trades$/);

    fireEvent.change(slider, { target: { value: String(14 - 3) } });
    expect(slider.getAttribute("aria-valuetext")).toMatch(/: \+\$849\.50, 2 trades$/);
    expect(card.queryByText("in 2 weeks")).toBe(null);
    fireEvent.blur(slider);
    expect(card.getByText("in 2 weeks")).toBeTruthy();

    fireEvent.click(card.getByRole("radio", { name: "All" }));
    expect(card.getByText("since the first trade").textContent).toBe("+$886.64 since the first trade");
    expect(card.getByRole("slider").getAttribute("max")).toBe("401");
  });
});

describe("demo runs", () => {
  const closed = {
    id: "2",
    closeTime: new Date().toISOString(),
    symbol: "BTCUSD",
    direction: "Buy",
    lotSize: 0.1,
    entryPrice: 67_000,
    exitPrice: 67_120.5,
    profitLoss: 12.05,
  };
  const today = isoDate(dayAt(Date.now(), trader().timeZone));
  const demo = { run: 2, balance: 10_012.05, result: 12.05, hasTrades: true };

  /** The trades and figures of run 2; run 1 has none, and there is no other. */
  function answerRuns(): void {
    const summary = { ...trader().analytics, todayPnL: 12.05, dayWinPercentage: 100, totalTrades: 1 };
    const equity = [{ day: today, pnl: 12.05, total: 12.05, trades: 1, drawdown: 0 }];
    const of = (query: URLSearchParams) => query.get("account") ?? "cash";
    const unknown = () => refuse("not_found", "There is no such demo run", { field: "account" });
    context.server
      .on(HISTORY, ({ query }) => {
        if (of(query) === "run:9") return unknown();
        return ok({ data: { trades: of(query) === "run:2" ? [closed] : [], nextCursor: null } });
      })
      .on(ANALYTICS, ({ query }) => {
        if (of(query) === "run:9") return unknown();
        return ok({ data: of(query) === "run:2" ? { summary, equity } : { summary: trader().analytics, equity: [] } });
      });
  }

  test("of a trader without trades of money are what the dashboard opens with, badged DEMO, beside the balance of cash", async () => {
    answerRuns();
    const { history } = await open({ ...hidden, demo });
    await screen.findByText("BTCUSD");
    expect(tableTexts()[1]?.at(-1)).toBe("+$12.05");
    await waitFor(async () => expect(await textOf("Today's P&L")).toBe("Today's P&LDEMO+$12.051 trade closed"));
    expect(await textOf("Win Rate")).toBe("Win RateDEMO100.0%of days: 1 of 1");
    expect(screen.getByRole("region", { name: "Total Balance" }).textContent).toContain("$0.00");
    expect((await screen.findByRole("region", { name: "Closed P&L" })).textContent).toContain("DEMO");
    expect(screen.getByRole("link", { name: "All trades" }).getAttribute("href")).toBe(ALL_TRADES);

    const accounts = within(screen.getByRole("navigation", { name: "Account" }));
    fireEvent.click(accounts.getByRole("link", { name: /^Cash account/ }));
    await waitFor(() => expect(history.at(-1)).toBe("/dashboard?account=cash"));
    await screen.findByText("No recent trades");
    expect(await textOf("Today's P&L")).toBe("Today's P&L$0.00No trades today");
    expect(context.server.callsOf(HISTORY).every(({ query }) => query.has("account"))).toBe(true);
  });

  test("whose figures load or could not be loaded show no zeros, and load again", async () => {
    answerRuns();
    const answer = context.server.answerOf(ANALYTICS);
    const late = Promise.withResolvers<void>();
    context.server.on(ANALYTICS, async () => {
      await late.promise;
      return refuse("internal", "Something went wrong. Please try again.");
    });
    await open({ ...hidden, demo });
    await waitFor(async () => expect(await textOf("Today's P&L")).toBe("Today's P&LDEMOLoading"));
    expect(await textOf("Win Rate")).toBe("Win RateDEMOLoadingof days");
    late.resolve();
    await waitFor(async () => expect(await textOf("Today's P&L")).toBe("Today's P&LDEMO—Try again"));
    expect(await textOf("Win Rate")).toBe("Win RateDEMO—Try againof days");
    context.server.on(ANALYTICS, answer);
    const [again] = within(screen.getByRole("group", { name: "Today's P&L" })).getAllByText("Try again");
    if (again) fireEvent.click(again);
    await waitFor(async () => expect(await textOf("Today's P&L")).toBe("Today's P&LDEMO+$12.051 trade closed"));
  });

  test("stay behind trades of the account of money until one is chosen, also in the trading history", async () => {
    answerRuns();
    context.server.on(HISTORY, ({ query }) => {
      const symbol = query.get("account") === "run:2" ? "BTCUSD" : "XAUUSDm";
      return ok({ data: { trades: [{ ...closed, symbol }], nextCursor: null } });
    });
    const { history } = await open({ demo, analytics: { ...trader().analytics, totalTrades: 1 } }, DASHBOARD_HISTORY);
    await screen.findByText("XAUUSDm");
    const accounts = within(screen.getByRole("navigation", { name: "Account" }));
    fireEvent.click(accounts.getByRole("link", { name: /^Demo run 2/ }));
    await screen.findByText("BTCUSD");
    expect(history.at(-1)).toBe("/dashboard?section=history&account=run:2");
    expect(screen.getByRole("link", { name: "All trades" }).getAttribute("href")).toBe(
      "/performance?trades=all&account=run:2",
    );
    expect(screen.getByRole("region", { name: "Trading history" }).textContent).toContain("DEMO");
  });

  test("without a closed trade lead to trading, and an unknown one back to the dashboard", async () => {
    answerRuns();
    const { navigate } = await open({ ...hidden, demo }, "/dashboard?account=run:1");
    await screen.findByText("No recent trades");
    expect(screen.getByRole("link", { name: "Place a demo trade" }).getAttribute("href")).toBe("/trading/orders");
    act(() => navigate("/dashboard?account=run:9"));
    await screen.findByText("There is no demo run 9");
    expect(screen.getByRole("link", { name: "Show my dashboard" }).getAttribute("href")).toBe("/dashboard");
  });

  test("have their balance in the header without following the account", async () => {
    context.server.on("GET /api/demo/state", () => refuse("service_down", "Away"));
    answerRuns();
    await open({ ...hidden, demo });
    expect((await screen.findAllByText("$10,012.05")).length).toBeGreaterThan(0);
  });
});

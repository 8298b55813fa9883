import { afterEach, beforeEach, describe, expect, setDefaultTimeout, setSystemTime, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { refreshBalance } from "../state/balance.ts";
import { check } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { blankCanvases } from "../test/canvas.ts";
import { render } from "../test/render.tsx";
import { TradeApi } from "../test/trade-api.ts";
import { trader } from "../test/trader.ts";
import { PerformancePage } from "./performance-page.tsx";

const HISTORY = "GET /api/trade/history";
const ANALYTICS = "GET /api/trade/analytics";

// A busy machine can be slow; each wait in a test has its own timeout.
setDefaultTimeout(600_000);
// Unmounts before the server stops, so that no request goes to a stopped server.
afterEach(cleanup);
blankCanvases();
const context = apiServer();
let api: TradeApi;

beforeEach(() => {
  // Saturday noon in Phnom Penh.
  setSystemTime(new Date("2026-11-21T05:00:00Z"));
  api = new TradeApi(context.server);
});

/** Eight trades in two months, of three symbols, on five days. */
function trade(): void {
  api.person = {
    ...api.person,
    balance: 6_908.02,
    analytics: { ...api.person.analytics, totalDeposits: 5_500 },
  };
  api.add("2026-11-21 09:15", { profitLoss: 37.14, symbol: "XAUUSDm" });
  api.add("2026-11-11 23:45", { profitLoss: -10.61, symbol: "ETHUSD", direction: "Buy" });
  api.add("2026-11-11 23:43", { profitLoss: 3.32 });
  api.add("2026-11-11 08:42", { profitLoss: 85.67, direction: "Buy" });
  api.add("2026-11-10 14:00", { profitLoss: -65 });
  api.add("2026-11-08 14:30", { profitLoss: 0 });
  api.add("2026-10-30 14:05", { profitLoss: 20, symbol: "XAUUSDm", direction: "Buy" });
  api.add("2026-10-30 03:00", { profitLoss: 30, symbol: "XAUUSDm" });
}

async function open(at = "/performance") {
  await act(check);
  const result = render(<PerformancePage />, { at });
  await screen.findByText("Daily Account Progression");
  return result;
}

/** @returns the callback that the page runs every two minutes */
async function openWithRefresh(at?: string): Promise<() => void> {
  const callbacks: (() => void)[] = [];
  const { setTimeout, setInterval } = globalThis;
  // Intercepted by hand: with spied timers the testing library assumes that time does not advance.
  const keeping =
    (start: typeof setTimeout | typeof setInterval, keptMs: number) => (callback: () => void, delay?: number) => {
      if (delay === keptMs) callbacks.push(callback);
      return start(callback, delay);
    };
  globalThis.setTimeout = Object.assign(keeping(setTimeout, 120_000), setTimeout);
  // The page's minute.
  globalThis.setInterval = Object.assign(keeping(setInterval, 60_000), setInterval);
  try {
    await open(at);
  } finally {
    Object.assign(globalThis, { setTimeout, setInterval });
  }
  expect(callbacks.length).toBeGreaterThanOrEqual(2);
  return () => {
    for (const callback of callbacks) callback();
  };
}

// By text and not by role: computing the accessible names of every link on a page takes happy-dom seconds.
const card = (name: string) => {
  const group = screen.getByText(name, { selector: "[role=group] span" }).closest<HTMLElement>("[role=group]");
  if (!group) throw new Error(`there is no card ${name}`);
  return group;
};
// Returns a boolean because a failing `expect` on a DOM node takes a minute to print it.
const textOf = (name: string) => card(name).textContent?.replaceAll(", show the trades", "");
const shows = (text: string | RegExp) => screen.queryAllByText(text).length > 0;
const grid = () => screen.findByLabelText(/^(Trades for|All Trades)/, { selector: "[role=grid]" });
/** The cells of each row of the table, from the first. */
const rowsOf = (table: HTMLElement) =>
  [...table.querySelectorAll("[role=row]")]
    .slice(1)
    .map((row) => [...row.querySelectorAll("[role=gridcell]")].map((cell) => cell.textContent));
const callsWith = (key: string) => context.server.callsOf(HISTORY).filter(({ query }) => query.has(key));
const day = (title: RegExp | string) => screen.findByTitle(title);

describe("a new account", () => {
  beforeEach(() => {
    api.person = trader({ _id: crypto.randomUUID(), balance: 0 });
  });

  test("shows exactly the zeros of the specification", async () => {
    await open();
    await screen.findByText("No closed trades yet");
    expect(textOf("Total P&L")).toBe("Total P&L$0.00Balance $0.00");
    expect(textOf("Today's P&L")).toBe("Today's P&L$0.00No trades today");
    expect(textOf("Win Rate")).toBe("Win Rateof days0.0%Won days0Lost days0Trades:Wins0Losses0");
    expect(textOf("Avg Win / Avg Loss")).toBe("Avg Win / Avg Loss0.00Win$0.00Loss$0.00");
    expect(textOf("Profit Factor")).toBe("Profit Factor0.00$0.00 profit$0.00 loss");
    expect(textOf("Best Day")).toBe("Best Day$0.00No trades yet");
    expect(textOf("Buy Trades")).toBe("Buy Trades00.0% of trades");
    expect(textOf("Sell Trades")).toBe("Sell Trades00.0% of trades");
    await screen.findByText("0 trades, 0 winning days, 0 losing");
    expect(screen.queryAllByText(/show the trades/).length).toBe(0);
  });

  test("has a progression of Start and Now on an axis up to a thousand", async () => {
    await open();
    const chart = within(screen.getByLabelText("Daily Account Progression", { selector: "[role=group]" }));
    expect(chart.getAllByRole("button").map((point) => point.getAttribute("aria-label"))).toEqual([
      "Start: Balance $0.00",
      "Now: Balance $0.00",
    ]);
    expect(chart.getAllByText(/^\$\d+k$/).map((label) => label.textContent)).toEqual(["$0k", "$1k"]);
  });

  test("shows a hint in the empty list", async () => {
    await open();
    expect(shows("Choose a day or a week in the calendar to see its trades.")).toBe(true);
    fireEvent.click(screen.getByText("Show All Trades"));
    await screen.findByText("No trades found.");
  });
});

describe("the cards", () => {
  beforeEach(trade);

  test("show their figures, and the balance below the total", async () => {
    await open();
    await screen.findByText("Nov 11, 3 trades");
    expect(textOf("Total P&L")).toBe("Total P&L+$1,408.02Balance $6,908.02");
    expect(textOf("Today's P&L")).toBe("Today's P&L+$37.14Today's performance");
    expect(textOf("Win Rate")).toBe("Win Rateof days60.0%Won days3Lost days1Trades:Wins5Losses2Even1");
    expect(textOf("Avg Win / Avg Loss")).toBe("Avg Win / Avg Loss0.93Win+$35.23Loss−$37.81");
    expect(textOf("Profit Factor")).toBe("Profit Factor2.33+$176.13 profit−$75.61 loss");
    expect(textOf("Best Day")).toBe("Best Day+$78.38Nov 11, 3 trades");
    expect(textOf("Buy Trades")).toBe("Buy Trades337.5% of trades");
    expect(textOf("Sell Trades")).toBe("Sell Trades562.5% of trades");
  });

  test("include withdrawn and held money in the total, so that no withdrawal is a loss", async () => {
    Object.assign(api.person, { balance: 4_000, heldBalance: 500, totalWithdrawals: 900.5 });
    await open();
    expect(textOf("Total P&L")).toBe("Total P&L−$99.50Balance $4,000.00");
    expect(card("Total P&L").querySelector("[data-tone=down]")?.textContent).toBe("−$99.50");
  });

  test("draw the ring of winning and losing days, leaving the rest open", async () => {
    await open();
    const around = 2 * Math.PI * 28;
    const arcs = [...card("Win Rate").querySelectorAll("circle[stroke]")].map((arc) => {
      const length = Number(arc.getAttribute("stroke-dasharray")?.split(" ")[0]);
      // Each arc ends a gap of three before the next one.
      return [arc.getAttribute("stroke"), Math.round(((length + 3) / around) * 100)];
    });
    // Five days with trades: three won, one lost, one zero. Of the trades, 62.5% won.
    expect(arcs).toEqual([
      ["var(--up)", 60],
      ["var(--down)", 20],
    ]);
  });

  test("explain the calculation of the win rate, by trades and by days", async () => {
    await open();
    fireEvent.focus(within(card("Win Rate")).getByRole("button"));
    const tip = await screen.findByRole("tooltip");
    expect(tip.textContent).toBe(
      "winning trades / total trades x 100\n5 / 8 x 100 = 62.5%\nOf days: winning days / days with trades x 100 = 60.0%",
    );
  });

  test("show an infinite ratio where no trade lost", async () => {
    api.trades.splice(0, api.trades.length);
    api.add("2026-11-21 09:15", { profitLoss: 10 });
    await open();
    expect(textOf("Profit Factor")).toBe("Profit Factor—After a first loss+$10.00 profit$0.00 loss");
    expect(textOf("Avg Win / Avg Loss")).toBe("Avg Win / Avg Loss—Win+$10.00Loss$0.00After a first loss");
  });

  test("follow a changed balance", async () => {
    await open();
    api.person = { ...api.person, balance: 7_000 };
    window.dispatchEvent(new Event("focus"));
    await waitFor(() => expect(textOf("Total P&L")).toBe("Total P&L+$1,500.00Balance $7,000.00"));
    expect(screen.getByLabelText("Now: Balance $7,000.00")).toBeTruthy();
  });

  test("are refreshed every two minutes", async () => {
    const refresh = await openWithRefresh();
    api.person = { ...api.person, balance: 7_000 };
    refresh();
    await waitFor(() => expect(textOf("Total P&L")).toBe("Total P&L+$1,500.00Balance $7,000.00"));
  });

  test("stay unchanged when a refresh fails, as do the calendar, the lists and the curve, without an error message", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    const refresh = await openWithRefresh("/performance?date=2026-11-11");
    await screen.findByText("Closed P&L over time");
    await screen.findByText("6 trades, 2 winning days, 1 losing, 1 even");
    await waitFor(async () => expect(rowsOf(await grid()).length).toBe(3));
    await context.callsArrive();
    const before = document.body.textContent;
    const routes = ["GET /api/user/profile", "GET /api/user/balance", HISTORY, ANALYTICS];
    for (const route of routes) context.server.on(route, () => refuse("internal", "Something went wrong."));
    refresh();
    await refreshBalance();
    await waitFor(() => {
      const logged = warn.mock.calls.map(([message]) => message);
      expect(logged).toContain("figures not refreshed");
      expect(logged).toContain("balance not refreshed");
    });
    await context.callsArrive();
    expect(document.body.textContent).toBe(before);
    expect(screen.queryAllByRole("alert").length).toBe(0);
  });

  test("that change leave the rest of the page unchanged until it has loaded too", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    const refresh = await openWithRefresh("/performance?date=2026-11-21");
    await screen.findByText("Closed P&L over time");
    await screen.findByText("6 trades, 2 winning days, 1 losing, 1 even");
    await context.callsArrive();
    context.server.on(HISTORY, () => refuse("internal", "Something went wrong."));
    context.server.on(ANALYTICS, () => refuse("internal", "Something went wrong."));
    api.add("2026-11-21 10:00", { profitLoss: 100 });
    refresh();
    await waitFor(() => expect(textOf("Today's P&L")).toBe("Today's P&L+$137.14Today's performance"));
    await waitFor(() => expect(warn.mock.calls.length).toBeGreaterThanOrEqual(3));
    expect(shows("6 trades, 2 winning days, 1 losing, 1 even")).toBe(true);
    expect(shows("Closed P&L over time")).toBe(true);
    expect(shows("The figures could not be loaded")).toBe(false);
    expect(rowsOf(await grid()).length).toBe(1);

    context.server.on(HISTORY, (call) => ok({ data: api.history(call) }));
    context.server.on(ANALYTICS, ({ query }) => ok({ data: api.analytics(api.filtered(query)) }));
    await screen.findByText("7 trades, 2 winning days, 1 losing, 1 even");
    await screen.findByText("+$200.52", { selector: "[aria-labelledby=equity] *" });
  });
});

describe("the progression", () => {
  beforeEach(trade);

  test("shows the deposits between Start and Now, with its axis and ticks", async () => {
    await open();
    const chart = within(screen.getByLabelText("Daily Account Progression", { selector: "[role=group]" }));
    expect(chart.getAllByRole("button").map((point) => point.getAttribute("aria-label"))).toEqual([
      "Start: Balance $0.00",
      "Deposit: Balance $5,500.00",
      "Now: Balance $6,908.02",
    ]);
    expect(chart.getAllByText(/^\$\d+k$/).map((label) => label.textContent)).toEqual([
      "$0k",
      "$2k",
      "$4k",
      "$6k",
      "$8k",
    ]);
  });

  test("is drawn by uPlot, like the equity curve", async () => {
    await open();
    const group = screen.getByLabelText("Daily Account Progression", { selector: "[role=group]" });
    await waitFor(() => expect(group.querySelectorAll(".uplot canvas")).toHaveLength(1));
    await waitFor(() => expect(document.querySelectorAll("[role=slider] .uplot canvas")).toHaveLength(2));
  });

  test("caps its sums and labels them Balance", async () => {
    api.person = { ...api.person, balance: 2_000_000_000 };
    await open();
    fireEvent.focus(screen.getByLabelText(/^Now/));
    expect((await screen.findByRole("tooltip")).textContent).toBe("Balance: $999,999,999.00");
  });
});

describe("the month", () => {
  beforeEach(trade);

  test("shows its result, its days with their results, and its weeks", async () => {
    await open();
    await screen.findByText("6 trades, 2 winning days, 1 losing, 1 even");
    expect(shows("Nov 2026")).toBe(true);
    expect(shows("+$50.52")).toBe(true);
    const calendar = within(screen.getByLabelText("November 2026"));
    expect(calendar.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
      "Su",
      "Mo",
      "Tu",
      "We",
      "Th",
      "Fr",
      "Sa",
      "Week",
    ]);
    const link = await day("November 11, 2026: +$78.38, 3 trades");
    expect(link.textContent).toBe("November 11, 2026: +$78.38, 3 trades11+$78+783 trades3");
    expect(link.dataset.side).toBe("up");
    expect((await day("November 10, 2026: −$65.00, 1 trade")).dataset.side).toBe("down");
    expect((await day("November 8, 2026: $0.00, 1 trade")).dataset.side).toBe("flat");
    expect((await day("Week 46: +$13.38, 5 trades")).textContent).toContain("Week 46");
    expect((await day("Week 49: no trades")).textContent).toContain("No trades");
  });

  test("marks today, and days of neighbouring months cannot be clicked", async () => {
    await open();
    expect((await day(/^November 21, 2026/)).getAttribute("aria-current")).toBe("date");
    const calendar = within(screen.getByLabelText("November 2026"));
    expect(calendar.queryAllByTitle(/^(October|December)/).length).toBe(0);
  });

  test("changes by its buttons and by the page keys", async () => {
    await open();
    fireEvent.click(screen.getByLabelText("Previous month"));
    await screen.findByText("2 trades, 1 winning day, 0 losing");
    expect(shows("Oct 2026")).toBe(true);
    fireEvent.keyDown(await day(/^October 30/), { key: "PageDown" });
    await screen.findByText("6 trades, 2 winning days, 1 losing, 1 even");
    fireEvent.click(screen.getByLabelText("Next month"));
    await screen.findByText("Dec 2026");
    await waitFor(() =>
      expect(callsWith("month").map(({ query }) => query.get("month"))).toEqual(
        expect.arrayContaining(["11", "10", "12"]),
      ),
    );
  });

  test("is navigated by arrow keys, across days of neighbouring months, to the weeks", async () => {
    await open();
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    (await day(/^November 7,/)).focus();
    press("ArrowRight");
    expect(document.activeElement?.textContent).toMatch(/^Week 45/);
    press("ArrowDown");
    expect(document.activeElement?.textContent).toMatch(/^Week 46/);
    press("ArrowLeft");
    press("ArrowUp");
    expect(document.activeElement?.textContent).toMatch(/^November 7,/);
    press("Home");
    expect(document.activeElement?.textContent).toMatch(/^November 1,/);
    press("ArrowUp");
    expect(document.activeElement?.textContent).toMatch(/^November 1,/);
  });

  test("shows a blurred shape without a figure while it loads", async () => {
    const late = Promise.withResolvers<void>();
    context.server.on(HISTORY, async (call) => {
      await late.promise;
      return ok({ data: api.history(call) });
    });
    await open();
    const shape = screen.getByText("+$2,776.44");
    expect(shape.getAttribute("aria-hidden")).toBe("true");
    late.resolve();
    await screen.findByText("6 trades, 2 winning days, 1 losing, 1 even");
    expect(shows("+$2,776.44")).toBe(false);
  });

  test("does not keep the error of the previous month while the next one loads", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    context.server.on(HISTORY, () => refuse("internal", "Something went wrong. Please try again."));
    await open();
    await screen.findByText("This month could not be loaded.");
    const late = Promise.withResolvers<void>();
    context.server.on(HISTORY, async (call) => {
      await late.promise;
      return ok({ data: api.history(call) });
    });
    fireEvent.click(screen.getByLabelText("Previous month"));
    await screen.findByText("Oct 2026");
    await screen.findByText("+$2,776.44");
    expect(shows("This month could not be loaded.")).toBe(false);
    late.resolve();
    await screen.findByText("2 trades, 1 winning day, 0 losing");
    warn.mockRestore();
  });

  test("says in no cell and in no word that there are no trades while it loads or after that has failed", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    const late = Promise.withResolvers<void>();
    context.server.on(HISTORY, async () => {
      await late.promise;
      return refuse("internal", "Something went wrong. Please try again.");
    });
    await open();
    await day("November 11, 2026: loading");
    const card = () => screen.getByRole("region", { name: "Monthly P&L" }).textContent ?? "";
    const zeros = /no trades|\b0 trades|\$0\.00/i;
    expect(card()).not.toMatch(zeros);
    late.resolve();
    await day("Week 46: not loaded");
    expect(card()).not.toMatch(zeros);
    expect(card()).toContain("Monthly P&L—");
    warn.mockRestore();
  });

  test("of figures that could not be loaded again says how old they are", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    const refresh = await openWithRefresh("/performance");
    await screen.findByText("6 trades, 2 winning days, 1 losing, 1 even");
    await context.callsArrive();
    context.server.on(HISTORY, () => refuse("internal", "Something went wrong."));
    api.add("2026-11-21 10:00", { profitLoss: 100 });
    setSystemTime(new Date("2026-11-21T05:05:00Z"));
    refresh();
    await screen.findByText("6 trades, 2 winning days, 1 losing, 1 even, as of 12:00 PM");
    warn.mockRestore();
  });

  test("shows a dash and an error line when loading fails, and loads on retry", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    context.server.on(HISTORY, () => refuse("internal", "Something went wrong. Please try again."));
    await open();
    await day("November 11, 2026: not loaded");
    expect(screen.queryAllByRole("alert").map((line) => line.textContent)).toEqual([
      "This month could not be loaded.Try again",
    ]);
    expect(warn).toHaveBeenCalled();
    context.server.on(HISTORY, (call) => ok({ data: api.history(call) }));
    fireEvent.click(screen.getByText("Try again"));
    await screen.findByText("6 trades, 2 winning days, 1 losing, 1 even");
    expect(screen.queryAllByRole("alert").length).toBe(0);
    warn.mockRestore();
  });
});

describe("the trades", () => {
  beforeEach(trade);

  test("of a day are listed, last closed first, in seven columns", async () => {
    const { history } = await open();
    fireEvent.click(await day(/^November 11, 2026/));
    await screen.findByText("Trades for November 11, 2026");
    const table = await grid();
    // By their content: while they load, there are three rows too.
    await waitFor(() => expect(rowsOf(table).map((cells) => cells[1])).toEqual(["ETHUSD", "BTCUSDm", "BTCUSDm"]));
    expect(
      within(table)
        .getAllByRole("columnheader")
        .map((head) => head.textContent),
    ).toEqual(["Date", "Symbol", "Direction", "Size", "Entry", "Exit", "P&L"]);
    expect(rowsOf(table)[0]).toEqual([
      "Nov 11, 2026 11:45 PM",
      "ETHUSD",
      "Buy",
      "0.05",
      "113,682.72",
      "113,616.28",
      "−$10.61",
    ]);
    expect(rowsOf(table).map((cells) => cells.at(-1))).toEqual(["−$10.61", "+$3.32", "+$85.67"]);
    expect(shows(/3 trades, net/)).toBe(true);
    expect(history.at(-1)).toBe("/performance?date=2026-11-11");
    const [call] = callsWith("date");
    expect(call?.query.get("date")).toBe("2026-11-11");
    expect(call?.headers.get("Authorization")).toBe("Bearer token-1");
  });

  test("of a day are limited to that day, whatever the server sends", async () => {
    await open();
    context.server.on(HISTORY, ({ query }) => {
      const none = { monthlyPnL: 0, dailyData: {}, weeklyData: {}, nextCursor: null };
      return ok({ data: { ...none, trades: query.has("date") ? api.trades : [] } });
    });
    fireEvent.click(await day(/^November 10, 2026/));
    const table = await grid();
    await waitFor(() => expect(rowsOf(table).map((cells) => cells[0])).toEqual(["Nov 10, 2026 2:00 PM"]));
  });

  test("of an empty day show a message, and a day that fails to load says so and loads again", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    await open();
    fireEvent.click(await day(/^November 12, 2026/));
    await screen.findByText("No trades found for this day.");
    // The month has loaded too.
    await context.callsArrive();
    context.server.on(HISTORY, () => refuse("internal", "Something went wrong. Please try again."));
    fireEvent.click(await day(/^November 11, 2026/));
    await screen.findByText("Trades for November 11, 2026");
    await screen.findByText("These trades could not be loaded");
    expect(shows("No trades found for this day.")).toBe(false);
    context.server.on(HISTORY, (call) => ok({ data: api.history(call) }));
    fireEvent.click(screen.getByText("Try again"));
    await screen.findByText(/^3 trades, net/);
    warn.mockRestore();
  });

  test("of a week are opened by its link", async () => {
    const { history } = await open();
    fireEvent.click(await day(/^Week 46/));
    await screen.findByText("Trades for Week 46, 2026");
    const table = await grid();
    await waitFor(() => expect(rowsOf(table).length).toBe(5));
    expect(history.at(-1)).toBe("/performance?year=2026&week=46");
    fireEvent.click(await day(/^Week 49/));
    await screen.findByText("No trades found for this week.");
  });

  test("are all shown by a button, which then links back to the empty selection", async () => {
    const { history } = await open("/performance?date=2026-11-11");
    fireEvent.click(screen.getByText("Show All Trades"));
    await screen.findByText("All Trades");
    const table = await grid();
    await waitFor(() => expect(rowsOf(table).length).toBe(8));
    expect(table.getAttribute("aria-rowcount")).toBe("9");
    fireEvent.click(screen.getByText("Back to Calendar"));
    await screen.findByText("Choose a day or a week in the calendar to see its trades.");
    expect(history.at(-1)).toBe("/performance");
    expect(screen.queryAllByLabelText("All Trades").length).toBe(0);
  });

  test("that fail to load say so, and appear once they load", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    context.server
      .on(HISTORY, () => refuse("internal", "Something went wrong. Please try again."))
      .on(ANALYTICS, () => refuse("internal", "Something went wrong. Please try again."));
    await open("/performance?trades=all");
    await screen.findByText("These trades could not be loaded");
    expect(shows("No trades found.")).toBe(false);
    context.server.on(HISTORY, (call) => ok({ data: api.history(call) }));
    await waitFor(async () => expect(rowsOf(await grid()).length).toBe(8));
    warn.mockRestore();
  });

  test("are navigated by keys, and screen readers get the row's number and the total", async () => {
    await open("/performance?trades=all");
    const table = await grid();
    await waitFor(() => expect(rowsOf(table).length).toBe(8));
    const active = () => document.getElementById(table.getAttribute("aria-activedescendant") ?? "");
    fireEvent.keyDown(table, { key: "ArrowDown" });
    expect(active()?.getAttribute("aria-rowindex")).toBe("2");
    fireEvent.keyDown(table, { key: "End" });
    expect(active()?.getAttribute("aria-rowindex")).toBe("9");
    fireEvent.keyDown(table, { key: "ArrowUp" });
    expect(active()?.getAttribute("aria-rowindex")).toBe("8");
    fireEvent.keyDown(table, { key: "Home" });
    expect(active()?.getAttribute("aria-rowindex")).toBe("2");
  });

  test("are rendered only while visible, however many there are", async () => {
    for (let count = 0; count < 300; count += 1) api.add("2026-09-01 10:00");
    await open("/performance?trades=all");
    const table = await grid();
    await waitFor(() => expect(rowsOf(table)[0]?.[1]).toBe("XAUUSDm"));
    expect(rowsOf(table).length).toBeLessThan(15);
    await waitFor(() => expect(table.getAttribute("aria-rowcount")).toBe("309"));
    fireEvent.keyDown(table, { key: "End" });
    await waitFor(() => expect(rowsOf(table).at(-1)?.[0]).toBe("Sep 1, 2026 10:00 AM"));
    expect([...table.querySelectorAll("[role=row]")].at(-1)?.getAttribute("aria-rowindex")).toBe("309");
    expect(rowsOf(table).length).toBeLessThan(15);
  });
});

describe("the list scrolls into view", () => {
  beforeEach(trade);
  /** The ids of the elements that were scrolled to. */
  let scrolledTo: string[];
  let scroll: ReturnType<typeof spyOn<Element, "scrollIntoView">>;
  beforeEach(() => {
    scrolledTo = [];
    scroll = spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
      scrolledTo.push(this.id);
    });
  });
  afterEach(() => scroll.mockRestore());

  test.each([
    ["a day", /^November 11, 2026/, "Trades for November 11, 2026"],
    ["a week", /^Week 46/, "Trades for Week 46, 2026"],
  ])("by %s of the calendar, and the focus stays", async (_, title, heading) => {
    await open();
    const link = await day(title);
    link.focus();
    fireEvent.click(link);
    await screen.findByText(heading);
    await waitFor(() => expect(scrolledTo).toEqual(["trades"]));
    expect(document.activeElement?.getAttribute("title")).toMatch(title);
  });

  test("by 'Show All Trades'", async () => {
    await open();
    expect(scrolledTo).toEqual([]);
    fireEvent.click(screen.getByText("Show All Trades"));
    await waitFor(() => expect(scrolledTo).toEqual(["trades"]));
  });

  test("by a link from another page that names the trades", async () => {
    await open("/performance?trades=all");
    await waitFor(() => expect(scrolledTo).toEqual(["trades"]));
  });
});

describe("every figure opens its trades", () => {
  beforeEach(trade);

  const listed = async () => {
    const table = await grid();
    await waitFor(() => expect(rowsOf(table).every((cells) => cells[1] !== "")).toBe(true));
    return rowsOf(table).map((cells) => cells.at(-1));
  };

  test.each([
    ["Total P&L", 0, "trades=all", 8],
    ["Today's P&L", 0, "date=2026-11-21", 1],
    ["Win Rate", 0, "trades=all", 8],
    ["Win Rate", 1, "trades=all&only=result%3Awin", 5],
    ["Win Rate", 2, "trades=all&only=result%3Aloss", 2],
    ["Avg Win / Avg Loss", 0, "trades=all", 8],
    ["Avg Win / Avg Loss", 2, "trades=all&only=result%3Aloss", 2],
    ["Profit Factor", 1, "trades=all&only=result%3Awin", 5],
    ["Best Day", 0, "date=2026-11-11", 3],
    ["Buy Trades", 0, "trades=all&only=direction%3ABuy", 3],
    ["Sell Trades", 0, "trades=all&only=direction%3ASell", 5],
  ])("%s, figure %p", async (name, index, address, count) => {
    const { history } = await open();
    await screen.findByText("Nov 11, 3 trades");
    const link = card(name).querySelectorAll("a")[index];
    if (link) fireEvent.click(link);
    await waitFor(() => expect(history.at(-1)).toBe(`/performance?${address}`));
    await waitFor(async () => expect((await listed()).length).toBe(count));
    expect(document.activeElement?.id).toBe("trades");
  });

  test("the month's figure opens its month, and the part can be removed again", async () => {
    await open();
    await screen.findByText("6 trades, 2 winning days, 1 losing, 1 even");
    fireEvent.click(screen.getByText("+$50.52"));
    await waitFor(async () => expect((await listed()).length).toBe(6));
    fireEvent.click(screen.getByLabelText("Nov 2026: show all instead"));
    await waitFor(async () => expect((await listed()).length).toBe(8));
  });

  test.each([
    ["XAUUSDm", "3 trades, 100% won", ["+$37.14", "+$20.00", "+$30.00"]],
    ["a weekday", "Friday: +$50.00, 2 trades, 100% won", ["+$20.00", "+$30.00"]],
    ["an hour", "14:00: −$45.00, 3 trades, 33% won", ["−$65.00", "$0.00", "+$20.00"]],
  ])("the bar of %s opens its trades", async (_, name, results) => {
    await open();
    fireEvent.click(await screen.findByText(name));
    await waitFor(async () => expect(await listed()).toEqual(results));
  });

  test.each([
    ["Peak", "days:2026-10-29..2026-11-21", 8],
    ["Max drawdown in money", "maxDrawdown:8-5", 4],
    ["Longest drawdown", "days:2026-11-10..2026-11-11", 4],
    ["Expectancy", null, 8],
    ["Winning streak", "longestWinStreak:8-6", 3],
    ["Average time held", null, 8],
  ])("%s below the curve", async (name, only, count) => {
    const { history } = await open();
    const origin = await screen.findByLabelText("Where it comes from");
    await within(origin).findByText("Closed P&L over time");
    const row = [...origin.querySelectorAll("dl > div")].find((one) => one.textContent?.startsWith(name));
    const link = row?.querySelector("a");
    if (link) fireEvent.click(link);
    const address = new URLSearchParams({ trades: "all", ...(only !== null && { only }) });
    await waitFor(() => expect(history.at(-1)).toBe(`/performance?${address}`));
    await waitFor(async () => expect((await listed()).length).toBe(count));
    expect(document.activeElement?.id).toBe("trades");
  });

  test("a day of the curve opens its day, by the keys of a slider", async () => {
    const { history } = await open();
    const slider = await screen.findByRole("slider");
    // The crosshair appears once the plots are drawn.
    await screen.findByText("November 10, 2026");
    expect(slider.getAttribute("aria-valuetext")).toBe(
      "November 10, 2026: closed P&L −$15.00, drawdown $65.00, 1 trade",
    );
    fireEvent.keyDown(slider, { key: "ArrowRight" });
    expect(slider.getAttribute("aria-valuetext")).toBe(
      "November 11, 2026: closed P&L +$63.38, drawdown $0.00, 3 trades",
    );
    fireEvent.keyDown(slider, { key: "Enter" });
    expect(history.at(-1)).toBe("/performance?date=2026-11-11");
    await screen.findByText("Trades for November 11, 2026");
  });
});

describe("the breakdown", () => {
  beforeEach(trade);

  test("shows the figures of the curve and per trade, and the best and worst parts as text", async () => {
    await open();
    await screen.findByText("Closed P&L over time");
    expect(shows("Closed trades since October 30, 2026, without deposits. Times in Phnom Penh.")).toBe(true);
    const origin = screen.getByLabelText("Where it comes from");
    const facts = [...origin.querySelectorAll("dl > div")].map((row) =>
      row.textContent?.replace(", show the trades", ""),
    );
    expect(facts).toEqual([
      "Peak+$100.52",
      "Max drawdown in money−$65.00",
      "Max drawdown in percent12.5%",
      "Below the peak now$0.00",
      "Longest drawdown2 days",
      "Expectancy+$12.57",
      "Average R—",
      "Winning streak3 trades",
      "Losing streak2 trades",
      "Average time held1\u00a0h 30\u00a0m",
      "BestWednesday+$78.38",
      "WorstTuesday−$65.00",
      "Best08:00+$85.67",
      "Worst14:00−$45.00",
    ]);
  });

  test("of fewer than five trades is the curve alone, and says why", async () => {
    api.trades.splice(4);
    await open();
    await screen.findByText("4 trades so far");
    expect(shows("Closed P&L over time")).toBe(true);
    for (const noise of ["Expectancy", "By hour of the day", "Winning streak"]) expect(shows(noise)).toBe(false);
  });

  test("names the only hour with trades once, and not as the best and the worst", async () => {
    for (const trade of api.trades) trade.closeTime = trade.closeTime.replace(/T\d\d/, "T02");
    await open();
    await screen.findByText("By hour of the day");
    const rows = [...screen.getByLabelText("By hour of the day").querySelectorAll("dl > div")];
    expect(rows.map((row) => row.textContent?.replace(", show the trades", ""))).toEqual(["Only09:00+$100.52"]);
  });

  test("shows an error when the figures fail to load, and retries", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    context.server.on(ANALYTICS, () => refuse("internal", "Something went wrong. Please try again."));
    await open();
    await screen.findByText("The figures could not be loaded");
    context.server.on(ANALYTICS, ({ query }) => ok({ data: api.analytics(api.filtered(query)) }));
    fireEvent.click(screen.getByText("Try again"));
    await screen.findByText("Closed P&L over time");
    expect(shows("The figures could not be loaded")).toBe(false);
    warn.mockRestore();
  });

  test("shows five symbols at first", async () => {
    for (const symbol of ["US500", "USTECm", "EURUSD", "USDJPY"]) api.add("2026-11-20 10:00", { symbol });
    await open();
    const card = within(await screen.findByLabelText("By symbol"));
    expect(card.getAllByRole("listitem").length).toBe(5);
    fireEvent.click(card.getByText("Show 2 more"));
    expect(card.getAllByRole("listitem").length).toBe(7);
  });
});

describe("filters", () => {
  beforeEach(trade);

  test("apply to the cards, the calendar, the breakdowns and the lists, and are shown above them", async () => {
    const { history } = await open();
    await screen.findByText("XAUUSDm", { selector: "option" });
    fireEvent.change(screen.getByLabelText("Symbol"), { target: { value: "XAUUSDm" } });
    await waitFor(() => expect(history.at(-1)).toBe("/performance?symbol=XAUUSDm"));
    await screen.findByText("Clear filters");
    await waitFor(() => expect(textOf("Total P&L")).toBe("Total P&L+$87.143 trades"));
    expect(textOf("Win Rate")).toBe(
      "Win Rateof days100.0%Won days2Lost days0Trades:Wins3Losses03 of 3: a rate from 5 trades on",
    );
    expect(shows("1 trade, 1 winning day, 0 losing")).toBe(true);
    fireEvent.click(await day("November 11, 2026: no trades"));
    await screen.findByText("No trades found for this day.");
    fireEvent.click(screen.getByText("Show All Trades"));
    const table = await grid();
    await waitFor(() => expect(rowsOf(table).map((cells) => cells[1])).toEqual(["XAUUSDm", "XAUUSDm", "XAUUSDm"]));
    fireEvent.click(screen.getByText("Clear filters"));
    await waitFor(() => expect(textOf("Total P&L")).toBe("Total P&L+$1,408.02Balance $6,908.02"));
  });

  test("by direction and period use the trader's days and link to the CSV file of the same trades", async () => {
    await open();
    await screen.findByText("Closed P&L over time");
    fireEvent.click(screen.getByText("Buy", { selector: "[role=radio]" }));
    fireEvent.click(await screen.findByText("30 days", { selector: "[role=radio]" }));
    await waitFor(() => expect(textOf("Total P&L")).toBe("Total P&L+$95.063 trades"));
    expect(shows("Buy, Last 30 days")).toBe(true);
    const last = context.server.callsOf(ANALYTICS).at(-1)?.query;
    // October 23, 2026, 00:00 in Phnom Penh.
    expect(Object.fromEntries(last ?? [])).toEqual({ direction: "Buy", from: "2026-10-22T17:00:00.000Z" });
    expect(screen.getByText("Download CSV").getAttribute("href")).toBe(`/api/trade/export?${last}`);
  });

  test("by dates include both ends", async () => {
    await open();
    await screen.findByText("Closed P&L over time");
    fireEvent.click(screen.getByText("Dates", { selector: "[role=radio]" }));
    fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2026-11-10" } });
    fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-11-11" } });
    await waitFor(() => expect(textOf("Total P&L")).toBe("Total P&L+$13.384 trades"));
    expect(shows("November 10, 2026 – November 11, 2026")).toBe(true);
  });

  test("show no figures of the whole account while theirs load, and none after that has failed", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    const late = Promise.withResolvers<void>();
    context.server.on(ANALYTICS, async () => {
      await late.promise;
      return refuse("internal", "Something went wrong. Please try again.");
    });
    await open("/performance?symbol=XAUUSDm");
    await screen.findByText("Clear filters");
    // The switch has the result of the whole account.
    const whole = () =>
      ["+$1,408.02", "60.0%", "+$37.14"].filter((figure) =>
        screen.queryAllByText(figure).some((element) => element.closest("nav") === null),
      );
    expect(whole()).toEqual([]);
    late.resolve();
    await screen.findByText("The figures could not be loaded");
    expect(whole()).toEqual([]);
    context.server.on(ANALYTICS, ({ query }) => ok({ data: api.analytics(api.filtered(query)) }));
    const origin = within(screen.getByLabelText("Where it comes from"));
    fireEvent.click(origin.getByText("Try again"));
    await waitFor(() => expect(textOf("Total P&L")).toBe("Total P&L+$87.143 trades"));
    warn.mockRestore();
  });

  test("without any match show a message and can be cleared", async () => {
    await open("/performance?symbol=EURUSD");
    await screen.findByText("No closed trades match these filters");
    expect(textOf("Total P&L")).toBe("Total P&L$0.000 trades");
    fireEvent.click(screen.getByText("Clear filters"));
    await screen.findByText("Closed P&L over time");
  });
});

import { afterEach, beforeEach, describe, expect, setDefaultTimeout, setSystemTime, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { check } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { blankCanvases } from "../test/canvas.ts";
import { render } from "../test/render.tsx";
import { TradeApi } from "../test/trade-api.ts";
import { trader } from "../test/trader.ts";
import { PerformancePage } from "./performance-page.tsx";
import type { Trade } from "./trade-types.ts";

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
  api.person = trader({ _id: crypto.randomUUID(), balance: 0 });
});

const ANALYTICS = "GET /api/trade/analytics";
const DEMO = { run: 1, position: 1, openFill: 1, openTime: "2026-11-21T02:00:00.000Z", openRule: "market" } as const;

/** A closed position of a run. */
function close(list: Trade[], at: string, change: Partial<Trade> = {}): void {
  const demo = {
    ...DEMO,
    closeRule: "market",
    stopPrice: null,
    rMultiple: null,
    profit: 0,
    commission: 0.53,
    overnight: 0,
  };
  const prices = { lotSize: 0.1, entryPrice: 66_842, exitPrice: 67_029.3, profitLoss: 18.2 };
  // The fields of the API that no screen shows may have any value.
  api.add(at, { symbol: "BTCUSD", direction: "Buy", ...prices, demo: demo as Trade["demo"], ...change }, list);
}

async function open(at = "/performance") {
  await act(check);
  return render(<PerformancePage />, { at });
}

const accounts = () => within(screen.getByRole("navigation", { name: "Account" }));
const chosen = () =>
  accounts()
    .getAllByRole("link", { current: true })
    .map((link) => link.textContent);
const card = (name: string) =>
  screen
    .getByText(name, { selector: "[role=group] span" })
    .closest("[role=group]")
    ?.textContent?.replaceAll(", show the trades", "");

describe("what the page opens with", () => {
  test("without a demo run, the account of money, and no other choice than to add one", async () => {
    await open();
    await screen.findByText("No closed trades yet");
    expect(chosen()).toEqual(["Cash account$0.00"]);
    const others = accounts().getAllByRole("link", { current: false });
    expect(others.map((link) => link.getAttribute("href"))).toEqual(["/performance/import"]);
  });

  test("with a demo run and no closed position, the account of money", async () => {
    api.addRun();
    await open();
    await screen.findByText("No closed trades yet");
    expect(chosen()).toEqual(["Cash account$0.00"]);
    expect(context.server.callsOf(ANALYTICS).every(({ query }) => !query.has("account"))).toBe(true);
  });

  test("with a closed position of demo money alone, the run, badged DEMO", async () => {
    close(api.addRun(), "2026-11-21 09:15");
    await open();
    await screen.findByText("Your first closed position");
    expect(chosen()).toEqual(["Demo run 1+$18.20"]);
    expect(screen.getAllByText("DEMO").length).toBeGreaterThanOrEqual(4);
    expect(context.server.callsOf(ANALYTICS).every(({ query }) => query.get("account") === "run:1")).toBe(true);
  });

  test.each([
    ["a deposit", { analytics: { ...trader().analytics, totalDeposits: 50 } }],
    ["a balance", { balance: 50 }],
    ["a withdrawal", { totalWithdrawals: 50 }],
    ["money on hold", { heldBalance: 50 }],
  ])("with %s and trades of demo money alone, the run", async (_, change) => {
    close(api.addRun(), "2026-11-21 09:15");
    api.person = { ...api.person, ...change };
    await open();
    await screen.findByText("Your first closed position");
    expect(chosen()).toEqual(["Demo run 1+$18.20"]);
  });

  test("with trades of both, cash", async () => {
    close(api.addRun(), "2026-11-21 09:15");
    api.add("2026-11-12 10:00", { profitLoss: 200 });
    await open();
    await screen.findByText("1 trade, 1 winning day, 0 losing");
    expect(chosen()[0]).toStartWith("Cash account");
  });
});

test("the first closed position: its result first, its costs, and cards that say what they lack", async () => {
  close(api.addRun({ costs: "typical", leverage: 30 }), "2026-11-21 09:15");
  await open();
  const first = (await screen.findByText("Your first closed position")).closest("section");
  await waitFor(() => expect(first?.textContent).toContain("BTCUSD Buy 0.1066,842.00 to 67,029.30"));
  expect(first?.textContent).toContain("+$18.20Balance $10,018.20, after $0.53 costs");
  const run = screen.getByRole("heading", { name: "Demo run 1" }).closest("section")?.textContent;
  expect(run).toContain("Started today, 12:00 PM");
  expect(run).toContain("Start$10,000.00CostsTypicalLeverage1:30");
  expect(card("Win Rate")).toContain("100.0%");
  expect(card("Win Rate")).toContain("1 of 1: a rate from 5 trades on");
  expect(card("Profit Factor")).toContain("—After a first loss");
  expect(card("Avg Win / Avg Loss")).toContain("After a first loss");
  expect(card("Best Day")).toContain("+$18.20Nov 21, 1 trade");
  fireEvent.click(screen.getByRole("button", { name: "See the calendar" }));
  expect(document.activeElement?.id).toBe("monthly-pnl");
  expect(screen.getByRole("link", { name: "Trade again" }).getAttribute("href")).toBe("/trading");
});

describe("a run with trades beside an account of money", () => {
  beforeEach(() => {
    const archived = api.addRun();
    close(archived, "2026-10-30 14:05", { profitLoss: -40 });
    close(archived, "2026-10-30 15:05", { profitLoss: 15 });
    const run = api.addRun();
    for (const [index, profitLoss] of [20, -5, 30, 10, 40, 6].entries()) {
      close(run, `2026-11-${10 + index} 09:15`, { profitLoss, symbol: "ETHUSD" });
    }
    api.person = { ...api.person, balance: 700, analytics: { ...api.person.analytics, totalDeposits: 500 } };
    api.add("2026-11-12 10:00", { profitLoss: 200 });
  });

  test("is chosen by a link, and back leads to cash again", async () => {
    const { history } = await open();
    await waitFor(() => expect(card("Total P&L")).toBe("Total P&L+$200.00Balance $700.00"));
    fireEvent.click(accounts().getByRole("link", { name: /^Demo run 2/ }));
    expect(history.at(-1)).toBe("/performance?account=run:2");
    expect(chosen()).toEqual(["Demo run 2+$101.00"]);
    await waitFor(() => expect(card("Total P&L")).toBe("Total P&LDEMO+$101.00Balance $10,101.00"));
    const run = screen.getByRole("heading", { name: "Demo run 2" }).closest("section")?.textContent;
    expect(run).toContain("Start balance$10,000.00CostsNoneLeverageNoneClosed6 tradesResult+$101.00 +1.0%");
    expect(screen.queryByText(/a rate from 5/)).toBe(null);
    expect(screen.queryByText("Your first closed position")).toBe(null);
    fireEvent.click(accounts().getByRole("link", { name: /^Cash account/ }));
    expect(history.at(-1)).toBe("/performance?account=cash");
    await waitFor(() => expect(card("Total P&L")).toBe("Total P&L+$200.00Balance $700.00"));
  });

  test("is what calendar, list, breakdown and file are of", async () => {
    await open("/performance?account=run:2");
    await screen.findByText("6 trades, 5 winning days, 1 losing");
    fireEvent.click(await screen.findByTitle("November 11, 2026: −$5.00, 1 trade"));
    const grid = await screen.findByRole("grid", { name: /^Trades for November 11/ });
    await waitFor(() => expect(grid.textContent).toContain("ETHUSD"));
    expect(grid.textContent).not.toContain("BTCUSDm");
    await screen.findByText("Closed P&L over time");
    const file = screen.getByRole("link", { name: "Download CSV" }).getAttribute("href");
    expect(file).toBe("/api/trade/export?account=run%3A2");
    const report = screen.getByRole("link", { name: "MetaTrader report" }).getAttribute("href");
    expect(report).toBe("/api/trade/export?account=run%3A2&format=mt5_html");
    fireEvent.click(screen.getByRole("link", { name: "Show All Trades" }));
    await screen.findByRole("grid", { name: "All Trades" });
    for (const { path, query } of context.server.calls) {
      if (path.startsWith("/api/trade/")) expect(query.get("account")).toBe("run:2");
    }
  });

  test("is filtered in both of its files", async () => {
    await open("/performance?account=run:2&symbol=ETHUSD");
    const hrefs = (await screen.findAllByRole("link", { name: /^(Download CSV|MetaTrader report)$/ })).map((link) =>
      link.getAttribute("href"),
    );
    const file = "/api/trade/export?account=run%3A2&symbol=ETHUSD";
    expect(hrefs).toEqual([file, `${file}&format=mt5_html`]);
  });

  test("draws its balance from the start to now, around its values", async () => {
    await open("/performance?account=run:2");
    const points = within(await screen.findByLabelText("Daily Account Progression", { selector: "[role=group]" }));
    await waitFor(() =>
      expect(points.getAllByRole("button").map((point) => point.getAttribute("aria-label"))).toEqual([
        "Start: Balance $10,000.00",
        "Nov 10: Balance $10,020.00",
        "Nov 11: Balance $10,015.00",
        "Nov 12: Balance $10,045.00",
        "Nov 13: Balance $10,055.00",
        "Nov 14: Balance $10,095.00",
        "Nov 15: Balance $10,101.00",
        "Now: Balance $10,101.00",
      ]),
    );
  });

  test("can be left for an archived one, whose page is the same without Reset", async () => {
    const { history } = await open("/performance?account=run:2");
    await screen.findByRole("button", { name: "Reset" });
    const button = accounts().getByRole("button", { name: /^Archived runs/ });
    fireEvent.click(button);
    expect(button.getAttribute("aria-expanded")).toBe("true");
    const menu = within(screen.getByRole("group", { name: "Archived runs" }));
    const link = await menu.findByRole("link");
    expect(link.textContent).toBe("Demo run 1−$25.00Nov 21, 2026Reset after 2 trades");
    fireEvent.click(link);
    expect(history.at(-1)).toBe("/performance?account=run:1");
    expect(screen.queryByRole("group", { name: "Archived runs" })).toBe(null);
    await screen.findByText("Archived Nov 21, 2026");
    await waitFor(() => expect(card("Total P&L")).toBe("Total P&LDEMO−$25.00Balance $9,975.00"));
    expect(screen.queryByRole("button", { name: "Reset" })).toBe(null);
    const report = await screen.findByRole("link", { name: "MetaTrader report" });
    expect(report.getAttribute("href")).toBe("/api/trade/export?account=run%3A1&format=mt5_html");
    accounts().getByRole("button", { name: /^Archived run 1/ });
    fireEvent.click(accounts().getByRole("link", { name: /^Cash account/ }));
    await screen.findByRole("link", { name: "Download CSV" });
    await waitFor(() => expect(screen.queryByRole("link", { name: "MetaTrader report" })).toBe(null));
  });

  test("keeps its list of archived runs until Esc or a press elsewhere", async () => {
    await open();
    const button = accounts().getByRole("button", { name: /^Archived runs/ });
    fireEvent.click(button);
    fireEvent.keyDown(await screen.findByRole("link", { name: /Reset after 2 trades/ }), { key: "Escape" });
    expect(button.getAttribute("aria-expanded")).toBe("false");
    expect(document.activeElement === button).toBe(true);
    fireEvent.click(button);
    fireEvent.pointerDown(document.body);
    expect(button.getAttribute("aria-expanded")).toBe("false");
  });

  test("shows more archived runs page by page", async () => {
    const runs = context.server.answerOf("GET /api/demo/runs");
    context.server.on("GET /api/demo/runs", async (call) => {
      const { runs: all } = await (await runs(call)).json();
      const [current, archived] = all;
      const first = { runs: [current, { ...archived, run: 7 }], nextCursor: "7" };
      return ok(call.query.get("cursor") === "7" ? { runs: [archived], nextCursor: null } : first);
    });
    await open();
    fireEvent.click(accounts().getByRole("button", { name: /^Archived runs/ }));
    const menu = within(screen.getByRole("group", { name: "Archived runs" }));
    fireEvent.click(await menu.findByRole("button", { name: "Show more" }));
    await menu.findByRole("link", { name: /^Demo run 1/ });
    menu.getByRole("link", { name: /^Demo run 7/ });
    expect(screen.queryByRole("button", { name: "Show more" })).toBe(null);
  });

  test("says when the list of archived runs cannot be loaded, and loads it again", async () => {
    const runs = context.server.answerOf("GET /api/demo/runs");
    context.server.on("GET /api/demo/runs", () => refuse("internal", "Something went wrong."));
    await open();
    fireEvent.click(accounts().getByRole("button", { name: /^Archived runs/ }));
    await screen.findByText("Your runs could not be loaded");
    context.server.on("GET /api/demo/runs", runs);
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("link", { name: /Reset after 2 trades/ });
  });
});

test("a run without closed trades says what comes there, and leads to trading", async () => {
  api.addRun();
  await open("/performance?account=run:1");
  await screen.findByText("No closed trades in this run yet");
  expect(screen.getByRole("link", { name: "Place a demo trade" }).getAttribute("href")).toBe("/trading");
  expect(screen.queryByText("Win Rate")).toBe(null);
});

test("an unknown run is named, with a way back", async () => {
  const warn = spyOn(console, "warn").mockImplementation(() => {});
  api.addRun();
  await open("/performance?account=run:9");
  const alert = within(await screen.findByRole("alert"));
  alert.getByText("There is no demo run 9");
  fireEvent.click(alert.getByRole("link", { name: "Show my performance" }));
  await screen.findByText("No closed trades yet");
  expect(warn).toHaveBeenCalled();
});

test("a run that cannot be loaded says so, and is loaded again", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  close(api.addRun(), "2026-11-21 09:15");
  const answer = context.server.answerOf(ANALYTICS);
  context.server.on(ANALYTICS, () => refuse("internal", "Something went wrong."));
  await open();
  await screen.findByText("This run could not be loaded");
  expect(screen.queryByText("Win Rate")).toBe(null);
  context.server.on(ANALYTICS, answer);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Your first closed position");
});

test("a position that another tab closes shows at once, also as the first one of all", async () => {
  const run = api.addRun();
  await open();
  await screen.findByText("No closed trades yet");
  const { demo } = api;
  await waitFor(() => expect(context.server.callsOf("GET /api/demo/state").length).toBeGreaterThan(0));
  const elsewhere = { run: 1, symbol: "BTCUSD", amount: 0.1 } as const;
  await act(async () => {
    demo.quote({ BTCUSDm: 67_000 });
    demo.commandElsewhere({ type: "place", side: "buy", orderType: "market", ...elsewhere });
    demo.quote({ BTCUSDm: 67_182 });
    // The server records it moments after the account has told of it.
    demo.commandElsewhere({ type: "close_all", run: 1 });
  });
  close(run, "2026-11-21 12:00");
  await screen.findByText("Your first closed position");
  await waitFor(() => expect(chosen()).toEqual(["Demo run 1+$18.20"]));

  await act(async () => {
    demo.commandElsewhere({ type: "place", side: "sell", orderType: "market", ...elsewhere });
    demo.quote({ BTCUSDm: 67_264 });
    demo.commandElsewhere({ type: "close_all", run: 1 });
  });
  close(run, "2026-11-21 12:01", { profitLoss: -8.2 });
  await waitFor(() => expect(card("Total P&L")).toBe("Total P&LDEMO+$10.00Balance $10,010.00"));
  await waitFor(() => expect(chosen()).toEqual(["Demo run 1+$10.00"]));
});

test("Reset opens the dialog that archives the run, and the page shows the new one", async () => {
  close(api.addRun(), "2026-11-21 09:15");
  await open();
  fireEvent.click(await screen.findByRole("button", { name: "Reset" }));
  // The dialog that says that it loads is another element.
  await screen.findByText(/Run 1 is archived with its final figures/);
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Reset to $10,000.00" }));
  await waitFor(() => expect(api.demo.state.run?.number).toBe(2));
  api.addRun();
  await screen.findByText("No closed trades in this run yet");
  await waitFor(() => expect(chosen()).toEqual(["Demo run 2$0.00"]));
});

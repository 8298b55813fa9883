import { afterEach, beforeEach, describe, expect, setDefaultTimeout, setSystemTime, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { invalidate } from "../state/query.ts";
import { check, FIGURES } from "../state/session.ts";
import { apiServer, refuse } from "../test/api-server.ts";
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

const EXACT = {
  ticket: "7",
  quantity: "1000",
  entryPrice: "0.00000073",
  exitPrice: "0.00000081",
  stopPrice: null,
  profit: "13",
  fees: "-0.4",
  swap: "-0.254321",
  result: "12.345679",
  openTime: "2026-11-20T01:00:00.000Z",
  currency: "USDT",
  file: "ReportHistory.html",
};

/** A closed trade of an account with another broker. */
function close(list: Trade[], at: string, profitLoss: number, change: Partial<Trade> = {}): void {
  const prices = {
    symbol: "PEPEUSDT",
    direction: "Buy" as const,
    lotSize: 1000,
    entryPrice: 7.3e-7,
    exitPrice: 8.1e-7,
  };
  api.add(at, { ...prices, profitLoss, imported: { ...EXACT, result: String(profitLoss) }, ...change }, list);
}

/** Six trades on six days, in an account of this currency. */
function account(currency: string, decimals = 6, scale = 1): Trade[] {
  const list = api.addBroker({ name: "IC Markets MT5", currency, decimals, fees: -327.52 * scale });
  for (const [index, result] of [200, -50, 300, 100, 400, 334.66].entries()) {
    close(list, `2026-11-${10 + index} 09:15`, result * scale);
  }
  return list;
}

async function open(at: string) {
  await act(check);
  return render(<PerformancePage />, { at });
}

const OF_BROKER = "/performance?account=broker:1";
const accounts = () => within(screen.getByRole("navigation", { name: "Account" }));
const card = (name: string) =>
  screen
    .getByText(name, { selector: "[role=group] span" })
    .closest("[role=group]")
    ?.textContent?.replaceAll(", show the trades", "");
const head = async (name = "IC Markets MT5") => (await screen.findByRole("heading", { name })).closest("section");
/** Any figure of dollars outside of the choice of accounts. */
const dollars = () =>
  [...document.querySelectorAll("body *")]
    .filter(
      (element) =>
        element.closest("nav") === null && element.children.length === 0 && element.textContent?.includes("$"),
    )
    .map((element) => element.textContent);

describe("the figures of an account in another currency", () => {
  test.each([
    ["EUR", 6, 1, { total: "+€1,284.66", cell: "+€300", best: "+€400.00", axis: "P&L, €" }],
    ["USDT", 6, 1, { total: "+1,284.66\u00a0USDT", cell: "+300", best: "+400.00\u00a0USDT", axis: "P&L, USDT" }],
    [
      "BTC",
      8,
      0.0001,
      { total: "+0.12846600\u00a0BTC", cell: "+0.03", best: "+0.04000000\u00a0BTC", axis: "P&L, BTC" },
    ],
  ])("are %s in cards, calendar, list and breakdown, and nowhere dollars", async (currency, decimals, scale, shown) => {
    account(currency, decimals, scale);
    await open(OF_BROKER);
    await waitFor(() => expect(card("Total P&L")).toContain(`${shown.total}Fees taken off`));
    expect(card("Best Day")).toContain(shown.best);
    expect(card("Total P&L")).toContain("Imported");
    expect((await head())?.textContent).toContain(`Result${shown.total}`);
    const [day] = await screen.findAllByTitle(/^November 12, 2026: \+/);
    expect(day?.textContent).toContain(shown.cell);
    fireEvent.click(screen.getByText("Show All Trades"));
    const grid = await screen.findByRole("grid", { name: "All Trades" });
    await waitFor(() => expect(grid.textContent).toContain(shown.best));
    expect((await screen.findAllByText(shown.axis)).length).toBe(2);
    expect(dollars()).toEqual([]);
  });

  test("are added exactly, also where a filter counts the month", async () => {
    const list = api.addBroker({ currency: "BTC", decimals: 8 });
    for (const result of [0.00000001, 0.00000002, 0.1]) close(list, "2026-11-12 09:15", result);
    await open(`${OF_BROKER}&symbol=PEPEUSDT`);
    await screen.findByTitle("November 12, 2026: +0.10000003 BTC, 3 trades");
    fireEvent.click(screen.getByTitle("November 12, 2026: +0.10000003 BTC, 3 trades"));
    await screen.findByText("Trades for November 12, 2026, 3 trades, net +0.10000003 BTC");
  });

  test("have no balance, no progression, no percent of a peak and no report of demo runs", async () => {
    account("USD");
    await open(OF_BROKER);
    await screen.findByText("Closed P&L over time");
    for (const text of ["Daily Account Progression", "Max drawdown in percent", "MetaTrader report", "Balance"]) {
      expect(screen.queryAllByText(text).map((element) => element.closest("section")?.textContent)).toEqual([]);
    }
    const file = screen.getByRole("link", { name: "Download CSV" }).getAttribute("href");
    expect(file).toBe("/api/trade/export?account=broker%3A1");
  });
});

test("the calendar opens with the last month of an account's trades, and with that of the address where it has one", async () => {
  const list = api.addBroker();
  for (const day of ["2024-03-28", "2024-05-07"]) close(list, `${day} 09:15`, 12);
  await open(OF_BROKER);
  await screen.findByTitle("May 7, 2024: +$12.00, 1 trade");
  screen.getByText("May 2024", { selector: "b" });
  fireEvent.click(screen.getByRole("button", { name: "Previous month" }));
  fireEvent.click(screen.getByRole("button", { name: "Previous month" }));
  await screen.findByTitle("March 28, 2024: +$12.00, 1 trade");
  cleanup();
  await open(`${OF_BROKER}&date=2024-03-28`);
  await screen.findByTitle("March 28, 2024: +$12.00, 1 trade");
});

test("the head has files, clock, payments, fees and result, and a way to add a file", async () => {
  account("USD");
  await open(OF_BROKER);
  await waitFor(async () =>
    expect((await head())?.textContent).toBe(
      "IC Markets MT5Imported1 file to Nov 15, 2026, clock New York + 7 hPut in, taken out$2,000.00, $300.00Fees−$327.52Closed6 tradesResult+$1,284.66Add a file",
    ),
  );
  expect(screen.getByRole("link", { name: "Add a file" }).getAttribute("href")).toBe(
    "/performance/import?account=broker:1",
  );
});

test("a trade is shown with all digits of its file, and its parts in a dialog", async () => {
  account("USDT");
  await open(`${OF_BROKER}&trades=all`);
  const [button] = await screen.findAllByRole("button", { name: "PEPEUSDT, details" });
  const grid = screen.getByRole("grid", { name: "All Trades" });
  expect(grid.textContent).toContain("0.00000073");
  if (button) fireEvent.click(button);
  const dialog = within(await screen.findByRole("dialog", { name: "Trade of PEPEUSDT" }));
  await dialog.findByText("−0.254321 USDT");
  dialog.getByText("−0.4 USDT");
  dialog.getByText("1,000");
  dialog.getByText("ReportHistory.html");
  expect(dialog.queryByText("Stop")).toBe(null);
});

describe("the choice of accounts", () => {
  test("has each account with its result in its own currency, and adds none up", async () => {
    account("EUR");
    api.addBroker({ name: "Binance", currency: "USDT" });
    await open("/performance?account=cash");
    await waitFor(() =>
      expect(
        accounts()
          .getAllByRole("link")
          .map((link) => link.textContent),
      ).toEqual([
        "Cash account$0.00",
        "IC Markets MT5+€1,284.66",
        "Binance0.00\u00a0USDT",
        "AddAdd an account by a file of its trades",
      ]),
    );
  });

  test("is a menu from the fifth account on, which the keyboard walks through", async () => {
    api.addRun();
    api.addRun();
    account("EUR");
    for (const name of ["Binance", "Kraken"]) api.addBroker({ name, currency: "USDT" });
    const { history } = await open(OF_BROKER);
    const button = await waitFor(() => accounts().getByRole("button", { name: /^IC Markets MT5/ }));
    expect(accounts().queryAllByRole("link")).toEqual([]);
    fireEvent.click(button);
    const menu = screen.getByRole("group", { name: "Account" });
    await within(menu).findByRole("link", { name: /^Demo run 1/ });
    fireEvent.keyDown(button, { key: "ArrowDown" });
    expect(document.activeElement?.textContent).toBe("Cash account$0.00");
    for (let steps = 0; steps < 3; steps += 1) {
      fireEvent.keyDown(document.activeElement ?? button, { key: "ArrowDown" });
    }
    expect(document.activeElement?.textContent).toBe("Binance0.00\u00a0USDTImported, no trades");
    fireEvent.keyDown(document.activeElement ?? button, { key: "End" });
    expect(document.activeElement?.getAttribute("href")).toBe("/performance/import");
    fireEvent.keyDown(document.activeElement ?? button, { key: "Escape" });
    expect(document.activeElement === button).toBe(true);
    fireEvent.click(button);
    fireEvent.click(await screen.findByRole("link", { name: /^Binance/ }));
    expect(history.at(-1)).toBe("/performance?account=broker:2");
    expect(screen.queryByRole("group", { name: "Account" })).toBe(null);
    await screen.findByText("No trades in this account yet");
  });

  test("is a menu already with four accounts where their names have no room, and a row where they have", async () => {
    const { innerWidth } = window;
    const resizeTo = (width: number) =>
      act(() => {
        window.innerWidth = width;
        window.dispatchEvent(new Event("resize"));
      });
    try {
      resizeTo(1200);
      account("EUR");
      for (const name of ["Binance", "Kraken"]) api.addBroker({ name, currency: "USDT" });
      await open(OF_BROKER);
      await waitFor(() => expect(accounts().getAllByRole("link").length).toBe(5));
      resizeTo(1199);
      await waitFor(() => accounts().getByRole("button", { name: /^IC Markets MT5/ }));
      expect(accounts().queryAllByRole("link")).toEqual([]);
    } finally {
      resizeTo(innerWidth);
    }
  });

  test("opens with the account of a trader who has traded nowhere else", async () => {
    account("EUR");
    await open("/performance");
    await waitFor(() => expect(card("Total P&L")).toContain("+€1,284.66"));
  });
});

describe("the files of an account", () => {
  test("are taken back whole after a question, and every figure goes with them", async () => {
    account("EUR");
    await open(OF_BROKER);
    fireEvent.click(await screen.findByRole("button", { name: "Take back ReportHistory.html" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(context.server.calls.some(({ path }) => path.endsWith("/reverse"))).toBe(false);
    fireEvent.click(dialog.getByRole("button", { name: "Take back" }));
    await screen.findByText("No trades in this account yet");
    await screen.findByText("Taken back Nov 21, 2026");
    expect(screen.queryByText("Win Rate")).toBe(null);
    expect(screen.queryByRole("button", { name: "Take back ReportHistory.html" })).toBe(null);
    await waitFor(() =>
      expect(accounts().getByRole("link", { current: true }).textContent).toBe("IC Markets MT5€0.00"),
    );
  });

  test("go with the account, which names what goes", async () => {
    spyOn(console, "warn").mockImplementation(() => {});
    account("EUR");
    const { history } = await open(OF_BROKER);
    fireEvent.click(await screen.findByRole("button", { name: "Delete account" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    dialog.getByText(/^6 trades, 1 file and all figures of this account go for good/);
    fireEvent.click(dialog.getByRole("button", { name: "Delete account" }));
    await waitFor(() => expect(history.at(-1)).toBe("/performance"));
    await waitFor(() => expect(accounts().queryByText("IC Markets MT5")).toBe(null));
    await screen.findByText("No closed trades yet");
  });

  test("stay with an account whose name is counted as the API counts it, by characters", async () => {
    account("USD");
    await open(OF_BROKER);
    fireEvent.click(await screen.findByRole("button", { name: "Rename" }));
    const dialog = within(await screen.findByRole("dialog"));
    const field = dialog.getByRole("textbox", { name: "Name" });
    fireEvent.change(field, { target: { value: "📈".repeat(41) } });
    dialog.getByText("1 to 40 characters");
    expect(dialog.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
    expect(Number(field.getAttribute("maxlength"))).toBeGreaterThanOrEqual(80);
    fireEvent.change(field, { target: { value: "📈".repeat(40) } });
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(async () => expect(await head("📈".repeat(40))).not.toBe(null));
  });

  test("stay with an account that gets another name", async () => {
    account("EUR");
    await open(OF_BROKER);
    fireEvent.click(await screen.findByRole("button", { name: "Rename" }));
    fireEvent.change(await screen.findByLabelText("Name"), { target: { value: " Main " } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await head("Main");
    await waitFor(() => expect(accounts().getByRole("link", { current: true }).textContent).toBe("Main+€1,284.66"));
  });

  test("are listed with the positions that they show as open, which are in no figure", async () => {
    api.addBroker({
      open: [{ symbol: "XAUUSD", direction: "Sell", quantity: "0.10", entryPrice: "2650.123", openedAt: null }],
    });
    await open(OF_BROKER);
    const panel = (await screen.findByText("1, not in the figures")).closest("section");
    expect(panel?.textContent).toContain("XAUUSDSell0.10 at 2,650.123");
  });
});

test("an account that another tab has deleted is named as gone, and none of its figures stays", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  account("EUR");
  await open(OF_BROKER);
  await waitFor(() => expect(card("Total P&L")).toContain("+€1,284.66"));
  api.deleteBroker(1);
  await act(() => invalidate(FIGURES.key));
  const alert = within(await screen.findByRole("alert"));
  alert.getByText("There is no such account");
  await waitFor(() => expect(screen.queryByText("Win Rate")).toBe(null));
  expect(document.body.textContent).not.toContain("€");
  fireEvent.click(alert.getByRole("link", { name: "Show my performance" }));
  await screen.findByText("No closed trades yet");
});

test("no zero is shown while an account loads, and none after that has failed", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  account("EUR");
  const list = context.server.answerOf("GET /api/broker/accounts");
  const analytics = context.server.answerOf("GET /api/trade/analytics");
  const wrong = () => refuse("internal", "Something went wrong.");
  context.server.on("GET /api/broker/accounts", wrong).on("GET /api/trade/analytics", wrong);
  await open(OF_BROKER);
  const zeros = () => screen.queryAllByText(/0\.00|No trades/).filter((one) => one.closest("nav") === null).length;
  expect(zeros()).toBe(0);
  await screen.findByText("This account could not be loaded");
  expect(zeros()).toBe(0);
  context.server.on("GET /api/broker/accounts", list).on("GET /api/trade/analytics", analytics);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect((await head())?.textContent).toContain("Result+€1,284.66");
});

import { afterEach, beforeEach, expect, setDefaultTimeout, setSystemTime, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { Breakdown, GroupFigures } from "../../worker/contract/trade-groups.ts";
import { DIMENSIONS } from "../../worker/contract/trade-groups.ts";
import { invalidate } from "../state/query.ts";
import { check } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { blankCanvases } from "../test/canvas.ts";
import { render } from "../test/render.tsx";
import { TradeApi } from "../test/trade-api.ts";
import { BreakdownPage } from "./breakdown-page.tsx";

const BREAKDOWN = "GET /api/trade/breakdown";

setDefaultTimeout(600_000);
afterEach(cleanup);
blankCanvases();
const context = apiServer();
let api: TradeApi;

beforeEach(() => {
  // Saturday noon in Phnom Penh.
  setSystemTime(new Date("2026-11-21T05:00:00Z"));
  api = new TradeApi(context.server);
  api.add("2026-11-21 09:15", { profitLoss: 37.14, symbol: "XAUUSDm" });
  api.add("2026-11-11 23:45", { profitLoss: -10.61, symbol: "ETHUSD", direction: "Buy" });
  api.add("2025-10-30 03:00", { profitLoss: 30, symbol: "XAUUSDm" });
});

const SETUP = "0b5c2a36-7d4e-4b8f-9a10-000000000001";
const few = (key: string, change: Partial<GroupFigures> = {}): GroupFigures => ({
  ...{ key, trades: 12, wins: 5, pnl: -8.4, winRate: null, each: null, risked: 3, r: null },
  ...change,
});
const many = (key: string, change: Partial<GroupFigures> = {}): GroupFigures => ({
  ...{ key, trades: 34, wins: 21, pnl: 342.1, risked: 30 },
  winRate: { value: 61.76, low: 45.04, high: 76.14 },
  each: { value: 10.06, low: 2.1, high: 18.02 },
  r: { value: 0.41, low: 0.12, high: 0.7 },
  ...change,
});

function breakdown(change: Partial<Breakdown["by"]> = {}): Breakdown {
  const by = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, [few("none")]]));
  return {
    all: many("", { trades: 46, pnl: 333.7 }),
    by: { ...(by as Breakdown["by"]), symbol: [many("XAUUSDm"), few("ETHUSD")], ...change },
    names: { [SETUP]: "Trend pullback" },
    rBins: Array.from({ length: 19 }, (_, bin) => (bin === 5 ? 10 : bin === 9 ? 20 : 0)),
    payments: [{ day: "2025-10-01", amount: 1_000 }],
  };
}

async function open(at = "/performance/breakdown") {
  await act(check);
  return render(<BreakdownPage />, { at });
}

const rowOf = async (name: string) =>
  within((await screen.findByRole("link", { name: `${name}, show the trades` })).closest("tr") ?? document.body);

test("a group with enough trades has rate, R and money with their intervals, and opens its trades", async () => {
  context.server.on(BREAKDOWN, () => ok({ data: breakdown() }));
  await open();
  const row = await rowOf("XAUUSDm");
  for (const text of ["62%", "45% to 76%", "+0.41R", "+0.12 to +0.70", "+$10.06", "+$2.10 to +$18.02", "+$342.10"]) {
    row.getByText(text);
  }
  row.getByText("30 with a stop");
  const link = row.getByRole("link");
  expect(link.getAttribute("href")).toBe("/performance?trades=all&only=symbol%3AXAUUSDm");
});

test("of a group below 20 trades neither rate nor interval is said, and its result has no colour", async () => {
  context.server.on(BREAKDOWN, () => ok({ data: breakdown() }));
  await open();
  const row = await rowOf("ETHUSD");
  row.getByText("12 of 20");
  expect(row.queryByText(/%/)).toBeNull();
  expect(row.getByText("−$8.40").dataset.tone).toBeUndefined();
  expect(row.getAllByText("—").length).toBe(3);
});

test("setups come first where there are some, with no setup at the end, and their rows filter every figure", async () => {
  const setup = [many(SETUP), few("none")];
  context.server.on(BREAKDOWN, () => ok({ data: breakdown({ setup }) }));
  await open("/performance/breakdown?account=cash");
  const row = await rowOf("Trend pullback");
  const names = screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
  expect(names).toEqual(["Trend pullback", "No setup"]);
  const filtered = `/performance?trades=all&setup=${SETUP}&account=cash`;
  expect(row.getByRole("link").getAttribute("href")).toBe(filtered);
  fireEvent.click(screen.getByRole("tab", { name: "Tag" }));
  await screen.findByText(/^None of these trades has a tag/);
});

test("another dimension is in the address, and a filter keeps it and is sent", async () => {
  const hour = [many("9"), few("14")];
  context.server.on(BREAKDOWN, () => ok({ data: breakdown({ hour }) }));
  await open("/performance/breakdown?by=hour");
  const row = await rowOf("09:00");
  expect(row.getByRole("link").getAttribute("href")).toBe("/performance?trades=all&only=hour%3A9");
  fireEvent.click(screen.getByRole("radio", { name: "Sell" }));
  await screen.findByText("Figures show only");
  expect(context.server.callsOf(BREAKDOWN).at(-1)?.query.get("direction")).toBe("Sell");
  expect(screen.getByRole("tab", { name: "Hour" }).getAttribute("aria-selected")).toBe("true");
  expect((await rowOf("09:00")).getByRole("link").getAttribute("href")).toContain("direction=Sell");
});

test("bins of R, falls and days of the year say their figures in words and open their trades", async () => {
  context.server.on(BREAKDOWN, () => ok({ data: breakdown() }));
  await open();
  const bin = await screen.findByRole("link", { name: "About −1.0R: 10 trades" });
  expect(bin.getAttribute("href")).toBe("/performance?trades=all&only=r%3A5");
  screen.getByText("30 of 46 trades with a known stop");
  const year = within(screen.getByRole("group", { name: /^Days of 2026/ }));
  const day = year.getByRole("link", { name: "November 11, 2026: −$10.61, 1 trade" });
  expect(day.getAttribute("href")).toBe("/performance?date=2026-11-11");
  screen.getByText("2 days with trades, 1 won, 1 lost");
  // One stop of the tab key, from which arrow keys move to the days with trades.
  const last = year.getByRole("link", { name: /^November 21/ });
  expect([last.tabIndex, day.tabIndex]).toEqual([0, -1]);
  last.focus();
  fireEvent.keyDown(last, { key: "ArrowLeft" });
  expect(document.activeElement).toBe(day);
  fireEvent.click(screen.getByRole("button", { name: "Previous year" }));
  within(screen.getByRole("group", { name: /^Days of 2025/ })).getByRole("link", { name: /^October 30, 2025/ });
});

test("an account without trades says what will be there, and filters without trades offer to clear them", async () => {
  const none = few("", { trades: 0, wins: 0, pnl: 0, risked: 0 });
  const by = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, []])) as unknown as Breakdown["by"];
  context.server.on(BREAKDOWN, () => ok({ data: { ...breakdown(), all: none, by } }));
  await open();
  await screen.findByText("No closed trades yet");
  expect(screen.queryByRole("table")).toBeNull();
  cleanup();
  await open("/performance/breakdown?symbol=US500");
  await screen.findByText("No closed trades match these filters");
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await screen.findByText("No closed trades yet");
});

test("figures that do not come say so and are loaded again", async () => {
  const warned = spyOn(console, "warn").mockImplementation(() => {});
  context.server.on(BREAKDOWN, () => refuse("internal", "Something went wrong"));
  await open("/performance/breakdown?direction=Buy");
  await screen.findByText("The figures could not be loaded");
  expect(screen.queryByText("No closed trades yet")).toBeNull();
  context.server.on(BREAKDOWN, () => ok({ data: breakdown() }));
  // While it is tried again by itself, a press does nothing.
  await waitFor(() => {
    const again = screen.queryByText("Try again");
    if (again) fireEvent.click(again);
    expect(screen.queryByText("The figures could not be loaded")).toBeNull();
  });
  await rowOf("XAUUSDm");
  warned.mockRestore();
});

test("figures that cannot be refreshed stay, with their age", async () => {
  const warned = spyOn(console, "warn").mockImplementation(() => {});
  context.server.on(BREAKDOWN, () => ok({ data: breakdown() }));
  await open();
  await rowOf("XAUUSDm");
  context.server.on(BREAKDOWN, () => refuse("internal", "Something went wrong"));
  await act(async () => invalidate("breakdown"));
  await screen.findByText(/These figures could not be refreshed/);
  await rowOf("XAUUSDm");
  warned.mockRestore();
});

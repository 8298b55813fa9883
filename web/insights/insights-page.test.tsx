import { afterEach, beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { DIMENSIONS, type GroupFigures } from "../../worker/contract/trade-groups.ts";
import { invalidate } from "../state/query.ts";
import { check } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { render } from "../test/render.tsx";
import { type Leak, normal, simulatedTrades } from "../test/simulated-traders.ts";
import { studiedColumns } from "../test/studied-columns.ts";
import { trader } from "../test/trader.ts";
import { Toaster } from "../ui/toast/toaster.tsx";
import { CATALOGUE } from "./findings/catalogue.ts";
import { seededRandom } from "./findings/random.ts";
import { InsightsPage } from "./insights-page.tsx";
import { QUESTION_TEXT as KHMER } from "./question-text.km.ts";
import { QUESTION_TEXT as ENGLISH } from "./question-text.ts";

const STUDIED = "GET /api/trade/studied";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

beforeEach(async () => {
  context.server.on("GET /api/auth/check", () => ok({ user: trader(), token: "token-1" }));
  context.server.on("GET /api/user/profile", () => ok({ user: trader() }));
  context.server.on("GET /api/user/balance", () => ok({ balance: 0, held: 0 }));
  const by = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, []]));
  const nothing = { key: "", trades: 0, wins: 0, pnl: 0, winRate: null, each: null, risked: 0, r: null };
  context.server.on("GET /api/trade/breakdown", () =>
    ok({ data: { all: nothing, by, names: {}, rBins: [], payments: [] } }),
  );
  await act(check);
});

/** Buys lose 0.8 R more than sells. */
const leaking = (count: number) =>
  studiedColumns(
    simulatedTrades(count, seededRandom(3), {
      outcome: normal,
      leak: (trade) => (trade.direction === "Buy" ? -0.8 : 0),
    }),
  );
const open = (at = "/performance/insights") => render(<InsightsPage />, { at });

test("a finding says how often each side won, what it costs, and opens its trades", async () => {
  const data = leaking(300);
  context.server.on(STUDIED, () => ok({ data }));
  open();
  await screen.findByRole("heading", { name: "1 finding in 300 trades" });
  // The pages beside this one know it from now on; an account that was not looked at has no number.
  await screen.findByRole("link", { name: /^Insights 1/ });
  const buys = data.isBuy.filter(Boolean).length;
  const row = within((await screen.findByRole("heading", { name: "Buy trades" })).closest("li") ?? document.body);
  row.getByText(new RegExp(`^${buys} trades, won \\d+%\\. The other ${300 - buys} won \\d+%\\.$`));
  row.getByText(/^−0\.\d\dR$/);
  fireEvent.click(row.getByRole("button", { name: `Show the ${buys} trades` }));
  const dialog = within(await screen.findByRole("dialog", { name: "Buy trades" }));
  const rows = dialog.getAllByRole("row").slice(1);
  expect(rows.length).toBe(100);
  for (const one of rows) within(one).getByText("Buy");
  fireEvent.click(dialog.getByRole("button", { name: /Show \d+ more/ }));
  expect(dialog.getAllByRole("row").length).toBe(buys + 1);
});

test("the costliest finding is what the ticket reminds of when it is asked to, and is taken back for eight seconds or by a press", async () => {
  const account = new FakeDemoAccount(context.server);
  const data = leaking(300);
  context.server.on(STUDIED, () => ok({ data }));
  render(
    <>
      <InsightsPage />
      <Toaster />
    </>,
    { at: "/performance/insights?account=run:1" },
  );
  const kept = () => account.terminal.records.find(({ kind }) => kind === "reminder")?.body;
  const remind = await screen.findByRole<HTMLButtonElement>("button", { name: "Remind me in the ticket" });
  await waitFor(() => expect(remind.disabled).toBe(false));
  fireEvent.click(remind);
  const buys = data.isBuy.filter(Boolean).length;
  await waitFor(() => expect(kept()).toMatchObject({ question: "buys", about: null, account: "run:1", trades: buys }));
  screen.getByRole("button", { name: "Reminds you", pressed: true });
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(kept()).toBeUndefined());
  fireEvent.click(await screen.findByRole("button", { name: "Remind me in the ticket", pressed: false }));
  fireEvent.click(await screen.findByRole("button", { name: "Reminds you" }));
  await screen.findByText("The ticket no longer reminds you.");
  await waitFor(() => expect(kept()).toBeUndefined());
  // One of another account is named, and ended here.
  act(() => {
    const asked = { question: "first_symbol", about: { id: "BTCUSD", name: "BTCUSD" }, account: "run:7" };
    account.terminal.changeElsewhere({ kind: "reminder", version: 99, body: { ...asked, trades: 21, milliR: -300 } });
  });
  await screen.findByText("The ticket reminds you: BTCUSD.");
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  await waitFor(() => expect(kept()).toBeUndefined());
  expect(screen.queryByText("The ticket reminds you: BTCUSD.")).toBeNull();
});

test("a finding that is known only afterwards, or one that pays, is not offered as a reminder", async () => {
  new FakeDemoAccount(context.server);
  const long: Leak = ({ openedAtMs, closedAtMs }) => (closedAtMs - (openedAtMs ?? 0) > 4 * 20 * 60_000 ? -2 : 0);
  const pays: Leak = ({ direction }) => (direction === "Buy" ? 0 : 1);
  const trades = simulatedTrades(400, seededRandom(5), {
    leak: (trade, before) => long(trade, before) + pays(trade, before),
  });
  context.server.on(STUDIED, () => ok({ data: studiedColumns(trades) }));
  open("/performance/insights?account=run:1");
  await screen.findByRole("heading", { name: "Held four times the usual time or more" });
  const row = (await screen.findByRole("heading", { name: "Buy trades" })).closest("li") ?? document.body;
  await within(row).findByRole("button", { name: "Remind me in the ticket" });
  expect(screen.getAllByRole("button", { name: "Remind me in the ticket" }).length).toBe(1);
});

const SETUP = "0b5c2a36-7d4e-4b8f-9a10-000000000001";
const group = (key: string, change: Partial<GroupFigures> = {}): GroupFigures => ({
  ...{ key, trades: 8, wins: 3, pnl: 21.8, winRate: null, each: null, risked: 0, r: null },
  ...change,
});

test("the playbook has each setup with its interval, no setup last, and a row opens its trades", async () => {
  context.server.on(STUDIED, () => ok({ data: leaking(300) }));
  const by = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, [group("none")]]));
  const traded = group(SETUP, {
    ...{ trades: 34, pnl: 342.1, risked: 34, winRate: { value: 62, low: 45, high: 76 } },
    ...{ each: { value: 10, low: 2, high: 18 }, r: { value: 0.41, low: 0.12, high: 0.7 } },
  });
  const data = {
    ...{ all: group("", { risked: 34 }), names: { [SETUP]: "Trend pullback" }, rBins: [], payments: [] },
    by: { ...by, setup: [traded, group("none")] },
  };
  context.server.on("GET /api/trade/breakdown", () => ok({ data }));
  open();
  const playbook = within(await screen.findByRole("table", { name: "Playbook" }));
  expect(playbook.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual([
    "Trend pullback",
    "No setup",
  ]);
  playbook.getByText("+0.12 to +0.70");
  playbook.getByText("8 of 20");
  const link = playbook.getByRole("link", { name: "Trend pullback, show the trades" });
  expect(link.getAttribute("href")).toBe(`/performance?trades=all&setup=${SETUP}`);
  // The axis of the findings and that of the playbook are named.
  expect(screen.getAllByText("−0.5R").length).toBe(2);
});

test("the findings do not wait for the playbook, and stand alone where it does not come", async () => {
  const warned = spyOn(console, "warn").mockImplementation(() => {});
  context.server.on(STUDIED, () => ok({ data: leaking(300) }));
  context.server.on("GET /api/trade/breakdown", () => refuse("internal", "Something went wrong"));
  open();
  await screen.findByRole("heading", { name: "1 finding in 300 trades" });
  expect(screen.queryByText("Playbook")).toBeNull();
  warned.mockRestore();
});

test("where nothing stands that is said as a result, with the questions that were asked", async () => {
  context.server.on(STUDIED, () => ok({ data: studiedColumns(simulatedTrades(200, seededRandom(2))) }));
  open();
  await screen.findByRole("heading", { name: "Nothing stands out in 200 trades" });
  expect(screen.queryByText("What differs from your other trades")).toBeNull();
  const asked = screen.getByText(/^\d+ questions, no difference that stands$/);
  fireEvent.click(asked);
  screen.getByText(/Buy trades/);
  fireEvent.click(screen.getByRole("button", { name: "How it is computed" }));
  within(await screen.findByRole("dialog")).getByText(/at most|on average/);
});

test("few trades have nothing to say, and how many are missing is shown", async () => {
  context.server.on(STUDIED, () => ok({ data: leaking(15) }));
  open();
  await screen.findByText("Nothing to say yet");
  screen.getByText("Findings begin at 20 trades of a kind beside 20 others.");
  expect(screen.getAllByText(/^\d+ of 20$/).length).toBe(4);
  const more = screen.getByRole("button", { name: /^\d+ more$/ });
  fireEvent.click(more);
  expect(screen.getAllByText(/^\d+ of 20$/).length).toBeGreaterThan(4);
  expect(screen.queryByText(/fixed question/)).toBeNull();
});

test("an account without trades says what will be there", async () => {
  context.server.on(STUDIED, () => ok({ data: leaking(0) }));
  open("/performance/insights?account=run:1");
  await screen.findByText("No trades to look at");
  expect(context.server.callsOf(STUDIED).at(-1)?.query.get("account")).toBe("run:1");
  expect(screen.getByRole("link", { name: "Overview" }).getAttribute("href")).toBe("/performance?account=run:1");
});

test("an account or a demo run that is not there is named, with a way back, and nothing of it stays", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  context.server.on(STUDIED, () => ok({ data: { ...leaking(300), currency: "EUR" } }));
  open("/performance/insights?account=broker:1");
  await screen.findByRole("heading", { name: "1 finding in 300 trades" });
  // Another tab has added the account: the person's list does not have it yet.
  expect(screen.getByText(/a trade$/).closest("div")?.textContent).toContain("€");
  context.server.on(STUDIED, () => refuse("not_found", "There is no such broker account"));
  await act(() => invalidate("findings"));
  const alert = within(await screen.findByRole("alert"));
  alert.getByText("There is no such account");
  expect(screen.queryByText("Buy trades")).toBeNull();
  expect(alert.getByRole("link", { name: "Show my insights" }).getAttribute("href")).toBe("/performance/insights");
  cleanup();
  open("/performance/insights?account=run:77");
  await screen.findByText("There is no demo run 77");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("what could not be loaded is loaded by the next try", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  context.server.on(STUDIED, () => refuse("internal", "Something went wrong"));
  open();
  await screen.findByText("Could not load your trades");
  context.server.on(STUDIED, () => ok({ data: leaking(300) }));
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "1 finding in 300 trades" });
});

test("every question has its words in each language, and no other has", () => {
  const ids = CATALOGUE.map(({ id }) => id).toSorted();
  expect(Object.keys(ENGLISH).toSorted()).toEqual(ids);
  expect(Object.keys(KHMER).toSorted()).toEqual(ids);
});

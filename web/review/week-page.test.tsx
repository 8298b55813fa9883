import { afterEach, expect, setDefaultTimeout, setSystemTime, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import type { TerminalChange } from "../../worker/contract/terminal/terminal-schema.ts";
import type { Trade } from "../performance/trade-types.ts";
import type { User } from "../state/api.ts";
import { arrive } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { FakeJournal } from "../test/fake-journal.ts";
import { render } from "../test/render.tsx";
import { horizontalLine } from "../test/test-terminal.ts";
import { trader } from "../test/trader.ts";
import { Toaster } from "../ui/toast/toaster.tsx";
import { JournalPage } from "./journal-page.tsx";
import { weekAt } from "./week.ts";

setDefaultTimeout(600_000);

const context = apiServer();
afterEach(() => void setSystemTime());
const WEEK = "/performance/journal?account=run:1&year=2026&week=49";

const plan = { setupId: null, setupName: "Retest", reason: "It held", lockedAt: "2026-11-30T02:00:00.000Z" };
/** A trade of the week, with what the page reads of it. */
function closed(id: string, minute: number, given: Omit<Partial<Trade>, "demo"> & { demo?: object } = {}): Trade {
  const at = (of: number) => new Date(Date.UTC(2026, 10, 30, 2, of)).toISOString();
  const demo = { openTime: at(minute - 2), rMultiple: -1, stopPrice: 66_000, stopMovedAway: false, targetPulled: null };
  const trade = {
    ...{
      id,
      closeTime: at(minute),
      symbol: "BTCUSD",
      direction: "Buy",
      lotSize: 1,
      entryPrice: 67_000,
      exitPrice: 66_900,
    },
    ...{ profitLoss: -4, plan: { ...plan, stop: 66_000, target: null, amount: 1, risk: 5, targetR: null } },
    ...given,
    demo: { ...demo, ...given.demo },
  };
  // The fields that the API has beside these are shown nowhere here.
  return trade as unknown as Trade;
}

type Opening = {
  changes?: readonly TerminalChange[];
  at?: string;
  query?: string;
  before?: (journal: FakeJournal, demo: FakeDemoAccount) => void;
  as?: User;
};

const person = trader({ timeZone: "Asia/Phnom_Penh" });

async function openWeek(
  trades: readonly Trade[],
  { changes = [], at = WEEK, query = "", before, as = person }: Opening = {},
) {
  const demo = new FakeDemoAccount(context.server);
  demo.terminal.changeElsewhere(...changes);
  const journal = new FakeJournal(context.server);
  before?.(journal, demo);
  context.server
    .on("GET /api/trade/history", ({ query: of }) => ok({ data: { trades: trades.filter(isIn(of)) } }))
    .on("GET /api/journal/to-review", () => ok({ trades: trades.length }))
    .on("GET /api/user/profile", () => ok({ user: as }))
    .on("GET /api/user/balance", () => ok({ balance: 0, held: 0 }));
  // The middle has a test of its own.
  spyOn(console, "warn").mockImplementation(() => {});
  arrive(as, null);
  render(
    <>
      <JournalPage />
      <Toaster />
    </>,
    { at: at + query },
  );
  await screen.findByRole("navigation", { name: "Trades of the week" });
  return journal;
}

/** Those of the week that is asked for, or before a time. */
const isIn =
  (query: URLSearchParams) =>
  ({ closeTime }: Trade) => {
    const { year, week } = weekAt(Date.parse(closeTime), person.timeZone);
    if (query.has("week")) return `${year} ${week}` === `${query.get("year")} ${query.get("week")}`;
    return closeTime < (query.get("to") ?? "9");
  };

const list = () => within(screen.getByRole("navigation", { name: "Trades of the week" }));

test("a plan that was broken says so in the list, in the form and as a filter, and what went wrong is suggested until it is taken", async () => {
  const journal = await openWeek([
    closed("3", 30, { demo: { stopMovedAway: true } }),
    closed("2", 20),
    closed("1", 10, { plan: null }),
  ]);
  expect(
    list()
      .getAllByRole("link")
      .map(({ textContent }) => /No plan|Plan broken/.exec(textContent ?? "")?.[0]),
  ).toEqual([undefined, "Plan broken", undefined, "No plan"]);
  expect(screen.getByRole("link", { name: "Plan broken 1" }).getAttribute("href")).toContain("show=broken");
  const form = within(await screen.findByRole("region", { name: "Review" }).catch(() => document.body));
  expect(form.getAllByText("Plan broken").length).toBeGreaterThan(0);
  const suggested = () =>
    screen
      .queryAllByRole("button", { pressed: false })
      .flatMap(({ dataset, textContent }) => (dataset.suggested ? [textContent] : []));
  expect(suggested()).toEqual(["Moved stop?", "After two losses?"]);
  fireEvent.keyDown(document.body, { key: "m", code: "KeyM" });
  await screen.findByRole("button", { name: "Moved stop", pressed: true });
  expect(suggested()).toEqual(["After two losses?"]);
  await waitFor(() => expect(journal.entries[0]?.body.labels).toEqual([journal.labels[0]?.id ?? ""]));
  expect(journal.labels[0]?.body).toMatchObject({ type: "mistake", name: "Moved stop" });
  // Taken back, it is a suggestion again, and not a second label.
  fireEvent.click(screen.getByRole("button", { name: "Moved stop" }));
  expect(suggested()).toEqual(["Moved stop?", "After two losses?"]);
  expect(screen.queryByRole("button", { name: "Moved stop" })).toBeNull();
  screen.getByRole("link", { name: /^Journal 3/ });
});

test("the chart of a trade's note is what is drawn and chosen now, stays with it, and is removed with an undo", async () => {
  const indicator = {
    id: "a",
    kind: "sma" as const,
    settings: { period: 20 },
    colours: ["accent" as const],
    isHidden: false,
  };
  const journal = await openWeek([closed("1", 10)], {
    changes: [
      { kind: "drawing", symbol: "BTCUSDm", id: crypto.randomUUID(), version: 1, body: horizontalLine(66_000.5) },
      { kind: "chart", version: 1, body: { type: "candles", scale: "linear", indicators: [indicator] } },
    ],
  });
  const attach = await screen.findByRole<HTMLButtonElement>("button", { name: "Attach the chart" });
  await waitFor(() => expect(attach.disabled).toBe(false));
  fireEvent.click(attach);
  const kept = () => journal.entries[0]?.body.chart;
  await waitFor(() =>
    expect(kept()).toMatchObject({
      ...{
        symbol: "BTCUSDm",
        timeframe: "1m",
        drawings: [{ anchors: [{ price: 66_000.5 }] }],
        indicators: [indicator],
      },
      from: Date.UTC(2026, 10, 30, 2, 8) - 40 * 60_000,
    }),
  );
  screen.getByRole("button", { name: "BTCUSDm, 1m" });
  screen.getByText("1 drawing, 1 indicator");
  fireEvent.click(screen.getByRole("button", { name: "Remove the chart" }));
  await waitFor(() => expect(kept()).toBeNull());
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(kept()).toMatchObject({ symbol: "BTCUSDm" }));
});

test("a week that was opened without a connection is there once that is back", async () => {
  let isOffline = true;
  const opening = openWeek([closed("1", 10)]);
  const answer = context.server.answerOf("GET /api/trade/history");
  context.server.on("GET /api/trade/history", (call) =>
    isOffline ? refuse("service_down", "Please try again") : answer(call),
  );
  await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByRole("navigation", { name: "Trades of the week" })).toBeNull();
  isOffline = false;
  window.dispatchEvent(new Event("online"));
  await opening;
  expect(list().getAllByRole("link")).toHaveLength(2);
});

const NO_ENTRY = { setup: null, grade: null, labels: [], note: "", chart: null, reviewedAt: null };
/** What is noted of a trade of the run. */
const entry = (key: string, body: object) =>
  ({ kind: "entry", account: "run:1", subject: "trade", key, version: 1, body: { ...NO_ENTRY, ...body } }) as const;
const current = () => list().getByRole("link", { current: true }).getAttribute("href");

test("a trade that was closed after the week was read, and before the account told of its state, is listed", async () => {
  const trades = [closed("1", 10)];
  const demo = { run: 1, balance: DEMO_BALANCE_USD, result: 0, hasTrades: true };
  await openWeek(trades, {
    as: { ...person, demo },
    before(_, account) {
      account.quote({ BTCUSDm: 67_000 });
      account.commandElsewhere({
        type: "place",
        run: 1,
        side: "buy",
        orderType: "market",
        symbol: "BTCUSD",
        amount: 0.1,
      });
      account.quote({ BTCUSDm: 67_182 });
      account.commandElsewhere({ type: "close_all", run: 1 });
    },
  });
  expect(list().getAllByRole("link")).toHaveLength(2);
  trades.unshift(closed("2", 20));
  const read = { ...demo, balance: demo.balance + 18.2, result: 18.2 };
  context.server.on("GET /api/user/profile", () => ok({ user: { ...person, demo: read } }));
  await waitFor(() => expect(list().getAllByRole("link")).toHaveLength(3));
});

test("the first to review is open, also when the trades are there before what is noted of them", async () => {
  const noted = Promise.withResolvers<void>();
  const opening = openWeek([closed("2", 20), closed("1", 10)], {
    before: (journal) => {
      journal.changeElsewhere(entry("2", { reviewedAt: 1 }));
      const answer = context.server.answerOf("GET /api/journal/entries");
      context.server.on("GET /api/journal/entries", async (call) => {
        await noted.promise;
        return answer(call);
      });
    },
  });
  await waitFor(() => expect(context.server.callsOf("GET /api/trade/history")).not.toHaveLength(0));
  await screen.findByRole("link", { name: /^Journal 2/ });
  // Nothing is left only where that is known.
  expect(screen.queryByText("Nothing left")).toBeNull();
  noted.resolve();
  await opening;
  await waitFor(() => expect(current()).toContain("trade=1"));
  screen.getByText("1 left");
});

test("what is open stays when it gets what the filter leaves out, and goes with the next one", async () => {
  const setup = { kind: "label", id: crypto.randomUUID(), version: 1 } as const;
  await openWeek([closed("2", 20, { plan: null }), closed("1", 10, { plan: null })], {
    query: "&setup=none",
    before: (journal) =>
      journal.changeElsewhere({ ...setup, body: { type: "setup", name: "Retest", isArchived: false } }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Retest", pressed: false }));
  await screen.findByRole("button", { name: "Retest", pressed: true });
  screen.getByText("0 of 1");
  fireEvent.keyDown(document.body, { key: "j", code: "KeyJ" });
  await waitFor(() => expect(current()).toContain("trade=1"));
  expect(list().getAllByRole("link")).toHaveLength(2);
});

test("an address with a trade of another week says so and leads back, and keys grade no trade behind a note", async () => {
  await openWeek([closed("1", 10)], { query: "&trade=9" });
  await screen.findByText("This trade is not in this week");
  fireEvent.click(screen.getByRole("link", { name: "Show the trades of this week" }));
  await waitFor(() => expect(current()).toContain("trade=1"));
  expect(screen.queryByText("This trade is not in this week")).toBeNull();
  cleanup();
  const journal = await openWeek([closed("1", 10)], { query: "&trade=1&note=week" });
  const note = await screen.findByRole("textbox", { name: "Note of the week" });
  fireEvent.keyDown(document.body, { key: "2" });
  fireEvent.change(note, { target: { value: "A quiet one" } });
  fireEvent.blur(note);
  await waitFor(() =>
    expect(journal.entries.map(({ subject, body }) => [subject, body.note])).toEqual([["week", "A quiet one"]]),
  );
});

test("a week that begins while the page is open is the one after that of its last trade, which was closed on Saturday", async () => {
  // A minute before Sunday in Phnom Penh.
  setSystemTime(Date.UTC(2026, 11, 5, 16, 59));
  const intervals = spyOn(globalThis, "setInterval");
  const saturday = { closeTime: "2026-12-05T16:58:00.000Z" };
  await openWeek([closed("2", 20, saturday), closed("1", 10)], { at: "/performance/journal?account=run:1" });
  await waitFor(() => expect(current()).toContain("year=2026&week=49"));
  expect(list().getAllByRole("link", { name: /^BTCUSD/ })).toHaveLength(2);
  expect(screen.queryByRole("link", { name: "The week after" })).toBeNull();
  setSystemTime(Date.UTC(2026, 11, 5, 17, 0));
  const everyMinute = intervals.mock.calls.flatMap(([run, ms]) => (ms === 60_000 ? [run] : []));
  await act(async () => {
    for (const run of everyMinute) if (typeof run === "function") run();
  });
  // What is open stays, and its week is not the newest any more.
  expect(current()).toContain("week=49");
  fireEvent.click(await screen.findByRole("link", { name: "The week after" }));
  await screen.findByText("No trades this week");
  expect(screen.queryByRole("link", { name: "The week after" })).toBeNull();
  fireEvent.click(await screen.findByRole("link", { name: "The last week with trades" }));
  await waitFor(() => expect(list().getAllByRole("link", { name: /^BTCUSD/ })).toHaveLength(2));
});

test.each([
  ["cash", { "Place a demo trade": "/trading", "Import trades": "/performance/import" }],
  ["broker:1", { "Import trades": "/performance/import?account=broker:1" }],
])("in %s without any trade the newest week says how to get some", async (account, ways) => {
  await openWeek([], { at: `/performance/journal?account=${account}` });
  await screen.findByText("No trades in this account yet");
  const links = Object.keys(ways).map((name) => [name, screen.getByRole("link", { name }).getAttribute("href")]);
  expect(Object.fromEntries(links)).toEqual(ways);
  cleanup();
  // Of an earlier week it is not said.
  await openWeek([], { at: `/performance/journal?account=${account}&year=2026&week=2` });
  await screen.findByText("No trades this week");
});

import { expect, setDefaultTimeout, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";
import { DEFAULT_CHART } from "../../worker/contract/terminal/terminal-defaults.ts";
import type { TerminalChange } from "../../worker/contract/terminal/terminal-schema.ts";
import { demoLink, retryDemo } from "../demo/demo-account.ts";
import { arrive } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { render } from "../test/render.tsx";
import { drawingChange, horizontalLine } from "../test/test-terminal.ts";
import { trader } from "../test/trader.ts";
import {
  areChangesUnsent,
  changeDrawings,
  drawingsOf,
  isUnread,
  onTerminalRefusal,
  readUnread,
  setChartSettings,
  setWatchlist,
  useDrawings,
  useTerminalSettings,
  watchlist,
} from "./drawings-and-settings.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const CHANGES = "POST /api/terminal/changes";

function Follower(): null {
  useTerminalSettings();
  useDrawings("BTCUSDm");
  return null;
}

/** A signed-in person's page that follows drawings and settings. */
async function openPage(prepare: (account: FakeDemoAccount) => void = () => {}): Promise<FakeDemoAccount> {
  const account = new FakeDemoAccount(context.server);
  prepare(account);
  arrive(trader(), null);
  render(<Follower />);
  await waitFor(() => expect(demoLink.value).toBe("live"));
  await waitFor(() => expect(context.server.callsOf("GET /api/terminal/drawings/BTCUSDm")).toHaveLength(1));
  return account;
}

const shown = () => drawingsOf("BTCUSDm").value;
/** In dollars, as the account has them. */
const prices = () => shown().map(({ drawing }) => (drawing.anchors[0]?.price ?? 0) / 100);
/** A line as the chart has it, at a price of whole steps. */
const drawnLine = (dollars: number) => horizontalLine(dollars * 100);
const kept = ({ terminal }: FakeDemoAccount) => terminal.records.map(({ number: _, ...change }) => change);
const list = (version: number, ...order: (typeof WATCHLIST_SYMBOLS)[number][]): TerminalChange => ({
  kind: "watchlist",
  version,
  body: { order, hidden: [] },
});

test("who has changed nothing has the specification's watchlist, and no drawings", async () => {
  await openPage();
  expect(watchlist.value).toEqual({ order: [...WATCHLIST_SYMBOLS], hidden: [] });
  expect(shown()).toEqual([]);
});

test("what is kept is read, and a change is shown at once and kept", async () => {
  const line = drawingChange();
  const account = await openPage(({ terminal }) => terminal.changeElsewhere(list(4, "US500", "ETHUSDm"), line));
  await waitFor(() => expect(shown()).toEqual([{ id: line.id, drawing: drawnLine(66_000) }]));
  expect(watchlist.value.order).toEqual(["US500", "ETHUSDm"]);
  setWatchlist({ order: ["ETHUSDm", "US500"], hidden: ["US500"] });
  changeDrawings("BTCUSDm", [{ id: line.id, drawing: drawnLine(70_000) }]);
  expect([watchlist.value.order, prices()]).toEqual([["ETHUSDm", "US500"], [70_000]]);
  await waitFor(() =>
    expect(kept(account)).toEqual([
      { kind: "watchlist", version: 5, body: { order: ["ETHUSDm", "US500"], hidden: ["US500"] } },
      { ...line, version: 2, body: horizontalLine(70_000) },
    ]),
  );
});

test("what another device changes arrives, and of two changes at once both devices show the same", async () => {
  const line = drawingChange();
  const account = await openPage(({ terminal }) => terminal.changeElsewhere(line));
  await waitFor(() => expect(prices()).toEqual([66_000]));
  account.terminal.changeElsewhere({ ...line, version: 2, body: horizontalLine(1) }, list(1, "BTCUSDm"));
  await waitFor(() => expect([prices(), watchlist.value.order]).toEqual([[1], ["BTCUSDm"]]));
  // Made before this page hears of the other one, which is a later version.
  changeDrawings("BTCUSDm", [{ id: line.id, drawing: drawnLine(2) }]);
  account.terminal.changeElsewhere({ ...line, version: 9, body: horizontalLine(3) });
  await waitFor(() => expect(prices()).toEqual([3]));
  await waitFor(() => expect(account.terminal.requests).toHaveLength(1));
  await waitFor(() => expect(kept(account)).toMatchObject([{ kind: "watchlist" }, { version: 9 }]));
  expect(prices()).toEqual([3]);
});

test("a drawing that another device has deleted stays deleted, also when this page changes it before it knows", async () => {
  const line = drawingChange();
  const account = await openPage(({ terminal }) => terminal.changeElsewhere(line));
  await waitFor(() => expect(shown()).toHaveLength(1));
  account.disconnect();
  await waitFor(() => expect(demoLink.value).toBe("lost"));
  account.terminal.changeElsewhere({ ...line, version: 2, body: null });
  changeDrawings("BTCUSDm", [{ id: line.id, drawing: drawnLine(5) }]);
  expect(prices()).toEqual([5]);
  await waitFor(() => expect(shown()).toEqual([]));
  await context.callsArrive();
  expect(kept(account)).toEqual([]);
});

test("what happened while the connection was lost is read when it is back", async () => {
  const [line, other] = [drawingChange(), drawingChange({ body: horizontalLine(3) })];
  const account = await openPage(({ terminal }) => terminal.changeElsewhere(line));
  await waitFor(() => expect(shown()).toHaveLength(1));
  account.disconnect();
  await waitFor(() => expect(demoLink.value).toBe("lost"));
  account.terminal.changeElsewhere({ ...line, version: 2, body: null }, other);
  account.connect();
  retryDemo();
  await waitFor(() => expect(prices()).toEqual([3]));
});

test("a reconnect without news reads nothing again", async () => {
  const account = await openPage(({ terminal }) => terminal.changeElsewhere(drawingChange()));
  await waitFor(() => expect(shown()).toHaveLength(1));
  account.disconnect();
  await waitFor(() => expect(demoLink.value).toBe("lost"));
  account.connect();
  retryDemo();
  await waitFor(() => expect(demoLink.value).toBe("live"));
  // A change of another tab comes by the socket, so the frames before it were heard.
  account.terminal.changeElsewhere(drawingChange({ body: horizontalLine(9) }));
  await waitFor(() => expect(prices()).toEqual([66_000, 9]));
  expect(context.server.callsOf("GET /api/terminal/drawings/BTCUSDm")).toHaveLength(1);
});

test("a change is sent again until the account answers, with what was changed meanwhile", async () => {
  const account = await openPage();
  const answerAgain = context.server.answerOf(CHANGES);
  context.server.on(CHANGES, () => refuse("service_down", "Please try again"));
  const id = crypto.randomUUID();
  changeDrawings("BTCUSDm", [{ id, drawing: drawnLine(1) }]);
  await waitFor(() => expect(account.terminal.requests.length).toBeGreaterThan(0));
  changeDrawings("BTCUSDm", [{ id, drawing: drawnLine(2) }]);
  expect(prices()).toEqual([2]);
  context.server.on(CHANGES, answerAgain);
  await waitFor(() => expect(kept(account)).toMatchObject([{ id, version: 2, body: horizontalLine(2) }]));
  expect(prices()).toEqual([2]);
});

test("a change without an answer is there for the next page of this browser, and is sent by it", async () => {
  const account = await openPage();
  const answerAgain = context.server.answerOf(CHANGES);
  context.server.on(CHANGES, () => refuse("service_down", "Please try again"));
  const change = { id: crypto.randomUUID(), drawing: drawnLine(1) };
  changeDrawings("BTCUSDm", [change]);
  await waitFor(() => expect(account.terminal.requests.length).toBeGreaterThan(0));
  expect(areChangesUnsent.value).toBe(true);
  // A page knows of another person's changes nothing, and begins anew with the one who comes back.
  arrive(trader({ _id: "trader-2" }), null);
  expect([shown(), areChangesUnsent.value]).toEqual([[], false]);
  localStorage.setItem("unsent drawing BTCUSDm x:trader-1", "{");
  localStorage.setItem("unsent drawing BTCUSDm y:trader-1", JSON.stringify({ kind: "chart" }));
  arrive(trader(), null);
  expect([shown(), areChangesUnsent.value]).toEqual([[change], true]);
  context.server.on(CHANGES, answerAgain);
  await waitFor(() => expect(kept(account)).toMatchObject([{ id: change.id, body: horizontalLine(1) }]));
  await waitFor(() => expect(areChangesUnsent.value).toBe(false));
  expect(localStorage.getItem(`unsent drawing BTCUSDm ${change.id}:trader-1`)).toBeNull();
  expect(shown()).toEqual([change]);
});

test("what the account refuses is taken back and told, and the rest is kept", async () => {
  const account = await openPage();
  const refusals: string[] = [];
  const stop = onTerminalRefusal((error) => refusals.push(error?.code ?? "not read"));
  const good = { id: crypto.randomUUID(), drawing: drawnLine(7) };
  const bad = { id: crypto.randomUUID(), drawing: drawnLine(2e9) };
  changeDrawings("BTCUSDm", [good, bad, { ...good, id: crypto.randomUUID() }]);
  expect(prices()).toEqual([7, 2e9, 7]);
  await waitFor(() => expect(refusals).toEqual(["invalid_input"]));
  await waitFor(() => expect(prices()).toEqual([7, 7]));
  await waitFor(() => expect(kept(account)).toHaveLength(2));
  stop();
});

test("what cannot be read is known as unread, and nothing is saved over it until a repeated read has it", async () => {
  const SETTINGS = "GET /api/terminal/settings";
  const DRAWINGS = "GET /api/terminal/drawings/BTCUSDm";
  const line = drawingChange();
  const answers = new Map<string, ReturnType<typeof context.server.answerOf>>();
  const account = await openPage(({ terminal }) => {
    terminal.changeElsewhere(list(1, "ETHUSDm"), line);
    for (const route of [SETTINGS, DRAWINGS]) {
      answers.set(route, context.server.answerOf(route));
      context.server.on(route, () => refuse("internal", "Something went wrong."));
    }
  });
  await waitFor(() => expect([isUnread("settings"), isUnread("BTCUSDm")]).toEqual([true, true]));
  const refusals: unknown[] = [];
  const stop = onTerminalRefusal((error) => refusals.push(error));
  setWatchlist({ order: ["US500"], hidden: [] });
  setChartSettings({ ...DEFAULT_CHART, indicators: [] });
  expect(refusals).toEqual([null, null]);
  stop();
  // A new drawing replaces none, and is kept.
  const added = { id: crypto.randomUUID(), drawing: drawnLine(7) };
  changeDrawings("BTCUSDm", [added]);
  for (const [route, answer] of answers) context.server.on(route, answer);
  readUnread();
  await waitFor(() => expect([isUnread("settings"), isUnread("BTCUSDm")]).toEqual([false, false]));
  await waitFor(() => expect(prices()).toEqual([66_000, 7]));
  expect(watchlist.value.order).toEqual(["ETHUSDm"]);
  await waitFor(() => expect(kept(account)).toMatchObject([list(1, "ETHUSDm"), line, { id: added.id }]));
});

test("what cannot be read is read again by itself", async () => {
  const SETTINGS = "GET /api/terminal/settings";
  let failures = 0;
  await openPage(({ terminal }) => {
    terminal.changeElsewhere(list(1, "ETHUSDm"));
    const answer = context.server.answerOf(SETTINGS);
    context.server.on(SETTINGS, (call) =>
      failures++ < 1 ? refuse("internal", "Something went wrong.") : answer(call),
    );
  });
  await waitFor(() => expect(isUnread("settings")).toBe(true));
  await waitFor(() => expect([isUnread("settings"), watchlist.value.order]).toEqual([false, ["ETHUSDm"]]));
});

test("many changes are sent in requests that the account takes", async () => {
  const account = await openPage();
  const drawing = { ...horizontalLine(1), kind: "text" as const, text: "x".repeat(200) };
  changeDrawings(
    "BTCUSDm",
    Array.from({ length: 250 }, () => ({ id: crypto.randomUUID(), drawing })),
  );
  await waitFor(() => expect(account.terminal.records).toHaveLength(250));
  expect(account.terminal.requests).toHaveLength(3);
  expect(shown()).toHaveLength(250);
});

test("another person who signs in sees nothing of the one before, whose watchlist is there at once later", async () => {
  await openPage(({ terminal }) => terminal.changeElsewhere(list(1, "ETHUSDm"), drawingChange()));
  await waitFor(() => expect([watchlist.value.order, shown().length]).toEqual([["ETHUSDm"], 1]));
  new FakeDemoAccount(context.server);
  arrive(trader({ _id: "trader-2" }), null);
  expect([watchlist.value.order, shown().length]).toEqual([[...WATCHLIST_SYMBOLS], 0]);
  context.server.on("GET /api/terminal/settings", () => ok({ number: 0, records: [] }));
  arrive(trader(), null);
  expect(watchlist.value.order).toEqual(["ETHUSDm"]);
  // Until the account says otherwise.
  await waitFor(() => expect(watchlist.value.order).toEqual([...WATCHLIST_SYMBOLS]));
});

import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { demoRun, forgetDemo } from "../demo/demo-account.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { blankCanvases } from "../test/canvas.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";
import { orderDraft } from "../ticket/draft.ts";

setDefaultTimeout(600_000);

const context = apiServer();
blankCanvases();

const { innerWidth, innerHeight } = window;
afterEach(() => resizeTo(innerWidth, innerHeight));
beforeEach(() => {
  context.server.on("POST /api/auth/activity", () => ok());
});

function resizeTo(width: number, height: number) {
  act(() => {
    Object.assign(window, { innerWidth: width, innerHeight: height });
    window.dispatchEvent(new Event("resize"));
  });
}

const BUY = { type: "place", run: 1, symbol: "BTCUSD", side: "buy", orderType: "market", amount: 0.01 } as const;

/** Opens the section with a demo account, which has an open position or none. */
async function open(at: string, { hasPosition = false } = {}) {
  forgetDemo();
  const account = new FakeDemoAccount(context.server);
  account.quote({ BTCUSDm: 67_000 });
  if (hasPosition) account.commandElsewhere(BUY);
  const app = await openApp(context.server, { at, as: trader() });
  await waitFor(() => expect(demoRun.value?.positions.length).toBe(hasPosition ? 1 : 0));
  return { account, app };
}

const watchlist = () =>
  screen.queryByRole("dialog", { name: "Watchlist" }) ?? screen.queryByRole("region", { name: "Watchlist" });

describe.each([
  ["a phone", 390, 844],
  ["a tablet", 820, 1_180],
])("on %s, where the watchlist is over the chart,", (_, width, height) => {
  beforeEach(() => resizeTo(width, height));

  test("it opens for who has no position and has not used the chart", async () => {
    await open("/trading");
    await waitFor(() => expect(watchlist()).not.toBeNull());
  });

  test("it stays closed where there is a position, and its own address opens it", async () => {
    const { app } = await open("/trading", { hasPosition: true });
    expect(watchlist()).toBeNull();
    app.unmount();
    await open("/trading/watchlist", { hasPosition: true });
    await waitFor(() => expect(watchlist()).not.toBeNull());
  });

  test("it stays closed after the chart was used last", async () => {
    const { app } = await open("/trading/chart");
    app.unmount();
    const { app: again } = await open("/trading");
    expect(watchlist()).toBeNull();
    again.unmount();
    const { app: listed } = await open("/trading/watchlist");
    await waitFor(() => expect(watchlist()).not.toBeNull());
    listed.unmount();
    await open("/trading");
    await waitFor(() => expect(watchlist()).not.toBeNull());
  });
});

describe("a chart that fills the window", () => {
  test.each([
    ["a desktop", 1_440, 900],
    ["a phone", 390, 844],
    ["a phone held sideways", 844, 390],
  ])("on %s keeps its symbol and its price, and Sell and Buy lead to the ticket", async (_, width, height) => {
    resizeTo(width, height);
    const { account, app } = await open("/trading/chart");
    const pane = screen.getByRole("region", { name: "Chart, BTCUSDm" });
    const chart = within(pane);
    fireEvent.click(await chart.findByRole("button", { name: "Full screen" }));
    expect(pane.dataset.full).toBe("true");
    // By elements: the page around it is hidden, which styles of the pane undo for it.
    expect(pane.querySelector("h2")?.textContent).toBe("BTCUSDm");
    act(() => account.quote({ BTCUSDm: 67_010 }));
    await waitFor(() => expect(pane.textContent).toContain("67,010.00"));
    const sell = () => pane.querySelector('button[data-side="sell"]');
    await waitFor(() => expect(sell() !== null).toBe(true));
    fireEvent.click(sell() ?? pane);
    expect(pane.dataset.full).toBe("false");
    expect(orderDraft.value.side).toBe("sell");
    expect(app.history.at(-1)).toBe("/trading/orders");
  });
});

test("the lists give the chart their room once nothing is left in them, but not while the history is read", async () => {
  resizeTo(1_440, 900);
  const { account } = await open("/trading/positions", { hasPosition: true });
  const dock = within(screen.getByRole("region", { name: "Open Positions" }));
  const isOpen = () => dock.queryByRole("button", { name: "Hide the lists" }) !== null;
  expect(isOpen()).toBe(true);
  const close = { type: "close", positionId: 1, version: 1, amount: null } as const;
  act(() => account.commandElsewhere(close));
  await waitFor(() => expect(isOpen()).toBe(false));

  act(() => account.commandElsewhere(BUY));
  await waitFor(() => expect(isOpen()).toBe(true));
  fireEvent.click(dock.getByRole("tab", { name: /^History/ }));
  act(() => account.commandElsewhere({ ...close, positionId: 2 }));
  await waitFor(() => expect(demoRun.value?.positions).toEqual([]));
  expect(isOpen()).toBe(true);
});

test("the editor of an alert stands in the ticket's place, which is as it was once it is closed", async () => {
  resizeTo(1_440, 900);
  await open("/trading/chart");
  const amount = await screen.findByLabelText<HTMLInputElement>("Amount");
  fireEvent.change(amount, { target: { value: "0.25" } });
  fireEvent.click(screen.getByRole("button", { name: "Set a price alert" }));
  const level = await screen.findByLabelText<HTMLInputElement>("Level");
  await waitFor(() => expect(document.activeElement).toBe(level));
  expect(amount.closest("[data-covered]")?.getAttribute("data-covered")).toBe("true");
  fireEvent.keyDown(level, { key: "Escape" });
  await waitFor(() => expect(screen.queryByLabelText("Level")).toBeNull());
  expect(amount.isConnected).toBe(true);
  expect(amount.value).toBe("0.25");
  expect(amount.closest("[data-covered]")?.getAttribute("data-covered")).toBe("false");
});

test("a chart that fills the window gives the room back for the editor of an alert", async () => {
  resizeTo(1_440, 900);
  await open("/trading/chart");
  const pane = screen.getByRole("region", { name: "Chart, BTCUSDm" });
  fireEvent.click(await within(pane).findByRole("button", { name: "Full screen" }));
  expect(pane.dataset.full).toBe("true");
  // By its name alone: the page around the pane is hidden, which styles of the pane undo for it.
  const [alert] = pane.querySelectorAll<HTMLElement>('[aria-label="Set a price alert"]');
  if (alert) fireEvent.click(alert);
  await screen.findByLabelText("Level");
  await waitFor(() => expect(pane.dataset.full).toBe("false"));
});

test("B closes the editor of an alert for the order", async () => {
  resizeTo(1_440, 900);
  await open("/trading/chart");
  await screen.findByLabelText("Amount");
  fireEvent.click(screen.getByRole("button", { name: "Set a price alert" }));
  const level = await screen.findByLabelText<HTMLInputElement>("Level");
  await waitFor(() => expect(document.activeElement).toBe(level));
  act(() => level.blur());
  fireEvent.keyDown(document.body, { key: "b" });
  await waitFor(() => expect(screen.queryByLabelText("Level")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Amount")));
});

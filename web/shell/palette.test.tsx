import { afterEach, beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { alertRequest } from "../alert-lines/alert-request.ts";
import { demoRun } from "../demo/demo-account.ts";
import { closeOverlay } from "../state/overlay.ts";
import { ROUTE } from "../state/routes.ts";
import { settings } from "../state/settings.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { blankCanvases } from "../test/canvas.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { bringPrices } from "../test/market.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";
import { emptyTicket, orderDraft } from "../ticket/draft.ts";
import { chosenSymbol } from "../trading/chosen-symbol.ts";

setDefaultTimeout(600_000);
// Before the server stops, so that no request reaches a stopped server.
afterEach(cleanup);
blankCanvases();
const context = apiServer();
let demo: FakeDemoAccount;

beforeEach(() => {
  demo = new FakeDemoAccount(context.server);
  context.server.on("POST /api/auth/activity", () => ok());
  emptyTicket();
});
afterEach(closeOverlay);

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Search" });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const key = (name: string) => fireEvent.keyDown(field(), { key: name });
/** The results without what screen readers skip. */
const options = () =>
  within(screen.getByRole("listbox"))
    .queryAllByRole("option")
    .map((one) => {
      const copy = one.cloneNode(true) as Element;
      for (const part of copy.querySelectorAll("[aria-hidden]")) part.remove();
      return copy.textContent;
    });
const reached = () => within(screen.getByRole("listbox")).getByRole("option", { selected: true });

async function openPalette(at: string = ROUTE.notifications) {
  const app = await openApp(context.server, { at, as: trader() });
  await screen.findByRole("heading", { level: 1 });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  // The rows below those in sight follow.
  await waitFor(() => expect(options().length).toBeGreaterThan(9));
  return app;
}

test("it opens on every signed-in page with symbols, actions and pages, and Esc closes it", async () => {
  await openPalette();
  bringPrices({ XAUUSDm: 2_391.55 }, { dayOpen: 2_400 });
  expect(document.activeElement).toBe(field());
  expect(
    within(screen.getByRole("listbox"))
      .getAllByRole("group")
      .map((group) => within(group).getAllByRole("option").length),
  ).toEqual([5, 2, 6, 6]);
  expect(options()).toContain("XAUUSDm Gold2,391.55−0.4%");
  expect(options().join()).not.toContain("larm");
  fireEvent.keyDown(document.body, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBe(null));
});

test("the key that opens it is answered with the rows in sight, and all are counted", async () => {
  await openApp(context.server, { at: ROUTE.notifications, as: trader() });
  await screen.findByRole("heading", { level: 1 });
  // It is not painted yet.
  const frame = spyOn(globalThis, "requestAnimationFrame").mockReturnValue(0);
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  await screen.findByText("19 results");
  expect(options()).toHaveLength(9);
  type("gold");
  expect(options()[0]).toStartWith("XAUUSDm");
  frame.mockRestore();
});

test("the best of a search is reached, its letters are marked, and Enter opens the symbol's chart", async () => {
  const { history } = await openPalette();
  type("gold");
  expect(options().map((one) => one?.split(" ")[0])).toEqual(["XAUUSDm", "Buy", "Sell", "Set"]);
  expect(field().getAttribute("aria-activedescendant")).toBe(reached().id);
  expect(reached().querySelector("mark")?.textContent).toBe("Gold");
  key("Enter");
  await waitFor(() => expect(history.at(-1)).toBe(ROUTE.tradingChart));
  expect(chosenSymbol.value).toEqual({ charted: "XAUUSDm", traded: "XAUUSDm" });
  expect(screen.queryByRole("combobox", { name: "Search" })).toBe(null);
});

test("arrow keys move through the results and around their ends", async () => {
  await openPalette();
  type("eth");
  expect(options()).toHaveLength(4);

  key("ArrowUp");
  expect(reached().textContent).toContain("Set an alert");
  key("ArrowDown");
  key("ArrowDown");
  expect(reached().textContent).toContain("Buy ETHUSD");
});

test("an order action only opens the ticket: side and symbol are chosen, and nothing is sent", async () => {
  await openPalette();
  type("sell gold");
  key("Enter");
  await waitFor(() => expect(document.activeElement?.closest("form")).not.toBe(null));
  expect(orderDraft.value.side).toBe("sell");
  expect(chosenSymbol.value.traded).toBe("XAUUSDm");
  expect(document.activeElement).toBe(screen.getByLabelText("Amount", { selector: "input[inputmode]" }));
  await context.callsArrive();
  expect(demo.commands).toEqual([]);
});

test("an alert is asked for on a symbol's chart, and nothing is sent", async () => {
  const { history } = await openPalette();
  type("> alert");
  // That of the charted symbol has its key.
  expect(options()).toContain("Set an alert BTCUSDm");
  expect(options()).toHaveLength(5);
  type("alert gold");
  key("Enter");
  await waitFor(() => expect(history.at(-1)).toBe(ROUTE.tradingChart));
  expect(chosenSymbol.value.charted).toBe("XAUUSDm");
  expect(alertRequest.value).toEqual({ symbol: "XAUUSDm" });
  alertRequest.value = null;
});

test("positions of the run open their dialog", async () => {
  await openPalette(ROUTE.trading);
  demo.quote({ BTCUSDm: 67_000 });
  const order = { symbol: "BTCUSD", side: "buy", orderType: "market", amount: 0.1, price: null, limitPrice: null };
  demo.commandElsewhere({ type: "place", run: 1, ...order, stop: null, target: null, trail: null, expiresAt: null });
  await waitFor(() => expect(demoRun.value?.positions).toHaveLength(1));
  type("position");
  key("Enter");
  expect(await screen.findByRole("dialog", { name: /BTCUSD buy 0.10/ })).toBeTruthy();
});

test("> leaves only actions and orders, and a search without results says so", async () => {
  await openPalette();
  type("> sums");
  expect(options()).toEqual(["Hide sums"]);
  key("Enter");
  expect(settings.value.privacy.showBalance).toBe(false);
  fireEvent.keyDown(document.body, { key: "/" });
  await screen.findByRole("combobox", { name: "Search" });
  type("nickel");
  expect(options()).toEqual([]);
  expect(within(screen.getByRole("dialog")).getByRole("status").textContent).toBe("Nothing matches “nickel”");
  key("Enter");
  expect(field()).toBeTruthy();
});

test("? shows all keys, and its switch turns them off", async () => {
  await openApp(context.server, { at: ROUTE.notifications, as: trader() });
  await screen.findByRole("heading", { level: 1 });
  fireEvent.keyDown(document.body, { key: "?", shiftKey: true });
  await screen.findByText("Everywhere");
  const sheet = screen.getByRole("dialog", { name: "Keyboard shortcuts" });
  expect(within(sheet).getByText("Buy in the ticket; nothing is sent").nextSibling?.textContent).toBe("B");
  expect(within(sheet).getByText("Go to trading").nextSibling?.textContent).toBe("GT");
  expect(within(sheet).queryByText(/^The shortcuts are off/)).toBe(null);
  fireEvent.click(within(sheet).getByRole("switch", { name: "Keyboard shortcuts" }));
  await within(sheet).findByText(/^The shortcuts are off\. Only Esc/);
  fireEvent.click(within(sheet).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBe(null));
  fireEvent.keyDown(document.body, { key: "?", shiftKey: true });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  expect(screen.queryByRole("dialog")).toBe(null);
  expect(localStorage.getItem(`settings:${trader()._id}`)).toContain('"shortcuts":false');
});

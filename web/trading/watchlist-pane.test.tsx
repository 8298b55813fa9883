import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { arrive } from "../state/session.ts";
import { areSettingsRead, useTerminalSettings, watchlist } from "../terminal/drawings-and-settings.ts";
import { apiServer } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { WatchlistPane } from "./watchlist-pane.tsx";

setDefaultTimeout(600_000);
// Before the server stops, so that no request reaches a stopped server.
afterEach(cleanup);
const context = apiServer();
let account: FakeDemoAccount;

beforeEach(() => {
  account = new FakeDemoAccount(context.server);
  act(() => arrive(trader(), "token"));
});

function Page() {
  useTerminalSettings();
  return <WatchlistPane selected="BTCUSDm" onSelect={() => {}} timeZone="UTC" />;
}

/** The first letters of each row. */
const rows = () =>
  within(screen.getByRole("list", { name: "Watchlist" }))
    .getAllByRole("button")
    .map(({ textContent }) => textContent.slice(0, 5));
const edit = () => fireEvent.click(screen.getByRole("button", { name: /Edit the watchlist$/ }));
const grip = (symbol: string) => screen.getByRole("button", { name: new RegExp(`^Move ${symbol}`) });
const said = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

async function openEditor() {
  render(<Page />);
  await waitFor(() => expect(areSettingsRead.value).toBe(true));
  edit();
  await screen.findByRole("list", { name: "Order of the watchlist" });
}

test("arrow keys at a grip move its symbol, the focus stays, and the account keeps the order", async () => {
  await openEditor();
  grip("BTCUSDm").focus();
  fireEvent.keyDown(grip("BTCUSDm"), { key: "ArrowUp" });
  fireEvent.keyDown(grip("BTCUSDm"), { key: "ArrowUp" });
  expect(document.activeElement).toBe(grip("BTCUSDm"));
  expect(said()).toContain("BTCUSDm is 2 of 4");
  expect(watchlist.value.order).toEqual(["US500", "BTCUSDm", "USTECm", "XAUUSDm"]);
  fireEvent.keyDown(grip("US500"), { key: "ArrowUp" });
  expect(watchlist.value.order[0]).toBe("US500");
  await waitFor(() =>
    expect(account.terminal.records).toMatchObject([{ body: { order: ["US500", "BTCUSDm", "USTECm", "XAUUSDm"] } }]),
  );
  edit();
  expect(rows()).toEqual(["US500", "BTCUS", "USTEC", "XAUUS"]);
});

test("a symbol is hidden and shown, the last one stays, and Ethereum can be added", async () => {
  await openEditor();
  for (const symbol of ["US500", "USTECm", "XAUUSDm"]) fireEvent.click(button(`Hide ${symbol}`));
  expect(said()).toContain("XAUUSDm is hidden");
  expect(button("Hide BTCUSDm").disabled).toBe(true);
  fireEvent.click(button("Show US500"));
  fireEvent.click(button("Add ETHUSDm Ethereum"));
  expect(document.activeElement).toBe(grip("ETHUSDm"));
  expect(screen.queryByRole("button", { name: /^Add/ })).toBe(null);
  expect(watchlist.value).toEqual({
    order: ["US500", "USTECm", "XAUUSDm", "BTCUSDm", "ETHUSDm"],
    hidden: ["USTECm", "XAUUSDm"],
  });
  edit();
  expect(rows()).toEqual(["US500", "BTCUS", "ETHUS"]);
});

test("another device's order is there at once", async () => {
  render(<Page />);
  await waitFor(() => expect(context.server.callsOf("GET /api/terminal/settings")).toHaveLength(1));
  account.terminal.changeElsewhere({ kind: "watchlist", version: 1, body: { order: ["ETHUSDm"], hidden: [] } });
  await waitFor(() => expect(rows()).toEqual(["ETHUS"]));
});

import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import type { User } from "../state/api.ts";
import { ALL_TRADES, ROUTE } from "../state/routes.ts";
import { arrive } from "../state/session.ts";
import { settings } from "../state/settings.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { blockStorage } from "../test/block-storage.ts";
import { blankCanvases } from "../test/canvas.ts";
import { DepositApi } from "../test/deposit-api.ts";
import { openApp } from "../test/open-app.tsx";
import { TradeApi } from "../test/trade-api.ts";
import { trader } from "../test/trader.ts";
import { WithdrawalApi } from "../test/withdrawal-api.ts";

// A busy machine may be slow; everything that a test awaits has its own timeout.
setDefaultTimeout(600_000);
// Before the server stops, so that no request reaches a stopped server.
afterEach(cleanup);
blankCanvases();
const context = apiServer();
let person: User;

beforeEach(() => {
  const trades = new TradeApi(context.server);
  trades.add("2026-11-11 23:45", { profitLoss: -10.61 });
  trades.add("2026-11-11 23:43", { profitLoss: 85.67 });
  const withdrawals = new WithdrawalApi(context.server);
  withdrawals.add({ amount: 80.5 });
  new DepositApi(context.server).add({ amount: 412.25, status: "paid" });
  const { analytics } = trades.user();
  person = {
    ...withdrawals.person(),
    _id: crypto.randomUUID(),
    heldBalance: 80.5,
    totalWithdrawals: 20,
    analytics: { ...analytics, totalDeposits: 412.25 },
  };
});

/** Every amount on the page, in text, tooltips and labels for screen readers. */
const sums = () => document.body.innerHTML.match(/\$[\d,]+(?:\.\d+)?[kM]?/g) ?? [];
/** Only the trader's own amounts: the excluded ones are the limits of deposits and withdrawals. */
const ownSums = () => sums().filter((sum) => !["$10", "$10,000"].includes(sum));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("the eye in the header hides every amount, and shows it again", () => {
  test.each([
    [ROUTE.dashboard, "$350.55"],
    [ROUTE.accountOverview, "$412.25"],
    [ROUTE.accountDeposit, "$412.25"],
    [ROUTE.accountHistory, "$80.50"],
    [ALL_TRADES, "$85.67"],
    [ROUTE.tradingPositions, "$10,000.00"],
  ])("on %s", async (at, sum) => {
    await openApp(context.server, { at, as: person });
    await waitFor(() => expect(sums()).toContain(sum));
    press("Hide sums");
    await waitFor(() => expect(ownSums()).toEqual([]));
    expect(document.body.textContent).toContain("••••");
    press("Show sums");
    await waitFor(() => expect(sums()).toContain(sum));
    expect(document.body.textContent).not.toContain("••••");
  });
});

test("hidden amounts stay hidden for this trader in this browser, and for no other user", async () => {
  const first = await openApp(context.server, { at: ROUTE.dashboard, as: person });
  await waitFor(() => expect(sums()).toContain("$350.55"));
  press("Hide sums");
  expect(settings.value.privacy.showBalance).toBe(false);
  expect(localStorage.getItem(`settings:${person._id}`)).toContain('"showBalance":false');
  first.unmount();
  await openApp(context.server, { at: ROUTE.dashboard, as: person });
  await screen.findByRole("button", { name: "Show sums" });
  expect(ownSums()).toEqual([]);
  // Another trader logs in here.
  context.server.on("GET /api/user/balance", () => ok({ balance: 77 }));
  act(() => arrive(trader({ _id: crypto.randomUUID(), balance: 77 }), "token-2"));
  await screen.findByRole("button", { name: "Hide sums" });
  await waitFor(() => expect(sums()).toContain("$77.00"));
});

test("typed and confirmed amounts stay visible while amounts are hidden, and remaining balances do not", async () => {
  await openApp(context.server, { at: ROUTE.accountWithdraw, as: person });
  fireEvent.change(await screen.findByLabelText("Amount"), { target: { value: "25" } });
  press("Hide sums");
  await waitFor(() => expect(document.body.textContent).toContain("Available: ••••"));
  expect(screen.getByRole("button", { name: /\$25\.00/ })).toBeTruthy();
  expect(document.body.textContent).not.toContain("$350.55");
  expect(document.body.textContent).not.toContain("$325.55");
});

test("a browser without storage reports that amounts could not be hidden", async () => {
  const warn = spyOn(console, "warn").mockImplementation(() => {});
  await openApp(context.server, { at: ROUTE.settings, as: person });
  await screen.findByRole("button", { name: "Hide sums" });
  const unblock = blockStorage("localStorage");
  press("Hide sums");
  unblock();
  expect(await screen.findByText("Failed to save settings")).toBeTruthy();
  expect(settings.value.privacy.showBalance).toBe(true);
  warn.mockRestore();
});

test("an admin's session has no eye, and always shows amounts", async () => {
  localStorage.setItem(`settings:${person._id}`, '{"privacy":{"showBalance":false}}');
  await openApp(context.server, { at: ROUTE.dashboard, as: { ...person, role: "admin" } });
  await waitFor(() => expect(sums()).toContain("$350.55"));
  expect(screen.queryByRole("button", { name: /sums/ })).toBe(null);
});

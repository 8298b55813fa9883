import { describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { act, fireEvent, screen, waitFor, waitForElementToBeRemoved } from "@testing-library/react";
import type { User } from "./state/api.ts";
import { refreshBalance } from "./state/balance.ts";
import { ROUTE } from "./state/routes.ts";
import { apiServer, ok } from "./test/api-server.ts";
import { blankCanvases } from "./test/canvas.ts";
import { openApp } from "./test/open-app.tsx";
import { TradeApi } from "./test/trade-api.ts";
import { trader } from "./test/trader.ts";

setDefaultTimeout(600_000);

const context = apiServer();
blankCanvases();

function open(at: string, as: User | null) {
  new TradeApi(context.server);
  context.server.on("GET /api/auth/reset-password/some-token", () => ok());
  if (as) context.server.on("GET /api/user/profile", () => ok({ user: as }));
  return openApp(context.server, { at, as });
}

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("a visitor", () => {
  test.each([
    ROUTE.dashboard,
    ROUTE.trading,
    ROUTE.watchlist,
    ROUTE.accountDeposit,
    ROUTE.notifications,
    ROUTE.settings,
    ROUTE.performance,
    ROUTE.profile,
    ROUTE.deposit,
    ROUTE.withdrawal,
  ])("who opens %s is sent to the log-in", async (at) => {
    const { history } = await open(at, null);
    await heading("Log in");
    expect(history.at(-1)).toBe(ROUTE.login);
  });

  test.each([
    [ROUTE.login, "Log in"],
    [ROUTE.signUp, "Create your account"],
    [ROUTE.forgotPassword, "Forgot your password?"],
    [ROUTE.verifyEmail, "Check your e-mail"],
    ["/reset-password/some-token", "Set a new password"],
    [ROUTE.adminLogin, "Admin log-in"],
  ])("may open %s", async (at, title) => {
    const { history } = await open(at, null);
    await heading(title);
    expect(history).toEqual([at]);
    expect(document.title).toBe(`${title} · Tonle`);
  });

  test("sees a spinner while the session is checked", async () => {
    const { history } = await open(ROUTE.dashboard, trader());
    expect(screen.getByText("Loading")).toBeTruthy();
    expect(history).toEqual([ROUTE.dashboard]);
    await heading("Dashboard");
  });

  test("at an unknown address gets the error page with links", async () => {
    await open("/no/such/place", null);
    await heading("Unexpected Application Error!");
    expect(screen.getByRole("link", { name: "Go to the dashboard" }).getAttribute("href")).toBe("/dashboard");
  });
});

describe("a trader", () => {
  test.each([
    [ROUTE.dashboard, "Dashboard"],
    [ROUTE.account, "Account"],
    [ROUTE.accountHistory, "Account"],
    [ROUTE.settings, "Settings"],
    [ROUTE.performance, "Performance"],
    [ROUTE.profile, "Profile"],
  ])("who opens %s sees %s", async (at, title) => {
    await open(at, trader());
    await heading(title);
  });

  test.each([
    [ROUTE.notifications, "Mark all read"],
    [ROUTE.deposit, "Deposit functionality is coming soon"],
    [ROUTE.withdrawal, "Withdrawal functionality is coming soon"],
  ])("reads at %s: %s", async (at, sentence) => {
    await open(at, trader());
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  test.each([
    [ROUTE.deposit, "Deposit on the account page", ROUTE.accountDeposit, "Deposit functionality is coming soon"],
    [
      ROUTE.withdrawal,
      "Withdraw on the account page",
      ROUTE.accountWithdraw,
      "Withdrawal functionality is coming soon",
    ],
  ])("finds at %s the link to the working page before the sentence", async (at, name, href, sentence) => {
    await open(at, trader());
    const link = await screen.findByRole("link", { name });
    expect(link.getAttribute("href")).toBe(href);
    expect(link.compareDocumentPosition(screen.getByText(sentence))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test.each([ROUTE.login, ROUTE.signUp, ROUTE.admin])("who opens %s is sent to the dashboard", async (at) => {
    const { history } = await open(at, trader());
    await heading("Dashboard");
    expect(history.at(-1)).toBe(ROUTE.dashboard);
  });

  test.each([
    ["/trading/BTC", "/trading/BTC"],
    ["/trading/ethusdm", "/trading/ethusdm"],
    ["/trading/minibtc", "/trading"],
    ["/trading/gold", "/trading"],
  ])("who opens %s ends at %s", async (at, end) => {
    const { history } = await open(at, trader());
    await heading("Trading");
    expect(history.at(-1)).toBe(end);
  });

  test("who navigates to the landing page's address leaves the application", async () => {
    const assign = spyOn(location, "assign").mockImplementation(() => {});
    await open(ROUTE.landing, trader());
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
    assign.mockRestore();
  });
});

test.each([
  [ROUTE.admin, "Overview"],
  [ROUTE.adminWithdrawals, "Withdrawals"],
  [ROUTE.adminPayouts, "Payouts"],
  [ROUTE.adminExceptions, "Exceptions"],
  [ROUTE.adminDeposits, "Deposits"],
  [ROUTE.adminLedger, "Ledger"],
  [ROUTE.adminImports, "Imports"],
])("an admin opens %s and sees %s", async (at, title) => {
  context.server.on("GET /api/admin/withdrawals", () => ok({ withdrawals: [], nextCursor: null }));
  context.server.on("GET /api/admin/exceptions", () => ok({ exceptions: [], nextCursor: null }));
  context.server.on("GET /api/admin/deposits", () => ok({ deposits: [], nextCursor: null }));
  await open(at, trader({ role: "admin" }));
  await heading(title);
});

test("the heading of a new page takes the focus", async () => {
  await open(ROUTE.profile, trader());
  await heading("Profile");
  screen.getByRole("link", { name: "Settings" }).click();
  const settings = await heading("Settings");
  expect(document.activeElement).toBe(settings);
});

test("a banner is shown while the API is unreachable, not under a press, and disappears by itself", async () => {
  await open(ROUTE.profile, trader());
  const pressed = await heading("Profile");
  await context.server.stop();
  const warn = spyOn(console, "warn").mockImplementation(() => {});
  fireEvent.pointerDown(pressed);
  await act(() => refreshBalance());
  warn.mockRestore();
  expect(screen.queryByText("Can't reach Tonle. Retrying...")).toBeNull();
  fireEvent.pointerUp(pressed);
  const banner = await screen.findByText("Can't reach Tonle. Retrying...");
  context.server.start();
  await waitForElementToBeRemoved(banner);
});

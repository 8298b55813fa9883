import { beforeEach, describe, expect, spyOn, test } from "bun:test";
import { screen, waitFor, waitForElementToBeRemoved } from "@testing-library/react";
import { App } from "./app.tsx";
import { ROUTE } from "./routes.ts";
import { refreshBalance } from "./state/balance.ts";
import { check } from "./state/session.ts";
import { apiServer, ok } from "./test/api-server.ts";
import { render } from "./test/render.tsx";
import { trader } from "./test/trader.ts";

const context = apiServer();
beforeEach(check);

/** The state of a document whose auth check has ended. */
async function signInAs(person = trader()): Promise<void> {
  context.server
    .on("GET /api/auth/check", () => ok({ user: person, token: "token-1" }))
    .on("GET /api/user/balance", () => ok({ balance: person.balance }))
    .on("GET /api/deposit/history", () => ok({ deposits: [] }));
  await check();
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
    ROUTE.admin,
  ])("who opens %s is taken to log in", async (at) => {
    const { history } = render(<App />, { at });
    await heading("Log in");
    expect(history.at(-1)).toBe(ROUTE.login);
  });

  test.each([
    [ROUTE.login, "Log in"],
    [ROUTE.signUp, "Create your account"],
    [ROUTE.forgotPassword, "Forgot your password?"],
    [ROUTE.verifyEmail, "Check your e-mail"],
    ["/reset-password/some-token", "Set a new password"],
    [ROUTE.adminLogin, "Admin log in"],
  ])("may open %s", async (at, title) => {
    const { history } = render(<App />, { at });
    await heading(title);
    expect(history).toEqual([at]);
    expect(document.title).toBe(`${title} · Tonle`);
  });

  test("sees a spinner while it is being found out who they are", async () => {
    const answered = Promise.withResolvers<Response>();
    context.server.on("GET /api/auth/check", () => answered.promise);
    void check();
    const { history } = render(<App />, { at: ROUTE.dashboard });
    expect(await screen.findByText("Loading")).toBeTruthy();
    expect(history).toEqual([ROUTE.dashboard]);
    answered.resolve(ok({ user: trader(), token: "token-1" }));
    await heading("Dashboard");
  });

  test("who is at no address gets the router's error and ways out", async () => {
    render(<App />, { at: "/no/such/place" });
    await heading("Unexpected Application Error!");
    expect(screen.getByRole("link", { name: "Go to the dashboard" }).getAttribute("href")).toBe("/dashboard");
  });
});

describe("a trader", () => {
  beforeEach(() => signInAs());

  test.each([
    [ROUTE.dashboard, "Dashboard"],
    [ROUTE.account, "Account"],
    [ROUTE.accountHistory, "Account"],
    [ROUTE.settings, "Settings"],
    [ROUTE.performance, "Performance"],
    [ROUTE.profile, "Profile"],
  ])("who opens %s sees %s", async (at, title) => {
    render(<App />, { at });
    await heading(title);
  });

  test.each([
    [ROUTE.notifications, "Notifications feature removed"],
    [ROUTE.deposit, "Deposit functionality is coming soon"],
    [ROUTE.withdrawal, "Withdrawal functionality is coming soon"],
  ])("reads at %s: %s", async (at, sentence) => {
    render(<App />, { at });
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  test.each([ROUTE.login, ROUTE.signUp, ROUTE.admin])("who opens %s is taken to the dashboard", async (at) => {
    const { history } = render(<App />, { at });
    await heading("Dashboard");
    expect(history.at(-1)).toBe(ROUTE.dashboard);
  });

  test.each([
    ["/trading/BTC", "/trading/BTC"],
    ["/trading/ethusdm", "/trading/ethusdm"],
    ["/trading/minibtc", "/trading"],
    ["/trading/gold", "/trading"],
  ])("who opens %s ends at %s", async (at, end) => {
    const { history } = render(<App />, { at });
    await heading("Trading");
    expect(history.at(-1)).toBe(end);
  });

  test("who gets to the landing page's address leaves the application", async () => {
    const assign = spyOn(location, "assign").mockImplementation(() => {});
    render(<App />, { at: ROUTE.landing });
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
    assign.mockRestore();
  });
});

test("an admin opens /admin", async () => {
  await signInAs(trader({ role: "admin" }));
  render(<App />, { at: ROUTE.admin });
  await heading("Admin");
  expect(await screen.findByText("Admin functionality is coming soon")).toBeTruthy();
});

test("the heading of the page that is gone to takes the focus", async () => {
  await signInAs();
  render(<App />, { at: ROUTE.profile });
  await heading("Profile");
  screen.getByRole("link", { name: "Settings" }).click();
  const settings = await heading("Settings");
  expect(document.activeElement).toBe(settings);
});

test("while the API is away a banner says so, and goes by itself", async () => {
  await signInAs();
  render(<App />, { at: ROUTE.profile });
  await heading("Profile");
  await context.server.stop();
  const warn = spyOn(console, "warn").mockImplementation(() => {});
  await refreshBalance();
  warn.mockRestore();
  const banner = await screen.findByText("Can't reach Tonle. Retrying...");
  context.server.start();
  await waitForElementToBeRemoved(banner);
});

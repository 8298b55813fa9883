import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ROUTE } from "../state/routes.ts";
import { foldSidebar, showLastFold } from "../state/storage/sidebar-fold.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { blankCanvases } from "../test/canvas.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";
import { initialsOf } from "../ui/avatar.tsx";
import { isCurrentPlace, NAVIGATION } from "./sidebar.tsx";

setDefaultTimeout(600_000);

const context = apiServer();
blankCanvases();

beforeEach(() => {
  context.server.on("POST /api/auth/activity", () => ok());
  resizeTo(1440);
  foldSidebar(false);
});

// Other files of the process begin with the simulated browser's own width.
const { innerWidth } = window;
afterEach(() => resizeTo(innerWidth));

function resizeTo(width: number) {
  act(() => {
    window.innerWidth = width;
    window.dispatchEvent(new Event("resize"));
  });
}

async function open(at: string = ROUTE.profile) {
  const result = await openApp(context.server, { at, as: trader() });
  await screen.findByRole("heading", { level: 1 });
  return result;
}

const sidebars = () => screen.queryAllByRole("navigation", { name: "Main" });
const menu = () => screen.queryByRole("button", { name: "More" });

describe("the sidebar", () => {
  test("has its items in order, the person and Logout", async () => {
    await open();
    const [sidebar] = sidebars();
    const items = [...(sidebar?.querySelectorAll("a") ?? [])].map((link) => link.textContent);
    expect(items).toEqual(["Dashboard", "Account", "Trading", "Performance", "Profile", "Settings"]);
    expect(screen.getByRole("button", { name: "Logout" })).toBeTruthy();
    expect(screen.getByText("sokha@example.com", { selector: "span" })).toBeTruthy();
  });

  test("is open from 1024 px and closed below, after every resize", async () => {
    await open();
    for (const [width, isOpen] of [
      [1024, true],
      [1023, false],
      [360, false],
      [1920, true],
    ] as const) {
      resizeTo(width);
      expect(sidebars()).toHaveLength(isOpen ? 1 : 0);
      expect(menu() === null).toBe(isOpen);
    }
  });

  test("is over the page below 1024 px, and Esc or a choice closes it", async () => {
    resizeTo(390);
    const { history } = await open();
    const button = screen.getByRole("button", { name: "More" });
    button.focus();
    fireEvent.click(button);
    const dialog = screen.getByRole("dialog", { name: "Main" });
    expect(dialog.contains(document.activeElement)).toBe(true);
    fireEvent.keyDown(document, { key: "Escape" });
    expect(sidebars()).toHaveLength(0);
    expect(document.activeElement === button).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "More" }));
    fireEvent.click(screen.getByRole("link", { name: "Settings" }));
    const heading = await screen.findByRole("heading", { level: 1, name: "Settings" });
    expect(sidebars()).toHaveLength(0);
    expect(document.activeElement === heading).toBe(true);
    expect(history.at(-1)).toBe(ROUTE.settings);
  });

  test("has over the page the notifications above the log-out, each in a line of its own", async () => {
    resizeTo(390);
    await open(ROUTE.notifications);
    fireEvent.click(screen.getByRole("button", { name: "More" }));
    const dialog = within(screen.getByRole("dialog", { name: "Main" }));
    dialog.getByRole("link", { name: "Notifications", current: "page" });
    // What an item stands in has it in a row with its siblings.
    const you = dialog.getByRole("region", { name: "Signed in as" });
    expect(you.querySelectorAll("[data-item]")).toHaveLength(2);
    expect(you.querySelectorAll(":scope > [data-item]")).toHaveLength(0);
  });

  test("folds to its icons with their words for screen readers, which this browser keeps", async () => {
    await open();
    fireEvent.click(screen.getByRole("button", { name: "Fold the sidebar", expanded: true }));
    const unfold = screen.getByRole("button", { name: "Unfold the sidebar", expanded: false });
    expect(document.documentElement.hasAttribute("data-folded")).toBe(true);
    const item = screen.getByRole("link", { name: "Performance" });
    fireEvent.focus(item);
    expect(screen.getByRole("tooltip").textContent).toBe("Performance");
    fireEvent.blur(item);
    act(showLastFold);
    expect(unfold.isConnected).toBe(true);
    fireEvent.click(unfold);
    expect(document.documentElement.hasAttribute("data-folded")).toBe(false);
    fireEvent.focus(item);
    expect(screen.queryByRole("tooltip")).toBe(null);
  });

  test("is folded on the trading page below 1600 px until it is unfolded there, which this browser keeps", async () => {
    localStorage.clear();
    act(showLastFold);
    resizeTo(1599);
    await open(ROUTE.trading);
    await screen.findByRole("button", { name: "Unfold the sidebar", expanded: false });
    expect(document.documentElement.hasAttribute("data-folded")).toBe(false);
    resizeTo(1600);
    await screen.findByRole("button", { name: "Fold the sidebar", expanded: true });
    resizeTo(1440);
    fireEvent.click(await screen.findByRole("button", { name: "Unfold the sidebar", expanded: false }));
    await screen.findByRole("button", { name: "Fold the sidebar", expanded: true });
    expect(document.documentElement.hasAttribute("data-unfolded")).toBe(true);
    act(showLastFold);
    await screen.findByRole("button", { name: "Fold the sidebar", expanded: true });
    // Other pages have the room.
    localStorage.clear();
    act(showLastFold);
    fireEvent.click(screen.getByRole("link", { name: "Settings" }));
    await screen.findByRole("heading", { level: 1, name: "Settings" });
    await screen.findByRole("button", { name: "Fold the sidebar", expanded: true });
  });

  test("is folded on the trading page below 1440 px, where its button opens it over the page", async () => {
    resizeTo(1280);
    await open(ROUTE.trading);
    fireEvent.click(await screen.findByRole("button", { name: "Open navigation" }));
    const dialog = within(screen.getByRole("dialog", { name: "Main" }));
    expect(dialog.queryByRole("button", { name: /sidebar$|^Open/ })).toBe(null);
    fireEvent.click(dialog.getByRole("link", { name: "Settings" }));
    await screen.findByRole("heading", { level: 1, name: "Settings" });
    expect(screen.queryByRole("dialog")).toBe(null);
    screen.getByRole("button", { name: "Fold the sidebar" });
  });

  test("below 1024 px a bar at the bottom has the main places, and the sidebar with the rest", async () => {
    resizeTo(1024);
    await open(ROUTE.account);
    expect(screen.queryByRole("navigation", { name: "Sections" })).toBe(null);
    resizeTo(1023);
    const bar = within(screen.getByRole("navigation", { name: "Sections" }));
    const places = bar.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
    expect(places).toEqual([
      ["Home", ROUTE.dashboard],
      ["Trade", ROUTE.trading],
      ["Account", ROUTE.account],
      ["Performance", ROUTE.performance],
    ]);
    bar.getByRole("link", { name: "Account", current: "page" });
    fireEvent.click(bar.getByRole("button", { name: "More" }));
    fireEvent.click(within(screen.getByRole("dialog", { name: "Main" })).getByRole("link", { name: "Settings" }));
    await screen.findByRole("heading", { level: 1, name: "Settings" });
    expect(bar.queryByRole("link", { current: "page" })).toBe(null);
  });

  test("logs out to the landing page", async () => {
    const assign = spyOn(location, "assign").mockImplementation(() => {});
    context.server.on("POST /api/auth/logout", () => ok({ userId: "trader-1" }));
    await open();
    fireEvent.click(screen.getByRole("button", { name: "Logout" }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
    expect(context.server.callsOf("POST /api/auth/logout")).toHaveLength(1);
    assign.mockRestore();
  });

  test("reports a failed log-out, and stays until it succeeds", async () => {
    const assign = spyOn(location, "assign").mockImplementation(() => {});
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    context.server.on("POST /api/auth/logout", () => refuse("service_down", "Service temporarily unavailable."));
    await open();
    fireEvent.click(screen.getByRole("button", { name: "Logout" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "You are still logged in" }));
    expect(assign).not.toHaveBeenCalled();
    context.server.on("POST /api/auth/logout", () => ok({ userId: "trader-1" }));
    fireEvent.click(dialog.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
    expect(screen.queryByRole("alertdialog")).toBe(null);
    assign.mockRestore();
    warn.mockRestore();
  });

  test.each([
    ["/trading/positions", "Trading"],
    ["/trading/btc", "Trading"],
    ["/watchlist", "Trading"],
    ["/account", "Account"],
    ["/account/history", "Account"],
    ["/dashboard", "Dashboard"],
    ["/performance", "Performance"],
    ["/notifications", undefined],
    ["/accounts", undefined],
  ])("%s highlights %p", (path, label) => {
    expect(NAVIGATION.filter((item) => isCurrentPlace(item, path)).map((item) => item.label)).toEqual(
      label ? [label] : [],
    );
  });
});

test("the header has the demo money, the cash and Deposit on every screen but the dashboard", async () => {
  await open(ROUTE.settings);
  const header = screen.getByRole("banner");
  expect(header.textContent).toContain("Demo balanceDEMOBalance$10,000.00");
  expect(header.textContent).toContain("$350.55");
  expect(screen.getByRole("link", { name: "Deposit" }).getAttribute("href")).toStartWith(ROUTE.accountDeposit);
  fireEvent.click(screen.getByRole("link", { name: "Dashboard" }));
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  expect(header.textContent).toContain("Demo balanceDEMOBalance$10,000.00");
  expect(header.textContent).not.toContain("$350.55");
});

test.each([
  [{ firstName: "Sokha", lastName: "Chan" }, "SC"],
  [{ firstName: " ada", lastName: "" }, "A"],
  [{ firstName: "សុខា", lastName: "ចាន់" }, "សុចា"],
])("the initials of %p are %s", (person, initials) => {
  expect(initialsOf(person)).toBe(initials);
});

import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { arrive } from "../state/session.ts";
import { useDrawings, useTerminalSettings } from "../terminal/drawings-and-settings.ts";
import { apiServer, refuse } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { ChartUnread } from "./unread-notices.tsx";
import { WatchlistPane } from "./watchlist-pane.tsx";

setDefaultTimeout(600_000);
// Before the server stops, so that no request reaches a stopped server.
afterEach(cleanup);
const context = apiServer();
const SETTINGS = "GET /api/terminal/settings";
const DRAWINGS = "GET /api/terminal/drawings/BTCUSDm";

function Page() {
  useTerminalSettings();
  useDrawings("BTCUSDm");
  return (
    <>
      <ChartUnread symbol="BTCUSDm" />
      <WatchlistPane selected="BTCUSDm" onSelect={() => {}} timeZone="UTC" />
    </>
  );
}

/** Opens the page while these routes answer 500. @returns lets a route answer again */
function openWithout(...routes: string[]): (route: string) => void {
  new FakeDemoAccount(context.server);
  const answers = new Map(routes.map((route) => [route, context.server.answerOf(route)]));
  for (const route of routes) context.server.on(route, () => refuse("internal", "Something went wrong."));
  act(() => arrive(trader(), "token"));
  render(<Page />);
  return (route) => context.server.on(route, answers.get(route) ?? (() => refuse("not_found", "Not found")));
}

const notices = () => screen.getAllByRole("status").map(({ textContent }) => textContent.replace(/Try again$/, ""));

test("drawings, indicators and watchlist that cannot be read are not shown as none without a word", async () => {
  const mend = openWithout(SETTINGS, DRAWINGS);
  const both = await screen.findByText("Your drawings and indicators could not be loaded. Nothing is lost.");
  expect(notices()).toContain("Your watchlist could not be loaded. Nothing is lost.");
  // What the account has would be replaced.
  fireEvent.click(screen.getByRole("button", { name: "Edit the watchlist" }));
  expect(screen.queryByRole("list", { name: "Order of the watchlist" })).toBeNull();
  expect(screen.getByRole("list", { name: "Watchlist" })).toBeDefined();
  mend(DRAWINGS);
  mend(SETTINGS);
  const callout = both.closest<HTMLElement>("[role=status]");
  if (callout) fireEvent.click(within(callout).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull());
  await screen.findByRole("list", { name: "Order of the watchlist" });
});

test("drawings alone that cannot be read are named, and the notice goes when they are there", async () => {
  const mend = openWithout(DRAWINGS);
  await screen.findByText("Your drawings could not be loaded. Nothing is lost.");
  await context.callsArrive();
  expect(screen.queryByText(/Your watchlist could not be loaded/)).toBeNull();
  mend(DRAWINGS);
  await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull());
});

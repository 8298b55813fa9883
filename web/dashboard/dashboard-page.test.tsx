import { expect, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ROUTE } from "../routes.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";

const context = apiServer();

async function open() {
  const result = await openApp(context.server, { at: ROUTE.dashboard, as: trader({ balance: 0 }) });
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  return result;
}

test("a new account has its four figures as the specification says", async () => {
  await open();
  const figures = within(await screen.findByRole("group", { name: "Your figures" }));
  expect(figures.getByRole("region", { name: "Total Balance" }).textContent).toContain("$0.00");
  expect(figures.getByRole("group", { name: "Today's P&L" }).textContent).toContain("$0.00");
  expect(figures.getByRole("group", { name: "Open Positions" }).textContent).toContain("0");
  expect(figures.getByRole("group", { name: "Win Rate" }).textContent).toContain("0.0%");
  expect(screen.getByText("No recent trades")).toBeTruthy();
  expect(screen.getByText("Your trading history will appear here")).toBeTruthy();
});

test("the balance is asked for anew with the bearer token", async () => {
  await openApp(context.server, { at: ROUTE.dashboard, as: trader({ balance: 0 }) });
  context.server.on("GET /api/user/balance", () => ok({ balance: 1234.5 }));
  expect(await screen.findByText("$1,234.50")).toBeTruthy();
  expect(context.server.callsOf("GET /api/user/balance")[0]?.headers.get("Authorization")).toBe("Bearer token-1");
});

test("the section 'history' has its sentence and a way back", async () => {
  const { history } = await open();
  fireEvent.click(await screen.findByRole("link", { name: "Trading history" }));
  expect(await screen.findByText("Trading history coming soon...")).toBeTruthy();
  fireEvent.click(screen.getByRole("link", { name: "Back to Dashboard" }));
  expect(await screen.findByText("No recent trades")).toBeTruthy();
  await waitFor(() => expect(history.at(-1)).toBe(ROUTE.dashboard));
});

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { apiServer } from "../../test/api-server.ts";
import { DeskApi } from "../../test/desk-api.ts";
import { openApp } from "../../test/open-app.tsx";

setDefaultTimeout(20_000);
afterEach(cleanup);
const context = apiServer();
let desk: DeskApi;
beforeEach(() => {
  desk = new DeskApi(context.server);
});

test("the desk opens on what waits, and each line leads to its list", async () => {
  desk.addWithdrawals({ amount: 50 }, { amount: 60 }, { amount: 70, status: "approved" });
  desk.addException();
  await openApp(context.server, { at: "/admin", as: desk.admin });
  await screen.findByRole("heading", { level: 1, name: "Overview" });
  await screen.findByText("To be paid out");
  const lines = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  const to = (label: string) => lines.find(([text]) => text?.startsWith(label))?.[1];
  expect(to("To be paid out1")).toBe("/admin/withdrawals?status=approved");
  expect(to("To review2")).toBe("/admin/withdrawals");
  expect(to("To decide1")).toBe("/admin/exceptions");
});

test("the bar says how many wait in each section", async () => {
  desk.addWithdrawals({ amount: 50 }, { amount: 70, status: "approved" });
  desk.addIdentity("Bopha Keo");
  await openApp(context.server, { at: "/admin/ledger", as: desk.admin });
  await screen.findByRole("link", { name: "Withdrawals 2" });
  expect(screen.getByRole("link", { name: "Identities 1" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Exceptions" })).toBeTruthy();
});

test("an act is in the counts at once", async () => {
  desk.addWithdrawals({ amount: 50 }, { amount: 60 });
  await openApp(context.server, { at: "/admin/withdrawals", as: desk.admin });
  await screen.findByRole("link", { name: "Withdrawals 2" });
  desk.addIdentity("Bopha Keo");
  screen.getByRole("button", { name: /^Claim/ }).click();
  await screen.findByRole("link", { name: "Identities 1" });
});

test.each([
  ["/admin?status=approved", "/admin/withdrawals?status=approved"],
  ["/admin?item=some-id", "/admin/withdrawals?item=some-id"],
])("a link to where withdrawals were, %s, leads to where they are", async (at, end) => {
  const { history } = await openApp(context.server, { at, as: desk.admin });
  await screen.findByRole("heading", { level: 1, name: "Withdrawals" });
  await waitFor(() => expect(history.at(-1)).toBe(end));
});

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { openApp } from "../../test/open-app.tsx";
import type { AccountEntry, AdminTransfer, LedgerAccount, WholeTransfer } from "./ledger-calls.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

const user = {
  _id: "trader-1",
  email: "bopha@example.com",
  username: "bopha",
  name: "Bopha Keo",
  closedAt: null,
  frozenAt: null,
};
const WITHDRAWAL = "0b0e7a52-3c1d-4f4e-9a55-6a8f0d1c2b3e";
const transfer = (change: Partial<AdminTransfer> = {}): AdminTransfer => ({
  _id: "transfer-1",
  kind: "withdrawal",
  reference: `withdrawal:${WITHDRAWAL}:complete`,
  memo: "Withdrawal",
  at: "2026-11-20T03:20:00.000Z",
  amount: 120.5,
  currency: "USD",
  from: "held:trader-1",
  to: "house:payout",
  user,
  actor: { id: "admin-1", name: "Dara Kim" },
  ...change,
});
const entry = {
  _id: "1",
  accountId: "held:trader-1",
  kind: "held",
  currency: "USD",
  user,
  amount: -120.5,
  balance: 0,
} as const;
const whole: WholeTransfer = {
  ...transfer(),
  entries: [
    entry,
    { ...entry, _id: "2", accountId: "house:payout", kind: "payout", user: null, amount: 120.5, balance: null },
  ],
};
const deposit = transfer({
  _id: "transfer-2",
  kind: "deposit",
  reference: "deposit:deposit-1",
  amount: 500,
  from: "house:khqr",
  to: "available:trader-1",
  actor: { id: "system", name: null },
});
const account: LedgerAccount = {
  _id: "house:khqr",
  kind: "khqr",
  currency: "USD",
  balance: -500,
  floor: null,
  movedAt: "2026-11-20T03:20:00.000Z",
  user: null,
};
const held: LedgerAccount = { ...account, _id: "held:trader-1", kind: "held", balance: 20, floor: 0, user };

let adminApi: AdminApi;
beforeEach(() => {
  adminApi = new AdminApi(context.server);
  context.server
    .on("GET /api/admin/ledger/transfers", ({ query }) =>
      ok({ transfers: query.get("kind") === "deposit" ? [deposit] : [transfer(), deposit], nextCursor: null }),
    )
    .on("GET /api/admin/ledger/transfers/transfer-1", () => ok({ transfer: whole }))
    .on("GET /api/admin/ledger/transfers/transfer-2", () => ok({ transfer: { ...whole, ...deposit } }))
    .on("GET /api/admin/ledger/accounts", ({ query }) => ok({ accounts: query.has("search") ? [held] : [account] }))
    .on(`GET /api/admin/ledger/accounts/${account._id}/entries`, ({ query }) =>
      ok(query.has("cursor") ? { account, entries: entries(2), nextCursor: null } : firstPage),
    );
});

const entries = (from: number): AccountEntry[] =>
  [from, from + 1].map((number) => ({
    _id: String(number),
    transferId: `transfer-${number}`,
    kind: "deposit",
    reference: `deposit:${number}`,
    memo: "",
    at: "2026-11-20T03:20:00.000Z",
    amount: -250,
    balance: -250 * number,
    actor: deposit.actor,
  }));
const firstPage = { account, entries: entries(0), nextCursor: "newest_1_1" };
const open = (at: string) => openApp(context.server, { at, as: adminApi.admin });
const lastQuery = (call: string) => context.server.callsOf(call).at(-1)?.query.toString();
const rowsOf = (table: HTMLElement) =>
  [...table.querySelectorAll("tbody tr")].map((row) => [...row.children].map(({ textContent }) => textContent));

test("each ledger view has its own address, and the check is the first", async () => {
  await open("/admin/ledger");
  await screen.findByText("Not run yet");
  fireEvent.click(screen.getByRole("link", { name: "Transfers" }));
  await screen.findByRole("region", { name: "Transfers" });
  expect(screen.queryByText("Not run yet")).toBeNull();
});

test("an open transfer shows both entries and their balances, and links to its purpose", async () => {
  await open("/admin/ledger?view=transfers&item=transfer-1");
  const table = await screen.findByRole("table", { name: "Entries" });
  await waitFor(() => expect(table.getAttribute("aria-busy")).toBe("false"));
  expect(rowsOf(table)).toEqual([
    ["On hold, Bopha Keo", "$120.50", "", "$0.00"],
    ["House, payouts", "", "$120.50", "—"],
  ]);
  const item = within(screen.getByRole("region", { name: "Transfer" }));
  expect(item.getByRole("link", { name: "Withdrawal paid out" }).getAttribute("href")).toBe(
    `/admin/withdrawals?item=${WITHDRAWAL}`,
  );
  expect(item.getByRole("link", { name: "On hold, Bopha Keo" }).getAttribute("href")).toBe(
    "/admin/ledger?view=accounts&search=held%3Atrader-1&item=held%3Atrader-1",
  );
  expect(item.getByText("Dara Kim")).toBeTruthy();
  expect(item.getByText("On hold → House, payouts")).toBeTruthy();
});

test("each transfer has the sign of its direction, and one between a trader's own accounts has none", async () => {
  const hold = transfer({ _id: "transfer-3", amount: 75, from: "available:trader-1", to: "held:trader-1" });
  const loss = transfer({ _id: "transfer-4", amount: 50, from: "available:trader-1", to: "house:trading" });
  context.server.on("GET /api/admin/ledger/transfers", () =>
    ok({ transfers: [transfer(), deposit, hold, loss], nextCursor: null }),
  );
  await open("/admin/ledger?view=transfers");
  // The open transfer is the first of the list.
  await screen.findByRole("heading", { name: "−$120.50" });
  for (const sum of ["−$120.50", "+$500.00", "$75.00", "−$50.00"]) {
    expect(screen.getAllByText(sum).length).toBeGreaterThan(0);
  }
  expect(screen.getByText("Balance → On hold")).toBeTruthy();
});

test("the accounts that are listed say whose they are, as the check counts all of them", async () => {
  await open("/admin/ledger?view=accounts");
  await screen.findByText("1 house account");
});

test("the filter is stored in the address and sent to the API; the amount fields need a trader", async () => {
  await open("/admin/ledger?view=transfers&kind=deposit");
  await screen.findByText("1 transfer");
  expect(lastQuery("GET /api/admin/ledger/transfers")).toBe("kind=deposit&limit=50");
  fireEvent.click(screen.getByRole("button", { name: /^Filter/ }));
  expect(screen.queryByLabelText("At least")).toBeNull();
  fireEvent.change(screen.getByLabelText("Trader"), { target: { value: "bopha" } });
  fireEvent.change(await screen.findByLabelText("At least"), { target: { value: "100" } });
  await waitFor(() =>
    expect(lastQuery("GET /api/admin/ledger/transfers")).toBe("kind=deposit&user=bopha&minAmount=100&limit=50"),
  );
});

test("J and K move through the transfers", async () => {
  await open("/admin/ledger?view=transfers&item=transfer-1");
  await screen.findByRole("heading", { name: "−$120.50" });
  fireEvent.keyDown(document.body, { key: "j" });
  await screen.findByRole("heading", { name: "+$500.00" });
  fireEvent.keyDown(document.body, { key: "k" });
  await screen.findByRole("heading", { name: "−$120.50" });
});

test("an account shows its entries page by page, each with its balance", async () => {
  await open("/admin/ledger?view=accounts&item=house%3Akhqr");
  const table = await screen.findByRole("table", { name: "Entries of House, KHQR" });
  await waitFor(() => expect(rowsOf(table)).toHaveLength(2));
  fireEvent.click(screen.getByRole("button", { name: "Show more entries" }));
  await waitFor(() =>
    expect(rowsOf(table).map((cells) => cells.at(-1))).toEqual(["$0.00", "−$250.00", "−$500.00", "−$750.00"]),
  );
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-11-01" } });
  await waitFor(() =>
    expect(lastQuery(`GET /api/admin/ledger/accounts/${account._id}/entries`)).toContain("from=2026-10-31"),
  );
  // The account stays open: the period filters its entries.
  expect(screen.getByRole("heading", { name: "−$500.00" })).toBeTruthy();
});

test("a search finds a person's accounts", async () => {
  context.server.on("GET /api/admin/ledger/accounts/held:trader-1/entries", () =>
    ok({ account: held, entries: [], nextCursor: null }),
  );
  await open("/admin/ledger?view=accounts");
  fireEvent.change(await screen.findByLabelText("Trader or account"), { target: { value: "bopha" } });
  await screen.findByRole("button", { name: /On hold.*Bopha Keo/ });
  expect(lastQuery("GET /api/admin/ledger/accounts")).toBe("search=bopha");
});

test("a transfer that cannot be loaded says so, and can be loaded again", async () => {
  context.server.on("GET /api/admin/ledger/transfers/transfer-1", () => refuse("service_down", "Not now."));
  await open("/admin/ledger?view=transfers&item=transfer-1");
  await screen.findByText("This transfer could not be loaded");
  context.server.on("GET /api/admin/ledger/transfers/transfer-1", () => ok({ transfer: whole }));
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("table", { name: "Entries" });
});

import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import type { User } from "../state/api.ts";
import { invalidate } from "../state/query.ts";
import { check } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { DepositApi } from "../test/deposit-api.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { WithdrawalApi } from "../test/withdrawal-api.ts";
import { WITHDRAWALS } from "../withdrawals/withdrawal-calls.ts";
import { AccountPage } from "./account-page.tsx";

const HISTORY = "GET /api/deposit/history";

// A busy machine can be slow; each wait in a test has its own timeout.
setDefaultTimeout(600_000);
// Unmounts before the server stops, so that no request goes to a stopped server.
afterEach(cleanup);
const context = apiServer();
let api: DepositApi;
let withdrawals: WithdrawalApi;
/** Fields of the user that the API returns, besides the balance. */
let person: Partial<User>;

beforeEach(async () => {
  withdrawals = new WithdrawalApi(context.server);
  api = new DepositApi(context.server);
  // Each test has its own user, so that nothing loaded by an earlier test is visible.
  person = { _id: withdrawals.personId, analytics: { ...trader().analytics, totalDeposits: 1200.5 } };
  context.server.on("GET /api/auth/check", () => ok({ user: trader(person), token: "token-1" }));
  await act(check);
});

function open(at: string) {
  return render(<AccountPage />, { at });
}

// Returns a boolean because a failing `expect` on a DOM node takes a minute to print it.
function shows(text: string | RegExp): boolean {
  return screen.queryAllByText(text).length > 0;
}

function currentTab(): string | null | undefined {
  return document.querySelector('[aria-current="page"]')?.textContent;
}

/** The text of each cell in the row. */
function cellsOf(reference: string): (string | null)[] {
  const row = screen.getByText(reference, { selector: "th, th *" }).closest("tr");
  return [...(row?.children ?? [])].map((cell) => cell.textContent);
}

describe("the tabs", () => {
  test.each([
    ["/account", "Overview"],
    ["/account/overview", "Overview"],
    ["/account/deposit", "Deposit"],
    ["/account/withdraw", "Withdraw"],
    ["/account/history", "History"],
  ])("%s shows %s, below the balance", async (at, tab) => {
    open(at);
    expect(currentTab()).toBe(tab);
    expect(screen.getAllByText("$350.55").length).toBeGreaterThan(0);
    await waitFor(() => expect(context.server.callsOf(HISTORY).length).toBeGreaterThan(0));
  });

  test("change the address and keep the loaded history", async () => {
    api.add({ status: "paid" });
    const { history } = open("/account/history");
    await screen.findByText("D2345678901");
    // The overview needs the withdrawals too.
    await context.callsArrive();
    const loads = context.server.callsOf(HISTORY).length;
    fireEvent.click(screen.getByText("Overview", { selector: "a" }));
    expect(history.at(-1)).toBe("/account/overview");
    expect(shows("D2345678901")).toBe(true);
    await context.callsArrive();
    expect(context.server.callsOf(HISTORY)).toHaveLength(loads);
  });
});

describe("the overview tab", () => {
  test("shows the three totals and their parts", async () => {
    api.add({ amount: 200, status: "paid" });
    api.add({ amount: 50, status: "expired" });
    open("/account/overview");
    expect(shows("Total Deposits")).toBe(true);
    expect(shows("$1,200.50")).toBe(true);
    expect(shows("Total Withdrawals")).toBe(true);
    expect(shows("$0.00")).toBe(true);
    await screen.findByText("1 paid, last on Nov 21");
    await waitFor(() => expect(shows("+$200.00")).toBe(true));
    expect(shows("$50.00")).toBe(true);
  });

  test("counts the payments on every page of the history", async () => {
    for (let i = 0; i < 3; i++) api.add({ status: "paid" });
    const page = (deposits: typeof api.deposits, nextCursor: string | null) => ok({ deposits, nextCursor });
    context.server.on(HISTORY, ({ query }) =>
      query.get("cursor") === "of page two"
        ? page(api.deposits.slice(2), null)
        : page(api.deposits.slice(0, 2), "of page two"),
    );
    open("/account/overview");
    await screen.findByText("3 paid, last on Nov 21");
  });

  test("shows the money on hold, the completed withdrawals and the equation", async () => {
    Object.assign(person, { heldBalance: 120, totalWithdrawals: 1000 });
    await act(check);
    const month = { createdAt: new Date().toISOString(), completedAt: new Date().toISOString() };
    withdrawals.add({ amount: 120 });
    withdrawals.add({ ...month, amount: 1000, status: "completed" });
    open("/account/overview");
    await screen.findByText(/^1 completed, last on /);
    await context.callsArrive();
    expect(shows("$1,000.00")).toBe(true);
    const sum = screen.getByText("How it adds up").closest("section")?.textContent;
    expect(sum).toContain(
      "$1,200.50 deposits−$1,000.00 withdrawals+$270.05 trading result−$120.00 on hold=$350.55 available",
    );
    expect(shows("−$1,000.00")).toBe(true);
    const months = screen.getByLabelText("Months; arrow keys move between them").querySelectorAll("button");
    expect([...months].at(-1)?.getAttribute("aria-label")).toContain("in $0.00, out $1,000.00");
  });

  test("selects the last month with movements, not an empty one", async () => {
    const thisMonth = new Date();
    const before = new Date(Date.UTC(thisMonth.getUTCFullYear(), thisMonth.getUTCMonth() - 2, 15)).toISOString();
    withdrawals.add({ createdAt: before, completedAt: before, amount: 77, status: "completed" });
    open("/account/overview");
    await screen.findByText(/^1 completed, last on /);
    await context.callsArrive();
    const months = [...screen.getByLabelText("Months; arrow keys move between them").querySelectorAll("button")];
    expect(months.map((month) => month.getAttribute("aria-pressed"))).toEqual([
      "false",
      "false",
      "false",
      "true",
      "false",
      "false",
    ]);
    expect(months[3]?.getAttribute("aria-label")).toContain("out $77.00");
    expect(shows("$77.00")).toBe(true);
  });

  test("caps every sum at the display cap", async () => {
    const most = 1_500_000_000;
    person = { ...person, balance: most, analytics: { ...trader().analytics, totalDeposits: most } };
    await act(check);
    open("/account/overview");
    await screen.findByText("No activity yet");
    expect(screen.getAllByText("$999,999,999.00").length).toBeGreaterThan(2);
  });

  test("shows placeholders for a new account", async () => {
    open("/account/overview");
    await screen.findByText("No activity yet");
    expect(shows("Your first deposit starts this chart")).toBe(true);
    expect(shows("No payments yet")).toBe(true);
  });
});

describe("the deposit tab", () => {
  test("opens the modal at its own address and closes it when the address changes", async () => {
    const { history } = open("/account/deposit");
    fireEvent.click(screen.getByText("Deposit Funds", { selector: "button" }));
    expect(history.at(-1)).toBe("/account/deposit?new");
    await screen.findByText("Step 1 of 3");
    fireEvent.click(screen.getByLabelText("Close"));
    expect(shows("Step 1 of 3")).toBe(false);
    expect(history.at(-1)).toBe("/account/deposit");
    await screen.findByText("No deposits yet");
  });

  test("does not list a code as open once it has brought a payment, even a mismatch", async () => {
    api.add({ status: "pending" });
    api.review({});
    open("/account/deposit");
    await screen.findByText("In review");
    expect(shows("Open deposits")).toBe(false);
  });

  test("lists an open code and cancels it", async () => {
    api.add({ status: "pending" });
    open("/account/deposit");
    await screen.findByText("Open deposits");
    fireEvent.click(screen.getByLabelText("Cancel Payment D2345678901"));
    await waitFor(() => expect(shows("Open deposits")).toBe(false));
    expect(cellsOf("D2345678901")).toContain("Cancelled");
  });
});

test("a deposit in the latest activity labels its number as a reference", async () => {
  api.add({ status: "paid" });
  open("/account/overview");
  const link = await screen.findByLabelText("Receipt for D2345678901");
  expect(link.parentElement?.textContent).toBe("Reference D2345678901");
});

test("a balance above the display cap is capped, and so are the terms of its equation", async () => {
  person = { ...person, balance: 5e11, analytics: { ...trader().analytics, totalDeposits: 5e11 } };
  await act(check);
  open("/account/overview");
  const sums = await screen.findByText("How it adds up");
  expect(sums.closest("section")?.textContent).toBe("How it adds up$999,999,999.00 deposits=$999,999,999.00 available");
});

describe("the history", () => {
  test("lists each deposit with its reference and status, and a sign only where money moved", async () => {
    for (const status of ["pending", "paid", "failed", "expired", "cancelled"] as const) api.add({ status });
    open("/account/history");
    await screen.findByText("D2345678901");
    const rows = ["01", "02", "03", "04", "05"].map((number) => cellsOf(`D23456789${number}`));
    expect(rows.map((row) => row[0])).toEqual(Array.from({ length: 5 }, () => "Nov 21, 2026, 10:00 PM"));
    expect(rows.map((row) => row.slice(-2))).toEqual([
      ["Pending", "$100.00"],
      ["Paid", "+$100.00"],
      ["Failed", "$100.00"],
      ["Expired", "$100.00"],
      ["Cancelled", "$100.00"],
    ]);
    await screen.findByText("No withdrawals yet");
  });

  test("shows the outcome of a mismatched payment and the amount credited for it", async () => {
    api.add({ status: "expired" });
    api.review({ reason: "wrong_currency", paidAmount: 390_000, paidCurrency: "KHR" });
    api.add({ status: "cancelled" });
    api.review({ status: "matched", creditedAmount: 90 });
    api.add({ status: "expired" });
    api.review({ status: "refunded", note: "Sent back to your bank" });
    open("/account/history");
    await screen.findByText("D2345678901");
    const rows = ["01", "02", "03"].map((number) => cellsOf(`D23456789${number}`).slice(-2));
    expect(rows).toEqual([
      ["In reviewPayment under review: you paid 390,000 KHR instead of $100.00. Nothing is lost.", "$100.00"],
      ["CreditedCredited $90.00 after review", "+$90.00"],
      ["RefundedPayment of $90.00 refunded: Sent back to your bank", "$100.00"],
    ]);
  });

  test("links a paid deposit to its receipt", async () => {
    api.add({ status: "expired" });
    api.add({ status: "paid" });
    const { history } = open("/account/history");
    fireEvent.click(await screen.findByLabelText("Receipt for D2345678902"));
    expect(history.at(-1)).toBe("/account/deposits/D2345678902");
    expect(screen.queryByLabelText("Receipt for D2345678901")).toBeNull();
  });

  test("is loaded again by Refresh", async () => {
    open("/account/history");
    await screen.findByText("No deposits yet");
    api.add({ status: "paid" });
    fireEvent.click(screen.getByLabelText("Refresh deposit history"));
    await screen.findByText("D2345678901");
  });

  test("shows a long list one page at a time", async () => {
    for (let count = 0; count < 23; count += 1) api.add({ status: "paid" });
    open("/account/history");
    fireEvent.click(await screen.findByText("Show 3 more"));
    expect(shows("D2345678901")).toBe(true);
    expect(shows(/^Show \d+ more$/)).toBe(false);
  });

  test.each([
    [
      "refused by the server",
      () => refuse("service_down", "Service temporarily unavailable."),
      "Failed to fetch deposit history",
    ],
    ["without a connection", () => new Response("bad gateway", { status: 502 }), "Failed to load deposit history"],
  ])("%s shows an error and can be retried", async (_, reply, title) => {
    context.server.on(HISTORY, reply);
    open("/account/history");
    await screen.findByText(title);
    context.server.on(HISTORY, () => ok({ deposits: api.deposits, nextCursor: null }));
    fireEvent.click(screen.getByText("Try again"));
    await screen.findByText("No deposits yet");
  });

  test("stays visible when a refresh fails", async () => {
    api.add({ status: "paid" });
    open("/account/history");
    await screen.findByText("D2345678901");
    context.server.on(HISTORY, () => refuse("internal", "Something went wrong. Please try again."));
    fireEvent.click(screen.getByLabelText("Refresh deposit history"));
    await screen.findByText("Failed to fetch deposit history");
    expect(shows("D2345678901")).toBe(true);
  });
});

describe("the withdraw tab", () => {
  test("shows an error when the open withdrawals fail to load, and retries", async () => {
    context.server.on("GET /api/withdrawal/history", () => refuse("service_down", "Service temporarily unavailable."));
    open("/account/withdraw");
    await screen.findByText("Failed to fetch withdrawal history");
    withdrawals.add();
    context.server.on("GET /api/withdrawal/history", () =>
      ok({ withdrawals: withdrawals.withdrawals, limits: withdrawals.limits, nextCursor: null }),
    );
    fireEvent.click(screen.getByText("Try again"));
    await screen.findByText("$80.00 is on hold until it is decided.");
  });

  test("links to the profile when there is no payment method", async () => {
    open("/account/withdraw");
    expect(shows("No payment methods configured")).toBe(true);
    await waitFor(() => expect(context.server.callsOf(HISTORY).length).toBeGreaterThan(0));
  });

  test("shows open withdrawals in the list, on the tab and beside the balance", async () => {
    Object.assign(person, { heldBalance: 80 });
    await act(check);
    withdrawals.add();
    open("/account/withdraw");
    await screen.findByText("$80.00 is on hold until it is decided.");
    expect(currentTab()).toBe("Withdraw1");
    expect(shows("on hold for 1 withdrawal")).toBe(true);
  });
});

test("who owes for a deposit that the bank took back reads beside the form how much and why, until it is paid", async () => {
  const { limits } = withdrawals;
  withdrawals.limits = { ...limits, owed: { amount: 60, billNumber: "D2345678901" } };
  open("/account/withdraw");
  await screen.findByText("You owe $60.00, so withdrawals wait");
  expect(shows(/took your payment for the deposit D2345678901 back/)).toBe(true);
  const link = screen.getByRole("link", { name: "Show the deposit" });
  expect(link.getAttribute("href")).toBe("/account/deposits/D2345678901");
  withdrawals.limits = limits;
  await act(() => invalidate(WITHDRAWALS.key));
  await waitFor(() => expect(shows(/^You owe/)).toBe(false));
});

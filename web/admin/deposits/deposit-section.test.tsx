import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, refuse } from "../../test/api-server.ts";
import { openApp } from "../../test/open-app.tsx";
import { toast } from "../../ui/toast/toaster.tsx";
import { steppedUpUntilMs } from "../core/step-up.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
let adminApi: AdminApi;

beforeEach(() => {
  toast.remove();
  adminApi = new AdminApi(context.server);
});

async function openAdmin(at = "/admin/deposits") {
  const result = await openApp(context.server, { at, as: adminApi.admin });
  await screen.findByRole("heading", { level: 1, name: "Deposits" });
  return result;
}

const openSum = () => document.querySelector("[data-item-heading]")?.textContent;
const opens = (sum: string) => waitFor(() => expect(openSum()).toBe(sum));

/** Waits until the deposit was refetched: it cannot be marked before. Until the step-up is known, that asks for a code. */
const canMark = () =>
  waitFor(() => {
    expect(screen.getByText(/^Mark paid/)).toHaveProperty("disabled", false);
    expect(steppedUpUntilMs.value).not.toBeNull();
  });

async function fillAndSend(): Promise<void> {
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(screen.getByLabelText("Bank reference"), { target: { value: "FT-77" } });
  fireEvent.change(screen.getByLabelText("Settlement hash"), { target: { value: " 9a9a9a9a " } });
  fireEvent.change(screen.getByLabelText("Note"), { target: { value: "Statement of today" } });
  const [submit] = [...dialog.querySelectorAll("button")].filter(({ type }) => type === "submit");
  fireEvent.click(submit ?? dialog);
}

test("a typed bill number is searched for and stored in the address", async () => {
  adminApi.addDeposit({ amount: 10, billNumber: "D22222222AA" });
  adminApi.addDeposit({ amount: 20, billNumber: "D33333333BB" });
  const { history } = await openAdmin();
  await opens("$10.00");
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "d33333333bb" } });
  await opens("$20.00");
  expect(history.at(-1)).toContain("search=d33333333bb");
  expect(screen.getByText("1 deposit")).toBeTruthy();
});

test("the sort arrow is above the day of each deposit, which it sorts by", async () => {
  adminApi.addDeposit({ amount: 10, billNumber: "D22222222AA", createdAt: "2026-01-14T18:00:00.000Z" });
  await openAdmin();
  await opens("$10.00");
  expect(screen.getByRole("button", { name: "Created , newest first" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Bill number/ })).toBeNull();
  // A day in the operation's time zone, Phnom Penh.
  expect(screen.getByRole("button", { name: /^Jan 15.*\$10\.00/ })).toBeTruthy();
});

test("an empty result names its filter, and the filter can be cleared", async () => {
  adminApi.addDeposit({ amount: 10 });
  await openAdmin("/admin/deposits?search=NOTHING");
  expect(await screen.findByText("Nothing matches the filter")).toBeTruthy();
  expect(screen.getByText(/^Search NOTHING\./)).toBeTruthy();
  fireEvent.click(screen.getByText("Clear search and filter"));
  await opens("$10.00");
});

test("a payment is marked with what the bank's records say, and waits for the second admin", async () => {
  const deposit = adminApi.addDeposit({ amount: 100 });
  await openAdmin();
  await opens("$100.00");
  await canMark();
  fireEvent.keyDown(document.body, { key: "m" });
  await fillAndSend();
  expect(await screen.findByText(/A second admin must enter the same reference and hash/)).toBeTruthy();
  const [call] = context.server.callsOf(`POST /api/admin/deposits/${deposit._id}/mark-paid`);
  expect(call?.body).toEqual({
    status: deposit.status,
    approvals: { have: 0, need: 2 },
    bankReference: "FT-77",
    settlementHash: "9a9a9a9a",
    note: "Statement of today",
  });
  expect(screen.getByText("Mark paid, 2 of 2")).toBeTruthy();
});

test("a difference from the first admin's approval is shown in the dialog, which stays open", async () => {
  const deposit = adminApi.addDeposit({ amount: 100, approvals: { have: 1, need: 2 } });
  await openAdmin();
  await opens("$100.00");
  const text = "Maly Sok agreed to the bank's reference and hash FT-78 9a. Both admins must agree to the same.";
  context.server.on(`POST /api/admin/deposits/${deposit._id}/mark-paid`, () => refuse("approval_differs", text));
  await canMark();
  fireEvent.keyDown(document.body, { key: "m" });
  await fillAndSend();
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByLabelText("Bank reference")).toHaveProperty("value", "FT-77");
});

test("a paid deposit has no actions", async () => {
  adminApi.addDeposit({ amount: 100, status: "paid", settlementHash: "ab".repeat(32) });
  await openAdmin();
  await opens("$100.00");
  expect(screen.queryByText(/Mark paid/)).toBeNull();
});

test("a deposit that was matched shows what was credited beside what was asked, and the payment", async () => {
  const payment = { _id: "e1", status: "matched" as const, paidAmount: 45, paidCurrency: "USD", creditedAmount: 45 };
  adminApi.addDeposit({
    ...{ amount: 50, paidAmount: 45, status: "paid" },
    payments: [{ ...payment, paidAt: "2026-11-20T03:00:00.000Z", isLate: true }],
  });
  await openAdmin();
  await opens("$45.00");
  const fact = (name: string) =>
    [...document.querySelectorAll("dt")].find((term) => term.textContent === name)?.nextElementSibling?.textContent;
  expect([fact("Asked"), fact("Credited")]).toEqual(["$50.00", "$45.00"]);
  expect(screen.getByRole("link", { name: "$45.00" }).getAttribute("href")).toBe("/admin/exceptions?item=e1");
  expect(screen.getByText(/after the code had ended/)).toBeTruthy();
  expect(screen.queryByText(/Mark paid/)).toBeNull();
});

test("a deposit whose payment waits is not marked paid, and links the payment", async () => {
  const payment = { _id: "e1", status: "open" as const, paidAmount: 45, paidCurrency: "USD", creditedAmount: null };
  adminApi.addDeposit({ amount: 50, payments: [{ ...payment, paidAt: null, isLate: false }] });
  await openAdmin();
  await opens("$50.00");
  expect(screen.getByText("A payment for this code waits.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open it" }).getAttribute("href")).toBe("/admin/exceptions?item=e1");
  expect(screen.queryByText(/^Mark paid/)).toBeNull();
  fireEvent.keyDown(document.body, { key: "m" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the dialog of Mark paid lists what came for the code before", async () => {
  const payment = { _id: "e1", status: "refunded" as const, paidAmount: 45, paidCurrency: "USD", creditedAmount: null };
  adminApi.addDeposit({ amount: 50, payments: [{ ...payment, paidAt: null, isLate: false }] });
  await openAdmin();
  await opens("$50.00");
  await canMark();
  fireEvent.keyDown(document.body, { key: "m" });
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("Do not credit them again:");
  expect(dialog.textContent).toContain("$45.00");
  expect(dialog.textContent).toContain("sent back");
});

test("a filter of deposits is saved as a view, without what was searched for, and other lists do not show it", async () => {
  adminApi.addDeposit({ amount: 2_000, status: "paid", billNumber: "D22222222AA" });
  const { history } = await openAdmin("/admin/deposits?status=paid&minAmount=1000&search=D22222222AA");
  await opens("$2,000.00");
  expect(screen.getByRole("link", { name: "Paid" }).getAttribute("aria-current")).toBe("page");
  fireEvent.click(screen.getByRole("button", { name: "Save view" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Over $1,000" } });
  fireEvent.click(dialog.querySelector('button[type="submit"]') ?? dialog);
  const saved = await screen.findByRole("link", { name: "Over $1,000" });
  const [{ _id, list } = { _id: "", list: "" }] = adminApi.savedViews;
  expect([list, saved.getAttribute("href")]).toEqual([
    "deposits",
    `/admin/deposits?minAmount=1000&status=paid&view=${_id}`,
  ]);
  await waitFor(() => expect(history.at(-1)).toStartWith(`/admin/deposits?minAmount=1000&status=paid&view=${_id}`));
  await waitFor(() => expect(saved.getAttribute("aria-current")).toBe("page"));
  expect(screen.getByRole("link", { name: "Paid" }).getAttribute("aria-current")).toBeNull();
  fireEvent.click(screen.getByRole("link", { name: /^Exceptions/ }));
  await screen.findByRole("heading", { level: 1, name: "Exceptions" });
  await screen.findByRole("button", { name: "Save view" });
  expect(screen.queryByRole("link", { name: "Over $1,000" })).toBeNull();
});

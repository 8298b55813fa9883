import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { manualCountdowns } from "../../test/countdowns.ts";
import { openApp } from "../../test/open-app.tsx";
import { toast } from "../../ui/toast/toaster.tsx";
import type { Approval } from "../core/admin-types.ts";
import { steppedUpUntilMs } from "../core/step-up.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
manualCountdowns();
let adminApi: AdminApi;

beforeEach(() => {
  toast.remove();
  adminApi = new AdminApi(context.server);
});

const openAt = (at: string) => openApp(context.server, { at, as: adminApi.admin });
const press = (key: string) => fireEvent.keyDown(document.body, { key });

/** Waits for an item and its evidence: no decision is possible before. */
const opens = (sum: string) =>
  waitFor(() => {
    expect(document.querySelector("[data-item-heading]")?.textContent).toBe(sum);
    expect(document.querySelectorAll('[aria-busy="true"]').length).toBe(0);
    expect(steppedUpUntilMs.value).not.toBeNull();
  });

/** Maly's approval, as it reaches the list with its next load. */
const byMaly = (act: Approval["act"]): Approval => ({
  act,
  adminId: "maly",
  name: "Maly Sok",
  detail: "",
  at: new Date().toISOString(),
});
const refreshList = () => window.dispatchEvent(new Event("online"));
const submitOf = (dialog: HTMLElement) => dialog.querySelector<HTMLButtonElement>('button[type="submit"]');

describe("a colleague's approval that comes while a dialog is open", () => {
  test("is shown, and nothing is sent before it was read; what is typed stays", async () => {
    const [request] = adminApi.addWithdrawals({ amount: 1_500, approvals: { have: 0, need: 2 } });
    await openAt("/admin/withdrawals");
    await opens("$1,500.00");
    press("a");
    const dialog = await screen.findByRole("dialog");
    expect(submitOf(dialog)?.textContent).toContain("1 of 2");
    fireEvent.change(within(dialog).getByLabelText("Notes for the trader"), { target: { value: "Soon" } });
    // An approval changes neither the status nor the version.
    adminApi.withdrawals = adminApi.withdrawals.map((row) => ({
      ...row,
      approvals: { have: 1, need: 2 },
      approvedBy: [byMaly("approve")],
    }));
    refreshList();
    expect(await within(dialog).findByText(/Maly Sok agreed .* Nothing was sent\./)).toBeTruthy();
    expect(submitOf(dialog)).toBeNull();
    expect(within(dialog).queryByText(/A second admin must do the same/)).toBeNull();
    fireEvent.keyDown(within(dialog).getByLabelText("Notes for the trader"), { key: "Enter", ctrlKey: true });
    fireEvent.click(await within(dialog).findByRole("button", { name: "Continue as it is now" }));
    await waitFor(() => expect(submitOf(dialog)?.textContent).toContain("2 of 2"));
    expect(within(dialog).getByText(/last approval needed/)).toBeTruthy();
    expect(within(dialog).getByLabelText("Notes for the trader")).toHaveProperty("value", "Soon");
    fireEvent.click(submitOf(dialog) ?? dialog);
    await waitFor(() => expect(screen.queryAllByRole("dialog")).toHaveLength(0));
    press("s");
    await waitFor(() => expect(adminApi.withdrawals[0]?.status).toBe("approved"));
    expect(adminApi.actionCalls(request?._id ?? "", "approve").map(({ body }) => body)).toEqual([
      { version: 1, approvals: { have: 1, need: 2 }, notes: "Soon" },
    ]);
  });

  test("of a match stops a dismissal", async () => {
    const exception = adminApi.addException({ paidAmount: 95 });
    await openAt("/admin/exceptions");
    await opens("$95.00");
    press("d");
    const dialog = await screen.findByRole("dialog");
    fireEvent.change(within(dialog).getByLabelText("Reason"), { target: { value: "Not ours" } });
    adminApi.exceptions = adminApi.exceptions.map((row) => ({
      ...row,
      approvals: { have: 1, need: 2 },
      approvedBy: [byMaly("match")],
    }));
    refreshList();
    expect(await within(dialog).findByText(/Maly Sok agreed/)).toBeTruthy();
    expect(submitOf(dialog)).toBeNull();
    await context.callsArrive();
    expect(context.server.callsOf(`POST /api/admin/exceptions/${exception._id}/dismiss`)).toEqual([]);
  });
});

test("a refusal leaves the dialog open with what is typed, says what is new, and is sent again as it is then", async () => {
  const deposit = adminApi.addDeposit({ amount: 100 });
  await openAt("/admin/deposits");
  await opens("$100.00");
  await waitFor(() => expect(screen.getByText("Mark paid, 1 of 2")).toHaveProperty("disabled", false));
  const refusal = "Maly Sok has approved this since you opened it, so nothing was done.";
  context.server.on(`POST /api/admin/deposits/${deposit._id}/mark-paid`, () => {
    adminApi.deposits = adminApi.deposits.map((row) => ({
      ...row,
      approvals: { have: 1, need: 2 },
      approvedBy: [byMaly("mark_paid")],
    }));
    return refuse("wrong_state", refusal);
  });
  press("m");
  const dialog = await screen.findByRole("dialog");
  const typed = { "Bank reference": "FT-77", "Settlement hash": "9a9a9a9a", Note: "Statement of today" };
  for (const [label, value] of Object.entries(typed)) {
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  }
  fireEvent.click(submitOf(dialog) ?? dialog);
  expect(await within(dialog).findByText(refusal)).toBeTruthy();
  fireEvent.click(await within(dialog).findByRole("button", { name: "Continue as it is now" }));
  await waitFor(() => expect(submitOf(dialog)?.textContent).toContain("2 of 2"));
  for (const [label, value] of Object.entries(typed)) {
    expect(within(dialog).getByLabelText(label)).toHaveProperty("value", value);
  }
  const paid = { ...deposit, status: "paid" as const, approvals: { have: 2, need: 2 } };
  context.server.on(`POST /api/admin/deposits/${deposit._id}/mark-paid`, () => ok({ deposit: paid }));
  fireEvent.click(submitOf(dialog) ?? dialog);
  await screen.findByText("Credited $100.00 to Bopha Keo");
  const bodies = context.server.callsOf(`POST /api/admin/deposits/${deposit._id}/mark-paid`).map(({ body }) => body);
  expect(bodies).toMatchObject([{ approvals: { have: 0, need: 2 } }, { approvals: { have: 1, need: 2 } }]);
});

test("the approvals of a request and of its payment are shown apart, each with its name and time", async () => {
  const at = "2026-11-20T03:00:00.000Z";
  const own = { act: "approve", adminId: adminApi.admin._id, name: adminApi.admin.name, detail: "", at } as const;
  adminApi.addWithdrawals({
    amount: 1_500,
    status: "approved",
    approvedAt: "2026-11-20T03:10:00.000Z",
    approvals: { have: 0, need: 1 },
    approvedBy: [own, { ...byMaly("approve"), at: "2026-11-20T03:10:00.000Z" }],
  });
  await openAt("/admin/withdrawals?status=approved");
  await opens("$1,500.00");
  const linesOf = (name: string) =>
    [...screen.getByRole("list", { name }).querySelectorAll("li")].map((line) => line.textContent);
  expect(linesOf("The request")).toEqual([
    expect.stringMatching(/You, Sophea Nov.*10:00/),
    expect.stringMatching(/Maly Sok.*10:10/),
  ]);
  expect(linesOf("The payment")).toEqual(["Nobody has started it"]);
});

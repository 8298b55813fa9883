import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { traderContext } from "../../test/admin-records.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { manualCountdowns } from "../../test/countdowns.ts";
import { NO_SUMS, SUMS, WAYS } from "../../test/number-forms.ts";
import { openApp } from "../../test/open-app.tsx";
import { formatMoney } from "../../ui/format.ts";
import { toast } from "../../ui/toast/toaster.tsx";
import { steppedUpUntilMs } from "../core/step-up.ts";
import type { AdminException } from "./exception-calls.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
manualCountdowns();
let adminApi: AdminApi;

beforeEach(() => {
  toast.remove();
  adminApi = new AdminApi(context.server);
});

function openAdmin(...changes: Partial<AdminException>[]): Promise<AdminException[]> {
  return openAt("/admin/exceptions", ...changes);
}

async function openAt(at: string, ...changes: Partial<AdminException>[]): Promise<AdminException[]> {
  const added = changes.map((change) => adminApi.addException(change));
  await openApp(context.server, { at, as: adminApi.admin });
  await screen.findByRole("heading", { level: 1, name: "Exceptions" });
  return added;
}

const press = (key: string) => fireEvent.keyDown(document.body, { key });
const openSum = () => document.querySelector("[data-item-heading]")?.textContent;
/** Waits for a payment and its evidence: no decision is possible before. */
const opens = (sum: string) =>
  waitFor(() => {
    expect(openSum()).toBe(sum);
    expect(document.querySelectorAll('[aria-busy="true"]').length).toBe(0);
    // Until it is known, a decision asks for a code.
    expect(steppedUpUntilMs.value).not.toBeNull();
  });
const sums = () => [...document.querySelectorAll('dl[aria-label="Sums"] > div')].map(({ textContent }) => textContent);
const callsOf = (id: string | undefined, act: string) =>
  context.server.callsOf(`POST /api/admin/exceptions/${id}/${act}`);

test("a payment shows the paid amount against the requested one", async () => {
  await openAdmin({ paidAmount: 95 });
  await opens("$95.00");
  expect(sums()).toEqual(["Paid$95.00", "Asked$100.00", "Difference−$5.00"]);
  expect(screen.getByText("The sum paid is not the sum requested.")).toBeTruthy();
});

test("a payment in another currency is shown in it, without a difference in dollars", async () => {
  await openAdmin({ paidAmount: 400_000, paidCurrency: "KHR", reason: "wrong_currency" });
  await opens("400,000 KHR");
  expect(sums()).toEqual(["Paid400,000 KHR", "Asked$100.00", "Difference—"]);
});

const exceptionDeposit = {
  _id: "deposit-1",
  amount: 100,
  paidAmount: null,
  isMarkedByHand: false,
  status: "expired" as const,
  billNumber: "D23456789AB",
  createdAt: "2026-11-20T03:00:00.000Z",
  expiresAt: "2026-11-20T03:10:00.000Z",
};

test("a match starts with the paid amount, requires a note, and waits for the second admin", async () => {
  const [first] = await openAdmin({ paidAmount: 95 }, { paidAmount: 40 });
  await opens("$95.00");
  context.server.on(`POST /api/admin/exceptions/${first?._id}/plan`, () =>
    ok({
      plan: {
        amount: 95,
        entries: [
          { kind: "exception_credited", accountId: "house:suspense", amount: -95, rate: null, before: 95, after: 0 },
          { kind: "exception_credited", accountId: "available:one", amount: 95, rate: null, before: 10, after: 105 },
        ],
      },
    }),
  );
  press("m");
  const amount = await screen.findByLabelText("Amount to credit");
  expect(amount).toHaveProperty("value", "95.00");
  await screen.findByRole("row", { name: "Balance +$95.00 $10.00 $105.00" });
  expect(callsOf(first?._id, "plan").map(({ body }) => body)).toEqual([{ decision: "match", amount: 95 }]);
  fireEvent.click(screen.getByText("Credit $95.00, 1 of 2", { selector: "button" }));
  expect(await screen.findByText("Enter a note: colleagues read it later")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Note"), { target: { value: "Five short" } });
  fireEvent.click(screen.getByText("Credit $95.00, 1 of 2", { selector: "button" }));
  await opens("$40.00");
  press("s");
  await screen.findByText("Your approval is recorded. A second admin must agree on the same sum.");
  const [call] = callsOf(first?._id, "match");
  expect(call?.body).toEqual({ version: 1, approvals: { have: 0, need: 2 }, amount: 95, note: "Five short" });
  expect(call?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
});

test("a payment whose payer nobody knows is credited to the trader who is chosen, or the one whom a colleague chose, and nobody is asked", async () => {
  const nobody = { _id: "", email: "", username: "", name: "DARA MEAS, Wing 7001", closedAt: null, frozenAt: null };
  const unknown = { reason: "unknown_payer" as const, deposit: null, user: nobody, code: "EX-1F3A77C0" };
  const bopha = { _id: "bopha", name: "Bopha Keo", username: "BOPHA" };
  const [first, second] = await openAdmin(
    { ...unknown, paidAmount: 150 },
    {
      ...{ ...unknown, paidAmount: 40, chosenTrader: bopha, approvals: { have: 1, need: 2 } },
      approvedBy: [
        { act: "match", adminId: "maly", name: "Maly Sok", detail: "4000 bopha", at: "2026-12-09T10:00:00.000Z" },
      ],
    },
  );
  context.server.on("GET /api/admin/users", () =>
    ok({ users: [{ ...nobody, ...bopha, email: "bopha@example.com" }], nextCursor: null }),
  );
  for (const { _id } of [first, second] as AdminException[]) {
    context.server.on(`POST /api/admin/exceptions/${_id}/plan`, () => ok({ plan: { amount: 150, entries: [] } }));
  }
  await opens("$150.00");
  screen.getByText("DARA MEAS, Wing 7001, EX-1F3A77C0");
  expect(sums()).toEqual(["Paid$150.00", "Asked—", "Difference—"]);
  expect(screen.queryByRole("button", { name: /^Ask / })).toBeNull();
  press("m");
  const dialog = await screen.findByRole("dialog", { name: "Credit to a trader" });
  const submit = () => within(dialog).getByText("Credit $150.00, 1 of 2", { selector: "button" });
  expect(document.activeElement).toBe(within(dialog).getByRole("combobox", { name: "Trader" }));
  fireEvent.change(within(dialog).getByLabelText("Note"), { target: { value: "He called" } });
  fireEvent.click(submit());
  await within(dialog).findByText("Choose the trader whose payment it is");
  fireEvent.change(within(dialog).getByRole("combobox", { name: "Trader" }), { target: { value: "bopha" } });
  fireEvent.click(await screen.findByRole("option", { name: /Bopha Keo/ }));
  await within(dialog).findByText("Bopha Keo");
  // The field that had the focus is gone.
  expect(document.activeElement).toBe(within(dialog).getByLabelText("Note"));
  fireEvent.click(submit());
  await opens("$40.00");
  press("s");
  await waitFor(() => expect(callsOf(first?._id, "match")).toHaveLength(1));
  const body = { version: 1, approvals: { have: 0, need: 2 }, amount: 150, userId: "bopha", note: "He called" };
  expect(callsOf(first?._id, "match")[0]?.body).toEqual(body);
  // The second admin agrees to what the first has chosen.
  expect(screen.getByText(/\$40\.00 for Bopha Keo \(BOPHA\)/)).toBeTruthy();
  press("m");
  const agreeing = await screen.findByRole("dialog", { name: "Credit to a trader" });
  await within(agreeing).findByText("Bopha Keo");
  await waitFor(() =>
    expect(callsOf(second?._id, "plan").at(-1)?.body).toEqual({ decision: "match", amount: 40, userId: "bopha" }),
  );
});

test("the trader to whom a payment is credited stays in the attempt that was refused", async () => {
  const nobody = { _id: "", email: "", username: "", name: "DARA MEAS", closedAt: null, frozenAt: null };
  const [first] = await openAdmin({
    ...{ reason: "unknown_payer", deposit: null, user: nobody, code: "EX-1F3A77C0", paidAmount: 150 },
  });
  const bopha = { ...nobody, _id: "bopha", name: "Bopha Keo", username: "BOPHA", email: "bopha@example.com" };
  context.server
    .on("GET /api/admin/users", () => ok({ users: [bopha], nextCursor: null }))
    .on(`POST /api/admin/exceptions/${first?._id}/plan`, () => ok({ plan: { amount: 150, entries: [] } }))
    .on(`POST /api/admin/exceptions/${first?._id}/match`, () => refuse("invalid_input", "This account is frozen"));
  await opens("$150.00");
  press("m");
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(within(dialog).getByRole("combobox", { name: "Trader" }), { target: { value: "bopha" } });
  fireEvent.click(await screen.findByRole("option", { name: /Bopha Keo/ }));
  fireEvent.change(within(dialog).getByLabelText("Note"), { target: { value: "He called" } });
  fireEvent.click(within(dialog).getByText("Credit $150.00, 1 of 2", { selector: "button" }));
  press("s");
  await screen.findByText("This account is frozen");
  await opens("$150.00");
  fireEvent.click(await screen.findByRole("button", { name: /Credit to a trader$/ }));
  const again = await screen.findByRole("dialog");
  await within(again).findByText("Bopha Keo");
  expect(within(again).getByLabelText("Note")).toHaveProperty("value", "He called");
});

test("who has agreed already changes their own approval: it is not the last one", async () => {
  const own = { act: "match" as const, adminId: adminApi.admin._id, name: "Sophea Nov", detail: "9500" };
  await openAdmin({
    ...{ paidAmount: 95, approvals: { have: 1, need: 2 } },
    approvedBy: [{ ...own, at: "2026-12-09T10:00:00.000Z" }],
  });
  await opens("$95.00");
  press("m");
  const dialog = await screen.findByRole("dialog");
  within(dialog).getByText("Credit $95.00, 1 of 2", { selector: "button" });
  expect(within(dialog).queryByText(/Yours is the last approval/)).toBeNull();
});

test("a refund is recorded with its sum and the bank's reference, and waits for the second admin", async () => {
  const [first] = await openAdmin({ paidAmount: 480_000, paidCurrency: "KHR" }, { paidAmount: 40 });
  await opens("480,000 KHR");
  const bank = { kind: "bank", balance: 0, floor: null, movedAt: null, user: null };
  context.server.on("GET /api/admin/ledger/accounts", () =>
    ok({
      accounts: [
        { ...bank, _id: "house:bank:wing", currency: "KHR" },
        { ...bank, _id: "house:bank:aba", currency: "USD" },
        { ...bank, _id: "house:suspense:khr", kind: "suspense", currency: "KHR" },
      ],
    }),
  );
  press("b");
  const dialog = await screen.findByRole("dialog");
  const submit = () => within(dialog).getByText(/, 1 of 2$/, { selector: "button" });
  expect(submit().textContent).toBe("Record the refund, 1 of 2");
  const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fill("Sum sent back", "500000");
  fireEvent.click(submit());
  for (const refusal of [
    "At most 480,000 KHR can be sent back",
    "Enter the bank's reference of the refund",
    "Enter a note: colleagues read it later",
  ]) {
    expect(await screen.findByText(refusal)).toBeTruthy();
  }
  fill("Sum sent back", "480000");
  const from = await screen.findByLabelText("Sent from");
  expect([...from.querySelectorAll("option")].map((option) => option.getAttribute("value"))).toEqual([
    "",
    "house:bank:wing",
  ]);
  fill("Sent from", "house:bank:wing");
  fill("Bank reference", " RF 77 ");
  fill("Message to the trader", "Sent back to your account");
  expect(submit().textContent).toBe("Record 480,000 KHR sent back, 1 of 2");
  fireEvent.click(submit());
  await opens("$40.00");
  press("s");
  await screen.findByText("Your approval is recorded. A second admin must enter the same sum and reference.");
  expect(callsOf(first?._id, "refund-note")[0]?.body).toEqual({
    ...{ version: 1, approvals: { have: 0, need: 2 }, amount: 480_000 },
    ...{ bankAccount: "wing", bankReference: "RF 77", note: "Sent back to your account" },
  });
});

test("the second admin sees that a refund was agreed on, and enters sum and reference again", async () => {
  const refundApprovedBy = [
    { act: "approve" as const, adminId: "maly", name: "Maly Sok", at: "2026-11-21T03:00:00.000Z" },
  ];
  await openAdmin({ paidAmount: 95, refundApprovals: { have: 1, need: 2 }, refundApprovedBy });
  await opens("$95.00");
  expect(screen.getByText(/Maly Sok agreed/)).toBeTruthy();
  expect(screen.getByText("1 of 2")).toBeTruthy();
  press("b");
  await screen.findByRole("dialog");
  expect(screen.getByLabelText("Sum sent back")).toHaveProperty("value", "");
  expect(screen.getByText("Record the refund, 2 of 2", { selector: "button" })).toBeTruthy();
});

test("a payment that was credited to another deposit names and links it, and is neither matched nor sent back", async () => {
  await openAdmin({
    ...{
      paidAmount: 40,
      reason: "settlement_used",
      notCreditable: "settlement_used",
      mostCreditable: 0,
      mostRefundable: 0,
    },
    creditedTo: { _id: "deposit-9", billNumber: "D99999999ZZ" },
  });
  await opens("$40.00");
  const link = screen.getByRole("link", { name: "D99999999ZZ" });
  expect(link.getAttribute("href")).toBe("/admin/deposits?item=deposit-9");
  expect(screen.queryByRole("button", { name: /Match/ })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Record a refund/ })).toBeNull();
  for (const key of ["m", "b"]) press(key);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a payment for a code that was credited can only be sent back, and one marked paid by hand is pointed out", async () => {
  const deposit = { ...exceptionDeposit, status: "paid" as const, paidAmount: 100, isMarkedByHand: true };
  await openAdmin({
    paidAmount: 100,
    reason: "paid_twice",
    notCreditable: "code_credited",
    mostCreditable: 0,
    deposit,
  });
  await opens("$100.00");
  expect(screen.getByText("This deposit was marked paid by hand.")).toBeTruthy();
  expect(
    screen.getByText(
      "The deposit was credited already, and a code is credited once. What came besides can be sent back.",
    ),
  ).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Match/ })).toBeNull();
  expect(screen.getByRole("button", { name: /^Record a refund, 1 of 2/ })).toBeTruthy();
});

test.each([["d", "dismiss", "Reason", "Dismiss", "Dismissed"]])(
  "the key %s opens %s, which removes the payment from the queue",
  async (key, act, label, submit, said) => {
    const [first] = await openAdmin({ paidAmount: 95 }, { paidAmount: 40 });
    await opens("$95.00");
    context.server.on(`POST /api/admin/exceptions/${first?._id}/plan`, () =>
      ok({
        plan: {
          amount: null,
          entries: [
            { kind: "exception_released", accountId: "house:suspense", amount: -95, rate: null, before: 95, after: 0 },
          ],
        },
      }),
    );
    press(key);
    await screen.findByRole("dialog");
    // What it does to the books is shown before.
    await screen.findByRole("row", { name: /-\$95\.00|−\$95\.00/ });
    expect(callsOf(first?._id, "plan").map(({ body }) => body)).toEqual([{ decision: "dismiss" }]);
    fireEvent.change(screen.getByLabelText(label), { target: { value: "As the bank says" } });
    const buttons = screen.getAllByText(submit, { selector: "button" });
    fireEvent.click(buttons.find((one) => one.closest('[role="dialog"]')) ?? document.body);
    await opens("$40.00");
    press("s");
    // A list of the queue has the same name.
    const body = { version: 1, approvals: { have: 0, need: 1 }, note: "As the bank says" };
    await waitFor(() => expect(callsOf(first?._id, act)[0]?.body).toEqual(body));
    expect((await screen.findAllByText(said)).length).toBeGreaterThan(0);
    expect(screen.getByText("1 payment")).toBeTruthy();
  },
);

/** Approves the match of the open payment. */
async function agree(): Promise<void> {
  press("m");
  fireEvent.change(await screen.findByLabelText("Note"), { target: { value: "Five short" } });
  fireEvent.click(screen.getByText("Credit $95.00, 1 of 2", { selector: "button" }));
  await opens("$40.00");
  press("s");
  await screen.findByText("Your approval is recorded. A second admin must agree on the same sum.");
}
const rowOf = (sum: string) => screen.queryByText(sum, { selector: "[data-queue] li *" })?.closest("li");

test("a payment that this admin has approved leaves what waits for them, and is marked in the list of all open ones", async () => {
  await openAt("/admin/exceptions?stage=waiting", { paidAmount: 95 }, { paidAmount: 40 });
  await opens("$95.00");
  await agree();
  await waitFor(() => expect([rowOf("$95.00"), rowOf("$40.00") === null]).toEqual([undefined, false]));
  fireEvent.click(screen.getByRole("link", { name: "All open" }));
  await waitFor(() =>
    expect(rowOf("$95.00")?.querySelector('[title="You have agreed"]')?.textContent).toContain("1/2"),
  );
  expect(rowOf("$40.00")?.querySelector('[title="You have agreed"]')).toBeNull();
});

test("N writes a note about the person, as everywhere", async () => {
  await openAdmin({ paidAmount: 95 });
  await opens("$95.00");
  // The notes come with the evidence, and their key with them.
  await screen.findByRole("button", { name: /Add a note/ });
  press("n");
  expect(await screen.findByRole("dialog", { name: /^Note about/ })).toBeTruthy();
});

test("the candidate deposits are beside the payment: the one that was paid, and those of the same amount", async () => {
  const deposit = (id: string, amount: number, status: "paid" | "expired") => ({
    _id: id,
    amount,
    paidAmount: status === "paid" ? amount : null,
    status,
    billNumber: `D${id}`,
    createdAt: "2026-11-20T03:00:00.000Z",
  });
  adminApi.trader = traderContext({
    deposits: {
      count: 4,
      last: [
        deposit("deposit-2", 95, "expired"),
        deposit("deposit-3", 95, "paid"),
        deposit("deposit-4", 50, "expired"),
        deposit("deposit-1", 100, "expired"),
      ],
    },
  });
  await openAdmin({ paidAmount: 95 });
  const beside = await screen.findByRole("complementary", { name: "What to consider" });
  const candidates = [...beside.querySelectorAll("ul > li")].map(({ textContent }) => textContent);
  expect(candidates).toEqual([
    "Ddeposit-1$100.00Nov 20, 10:00 AM, expiredIts code was paid",
    "Ddeposit-2$95.00Nov 20, 10:00 AM, expiredSame sum, not paid",
  ]);
});

test("the payer is shown in the list and the review, also for a decided payment", async () => {
  const decided = { status: "matched", creditedAmount: 95, decidedBy: "Maly Sok", note: "Agreed" } as const;
  adminApi.addException({ paidFrom: "sokha_chan@mekong", ...decided });
  await openApp(context.server, { at: "/admin/exceptions?status=matched", as: adminApi.admin });
  await opens("$95.00");
  const row = screen.getByRole("button", { current: true });
  expect(within(row).getByText("sokha_chan@mekong").title).toBe("sokha_chan@mekong");
  expect(screen.getByText("Paid from").nextElementSibling?.textContent).toContain("sokha_chan@mekong");
});

test("a payment that cannot be credited at all offers no match, and says why", async () => {
  await openAdmin({ paidAmount: 0.004, mostCreditable: 0, notCreditable: "less_than_a_cent" });
  await opens("$0.00");
  expect(screen.getByText("Less than a cent was paid, so nothing can be credited.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Match/ })).toBeNull();
  press("m");
  expect(screen.queryByRole("dialog")).toBeNull();
  press("d");
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

test("the button of a match names an amount only if it can be credited", async () => {
  await openAdmin({ paidAmount: 400_000, paidCurrency: "KHR", reason: "wrong_currency", mostCreditable: 10_000 });
  await opens("400,000 KHR");
  press("m");
  const amount = await screen.findByLabelText("Amount to credit");
  expect(screen.queryByText(/Credit \$0/)).toBeNull();
  expect(screen.getByText("Credit, 1 of 2", { selector: "button" })).toBeTruthy();
  fireEvent.change(amount, { target: { value: "0.00" } });
  expect(screen.queryByText(/Credit \$0/)).toBeNull();
  fireEvent.change(amount, { target: { value: "97.50" } });
  expect(screen.getByText("Credit $97.50, 1 of 2", { selector: "button" })).toBeTruthy();
});

test.each(WAYS)("the amount of a match that is %s is what its text is, or is refused in words", async (_, enter) => {
  const paid = {
    paidAmount: 40_000_000,
    paidCurrency: "KHR",
    reason: "wrong_currency",
    mostCreditable: 10_000,
  } as const;
  const [first] = await openAdmin(paid);
  await opens("40,000,000 KHR");
  press("m");
  const amount = await screen.findByLabelText<HTMLInputElement>("Amount to credit");
  const submit = () => screen.getByText<HTMLButtonElement>(/^Credit.*, 1 of 2$/, { selector: "button" });
  const alert = () => document.querySelector('[role="dialog"] [role="alert"]')?.textContent ?? null;
  fireEvent.change(screen.getByLabelText("Note"), { target: { value: "As paid" } });
  for (const [text, words] of NO_SUMS) {
    await enter(amount, text);
    await waitFor(() => expect([text, alert()]).toEqual([text, words]));
    expect([text, amount.value, submit().textContent, submit().disabled]).toEqual([text, text, "Credit, 1 of 2", true]);
    if (amount.form) fireEvent.submit(amount.form);
    fireEvent.keyDown(amount, { key: "Enter", ctrlKey: true });
  }
  await context.callsArrive();
  expect(callsOf(first?._id, "match")).toEqual([]);
  for (const [text, dollars] of SUMS) {
    await enter(amount, text);
    const words = `Credit ${formatMoney(dollars)}, 1 of 2`;
    expect([text, amount.value, alert(), submit().textContent]).toEqual([text, text, null, words]);
  }
});

test("a match starts with the creditable amount, and refuses more before it is sent", async () => {
  const [first] = await openAdmin({ paidAmount: 10.019, mostCreditable: 10.01 });
  await opens("$10.02");
  press("m");
  const amount = await screen.findByLabelText("Amount to credit");
  expect(amount).toHaveProperty("value", "10.01");
  fireEvent.change(screen.getByLabelText("Note"), { target: { value: "As paid" } });
  fireEvent.change(amount, { target: { value: "10.02" } });
  fireEvent.click(screen.getByText("Credit, 1 of 2", { selector: "button" }));
  expect(await screen.findByText("At most $10.01 can be credited")).toBeTruthy();
  await context.callsArrive();
  expect(callsOf(first?._id, "match")).toEqual([]);
});

import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { traderContext } from "../../test/admin-records.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { openApp } from "../../test/open-app.tsx";
import { toast } from "../../ui/toast/toaster.tsx";
import type { AdminWithdrawal } from "./withdrawal-calls.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
let adminApi: AdminApi;

beforeEach(() => {
  toast.remove();
  adminApi = new AdminApi(context.server);
});

const ASKED_AT = "2026-11-20T03:20:00.000Z";
const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}T03:00:00.000Z`;
const press = (key: string) => fireEvent.keyDown(document.body, { key });
const rowsOf = (element: HTMLElement, selector: string) =>
  [...element.querySelectorAll(selector)].map(({ textContent }) => textContent);

/** Shortcuts work only after the effects of the rendered screen have run. */
async function settled(found: Promise<HTMLElement>): Promise<HTMLElement> {
  const element = await found;
  await act(async () => {});
  return element;
}

async function openItem(change: Partial<AdminWithdrawal> = {}): Promise<AdminWithdrawal> {
  const [request] = adminApi.addWithdrawals({ amount: 40, createdAt: ASKED_AT, ...change });
  if (!request) throw new Error("no request");
  await openApp(context.server, { at: "/admin/withdrawals", as: adminApi.admin });
  return request;
}

const evidence = () => settled(screen.findByRole("complementary", { name: "Evidence" }));
const history = () => settled(screen.findByRole("region", { name: "History" }));
const linesOf = (element: HTMLElement) => rowsOf(element, "ul > li");

const earlier = {
  cancelledByUser: false,
  rejectReason: null,
  adminNotes: null,
  requestMessage: "",
  paymentMethod: "Bank Transfer",
  paymentDetails: { bankName: "ABA Bank", accountId: "000 412 0118" },
} as const;

describe("beside the amount of a request", () => {
  test("the trader's balance, balance after payout, deposits, withdrawals and result are shown", async () => {
    // The request and another one of $60.
    adminApi.trader = traderContext({
      money: { balance: 1_250.5, held: 100, owed: 0, deposited: 1_500, withdrawn: 400, tradingResult: 250.5 },
    });
    await openItem();
    await history();
    const strip = rowsOf(document.body, 'dl[aria-label="Money"] > div');
    expect(strip).toEqual([
      "Balance$1,250.50",
      "On hold$100.00",
      "After$1,250.50",
      "Deposits$1,500.00",
      "Withdrawn$400.00",
      "Trading result+$250.50",
    ]);
  });

  test("the trader's identity is shown, with links to their page and their ID card", async () => {
    const identity = { ...traderContext().identity, status: "verified", decidedAt: day(3) } as const;
    adminApi.trader = traderContext({ identity, phone: "+855 12 345 418" });
    await openItem();
    await history();
    const person = screen.getByRole("link", { name: "Bopha Keo" });
    expect(person.getAttribute("href")).toBe("/admin/users?item=trader-1");
    const card = screen.getByRole("link", { name: "Verified Nov 3, 2026" });
    expect(card.getAttribute("href")).toBe("/admin/identities?status=verified&item=trader-1");
    expect(screen.getByText("+855 12 345 418")).toBeTruthy();
    expect(screen.getByText(/^since Aug 4, 2025, \d+ months$/)).toBeTruthy();
  });
});

describe("the history", () => {
  test("has all earlier events in one table, and T switches its tabs", async () => {
    const request = await openItemWithHistory();
    const table = await history();
    const counts = within(table)
      .getAllByRole("tab")
      .map(({ textContent }) => textContent);
    expect(counts).toEqual(["All27", "Withdrawals2", "Deposits23", "Security2"]);
    expect(linesOf(table)).toEqual([
      "Nov 20, 10:20 AMWithdrawalThis request, “For rent”Pending$40.00",
      "Nov 12, 10:00 AMWithdrawalABA Bank •• 0118, Another nameRejected$60.00",
      "Nov 11, 10:00 AMDepositKHQR D23456789ABPaid+$250.00",
      "Nov 10, 10:00 AMSecurityPassword changed—",
      "Nov 3, 10:00 AMIdentityID card verified by Maly SokVerified—",
    ]);
    expect(within(table).getByText(/The newest 5 of 27\./)).toBeTruthy();
    const before = within(table).getByRole("link", { name: "ABA Bank •• 0118, Another name" });
    expect(before.getAttribute("href")).toBe("/admin/withdrawals?item=w1");
    press("t");
    await waitFor(() => expect(linesOf(table)).toHaveLength(2));
    expect(linesOf(table)[0]).toContain("This request");
    press("t");
    await waitFor(() => expect(linesOf(table)).toHaveLength(1));
    press("t");
    await waitFor(() => expect(linesOf(table)[0]).toContain("Password changed"));
    press("t");
    await waitFor(() => expect(linesOf(table)).toHaveLength(5));
    expect(adminApi.withdrawals[0]?._id).toBe(request._id);
  });

  async function openItemWithHistory(): Promise<AdminWithdrawal> {
    const [request] = adminApi.addWithdrawals({ amount: 40, createdAt: ASKED_AT });
    if (!request) throw new Error("no request");
    const change = { sequence: 1, action: "user.password_changed", at: day(10), methods: null, device: null } as const;
    adminApi.trader = traderContext({
      deposits: {
        count: 23,
        last: [
          { _id: "d1", status: "paid", amount: 250, paidAmount: 250, billNumber: "D23456789AB", createdAt: day(11) },
        ],
      },
      withdrawals: {
        count: 2,
        last: [
          {
            ...earlier,
            _id: request._id,
            status: "pending",
            amount: 40,
            requestMessage: "For rent",
            createdAt: ASKED_AT,
          },
          { ...earlier, _id: "w1", status: "rejected", amount: 60, adminNotes: "Another name", createdAt: day(12) },
        ],
      },
      securityChanges: [{ ...change, holdsWithdrawals: true }],
      identityEvents: [
        { sequence: 2, action: "identity.verified", at: day(3), by: "Maly Sok", reason: null, note: "" },
      ],
    });
    await openApp(context.server, { at: "/admin/withdrawals", as: adminApi.admin });
    return request;
  }

  test("marks security changes in the day before the request, and after it", async () => {
    const change = { methods: null, holdsWithdrawals: true, device: null } as const;
    adminApi.trader = traderContext({
      securityChanges: [
        { sequence: 5, action: "user.two_factor_off", at: "2026-11-20T04:00:00.000Z", ...change },
        {
          sequence: 4,
          action: "user.logged_in",
          at: "2026-11-19T05:00:00.000Z",
          ...change,
          holdsWithdrawals: false,
          device: "Chrome on Android",
        },
        {
          sequence: 3,
          action: "payment_methods.saved",
          at: "2026-11-19T04:00:00.000Z",
          ...change,
          methods: { khqr: "added", bankTransfer: "changed" },
        },
        {
          sequence: 2,
          action: "user.google_linked",
          at: "2026-11-19T03:30:00.000Z",
          ...change,
          holdsWithdrawals: false,
        },
        { sequence: 1, action: "user.password_reset", at: "2026-11-19T03:00:00.000Z", ...change },
      ],
    });
    await openItem();
    const lines = linesOf(await history()).map((line) => line?.replace(/^.*Security/, ""));
    expect(lines).toEqual([
      "Second factor turned offAfter it—",
      "Log-in on a new device, Chrome on AndroidWithin 24 h—",
      "Bank account changed, KHQR code addedWithin 24 h—",
      "Google account linked—",
      "Password reset by e-mail—",
    ]);
  });
});

describe("warnings before a decision", () => {
  test("a changed payment method is shown with the old and new one and other changes, and links to the history", async () => {
    const at = new Date(Date.now() - 3 * 3_600_000).toISOString();
    adminApi.warnings = [
      { kind: "method_changed", at, from: earlier },
      { kind: "security_changed", at, action: "user.password_changed" },
      { kind: "new_device", at, device: "Chrome on Android" },
    ];
    await openItem();
    const title = await screen.findByText("Payment method changed 3 h ago");
    expect(title.closest("p")?.textContent).toBe(
      "Payment method changed 3\u00a0h agoABA Bank •• 0118 to ACLEDA Bank •• 7730, password changed, new device (Chrome on Android)",
    );
    fireEvent.click(screen.getByRole("button", { name: "Compare" }));
    const dialog = await screen.findByRole("dialog", { name: "Payment details compared" });
    const columns = [...dialog.querySelectorAll("section")].map((one) => one.textContent);
    expect(columns).toEqual([
      "The request beforeMethodBank TransferBankABA BankAccount000 412 0118",
      "This requestMethodBank TransferBankACLEDA BankAccount0015 2284 7730",
      "On the profile todayMethodBank TransferBankACLEDA BankAccount0015 2284 7730",
    ]);
    fireEvent.click(within(dialog).getAllByRole("button", { name: "Close" }).at(-1) ?? dialog);
    fireEvent.click(screen.getByRole("button", { name: "Show in history" }));
    const tab = within(await history()).getByRole("tab", { name: /Security/ });
    expect(tab.getAttribute("aria-selected")).toBe("true");
    await waitFor(() => expect(document.activeElement).toBe(tab));
    expect(rowsOf(await evidence(), "dl > div")).toContain("SecurityChanged in the day before");
  });

  test("a frozen account and an unverified identity are shown", async () => {
    adminApi.warnings = [
      { kind: "frozen", at: day(10), reason: "The bank asked", by: "Maly Sok" },
      { kind: "identity", status: "rejected", payout: "refused" },
    ];
    await openItem();
    const frozen = await screen.findByText("Account frozen Nov 10, 10:00 AM");
    expect(frozen.closest("p")?.textContent).toEndWith("by Maly Sok. The bank asked");
    expect(screen.getByText("Identity not verified")).toBeTruthy();
    expect(
      screen.getByText("The ID card was rejected. It can be approved once the identity is verified."),
    ).toBeTruthy();
  });

  test.each([
    ["Rith Sam", "From Rith Sam to Bopha Keo."],
    ["Bopha Keo", "It is Bopha Keo again."],
  ])("a name change is shown, when the name thirty days ago was %s", async (from, words) => {
    const at = new Date(Date.now() - 3 * 3_600_000).toISOString();
    adminApi.warnings = [{ kind: "name_changed", at, from, to: "Bopha Keo" }];
    await openItem();
    const title = await screen.findByText("Name changed 3 h ago");
    expect(title.closest("p")?.textContent).toBe(`Name changed 3\u00a0h ago${words}`);
  });

  test("nothing is shown without a warning", async () => {
    await openItem();
    await history();
    expect(screen.queryByText(/ago$/)).toBeNull();
    expect(screen.queryByText("Two-person rule")).toBeNull();
  });
});

describe("the evidence", () => {
  test("has the ID card, which I shows, then the payment code, then the devices; E switches, I enlarges", async () => {
    const identity = { ...traderContext().identity, status: "verified", image: "/api/image/card.jpg" } as const;
    adminApi.trader = traderContext({
      identity: { ...identity, submittedAt: day(2), decidedAt: day(3), decidedBy: "Maly Sok" },
      sessions: [
        {
          _id: "s1",
          device: "Chrome on Android",
          country: "KH",
          isAdminPage: false,
          createdAt: day(19),
          lastUsedAt: day(20),
        },
      ],
    });
    await openItem({ paymentMethod: "KHQR", paymentDetails: { image: "/api/image/code.png" } });
    const pane = await evidence();
    const image = () => pane.querySelector('[role="tabpanel"]:not([hidden]) img')?.getAttribute("src");
    expect(image()).toBeUndefined();
    expect(within(pane).getByText("Each view of an ID card is recorded in the audit log.")).toBeTruthy();
    press("i");
    await waitFor(() => expect(image()).toBe("/api/image/card.jpg"));
    expect(screen.queryAllByRole("dialog")).toHaveLength(0);
    expect(within(pane).getByText("Sent Nov 2, 10:00 AM")).toBeTruthy();
    press("e");
    await waitFor(() => expect(image()).toBe("/api/image/code.png"));
    press("i");
    const viewer = await waitFor(() => {
      const dialog = screen.getByRole("dialog", { name: "Payment code of Bopha Keo" });
      // The dialog that shows while the viewer's code is loaded has no image.
      within(dialog).getByRole("img");
      return dialog;
    });
    fireEvent.click(within(viewer).getByRole("button", { name: "Close" }));
    press("e");
    await within(pane).findByText("Chrome on Android");
    press("e");
    await waitFor(() => expect(image()).toBe("/api/image/card.jpg"));
    fireEvent.click(within(pane).getByRole("button", { name: "Enlarge: ID card of Bopha Keo" }));
    expect(await screen.findByRole("dialog", { name: "ID card of Bopha Keo" })).toBeTruthy();
  });

  test("lists the checks: the card, the payment details, and earlier payouts", async () => {
    const identity = {
      ...traderContext().identity,
      status: "verified",
      decidedAt: day(3),
      decidedBy: "Maly Sok",
    } as const;
    adminApi.trader = traderContext({ identity });
    adminApi.payouts = { here: 3, lastHereAt: day(12), elsewhere: 1 };
    await openItem();
    const pane = await evidence();
    expect(rowsOf(pane, "dl > div")).toEqual([
      "ID cardVerified Nov 3, 10:00 AM by Maly Sok",
      "Paid toAs on the profile today",
      "BeforePaid there 3 times, last Nov 12, 10:00 AM",
      "SecurityNothing changed in the day before",
    ]);
    // No line begins with a mark.
    expect([...pane.querySelectorAll("dl [data-mark]")].map((mark) => mark.parentElement?.textContent)).toEqual([
      "Sok",
      "today",
      "AM",
      "before",
    ]);
  });

  test("says when the payment details have changed and nothing was ever paid there", async () => {
    adminApi.payouts = { here: 0, lastHereAt: null, elsewhere: 2 };
    await openItem({ paymentDetails: { bankName: "ABA Bank", accountId: "000 412 0118" } });
    const pane = await evidence();
    expect(rowsOf(pane, 'dl > div > dd:has([data-mark="warn"])')).toEqual([
      "None sent",
      "Another is on the profile now",
      "Never paid there, 2 times elsewhere",
    ]);
  });

  test("lists the recorded and the missing approvals", async () => {
    const word = { act: "approve", adminId: "admin-2", name: "Maly Sok", detail: "", at: day(20) } as const;
    await openItem({ approvals: { have: 1, need: 2 }, approvedBy: [word] });
    const pane = await evidence();
    expect(within(pane).getByText("Maly Sok").closest("li")?.textContent).toContain("Nov 20, 10:00 AM");
    expect(within(pane).getByText("You, Sophea Nov").closest("li")?.textContent).toContain("Not yet");
    expect(within(pane).queryByText("A second admin")).toBeNull();
  });

  test("lists both admins as missing without approvals", async () => {
    await openItem({ approvals: { have: 0, need: 2 } });
    const pane = await evidence();
    expect(within(pane).getByText("A second admin").closest("li")?.textContent).toContain("After you");
  });

  test("takes a note about the person with N, and shows it", async () => {
    await openItem();
    const pane = await evidence();
    expect(within(pane).getByText("No admin has written anything about this person.")).toBeTruthy();
    const path = "POST /api/admin/users/trader-1/note";
    const note = { _id: "n1", author: "Sophea Nov", text: "Called, no answer", createdAt: day(20) };
    context.server.on(path, () => {
      adminApi.trader = traderContext({ notes: [note] });
      return ok({ note });
    });
    press("n");
    fireEvent.change(await screen.findByLabelText("Note"), { target: { value: " Called, no answer " } });
    fireEvent.click(screen.getByRole("button", { name: "Add note" }));
    await waitFor(() =>
      expect(context.server.callsOf(path).map(({ body }) => body)).toEqual([{ note: "Called, no answer" }]),
    );
    expect(await screen.findByText("Called, no answer", { ignore: "textarea" })).toBeTruthy();
  });
});

test("the context belongs to one request, and is fetched again after a failure", async () => {
  const [, second] = adminApi.addWithdrawals({ amount: 101 }, { amount: 102 });
  const route = `GET /api/admin/withdrawals/${second?._id}`;
  context.server.on(route, () => refuse("internal", "Something went wrong"));
  await openApp(context.server, { at: "/admin/withdrawals", as: adminApi.admin });
  await history();
  press("j");
  await screen.findByText("The trader could not be loaded");
  expect(screen.queryByRole("region", { name: "History" })).toBeNull();
  expect(screen.queryByRole("complementary", { name: "Evidence" })).toBeNull();
  context.server.on(route, () =>
    ok({ withdrawal: second, trader: adminApi.trader, payouts: adminApi.payouts, warnings: adminApi.warnings }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await history();
  press("k");
  await history();
  await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull());
});

test("the foot of the queue says that it is live, and when the last item arrived", async () => {
  adminApi.arrivals = { ...adminApi.arrivals, withdrawals: new Date(Date.now() - 6 * 60_000).toISOString() };
  await openItem();
  expect(await screen.findByText("Live, last arrival 6 m ago")).toBeTruthy();
  context.server.on("GET /api/admin/withdrawals", () => refuse("internal", "Something went wrong"));
  // The list is refetched.
  window.dispatchEvent(new Event("online"));
  expect(await screen.findByText("Not refreshed")).toBeTruthy();
});

test("a queue that never loaded does not say that it is live", async () => {
  context.server.on("GET /api/admin/withdrawals", () => refuse("internal", "Something went wrong"));
  await openApp(context.server, { at: "/admin/withdrawals", as: adminApi.admin });
  await screen.findByText("This list could not be loaded");
  expect(screen.queryByText(/^Live/)).toBeNull();
});

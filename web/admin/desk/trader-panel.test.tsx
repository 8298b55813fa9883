import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { apiServer, refuse } from "../../test/api-server.ts";
import { DeskApi, traderContext } from "../../test/desk-api.ts";
import { openApp } from "../../test/open-app.tsx";

setDefaultTimeout(20_000);
afterEach(cleanup);
const context = apiServer();
let desk: DeskApi;

beforeEach(() => {
  desk = new DeskApi(context.server);
});

const panel = () => screen.findByRole("region", { name: "Trader" });
const rowsOf = (element: HTMLElement, selector: string) =>
  [...element.querySelectorAll(selector)].map(({ textContent }) => textContent);

test("beside a request stand its trader's money, age, identity, history and what was noted before", async () => {
  const [request] = desk.addWithdrawals({ amount: 40, createdAt: "2026-11-20T03:20:00.000Z" });
  const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}T03:00:00.000Z`;
  desk.trader = traderContext({
    frozen: { at: day(10), reason: "The bank asked" },
    notes: [{ _id: "n1", author: "Maly Sok", text: "Called on Monday", createdAt: day(9) }],
    ...{ balance: 1_250.5, heldBalance: 40, identity: { status: "verified", note: null } },
    deposits: { paidCount: 12, paidSum: 5_250, last: [{ _id: "d1", status: "paid", amount: 250, createdAt: day(11) }] },
    withdrawals: {
      ...{ completedCount: 1, completedSum: 100 },
      last: [
        {
          ...{ _id: request?._id ?? "", status: "pending", amount: 40, createdAt: day(20) },
          ...{ cancelledByUser: false, rejectReason: null, adminNotes: null },
        },
        {
          ...{ _id: "w1", status: "rejected", amount: 60, createdAt: day(12) },
          ...{ cancelledByUser: false, rejectReason: "wrong_details", adminNotes: "ABA shows another name" },
        },
      ],
    },
  });
  await openApp(context.server, { at: "/admin/withdrawals", as: desk.admin });
  const trader = await panel();
  const facts = rowsOf(trader, "dl > div");
  expect(facts[0]).toBe("Balance$1,250.50, $40.00 on hold");
  expect(facts[1]).toMatch(/^Accountsince Aug 4, 2025, \d+ months$/);
  expect(facts[2]).toBe("IdentityVerified");
  expect(facts[3]).toBe("On file nowACLEDA Bank 0015 2284 7730");
  expect(within(trader).getByText("Nothing changed")).toBeTruthy();
  expect(within(trader).getByText("Deposits: 12 paid, $5,250.00")).toBeTruthy();
  expect(within(trader).getByText("Withdrawals: 1 paid, $100.00")).toBeTruthy();
  expect(rowsOf(trader, "ul > li")).toEqual([
    "Nov 11, 2026$250.00Paid",
    "Nov 12, 2026$60.00RejectedABA shows another name",
    "Nov 9, 2026Maly SokCalled on Monday",
  ]);
  expect(within(trader).getByText("Account frozen since Nov 10, 2026")).toBeTruthy();
  const person = within(trader).getByRole("link", { name: "Timeline, sessions and notes" });
  expect(person.getAttribute("href")).toBe("/admin/users?item=trader-1");
  const link = within(trader).getByRole("link", { name: "Verified" });
  expect(link.getAttribute("href")).toBe("/admin/identities?status=verified&item=trader-1");
});

test("a change of security is marked where it was in the day before the request", async () => {
  desk.addWithdrawals({ amount: 40, createdAt: "2026-11-20T03:20:00.000Z" });
  const change = { methods: null, holdsWithdrawals: true } as const;
  desk.trader = traderContext({
    securityChanges: [
      { sequence: 5, action: "user.two_factor_off", at: "2026-11-20T04:00:00.000Z", ...change },
      { sequence: 4, action: "user.password_changed", at: "2026-11-19T04:00:00.000Z", ...change },
      { sequence: 3, action: "user.logged_in", at: "2026-11-19T04:00:00.000Z", ...change, holdsWithdrawals: false },
      {
        ...{ sequence: 2, action: "payment_methods.saved", at: "2026-11-19T04:00:00.000Z", holdsWithdrawals: true },
        methods: { khqr: "added", bankTransfer: "changed" },
      },
      { sequence: 1, action: "user.password_reset", at: "2026-11-19T03:00:00.000Z", ...change },
    ],
  });
  await openApp(context.server, { at: "/admin/withdrawals", as: desk.admin });
  const lines = [...(await panel()).querySelectorAll<HTMLElement>("ul > li")];
  expect(lines.map(({ textContent, dataset }) => [textContent, dataset.tone === "warn"])).toEqual([
    ["Nov 20, 2026Second factor turned offafter it", true],
    ["Nov 19, 2026Password changedwithin 24 h before", true],
    ["Nov 19, 2026Log-in on a new device", false],
    ["Nov 19, 2026Bank account changed, KHQR code addedwithin 24 h before", true],
    ["Nov 19, 2026Password reset by mail", false],
  ]);
});

test("is each item's own, and says so where it cannot be loaded", async () => {
  const [, second] = desk.addWithdrawals({ amount: 101 }, { amount: 102 });
  context.server.on(`GET /api/admin/withdrawals/${second?._id}`, () => refuse("internal", "Something went wrong"));
  await openApp(context.server, { at: "/admin/withdrawals", as: desk.admin });
  await panel();
  fireEvent.keyDown(document.body, { key: "j" });
  await screen.findByText(/could not be loaded. Open the item again/);
  expect(screen.queryByRole("region", { name: "Trader" })).toBeNull();
  fireEvent.keyDown(document.body, { key: "k" });
  await panel();
  await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull());
});

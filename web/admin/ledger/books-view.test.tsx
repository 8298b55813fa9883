import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { BOOKS } from "../../../worker/contract/books.ts";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { openApp } from "../../test/open-app.tsx";
import type { AdminAct } from "./book-calls.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

const RIEL_BANK = {
  _id: "house:bank:aba-khr",
  kind: "bank",
  currency: "KHR",
  balance: 0,
  floor: null,
  movedAt: null,
  user: null,
};
const SUSPENSE = { ...RIEL_BANK, _id: "house:suspense", kind: "suspense", currency: "USD" };
const act: AdminAct = {
  _id: "act-1",
  kind: "fee",
  state: "open",
  recordId: null,
  user: null,
  from: "house:fees",
  to: "house:bank:aba-usd",
  amount: 2.5,
  currency: "USD",
  rate: null,
  owed: 0,
  bankReference: "FEE 1",
  evidence: null,
  reason: "Monthly fee",
  foundFor: null,
  proposedById: "another",
  proposedBy: "Maly Kim",
  proposedAt: "2026-11-20T03:20:00.000Z",
  postedBy: null,
  postedAt: null,
  cancelledBy: null,
  cancelledAt: null,
  approvals: { have: 1, need: BOOKS.operators },
  approvedBy: [],
};
const planOf = (after: number) => ({
  kind: "fee",
  amount: 2.5,
  entries: [
    { accountId: "house:fees", amount: -2.5, rate: null, before: after + 2.5, after },
    { accountId: "house:bank:aba-usd", amount: 2.5, rate: null, before: 0, after: 2.5 },
  ],
  changes: [],
  waiting: 0,
});

let adminApi: AdminApi;
let shown = planOf(-10);
let acts: AdminAct[] = [];
beforeEach(() => {
  adminApi = new AdminApi(context.server);
  shown = planOf(-10);
  acts = [];
  context.server
    .on("GET /api/admin/books/acts", () => ok({ acts, before: null }))
    .on("GET /api/admin/books/acts/act-1", () => ok({ act, plan: shown, refusal: null }))
    .on("GET /api/admin/ledger/accounts", () => ok({ accounts: [RIEL_BANK, SUSPENSE] }));
});
const open = (search = "") => openApp(context.server, { at: `/admin/ledger?view=books${search}`, as: adminApi.admin });
const typed = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("what a trader owes is the sum that its dialog begins with, once", async () => {
  context.server.on("POST /api/admin/books/plan", () => ok({ plan: shown }));
  open("&propose=receivable_collected&about=trader-1&amount=60.00");
  const dialog = await screen.findByRole("dialog", { name: "Receivable collected" });
  expect(within(dialog).getByLabelText("Sum")).toHaveProperty("value", "60.00");
  fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(location.search).not.toContain("amount");
});

test("a fee in riel takes the rate of its day, shows its entries before it is sent, and a refusal keeps what is typed", async () => {
  context.server.on("POST /api/admin/books/plan", () =>
    ok({ plan: { ...shown, entries: [{ ...shown.entries[0], rate: 4100, amount: -4000, before: 0, after: -4000 }] } }),
  );
  let isRefused = true;
  context.server.on("POST /api/admin/books/acts", () =>
    isRefused
      ? refuse("settlement_used", "Another entry has this reference of the bank")
      : ok({ act: { _id: "act-2", state: "open" }, plan: shown, approvals: { have: 1, need: 2 } }),
  );
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Bank fee" }));
  const dialog = await screen.findByRole("dialog", { name: "Fee" });
  await within(dialog).findByRole("option", { name: "House, bank account aba-khr" });
  expect(document.activeElement).toBe(within(dialog).getByLabelText("Account of the bank"));
  typed("Account of the bank", RIEL_BANK._id);
  typed("Sum", "៤,០០០");
  typed("Reference of the bank", "FEE 9");
  typed("Reason", "Monthly fee");
  fireEvent.click(within(dialog).getByRole("button", { name: "Propose" }));
  expect(within(dialog).getByLabelText("Riel for a dollar").getAttribute("aria-invalid")).toBe("true");
  expect(context.server.callsOf("POST /api/admin/books/acts")).toHaveLength(0);
  typed("Riel for a dollar", "4,100");
  expect((await within(dialog).findAllByText("\u22124,000 KHR")).length).toBeGreaterThan(0);
  fireEvent.click(within(dialog).getByRole("button", { name: "Propose" }));
  await within(dialog).findByText("Another entry has this reference of the bank");
  isRefused = false;
  typed("Reference of the bank", "FEE 10");
  fireEvent.click(within(dialog).getByRole("button", { name: "Propose" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(context.server.callsOf("POST /api/admin/books/acts").map(({ body }) => body)).toEqual([
    { kind: "fee", bankAccount: "aba-khr", amount: 4000, rate: 4100, bankReference: "FEE 9", reason: "Monthly fee" },
    { kind: "fee", bankAccount: "aba-khr", amount: 4000, rate: 4100, bankReference: "FEE 10", reason: "Monthly fee" },
  ]);
});

test("who posts sends the entries that stand in the dialog; when they have changed, those of now, and again", async () => {
  acts = [act];
  context.server.on("POST /api/admin/books/acts/act-1/post", () => {
    if (shown.entries[0]?.after === -10) {
      shown = planOf(-12);
      return refuse("wrong_state", "What this would write has changed");
    }
    return ok({ act: { ...act, state: "posted" }, plan: shown, approvals: { have: 2, need: 2 } });
  });
  open("&item=act-1");
  fireEvent.click(await screen.findByRole("button", { name: /Post: Fee/ }));
  const dialog = await screen.findByRole("dialog", { name: "Fee" });
  await within(dialog).findByText("\u2212$10.00");
  const press = () => fireEvent.click(within(dialog).getByRole("button", { name: "Post: Fee" }));
  press();
  await within(dialog).findByText("What this would write has changed");
  await within(dialog).findByText("\u2212$12.00");
  press();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(context.server.callsOf("POST /api/admin/books/acts/act-1/post").map(({ body }) => body)).toEqual(
    [-10, -12].map(() => ({
      approvals: { have: 1, need: 2 },
      entries: [
        { accountId: "house:fees", amount: -2.5 },
        { accountId: "house:bank:aba-usd", amount: 2.5 },
      ],
    })),
  );
});

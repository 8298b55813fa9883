import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { openApp } from "../../test/open-app.tsx";
import { pollNow } from "../core/admin-polling.ts";
import type { BankTransfer, Candidate, ShownDay, StatementLine } from "./statement-calls.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

/** The day before that of the tests' clock in Phnom Penh. */
const DAY = "2026-12-09";
const ROUTE_OF_DAY = `GET /api/admin/statements/days/${DAY}`;
const ACCOUNT = {
  _id: "aba-usd",
  name: "ABA Bank",
  currency: "USD" as const,
  accountNumber: "000124410",
  profile: "aba",
  cutOff: null,
  firstDay: "2026-12-01",
  lastDay: DAY,
  importedAt: "2026-12-09T23:02:00.000Z",
};
const lineOf = (more: Partial<StatementLine> & Pick<StatementLine, "_id" | "amount">): StatementLine => ({
  account: "aba-usd",
  statement: "st-1",
  line: 6,
  day: DAY,
  at: `${DAY}T09:05:00.000Z`,
  currency: "USD",
  bankId: `FT-${more._id}`,
  reference: null,
  networkHash: null,
  payer: null,
  payerAccount: null,
  remark: null,
  balance: null,
  foundFor: null,
  match: null,
  transferIds: [],
  ...more,
});
const transferOf = (more: Partial<BankTransfer> & Pick<BankTransfer, "_id" | "amount">): BankTransfer => ({
  kind: "deposit",
  at: `${DAY}T08:44:00.000Z`,
  currency: "USD",
  code: "D84QVQSXYG7",
  depositId: null,
  withdrawalId: null,
  bankReference: null,
  batch: null,
  user: { _id: "u-2", name: "Visal Heng" },
  needsNoLine: false,
  lineId: null,
  lineDay: null,
  ...more,
});
const unknown = lineOf({ _id: "unknown", amount: 150, payer: "PHAN SREYLEAK", payerAccount: "Wing 5512" });
const fee = lineOf({ _id: "fee", amount: -17.5, remark: "Account fee", at: `${DAY}T04:00:00.000Z` });
const ofDay = (day: string, amount: number) => ({ day, amount, count: 1 });
const dayOf = (lines: StatementLine[], transfers: BankTransfer[]): ShownDay => ({
  success: true,
  day: DAY,
  currency: "USD",
  accounts: [{ ...ACCOUNT, balance: 1_312.5, statementTo: `${DAY}T16:59:00.000Z`, hasDay: true, isMissing: false }],
  position: {
    bank: 1_312.5,
    clientMoney: 1_000,
    difference: 312.5,
    terms: [
      { kind: "payment_not_recorded", amount: 150, count: 1, days: [ofDay(DAY, 150)] },
      { kind: "debit_not_recorded", amount: -17.5, count: 1, days: [ofDay(DAY, -17.5)] },
      {
        kind: "payout_not_debited",
        amount: 185,
        count: 2,
        days: [ofDay(DAY, 180), ofDay("2026-12-02", 5)],
      },
      { kind: "suspense", amount: -5, count: 0, days: [] },
    ],
    notExplained: 0,
  },
  counts: {
    lines: lines.length,
    openLines: lines.filter(({ match }) => match === null).length,
    transfers: transfers.length,
    openTransfers: transfers.filter(({ lineId }) => lineId === null).length,
  },
  lines,
  transfers,
  differences: [
    { kind: "unknown_payment", lineId: "unknown", transferId: null, code: null },
    { kind: "unknown_debit", lineId: "fee", transferId: null, code: null },
  ],
  matchable: 0,
});

let adminApi: AdminApi;
let shown: ShownDay;
let candidates: Candidate[];
beforeEach(() => {
  adminApi = new AdminApi(context.server);
  shown = dayOf([unknown, fee], [transferOf({ _id: "t-1", amount: 100, code: "D5K9YS6TTXV" })]);
  candidates = [];
  context.server
    .on(ROUTE_OF_DAY, () => ok(shown))
    .on("GET /api/admin/statements/days", () =>
      ok({
        currency: "USD",
        clientMoney: { opening: 900, flows: [{ kind: "deposit", amount: 100, count: 1 }], closing: 1_000 },
        days: [
          { day: "2026-12-08", hasStatement: true, missing: 0, lines: 3, openLines: 0, openTransfers: 0 },
          { day: DAY, hasStatement: true, missing: 0, lines: 2, openLines: 2, openTransfers: 1 },
          { day: "2026-12-11", hasStatement: false, missing: 1, lines: 0, openLines: 0, openTransfers: 0 },
        ],
      }),
    )
    .on("GET /api/admin/statements", () =>
      ok({ accounts: [ACCOUNT], profiles: [{ _id: "aba", name: "ABA Bank" }], statements: [], before: null }),
    )
    .on("GET /api/admin/statements/lines/unknown/candidates", () => ok({ candidates }));
});
const open = (search = "") => openApp(context.server, { at: `/admin/reconciliation${search}`, as: adminApi.admin });
const row = (name: RegExp) => screen.findByRole("button", { name });
/** The cents of a sum as it is shown. */
const centsIn = (text: string) => {
  const [, sign, whole, part] = /([+\u2212]?)\$([\d,]+)\.(\d\d)/.exec(text) ?? [];
  return (sign === "\u2212" ? -1 : 1) * Number(`${whole?.replaceAll(",", "")}${part}`);
};

test("the terms as they are shown add up to the difference, each leads to its lines, and a debit's hole to its fee", async () => {
  context.server
    .on("GET /api/admin/books/acts", () => ok({ acts: [], before: null }))
    .on("GET /api/admin/ledger/accounts", () =>
      ok({
        accounts: [
          {
            _id: "house:bank:aba-usd",
            kind: "bank",
            currency: "USD",
            balance: 0,
            floor: null,
            movedAt: null,
            user: null,
          },
        ],
      }),
    )
    .on("POST /api/admin/books/plan", () =>
      ok({ plan: { kind: "fee", amount: 17.5, entries: [], changes: [], waiting: 0 } }),
    );
  await open();
  await screen.findByText("Not explained");
  const figure = (name: string) => screen.getByText(name).nextElementSibling as HTMLElement;
  const terms = within(figure("Explained by")).getAllByRole("listitem");
  const explained = terms.reduce((sum, { textContent }) => sum + centsIn(textContent ?? ""), 0);
  expect(explained + centsIn(figure("Not explained").textContent ?? "")).toBe(31_250);
  expect(centsIn(figure("Difference").textContent ?? "")).toBe(31_250);
  expect(screen.getByRole("link", { name: "Unknown payment" }).getAttribute("href")).toBe(
    `/admin/reconciliation?day=${DAY}&is=open`,
  );
  fireEvent.click(screen.getByRole("button", { name: "Payout not debited yet (2)" }));
  const days = await screen.findByRole("dialog");
  expect(within(days).getByRole("link", { name: "Dec 2" }).getAttribute("href")).toContain("day=2026-12-02");
  fireEvent.click(within(days).getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  // The month's squares, and its sums, which add up too.
  await screen.findByRole("link", { name: "Dec 8, done" });
  screen.getByRole("link", { name: "Dec 9, 3 open" });

  fireEvent.click(screen.getByRole("link", { name: "Book as fee" }));
  const dialog = await screen.findByRole("dialog", { name: "Fee" });
  await within(dialog).findByRole("option", { name: /aba-usd/ });
  const typedIn = (label: string) => (within(dialog).getByLabelText(label) as HTMLInputElement).value;
  expect(["Account of the bank", "Sum", "Reference of the bank", "Reason"].map(typedIn)).toEqual([
    "house:bank:aba-usd",
    "17.5",
    "FT-fee",
    "Account fee",
  ]);
});

test("a file that is refused says why at its field, and the same dialog takes the mended one, then the same again", async () => {
  const result = {
    statement: { firstDay: DAY, lastDay: DAY, open: 2, currency: "USD" },
    imported: 5,
    known: 0,
    repeated: 0,
    matched: 3,
    isSame: false,
  };
  const refusal =
    "Line 6 says a balance of 12,400.00, but the lines before it come to 12,300.00. Nothing was imported.";
  let answer = () => refuse("invalid_input", refusal, { field: "file" });
  context.server.on("POST /api/admin/statements", () => answer());
  await open();
  fireEvent.click(await screen.findByRole("button", { name: "Import statement" }));
  const dialog = await screen.findByRole("dialog", { name: "Import statement" });
  expect(within(dialog).queryByLabelText("Account number")).toBeNull();
  const press = () => fireEvent.click(within(dialog).getByRole("button", { name: "Import" }));
  press();
  await within(dialog).findByText("Choose the statement's file");
  const choose = (text: string) =>
    fireEvent.change(within(dialog).getByLabelText("File", { selector: "input" }), {
      target: { files: [new File([text], "november.csv")] },
    });
  choose("broken");
  press();
  await within(dialog).findByText(refusal);
  choose("mended");
  await waitFor(() => expect(within(dialog).queryByText(refusal)).toBeNull());
  answer = () => ok(result);
  press();
  const done = await screen.findByRole("dialog", { name: "Statement imported" });
  within(done).getByText("5");
  fireEvent.click(within(done).getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  const sent = context.server.callsOf("POST /api/admin/statements");
  expect(sent.map(({ body }) => body)).toEqual(
    ["broken", "mended"].map((text) => ({
      account: "aba-usd",
      profile: "aba",
      fileName: "november.csv",
      file: btoa(text),
    })),
  );
  expect(new Set(sent.map(({ headers }) => headers.get("Idempotency-Key"))).size).toBe(2);
});

test("a line is linked to equal sums alone, and its key finds the next open one", async () => {
  candidates = [
    {
      kind: "transfer",
      _id: "t-2",
      transferKind: "deposit",
      code: "D84QVQSXYG7",
      day: DAY,
      amount: 50,
      currency: "USD",
      status: null,
      version: null,
      user: { _id: "u-1", name: "Sreyleak Phan" },
      why: ["same_name", "same_day"],
    },
  ];
  context.server.on("POST /api/admin/statements/lines/unknown/link", () => ok({ match: { _id: "m-1" } }));
  await open();
  await row(/PHAN SREYLEAK/);
  fireEvent.keyDown(document.body, { key: "j" });
  await screen.findByText("same name, same day");
  fireEvent.keyDown(document.body, { key: "l" });
  const dialog = await screen.findByRole("dialog", { name: "Link +$150.00" });
  fireEvent.change(within(dialog).getByLabelText("Reason"), { target: { value: "The payer told us" } });
  const press = () => fireEvent.click(within(dialog).getByRole("button", { name: "Link by hand" }));
  press();
  await within(dialog).findByText(
    "The line is +$150.00 and what you chose comes to +$50.00. Only equal sums can be linked.",
  );
  expect(context.server.callsOf("POST /api/admin/statements/lines/unknown/link")).toHaveLength(0);
  fireEvent.click(within(dialog).getByRole("checkbox", { name: /D5K9YS6TTXV/ }));
  press();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(context.server.callsOf("POST /api/admin/statements/lines/unknown/link").map(({ body }) => body)).toEqual([
    { transferIds: ["t-2", "t-1"], reason: "The payer told us" },
  ]);
});

test("a payment that is put to a trader says the username too, which tells two of one name apart, and the focus follows the choice", async () => {
  const bopha = { _id: "bopha", name: "Bopha Keo", username: "bopha_2", email: "bopha@example.com" };
  context.server
    .on("GET /api/admin/users", () => ok({ users: [{ ...bopha, closedAt: null, frozenAt: null }], nextCursor: null }))
    .on("GET /api/admin/deposits", () => ok({ deposits: [], nextCursor: null }));
  open();
  fireEvent.click(await screen.findByRole("button", { name: /PHAN SREYLEAK/ }));
  fireEvent.click(await screen.findByRole("button", { name: "Another trader" }));
  const picker = await screen.findByRole("combobox", { name: "Trader" });
  expect(document.activeElement).toBe(picker);
  fireEvent.change(picker, { target: { value: "bopha" } });
  fireEvent.click(await screen.findByRole("option", { name: /Bopha Keo/ }));
  const choice = await screen.findByRole("radio", { name: /Bopha Keo \(bopha_2\)/ });
  expect(document.activeElement).toBe(choice);
  fireEvent.click(screen.getByRole("button", { name: "Make exception, $150.00" }));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText(/Bopha Keo \(bopha_2\) has no deposit/);
});

test("what another operator has matched meanwhile says by whom, and its dialog offers nothing more", async () => {
  await open("?item=unknown");
  fireEvent.click(await screen.findByRole("button", { name: "Link by hand" }));
  const dialog = await screen.findByRole("dialog", { name: "Link +$150.00" });
  const match = {
    _id: "m-2",
    why: "by_hand" as const,
    exceptionId: null,
    reason: "Seen at the bank",
    by: "Maly Kim",
    at: `${DAY}T10:00:00.000Z`,
  };
  shown = dayOf(
    [{ ...unknown, match, transferIds: ["t-1"] }, fee],
    [transferOf({ _id: "t-1", amount: 150, lineId: "unknown" })],
  );
  await act(() => pollNow());
  await within(dialog).findByText(/Maly Kim has matched this line meanwhile/);
  expect(within(dialog).queryByRole("button", { name: "Link by hand" })).toBeNull();
  fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await screen.findByRole("button", { name: "Take the link back" });
  screen.getByText("Maly Kim", { selector: "dd" });
});

test("without a statement the bank's side asks for it, and an owner reads without acting", async () => {
  shown = {
    ...dayOf([], [transferOf({ _id: "t-1", amount: 100 })]),
    position: null,
    accounts: [{ ...ACCOUNT, lastDay: "2026-12-08", balance: null, statementTo: null, hasDay: false, isMissing: true }],
  };
  await open();
  fireEvent.click(await screen.findByRole("button", { name: "Import Dec 9" }));
  await screen.findByRole("dialog", { name: "Import statement" });
  cleanup();
  const roles = ["owner" as const];
  adminApi.roles = roles;
  await openApp(context.server, { at: "/admin/reconciliation", as: { ...adminApi.admin, roles } });
  await row(/Visal Heng/);
  expect(screen.queryByRole("button", { name: /Import/ })).toBeNull();
});

import { afterEach, beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { openApp } from "../../test/open-app.tsx";
import { pollNow } from "../core/admin-polling.ts";
import type { BatchDetail, BatchItem, MakeBody, PayoutBatch, ToPay, ToPayAnswer } from "./payout-calls.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

const DARA = { _id: "dara", name: "Dara Kim" };
const ABA = { _id: "aba-usd", name: "ABA Bank, US dollars", balance: 5_000, withBank: 0, unsettled: 0, free: 5_000 };
const ACLEDA = { ...ABA, _id: "acleda-usd", name: "ACLEDA Bank" };
const BULK = { _id: "aba-bulk", name: "ABA bulk transfer, CSV", banks: null };
const ROWS = [
  toPay(2261, 640.1),
  toPay(2264, 2_400.2, { bank: "ACLEDA Bank" }),
  toPay(2266, 75, { flags: ["first_payout"] }),
  toPay(2275, 1_250, { closedBecause: "you_approved", approvedBy: [{ _id: "admin-1", name: "Sophea Nov" }] }),
  toPay(2277, 85, { flags: ["used_by_another"], usedBy: "Srey Chhim", bank: "Wing Bank" }),
];

function toPay(number: number, amount: number, more: Partial<ToPay> = {}): ToPay {
  return {
    _id: `id-${number}`,
    number: `WD-${number}`,
    version: 2,
    userId: `user-${number}`,
    trader: `Trader ${number}`,
    holder: `TRADER ${number}`,
    bank: "ABA Bank",
    account: `00123${number}`,
    amount,
    createdAt: "2026-12-09T08:00:00.000Z",
    approvedAt: new Date(Date.parse("2026-12-09T10:00:00.000Z") + number).toISOString(),
    approvedBy: [DARA],
    flags: [],
    usedBy: null,
    closedBecause: null,
    payer: null,
    batch: null,
    claimedBy: null,
    ...more,
  };
}

const NONE = { count: 0, sum: 0 };
function batchOf(more: Partial<PayoutBatch> = {}): PayoutBatch {
  return {
    _id: "batch-118",
    number: "B-118",
    state: "with_bank",
    bankAccount: { _id: ABA._id, name: ABA.name },
    profile: { _id: BULK._id, name: BULK.name },
    hasResults: true,
    count: 2,
    total: 715.1,
    madeBy: { _id: "admin-1", name: "Sophea Nov" },
    madeAt: "2026-12-09T12:00:00.000Z",
    digest: "00",
    accountBefore: 5_000,
    accountAfter: 4_284.9,
    sums: {
      with_bank: { count: 2, sum: 715.1 },
      completed: NONE,
      bounced: NONE,
      returned: NONE,
      unmatched: NONE,
      taken_back: NONE,
    },
    openCount: 2,
    result: null,
    ...more,
  };
}

function itemOf(number: number, amount: number, more: Partial<BatchItem> = {}): BatchItem {
  return {
    withdrawalId: `id-${number}`,
    number: `WD-${number}`,
    version: 3,
    line: 1,
    reference: "B-118/1",
    userId: `user-${number}`,
    trader: `Trader ${number}`,
    holder: `TRADER ${number}`,
    bank: "ABA Bank",
    account: `00123${number}`,
    amount,
    state: "with_bank",
    paymentId: null,
    reason: null,
    resultLine: null,
    payer: { _id: "admin-1", name: "Sophea Nov" },
    isYours: true,
    takeOverAt: "2026-12-09T13:00:00.000Z",
    payerBefore: null,
    isSaidPaid: false,
    canTakeBack: true,
    isFrozen: false,
    returnAct: null,
    unmatchedWhy: null,
    says: null,
    ...more,
  };
}

let adminApi: AdminApi;
let rows: ToPay[] = [];
let accounts: ToPayAnswer["accounts"] = [];
let batches: PayoutBatch[] = [];
let detail: BatchDetail;
let saved: string[] = [];
let isPaused = false;

beforeEach(() => {
  adminApi = new AdminApi(context.server);
  rows = [...ROWS];
  accounts = [ABA];
  batches = [];
  detail = { batch: batchOf(), items: [itemOf(2261, 640.1), itemOf(2266, 75)], lines: [], results: [] };
  saved = [];
  isPaused = false;
  // The page saves a file by a link that it presses.
  spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const answer = (): ToPayAnswer => ({
    rows,
    totals: { count: rows.length, sum: 0, freeCount: 0, freeSum: 0 },
    banks: [],
    accounts,
    profiles: [BULK],
    isPaused,
  });
  context.server
    .on("GET /api/admin/payouts/to-pay", () => ok(answer()))
    .on("GET /api/admin/payouts/batches", () => ok({ batches, before: null }))
    .on("GET /api/admin/payouts/batches/batch-118", () => ok(detail))
    .on(
      "POST /api/admin/payouts/batches/batch-118/file",
      () => new Response("csv", { headers: { "Content-Disposition": 'attachment; filename="B-118.csv"' } }),
    );
});

const open = (at = "/admin/payouts") => openApp(context.server, { at, as: adminApi.admin });
const ticks = () => screen.findByRole("list", { name: "To pay" }).then((list) => within(list).getAllByRole("checkbox"));
const pane = () => within(screen.getByRole("region", { name: "New batch" }));
const bodies = (route: string) => context.server.callsOf(route).map(({ body }) => body as MakeBody);
const keys = (route: string) => context.server.callsOf(route).map(({ headers }) => headers.get("Idempotency-Key"));
const MAKE = "POST /api/admin/payouts/batches";

test("each tick changes sum and count at once; a difference stops the batch, says what changed, and the next press makes it", async () => {
  accounts = [ABA, ACLEDA];
  const { history } = await open("/admin/payouts?age=hours");
  const [first, second, third, closed, last] = await ticks();
  if (!first || !second || !third || !closed || !last) throw new Error("a row is missing");
  fireEvent.click(first);
  expect(pane().getByText("1 payout, $640.10")).toBeTruthy();
  // Shift takes all up to the row, without the one that is closed.
  fireEvent.click(last, { shiftKey: true });
  expect(pane().getByText("4 payouts, $3,200.30")).toBeTruthy();
  expect(pane().getByText("$1,799.70")).toBeTruthy();
  expect(pane().getByText(/WD-2277: Wing Bank •• 2277 is also on another trader's account, Srey Chhim/)).toBeTruthy();
  expect(pane().getByText("1 first payout, names equal")).toBeTruthy();
  fireEvent.click(closed);
  expect(pane().getByText("4 payouts, $3,200.30")).toBeTruthy();
  fireEvent.keyDown(document.body, { key: "x" });
  await pane().findByText("0 payouts");
  // What was chosen since stays chosen: they are paid from that account.
  const account = () => pane().getByLabelText<HTMLSelectElement>("Paid from");
  fireEvent.change(account(), { target: { value: ACLEDA._id } });
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await pane().findByText("4 payouts, $3,200.30");
  expect(account().value).toBe(ACLEDA._id);

  context.server.on(MAKE, () => {
    if (rows.length === ROWS.length) {
      rows = rows.map((row) =>
        row.number === "WD-2264" ? { ...row, closedBecause: "claimed", claimedBy: "Maly Kim" } : row,
      );
      rows.pop();
      return refuse("wrong_state", "WD-2264: Maly Kim works on it");
    }
    batches = [batchOf()];
    rows = rows.filter(({ closedBecause }) => closedBecause !== null);
    return ok({ batch: batchOf(), file: { name: "B-118.csv", digest: "00" } });
  });
  fireEvent.keyDown(document.body, { key: "d" });
  const dialog = await screen.findByRole("dialog", { name: "Pay $3,200.30 by file" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Download bank file, $3,200.30" }));
  await within(dialog).findByText("WD-2264: Maly Kim works on it");
  await screen.findByText(/WD-2264 has left the batch. A colleague works on it. Maly Kim/);
  fireEvent.click(await within(dialog).findByRole("button", { name: "Download bank file, $715.10" }));
  await waitFor(() => expect(saved).toEqual(["B-118.csv"]));
  expect(bodies(MAKE).map(({ items, count, total }) => [items.map(({ _id }) => _id), count, total])).toEqual([
    [["id-2261", "id-2264", "id-2266", "id-2277"], 4, 3_200.3],
    [["id-2261", "id-2266"], 2, 715.1],
  ]);
  expect(new Set(keys(MAKE)).size).toBe(2);
  await screen.findByRole("heading", { name: "Batch 118" });
  await pane().findByText("0 payouts");
  expect(history.at(-1)).toBe("/admin/payouts?age=hours&batch=batch-118");
});

test("a lost answer is sent again as it was, whatever the list says meanwhile, and a draft is kept for a reload and another tab", async () => {
  const { unmount } = await open();
  const [first, , third] = await ticks();
  if (!first || !third) throw new Error("a row is missing");
  fireEvent.click(first);
  fireEvent.click(third);
  expect(pane().getByText("2 payouts, $715.10")).toBeTruthy();
  unmount();
  await open();
  await ticks();
  expect(pane().getByText("2 payouts, $715.10")).toBeTruthy();

  // A pause takes nothing out of the batch, and what it refuses was not made: the next press is another one.
  const payable = rows;
  rows = rows.map((row) => ({ ...row, closedBecause: row.closedBecause ?? "paused" }));
  isPaused = true;
  await pollNow();
  await pane().findByText("Withdrawals are paused.");
  expect(pane().getByText("2 payouts, $715.10")).toBeTruthy();
  expect(screen.queryByText(/has left the batch/)).toBeNull();
  expect(pane().getByRole<HTMLButtonElement>("button", { name: /Download bank file/ }).disabled).toBe(true);
  rows = payable;
  isPaused = false;
  await pollNow();
  await waitFor(() => expect(pane().queryByText("Withdrawals are paused.")).toBeNull());

  let isLost = true;
  context.server.on(MAKE, () => {
    if (context.server.callsOf(MAKE).length === 1) return refuse("paused", "Withdrawals are paused");
    rows = rows.map((row) => {
      const batch = { _id: "batch-118", number: "B-118" };
      const isIn = row.number === "WD-2261" || row.number === "WD-2266";
      return isIn ? { ...row, closedBecause: "in_batch", batch, payer: { _id: "admin-1", name: "Sophea Nov" } } : row;
    });
    batches = [batchOf()];
    return isLost ? new Response("", { status: 502 }) : ok({ batch: batchOf(), file: { name: "", digest: "" } });
  });
  fireEvent.click(pane().getByRole("button", { name: /Download bank file/ }));
  const dialog = await screen.findByRole("dialog");
  const press = () => fireEvent.click(within(dialog).getByRole("button", { name: "Download bank file, $715.10" }));
  press();
  await within(dialog).findByText("Withdrawals are paused");
  press();
  await within(dialog).findByText(/No answer came/);
  await pollNow();
  // What was ticked is in a batch by now, which a second press must not make another one of.
  await screen.findByText(/WD-2261 has left the batch. It is with the bank. Batch 118, Sophea Nov/);
  isLost = false;
  press();
  await waitFor(() => expect(saved).toEqual(["B-118.csv"]));
  const [, before, after] = bodies(MAKE);
  expect(after).toEqual(before as MakeBody);
  const [refused, lost, again] = keys(MAKE);
  expect([refused === lost, lost === again]).toEqual([false, true]);

  // Another tab of the same admin has the same draft.
  const key = Object.keys(localStorage).find((name) => name.startsWith("payout-draft")) ?? "";
  localStorage.setItem(key, JSON.stringify({ chosen: [{ _id: "id-2277", number: "WD-2277" }] }));
  dispatchEvent(new StorageEvent("storage", { key, storageArea: localStorage }));
  await pane().findByText("1 payout");
});

test("a batch that is back adds up in words; a refused result is mended in its dialog, the same one changes nothing, and what is open is matched and returned", async () => {
  const sums = {
    with_bank: NONE,
    completed: { count: 44, sum: 21_480 },
    bounced: { count: 2, sum: 1_025 },
    returned: NONE,
    unmatched: { count: 2, sum: 390 },
    taken_back: NONE,
  };
  const batch = batchOf({ state: "back", count: 48, total: 22_895, openCount: 4, sums });
  batches = [batch];
  const bounced = { state: "bounced", paymentId: "FT-1", reason: "Account closed" } as const;
  detail = {
    batch,
    items: [
      itemOf(2239, 720, bounced),
      itemOf(2244, 305, {
        ...bounced,
        returnAct: { _id: "act-1", approvals: { have: 1, need: 2 }, isYours: false },
      }),
      itemOf(2253, 150, { state: "unmatched", unmatchedWhy: "no_row" }),
      itemOf(2248, 240, { state: "unmatched", unmatchedWhy: "other_sum", resultLine: 31, says: 204 }),
    ],
    lines: [
      {
        _id: "line-17",
        resultId: "result-1",
        line: 17,
        amount: 150,
        bankId: "FT-17",
        reference: null,
        outcome: "completed",
        reason: null,
        isTakenBack: false,
        candidates: ["id-2253"],
      },
      {
        _id: "line-18",
        resultId: "result-1",
        line: 18,
        amount: 99,
        bankId: "FT-18",
        reference: "B-118/9",
        outcome: "completed",
        reason: null,
        isTakenBack: true,
        candidates: [],
      },
    ],
    results: [],
  };
  let tries = 0;
  context.server
    .on("POST /api/admin/payouts/batches/batch-118/result", () => {
      tries += 1;
      if (tries === 1) return refuse("invalid_input", "Line 4: B-117/3 is of another batch", { field: "file" });
      return ok({ batch, completed: 44, bounced: 2, unmatched: 2, known: 0, isSame: tries === 3 });
    })
    .on("POST /api/admin/payouts/batches/batch-118/items/id-2253/match", () =>
      ok({ batch, item: { ...detail.items[2], state: "completed" } }),
    )
    .on("POST /api/admin/books/plan", () =>
      ok({ plan: { kind: "payout_returned", amount: 720, entries: [], waiting: 0 } }),
    )
    .on("POST /api/admin/books/acts", () => ok({ act: { _id: "act-2" } }));
  await open();
  const made = within(await screen.findByRole("region", { name: "Batch 118" }));
  const words = within(made.getByRole("list", { name: "What the bank did" })).getAllByRole("listitem");
  expect(words.map(({ textContent }) => textContent)).toEqual([
    "Completed44, $21,480.00",
    "Bounced2, $1,025.00",
    "Unmatched2, $390.00",
  ]);
  expect(made.getByText("Sent $22,895.00 in 48 payouts")).toBeTruthy();
  expect(made.getByText("Back from the bank, 4 to look at")).toBeTruthy();
  expect(made.getByText(/^Line 18 says that B-118\/9 was paid, and it was taken back/)).toBeTruthy();

  const importFile = async (name: string, text: string) => {
    const dialog = within(await screen.findByRole("dialog", { name: "Result of Batch 118" }));
    fireEvent.change(dialog.getByLabelText("Result file", { selector: "input" }), {
      target: { files: [new File([text], name, { type: "text/csv" })] },
    });
    await dialog.findByText(name);
    fireEvent.click(dialog.getByRole("button", { name: "Import result" }));
    return dialog;
  };
  fireEvent.keyDown(document.body, { key: "i" });
  const refused = await importFile("wrong.csv", "a");
  await refused.findByText("Line 4: B-117/3 is of another batch");
  // Another batch that comes back meanwhile does not take the place of the one that is worked on.
  batches = [batchOf({ _id: "batch-119", number: "B-119", state: "back" }), batch];
  await pollNow();
  await screen.findByText(/^Batch 119/);
  await importFile("right.csv", "b");
  await screen.findByText("44 completed, 2 bounced, 2 unmatched");
  fireEvent.click(made.getByRole("button", { name: "Import result" }));
  await importFile("right.csv", "b");
  await screen.findByText("This result is known already. Nothing has changed.");
  expect(bodies("POST /api/admin/payouts/batches/batch-118/result")).toEqual([
    { fileName: "wrong.csv", file: btoa("a") },
    { fileName: "right.csv", file: btoa("b") },
    { fileName: "right.csv", file: btoa("b") },
  ] as never);

  expect(made.getByText("Reconciliation of Dec 9 has the open lines too")).toBeTruthy();
  expect(made.getByRole("link", { name: "Open" }).getAttribute("href")).toBe(
    "/admin/reconciliation?day=2026-12-09&is=open",
  );
  fireEvent.click(made.getByRole("button", { name: "Compare: WD-2248" }));
  const comparison = within(await screen.findByRole("dialog", { name: "WD-2248 compared" }));
  expect(comparison.getByText("$204.00")).toBeTruthy();
  fireEvent.keyDown(document.body, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(made.getByText("Line 17 has no reference, sum equal")).toBeTruthy();
  fireEvent.click(made.getByRole("button", { name: "Match: WD-2253" }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Match" }));
  await screen.findByText("WD-2253 is matched");

  expect(made.getByRole("link", { name: "Return, 2 of 2: WD-2244" }).getAttribute("href")).toBe(
    "/admin/ledger?view=books&item=act-1",
  );
  fireEvent.click(made.getByRole("button", { name: "Return, 1 of 2: WD-2239" }));
  const returning = within(await screen.findByRole("dialog", { name: "Payout returned" }));
  fireEvent.click(returning.getByRole("button", { name: "Propose" }));
  await waitFor(() =>
    expect(bodies("POST /api/admin/books/acts")).toEqual([
      { kind: "payout_returned", withdrawalId: "id-2239", bankReference: "FT-1", reason: "Account closed" },
    ] as never),
  );

  // The file would still pay what has left the batch; a result that comes late is still taken.
  expect(made.getByRole("button", { name: "File again" })).toBeTruthy();
  const over = { state: "done", openCount: 0, sums: { ...sums, taken_back: { count: 1, sum: 99 } } } as const;
  detail = { ...detail, batch: batchOf(over), items: detail.items.map((item) => ({ ...item, isYours: false })) };
  await pollNow();
  await waitFor(() => expect(made.queryByRole("button", { name: "File again" })).toBeNull());
  expect(made.getByRole("button", { name: "Import result" })).toBeTruthy();
});

test("what a colleague pays is taken over as a whole from the hour on, and then neither that nor what a result says was paid is taken back", async () => {
  const PHALLA = { _id: "phalla", name: "Phalla Kim" };
  const others = { isYours: false, canTakeBack: false, payer: PHALLA } as const;
  batches = [batchOf()];
  detail = {
    ...detail,
    items: [itemOf(2261, 640.1, others), itemOf(2266, 75, { ...others, takeOverAt: "2026-12-09T18:00:00.000Z" })],
  };
  await open();
  const made = within(await screen.findByRole("region", { name: "Batch 118" }));
  expect(made.getByText("Phalla Kim pays 2 payouts of it, and imports the result.")).toBeTruthy();
  expect(made.getByText(/^If they are away, it can be taken over from /)).toBeTruthy();
  expect(made.queryByRole("button", { name: /^Take/ })).toBeNull();

  detail = { ...detail, items: detail.items.map((item) => ({ ...item, takeOverAt: "2026-12-09T17:00:00.000Z" })) };
  context.server.on("POST /api/admin/payouts/batches/batch-118/take-over", () => {
    detail = { ...detail, items: detail.items.map((item) => ({ ...item, isYours: true, payerBefore: "Phalla Kim" })) };
    return ok({ batch: batchOf(), taken: 2 });
  });
  await pollNow();
  fireEvent.click(await made.findByRole("button", { name: "Take over: Phalla Kim" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Take over Batch 118" }));
  fireEvent.click(dialog.getByRole("button", { name: "Take over $715.10" }));
  await screen.findByText("You pay Batch 118 now");
  expect(bodies("POST /api/admin/payouts/batches/batch-118/take-over")).toEqual([
    { payerId: "phalla", count: 2 },
  ] as never);
  // Now it is this admin who imports its result; nothing of it is taken back by one person.
  await made.findByRole("button", { name: /^Import result/ });
  expect(made.queryByText(/^Phalla Kim pays/)).toBeNull();
  expect(made.queryByRole("button", { name: /^Take back/ })).toBeNull();
  expect(made.getAllByRole("link", { name: /^Reject: / })).toHaveLength(2);

  const unmatched = { state: "unmatched", unmatchedWhy: "not_settled", isFrozen: true } as const;
  detail = {
    ...detail,
    items: [
      itemOf(2261, 640.1, { ...unmatched, canTakeBack: false, isSaidPaid: true }),
      itemOf(2266, 75, { ...unmatched, unmatchedWhy: "no_row" }),
    ],
  };
  await pollNow();
  for (const [number, mayTakeBack] of [
    ["WD-2261", false],
    ["WD-2266", true],
  ] as const) {
    fireEvent.click(await made.findByRole("button", { name: `Compare: ${number}` }));
    const comparison = within(await screen.findByRole("dialog", { name: `${number} compared` }));
    expect(comparison.queryByText(/^The result says that it was paid/) === null).toBe(mayTakeBack);
    expect(comparison.queryByRole("button", { name: "Take back" }) !== null).toBe(mayTakeBack);
    expect(comparison.getByRole("link", { name: "Open the withdrawal" })).toBeTruthy();
    fireEvent.keyDown(document.body, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
});

test("owners read without ticks, a failed refresh keeps the rows and says so, and too small an account turns the button off", async () => {
  rows = [toPay(2300, 5_000.01), ...rows];
  const opened = await open();
  await ticks();
  fireEvent.click(screen.getByRole("checkbox", { name: /WD-2300/ }));
  await pane().findByText("ABA Bank, US dollars has $5,000.00 free, and this takes $5,000.01.");
  expect(
    pane()
      .getByRole("button", { name: /Download bank file/ })
      .hasAttribute("disabled"),
  ).toBe(true);
  context.server.on("GET /api/admin/payouts/to-pay", () => refuse("internal", "Something went wrong"));
  await pollNow();
  await screen.findByText(/^Could not be refreshed/);
  expect((await ticks()).length).toBe(6);
  opened.unmount();

  rows = [];
  context.server.on("GET /api/admin/payouts/to-pay", () =>
    ok({ rows, totals: NONE, banks: [], accounts: [ABA], profiles: [BULK], isPaused: false }),
  );
  adminApi.viewCounts = { to_decide: { count: 7 } } as typeof adminApi.viewCounts;
  adminApi.admin.roles = ["owner"];
  adminApi.roles = ["owner"];
  await open();
  await screen.findByText("Nothing is to be paid");
  await screen.findByText("Operators put batches together.");
  expect(screen.queryByRole("checkbox")).toBeNull();
});

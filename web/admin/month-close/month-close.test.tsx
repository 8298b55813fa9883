import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { arrive } from "../../state/session.ts";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { openApp } from "../../test/open-app.tsx";
import { render } from "../../test/render.tsx";
import { noteStepUpLeft } from "../core/step-up.ts";
import type { MonthClosed, MonthShown } from "./month-calls.ts";
import { MonthClose } from "./month-close.tsx";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

const DIGEST = "4f2a91c0".repeat(8);
const NOVEMBER = "2026-11";
const prepared: MonthClosed = {
  _id: "close-1",
  month: NOVEMBER,
  state: "prepared",
  digest: DIGEST,
  isIntact: true,
  preparedById: "another",
  preparedBy: "Maly Kim",
  preparedAt: "2026-12-01T02:00:00.000Z",
  sealedBy: null,
  sealedAt: null,
  approvedBy: [
    { act: "approve", adminId: "another", name: "Maly Kim", detail: DIGEST, at: "2026-12-01T02:00:00.000Z" },
  ],
};
const sealed: MonthClosed = {
  ...prepared,
  state: "sealed",
  sealedBy: "Sophea Nov",
  sealedAt: "2026-12-02T02:00:00.000Z",
};
const shown: MonthShown = {
  success: true,
  month: NOVEMBER,
  digest: DIGEST,
  holds: [],
  close: null,
  isOutdated: false,
  endsAt: "2026-11-30T17:00:00.000Z",
  report: {
    version: 1,
    month: NOVEMBER,
    timeZone: "Asia/Phnom_Penh",
    firstDay: "2026-11-01",
    lastDay: "2026-11-30",
    before: null,
    currencies: [
      {
        currency: "USD",
        clients: {
          opening: 389_240.1,
          flows: [{ kind: "deposit", count: 1_284, moved: 148_930, clients: 148_930 }],
          closing: 538_170.1,
        },
        accounts: [{ account: "house:khqr", opening: -389_240.1, change: -148_930, closing: -538_170.1 }],
        bank: null,
        open: [{ what: "exceptions", count: 2, amount: 150 }],
      },
    ],
    foundLater: [{ what: "line_in", ofMonth: "2026-10", currency: "USD", count: 1, amount: 75 }],
  },
};

let adminApi: AdminApi;
let month: MonthShown;
beforeEach(() => {
  adminApi = new AdminApi(context.server);
  month = shown;
  setClose(null);
  context.server.on(`GET /api/admin/months/${NOVEMBER}`, () => ok(month));
});

function setClose(close: MonthClosed | null, next: string | null = NOVEMBER) {
  month = { ...month, close };
  const row = { month: NOVEMBER, isRunning: false, close };
  adminApi.months = { success: true, running: "2026-12", next, timeZone: "Asia/Phnom_Penh", months: [row] };
}

test("the close is locked while something is open, and says what; then it is prepared, sealed by another operator, and has its digest", async () => {
  arrive(adminApi.admin, null);
  noteStepUpLeft(900_000, Date.now());
  month = {
    ...shown,
    holds: [
      {
        kind: "no_statement",
        account: { _id: "aba", name: "ABA Bank" },
        currency: "KHR",
        from: "2026-11-29",
        to: "2026-11-30",
      },
      { kind: "open_lines", currency: "USD", count: 1, days: ["2026-11-09"] },
    ],
  };
  const { rerender } = render(<MonthClose month={NOVEMBER} openItems={1} missingDays={2} />);
  fireEvent.click(await screen.findByRole("button", { name: "1 open item holds the close" }));
  const hold = await screen.findByRole("dialog", { name: "What holds the close" });
  await within(hold).findByText("1 line of a statement has no transfer: Nov 9, 2026");
  within(hold).getByText("ABA Bank (aba) has no statement of Nov 29, 2026 to Nov 30, 2026.");
  // Each leads to where it is made good.
  const hrefOf = (name: string) => within(hold).getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("Import statement")).toBe("/admin/reconciliation?day=2026-11-29&currency=KHR&import=aba");
  expect(hrefOf("Show Nov 9")).toBe("/admin/reconciliation?day=2026-11-09&is=open");
  fireEvent.click(within(hold).getByRole("button", { name: "Close" }));
  rerender(<MonthClose month={NOVEMBER} openItems={0} missingDays={2} />);
  screen.getByRole("button", { name: "2 days have no whole statement" });

  month = shown;
  rerender(<MonthClose month={NOVEMBER} openItems={0} missingDays={0} />);
  let isChanged = true;
  context.server.on(`POST /api/admin/months/${NOVEMBER}/prepare`, () => {
    if (isChanged) return refuse("wrong_state", "The report has changed since you opened it");
    setClose({ ...prepared, preparedById: adminApi.admin._id, preparedBy: "Sophea Nov" });
    return ok({ close: prepared, approvals: { have: 1, need: 2 } });
  });
  fireEvent.click(await screen.findByRole("button", { name: "Close November" }));
  const preparing = await screen.findByRole("dialog", { name: "Prepare November 2026" });
  await within(preparing).findByText("$538,170.10");
  const press = () => fireEvent.click(within(preparing).getByRole("button", { name: "Prepare" }));
  press();
  await within(preparing).findByText("The report has changed since you opened it");
  isChanged = false;
  press();
  // Who prepared it can cancel it, and cannot seal it.
  await screen.findByText("1 of 2, by Sophea Nov");
  expect(screen.queryByRole("button", { name: "Seal November" })).toBeNull();
  expect(context.server.callsOf(`POST /api/admin/months/${NOVEMBER}/prepare`).at(-1)?.body).toEqual({ digest: DIGEST });
  context.server.on(`POST /api/admin/months/${NOVEMBER}/cancel`, () => {
    setClose(prepared);
    return ok({ close: null });
  });
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  fireEvent.click(await screen.findByRole("button", { name: "Cancel the close" }));
  await screen.findByText("1 of 2, by Maly Kim");
  context.server.on(`POST /api/admin/months/${NOVEMBER}/seal`, () => {
    setClose(sealed);
    return ok({ close: sealed, approvals: { have: 2, need: 2 } });
  });
  fireEvent.click(screen.getByRole("button", { name: "Seal November" }));
  const sealing = await screen.findByRole("dialog", { name: "Seal November 2026" });
  await within(sealing).findByText("$538,170.10");
  fireEvent.click(within(sealing).getByRole("button", { name: "Seal November 2026" }));
  await screen.findByText("Sealed Dec 2, 2026");
  await screen.findByText("4f2a91c0");
  expect(context.server.callsOf(`POST /api/admin/months/${NOVEMBER}/seal`).map(({ body }) => body)).toEqual([
    { digest: DIGEST, approvals: { have: 1, need: 2 } },
  ]);
  expect(screen.getByRole("link", { name: "Report" }).getAttribute("href")).toBe(
    `/admin/ledger?view=months&month=${NOVEMBER}`,
  );
});

test("who seals a month that a colleague has sealed meanwhile is told so, in the dialog that they sent", async () => {
  arrive(adminApi.admin, null);
  noteStepUpLeft(900_000, Date.now());
  setClose(prepared);
  context.server.on(`POST /api/admin/months/${NOVEMBER}/seal`, () => {
    setClose(sealed);
    return refuse("wrong_state", "This month is sealed already");
  });
  render(<MonthClose month={NOVEMBER} openItems={0} missingDays={0} />);
  fireEvent.click(await screen.findByRole("button", { name: "Seal November" }));
  const sealing = await screen.findByRole("dialog", { name: "Seal November 2026" });
  const submit = within(sealing).getByRole("button", { name: "Seal November 2026" });
  // Its button waits for the report, and then has the focus.
  await waitFor(() => expect(document.activeElement).toBe(submit));
  fireEvent.click(submit);
  await screen.findByText("Sealed Dec 2, 2026");
  await within(sealing).findByText("This month is sealed already");
  await waitFor(() => expect(submit).toHaveProperty("disabled", true));
  expect(screen.queryByRole("button", { name: "Seal November" })).toBeNull();
});

test("an owner reads the report that adds up, and is told when its digest is not that any more", async () => {
  adminApi.roles = ["owner"];
  setClose({ ...sealed, isIntact: false });
  openApp(context.server, { at: "/admin/ledger?view=months", as: { ...adminApi.admin, roles: ["owner"] } });
  await screen.findByText("Does not give its digest");
  fireEvent.click(screen.getByRole("link", { name: "November 2026" }));
  await screen.findByRole("heading", { name: "Report of the month, November 2026" });
  const client = screen.getByRole("row", { name: "Deposit 1,284 $148,930.00 +$148,930.00" });
  expect(client).toBeTruthy();
  screen.getByRole("row", { name: "Opening $389,240.10" });
  screen.getByRole("row", { name: "Closing $538,170.10" });
  screen.getByRole("row", { name: "Lines of later statements, in, of October 2026 1 $75.00" });
  screen.getByText("The stored report does not give its digest any more");
  expect(screen.queryByRole("button", { name: /^(Seal|Close|Cancel)( November)?$/ })).toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: "Print" })).toBeTruthy());
});

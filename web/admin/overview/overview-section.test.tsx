import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { targetsOf } from "../../test/admin-records.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { openApp } from "../../test/open-app.tsx";
import { steppedUpUntilMs } from "../core/step-up.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
let adminApi: AdminApi;
beforeEach(() => {
  adminApi = new AdminApi(context.server);
});

/** Opens the overview and waits for its figures. */
async function openOverview() {
  const opened = await openApp(context.server, { at: "/admin", as: adminApi.admin });
  await screen.findByText("Paid in and out");
  // Until it is known, an approval asks for a code.
  await waitFor(() => expect(steppedUpUntilMs.value).not.toBeNull());
  return opened;
}

/** The text of the line or table row that starts with a name. */
function lineOf(name: string): string {
  const label = screen.getByText(name);
  return (label.closest("tr") ?? label.parentElement)?.textContent ?? "";
}

const leadsTo = (name: string) => screen.getByText(name).closest("a")?.getAttribute("href");

test("the admin screens open on the open items, and each line links to its list", async () => {
  adminApi.addWithdrawals({ amount: 50 }, { amount: 60 }, { amount: 70, status: "approved" });
  adminApi.addException();
  adminApi.waitingImports = 3;
  await openOverview();
  expect([lineOf("To review"), leadsTo("To review")]).toEqual([
    expect.stringMatching(/^To review2\d+\s[dh]/),
    "/admin/withdrawals?stage=review",
  ]);
  expect(leadsTo("To be paid out")).toBe("/admin/withdrawals?status=approved&stage=payout");
  expect(leadsTo("For a second admin")).toBe("/admin/withdrawals?status=open&stage=second_approval");
  expect(leadsTo("Being worked on")).toBe("/admin/withdrawals?status=open&stage=claimed");
  expect([lineOf("For you"), leadsTo("For you")]).toEqual([
    expect.stringMatching(/^For you3\d+\s[dh]/),
    "/admin/withdrawals?status=open&stage=waiting",
  ]);
  expect(leadsTo("Identity or freeze first")).toBe("/admin/withdrawals?status=open&stage=blocked");
  expect(leadsTo("Payments to decide")).toBe("/admin/exceptions?stage=waiting");
  expect(lineOf("Identities to review")).toBe("Identities to review0—");
  expect(lineOf("Imports for another admin")).toBe("Imports for another admin3—");
  expect(leadsTo("Imports for another admin")).toBe("/admin/imports?status=waiting");
  expect(screen.getByRole("heading", { level: 1, name: "Overview" })).toBeTruthy();
});

test("deposits and withdrawals are shown with their counts, today and this month, and link to their lists", async () => {
  adminApi.overview = {
    // Midnight in Phnom Penh: the first of the month there, the last of the month before in UTC.
    since: { today: "2026-11-21T17:00:00.000Z", month: "2026-10-31T17:00:00.000Z" },
    deposits: { today: { count: 2, sum: 45.5 }, month: { count: 31, sum: 12_345.6 } },
    withdrawals: { today: { count: 0, sum: 0 }, month: { count: 7, sum: 900 } },
  };
  await openOverview();
  expect(lineOf("Deposits, today")).toBe("Deposits, today+$45.502");
  expect(lineOf("Deposits, this month")).toBe("Deposits, this month+$12,345.6031");
  expect(lineOf("Withdrawals, this month")).toBe("Withdrawals, this month−$900.007");
  expect(leadsTo("Deposits, today")).toBe("/admin/deposits?status=paid&paidFrom=2026-11-22&paidTo=2026-11-22");
  expect(leadsTo("Withdrawals, this month")).toBe(
    "/admin/withdrawals?status=completed&completedFrom=2026-11-01&completedTo=2026-11-22",
  );
  expect(leadsTo("Of them matched, today")).toBe(
    "/admin/exceptions?status=matched&decidedFrom=2026-11-22&decidedTo=2026-11-22",
  );
  expect(screen.getByText("sum and count, days in Phnom Penh (GMT+7)")).toBeTruthy();
  expect(lineOf("Paid in by KHQR")).toBe("Paid in by KHQR+$500.00");
  expect(lineOf("Paid out")).toBe("Paid out−$100.00");
  expect(leadsTo("Paid in by KHQR")).toBe("/admin/ledger?view=accounts&search=house%3Akhqr&item=house%3Akhqr");
});

test("failing services are named, with their error rates and the response to them", async () => {
  const failedAt = new Date().toISOString();
  const bad = { lastSuccessAt: null, lastFailureAt: failedAt, calls: 8, failures: 8, errorRate: 1 };
  const never = { lastSuccessAt: null, lastFailureAt: null, calls: 0, failures: 0, errorRate: 0 };
  adminApi.overview = {
    services: [
      { service: "bakong", state: "down", ...bad },
      { service: "mail", state: "shaky", ...bad, lastSuccessAt: failedAt, failures: 2, errorRate: 0.25 },
      { service: "google", state: "unknown", ...never },
    ],
    bakong: { restsUntil: failedAt, isTokenRefused: true, tokenEndsAt: null },
  };
  await openOverview();
  expect(lineOf("Bakong")).toMatch(/^BakongDown, not called until today, .*, token refusedNever8 of 8, 100\.0%$/);
  expect(lineOf("E-mail")).toMatch(/^E-mailErrors\d+\ss ago2 of 8, 25\.0%$/);
  expect(lineOf("Google sign-in")).toBe("Google sign-inNot called yet—No calls");
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test.each([
  [
    "up",
    { lastAppendAt: minutesAgo(180), waitingRows: 0, unshippedEntries: 0 },
    /^Journal of moneyUp, last append 3\sh ago\d+\ss ago/,
  ],
  [
    "down",
    { lastAppendAt: minutesAgo(3), waitingRows: 1_200, unshippedEntries: 4 },
    /^Journal of moneyDown, last append 3\sm ago, rows not appended: 1,200, entries not in the bucket: 4\d/,
  ],
  // The cron ships within a minute.
  [
    "up",
    { lastAppendAt: minutesAgo(1), waitingRows: 0, unshippedEntries: 4 },
    /^Journal of moneyUp, last append [^,]+ ago\d/,
  ],
  ["down", null, /^Journal of moneyDown\d/],
] as const)("the journal of money that is %s says what it lacks: %p", async (state, journal, line) => {
  const calls = { lastSuccessAt: minutesAgo(0), lastFailureAt: null, calls: 8, failures: 0, errorRate: 0 };
  adminApi.overview = { services: [{ service: "journal", state, ...calls }], journal };
  await openOverview();
  expect(lineOf("Journal of money")).toMatch(line);
});

test("an unbalanced ledger shows the difference and that withdrawals are stopped", async () => {
  const withdrawalsPausedSince = new Date().toISOString();
  adminApi.overview = {
    ledger: {
      newEntriesCheckedAt: withdrawalsPausedSince,
      wholeCheckedAt: null,
      difference: { reason: "available:trader-1 differs", withdrawalsPausedSince },
    },
    paused: ["deposits"],
  };
  await openOverview();
  expect(screen.getByText("The ledger differs")).toBeTruthy();
  expect(screen.getByText(/Withdrawals have been stopped since today.*available:trader-1 differs/)).toBeTruthy();
  expect(screen.getByText("Stopped by configuration: deposits")).toBeTruthy();
  expect(lineOf("Everything checked")).toBe("Everything checkedNever");
});

test("a feed without listeners is not a fault, and an unknown state says so", async () => {
  const heardAt = new Date(Date.now() - 3 * 60 * 60_000).toISOString();
  adminApi.overview = {
    services: null,
    feed: {
      upstream: "Coinbase",
      isWanted: false,
      isConnected: false,
      heardAt,
      isSimulated: false,
      prices: [{ symbol: "ETHUSDm", at: heardAt }],
    },
  };
  await openOverview();
  expect(screen.getByText("from Coinbase")).toBeTruthy();
  expect(lineOf("ETHUSDm")).toBe("ETHUSDm3\u00a0h");
  expect(screen.getByText("No listeners")).toBeTruthy();
  expect(screen.getByText("The state of the services is not known right now")).toBeTruthy();
});

test("an overview that cannot be loaded can be loaded again, and a loaded one stays", async () => {
  const down = () => refuse("service_down", "Service temporarily unavailable. Please try again.");
  context.server.on("GET /api/admin/overview", down);
  await openApp(context.server, { at: "/admin", as: adminApi.admin });
  await screen.findByText("The overview could not be loaded");
  adminApi = new AdminApi(context.server);
  fireEvent.click(screen.getByText("Try again", { selector: "button" }));
  await screen.findByText("Paid in and out");
  context.server.on("GET /api/admin/overview", down);
  // A page that becomes visible refreshes.
  fireEvent.focus(window);
  await screen.findByText("Could not be refreshed. What you see may be older.");
  expect(screen.getByText("Paid in and out")).toBeTruthy();
});

test("the bar shows the count of each section", async () => {
  adminApi.addWithdrawals({ amount: 50 }, { amount: 70, status: "approved" });
  adminApi.addIdentity("Bopha Keo");
  await openApp(context.server, { at: "/admin/ledger", as: adminApi.admin });
  await screen.findByRole("link", { name: "Withdrawals 2" });
  expect(screen.getByRole("link", { name: "Identities 1" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Exceptions" })).toBeTruthy();
});

test("an action updates the counts at once", async () => {
  adminApi.addWithdrawals({ amount: 50 }, { amount: 60 });
  await openApp(context.server, { at: "/admin/withdrawals", as: adminApi.admin });
  await screen.findByRole("link", { name: "Withdrawals 2" });
  adminApi.addIdentity("Bopha Keo");
  const claim = await screen.findByRole<HTMLButtonElement>("button", { name: /^Claim/ });
  await waitFor(() => expect(claim.disabled).toBe(false));
  claim.click();
  await screen.findByRole("link", { name: "Identities 1" });
});

test.each([
  ["/admin?status=approved", "/admin/withdrawals?status=approved"],
  ["/admin?item=some-id", "/admin/withdrawals?item=some-id"],
])("a link to the former address of withdrawals, %s, redirects to the current one", async (at, end) => {
  const { history } = await openApp(context.server, { at, as: adminApi.admin });
  await screen.findByRole("heading", { level: 1, name: "Withdrawals" });
  await waitFor(() => expect(history.at(-1)).toBe(end));
});

test("the tape shows up to when it is sealed and checked, and a sound one says so", async () => {
  await openOverview();
  expect(lineOf("Sealed until")).toMatch(/^Sealed untilToday, \d+:\d\d [AP]M$/);
  expect(lineOf("Records today")).toBe("Records today1,234");
  expect(lineOf("Last check")).toMatch(/^Last check\d+\ss ago$/);
  expect(screen.getByText("No fault found")).toBeTruthy();
});

test("each fault of the tape is a sentence, and those that are not listed are counted", async () => {
  const minuteAt = new Date().toISOString();
  adminApi.overview = {
    tape: {
      state: { sealedUntil: minuteAt, recordsToday: 5, unshippedMinutes: 7 },
      checkedAt: minuteAt,
      checkedUntil: minuteAt,
      faultCount: 4,
      faults: [
        { minuteAt, fault: "missing_segment", detail: "no bytes are stored" },
        { minuteAt, fault: "missing_seal", detail: "no seal of records 3 to 9" },
      ],
    },
  };
  await openOverview();
  const faults = screen.getByText("The tape has 4 faults").parentElement?.textContent;
  expect(faults).toMatch(/Today, \d+:\d\d [AP]M: the segment is missing \(no bytes are stored\)\./);
  expect(faults).toContain("the seal before it is missing (no seal of records 3 to 9).");
  expect(faults).toContain("2 more: see them with bun run tape check.");
  expect(screen.getByText("7 sealed minutes are not in the bucket yet")).toBeTruthy();
  expect(screen.queryByText("No fault found")).toBeNull();
});

test("a tape without a record or a check has no fault, and an unknown state says so", async () => {
  const nothing = { checkedAt: null, checkedUntil: null, faultCount: 0, faults: [] };
  adminApi.overview = { tape: { ...nothing, state: { sealedUntil: null, recordsToday: 0, unshippedMinutes: 0 } } };
  await openOverview();
  expect([lineOf("Sealed until"), lineOf("Records today")]).toEqual(["Sealed untilNothing yet", "Records today0"]);
  expect(lineOf("Last check")).toBe("Last checkNever");
  expect(screen.queryByText("No fault found")).toBeNull();

  adminApi.overview = { tape: { ...nothing, state: null } };
  fireEvent.focus(window);
  await screen.findByText("The state of the tape is not known right now");
  expect(screen.queryByText("Records today")).toBeNull();
});

test("each channel says how much of this month was not shown", async () => {
  adminApi.overview = {
    channels: [
      { channel: "push", count: 200, silent: 49, failed: 1 },
      { channel: "telegram", count: 10, silent: 0, failed: 0 },
      { channel: "email", count: 0, silent: 0, failed: 0 },
    ],
  };
  await openOverview();
  expect(lineOf("By push")).toBe("By push25.0% of 200 not shown");
  expect(lineOf("By Telegram")).toBe("By Telegram0.0% of 10 not shown");
});

test("the last backup and the last drill are shown, and that there was none", async () => {
  adminApi.overview = {
    recovery: { lastBackupAt: new Date(Date.now() - 3 * 60 * 60_000).toISOString(), lastDrillAt: null, review: null },
  };
  await openOverview();
  expect(lineOf("Last backup")).toMatch(/^Last backup3\sh ago$/);
  expect(lineOf("Last drill of a restore")).toBe("Last drill of a restoreNever");
  expect(screen.queryByText("Approve the restore")).toBeNull();
});

test("what a restore found is listed and approved by its count", async () => {
  const review = {
    _id: "restore-1",
    restoredAt: new Date().toISOString(),
    resumedAt: null,
    findingCount: 3,
    findings: [
      { kind: "withdrawal" as const, id: "w1", before: null, after: "completed", amount: 120.5, userId: "trader-1" },
      { kind: "lost" as const, id: "17-19", before: null, after: null, amount: null, userId: null },
    ],
    credited: [{ id: "d1", userId: "trader-1", amount: 12.5, paidAt: new Date().toISOString() }],
    othersOpen: 0,
    approvals: { have: 0, need: 2 },
    approvedBy: [],
  };
  adminApi.overview = { recovery: { lastBackupAt: null, lastDrillAt: null, review } };
  const sent: unknown[] = [];
  context.server.on("POST /api/admin/restores/restore-1/approve", ({ body }) => {
    sent.push(body);
    return ok({ restore: { ...review, approvals: { have: 1, need: 2 } }, approvals: { have: 1, need: 2 } });
  });
  await openOverview();
  expect(screen.getByText(/The database was restored today.*0 of 2 have/)).toBeTruthy();
  fireEvent.click(screen.getByText("Approve the restore"));
  const list = await screen.findByRole("list", { name: "What the restore found" });
  expect(list.textContent).toContain("Withdrawal$120.50In the copy: not there. Now: completed.w1");
  expect(list.textContent).toContain("Rows that nobody was told of—In the copy: not there. Now: lost.17-19");
  expect(screen.getByText("1 more: bun run restore printed them.")).toBeTruthy();
  const credited = screen.getByRole("list", { name: "Payments reported since the restore" });
  expect(credited.textContent).toMatch(/^Deposit\$12\.50Credited today.*d1$/);
  fireEvent.click(screen.getByText("Approve, 1 of 2", { selector: "button" }));
  await screen.findByText("Your approval is recorded. Another admin must approve too.");
  expect(sent).toEqual([{ findingCount: 3, approvals: { have: 0, need: 2 } }]);
});

test("client money is one sum, with what the ledger and the bank must have, and their difference", async () => {
  await openOverview();
  const card = within(screen.getByRole("heading", { name: "Client money" }).closest("section") ?? document.body);
  expect(card.getByText("The traders and the ledger have the same")).toBeTruthy();
  expect(lineOf("On hold for withdrawals")).toBe("On hold for withdrawals$80.00");
  expect(lineOf("By the house accounts")).toBe("By the house accounts$400.00");
  cleanup();
  adminApi.overview = {
    clientMoney: {
      available: 320,
      held: 80,
      total: 400,
      byLedger: 400.25,
      difference: -0.25,
      owed: 0,
      undecided: 12.5,
      undecidedOther: [{ currency: "KHR", amount: 50_000 }],
      payoutsBegun: 40,
      bankHasAtLeast: 372.5,
    },
  };
  await openOverview();
  expect(screen.getByText("The traders have −$0.25 against the ledger")).toBeTruthy();
  expect(lineOf("Payments to decide, paid in")).toMatch(/^Payments to decide, paid in\+\$12\.50and .*50,000/);
  expect(leadsTo("Payments to decide, paid in")).toBe("/admin/exceptions");
  expect(lineOf("Payouts being paid")).toBe("Payouts being paid−$40.00");
  expect(lineOf("The bank account must have")).toMatch(/^The bank account must have\$372\.50At least/);
});

/** The tone of a line's value, or of the age behind it; null for an ordinary one. */
const toneOf = (name: string, figure: "b" | "span:last-child") =>
  screen.getByText(name).parentElement?.querySelector(figure)?.getAttribute("data-tone") ?? null;

test("a backup or drill that never was is red, one that is overdue is marked, and so is a late check of the ledger", async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const linesAt = async (backup: string | null, check: string | null) => {
    cleanup();
    adminApi.overview = {
      recovery: { lastBackupAt: backup, lastDrillAt: ago(1), review: null },
      ledger: { newEntriesCheckedAt: check, wholeCheckedAt: ago(1), difference: null },
    };
    await openOverview();
    return [toneOf("Last backup", "b"), toneOf("New entries checked", "b")];
  };
  expect(await linesAt(null, null)).toEqual(["down", "warn"]);
  expect(await linesAt(ago(27), ago(0.3))).toEqual(["warn", "warn"]);
  expect(await linesAt(ago(25), ago(0.2))).toEqual([null, null]);
});

test("an age is late after the operation's target, on the overview and in its list alike", async () => {
  const createdAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
  adminApi.addWithdrawals({ createdAt });
  for (const [hours, isLate] of [
    [2, true],
    [4, false],
  ] as const) {
    cleanup();
    adminApi.operation = { ...adminApi.operation, targetHours: targetsOf(hours) };
    const { navigate } = await openOverview();
    await waitFor(() => expect(toneOf("To review", "span:last-child")).toBe(isLate ? "warn" : null));
    navigate("/admin/withdrawals");
    const age = await screen.findByTitle(/^3\sh$/);
    await waitFor(() => expect(age.getAttribute("data-tone")).toBe(isLate ? "warn" : "muted"));
  }
});

test("what waits for something else than an admin is late nowhere, however old it is", async () => {
  const createdAt = new Date(Date.now() - 72 * 3_600_000).toISOString();
  const [blocked, held] = ["blocked", "held"] as const;
  adminApi.addWithdrawals({ createdAt, stage: blocked, amount: 101 }, { createdAt, stage: held, amount: 102 });
  adminApi.addWithdrawals({ createdAt, stage: "review", amount: 103 });
  const { navigate } = await openOverview();
  navigate("/admin/withdrawals");
  const ages = await screen.findAllByTitle(/^3\sd$/);
  await waitFor(() => expect(ages.map((age) => age.getAttribute("data-tone"))).toEqual(["muted", "muted", "warn"]));
});

describe("payouts", () => {
  const pause = (changes: object = {}) => ({
    _id: "pause-1",
    what: "withdrawals" as const,
    reason: "Somebody called",
    since: new Date().toISOString(),
    by: "Maly Sok",
    resumedAt: null,
    approvals: { have: 0, need: 2 },
    approvedBy: [],
    aloneFrom: null,
    ...changes,
  });

  test("are paused by one admin, who says why", async () => {
    const sent: unknown[] = [];
    context.server.on("POST /api/admin/pauses", ({ body }) => {
      sent.push(body);
      adminApi.overview = { withdrawalPause: pause() };
      return ok({ pause: pause() });
    });
    await openOverview();
    fireEvent.click(screen.getByRole("button", { name: "Pause withdrawals" }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Pause withdrawals" }));
    expect(await dialog.findByText("Say why")).toBeTruthy();
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Somebody called" } });
    fireEvent.click(dialog.getByRole("button", { name: "Pause withdrawals" }));
    expect(await screen.findByText(/^Paused by Maly Sok since today/)).toBeTruthy();
    expect(sent).toEqual([{ what: "withdrawals", reason: "Somebody called" }]);
  });

  test("are resumed by two, and by an only admin not before a day is over", async () => {
    adminApi.overview = { withdrawalPause: pause({ approvals: { have: 0, need: 2 } }) };
    context.server.on("POST /api/admin/pauses/pause-1/resume", ({ body }) => {
      expect(body).toEqual({ approvals: { have: 0, need: 2 } });
      const aloneFrom = new Date(Date.now() + 3_600_000).toISOString();
      adminApi.overview = { withdrawalPause: pause({ approvals: { have: 0, need: 1 }, aloneFrom }) };
      return ok({ pause: pause({ approvals: { have: 1, need: 2 } }), approvals: { have: 1, need: 2 } });
    });
    await openOverview();
    fireEvent.click(screen.getByRole("button", { name: "Resume withdrawals" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("A second admin must do the same before withdrawals are resumed.")).toBeTruthy();
    fireEvent.click(dialog.getByRole("button", { name: "Resume withdrawals, 1 of 2" }));
    await screen.findByText("Your approval is recorded. Another operator must resume them too.");
    expect(await screen.findByText(/You can resume them from today/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Resume withdrawals" })).toHaveProperty("disabled", true);
  });

  test("by one admin alone are a warning, while the operator allows them", async () => {
    adminApi.overview = { soleApproverPayout: "allowed" };
    await openOverview();
    const flag = screen.getByText("One admin alone may approve and pay").closest("[data-tone]");
    expect(flag?.getAttribute("data-tone")).toBe("warn");
  });
});

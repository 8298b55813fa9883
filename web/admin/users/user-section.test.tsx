import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { receiptPath } from "../../state/receipt-links.ts";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { FakeDemoAccount } from "../../test/fake-demo-account.ts";
import { openApp } from "../../test/open-app.tsx";
import { trader } from "../../test/trader.ts";
import { toast } from "../../ui/toast/toaster.tsx";
import type { AdminUser, ListedUser, TimelineEntry, UserPage } from "./user-calls.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
let adminApi: AdminApi;
const NO_LIMIT = {
  ...{ key: "withdrawal_day_max_trader", value: null, version: null, setBy: null, setAt: null, proposal: null },
};
let bopha: AdminUser;
let sessions: UserPage["sessions"];
let timeline: TimelineEntry[];

beforeEach(() => {
  toast.remove();
  adminApi = new AdminApi(context.server);
  bopha = adminUser();
  sessions = [
    {
      _id: "session-1",
      device: "Safari on iPhone",
      country: "KH",
      isAdminPage: false,
      createdAt: AT,
      lastUsedAt: new Date(Date.now() - 5 * 60_000).toISOString(),
    },
  ];
  timeline = [
    entry({ action: "user.noted", by: "Dara Kim", byId: "admin-2", note: "Called on Monday" }),
    entry({ action: "withdrawal.requested", subject: "withdrawal:w-1", detail: { amountCents: 5000 } }),
    entry({ action: "import.committed", subject: "import:i-1", by: "Dara Kim" }),
    entry({ action: "deposit.paid", subject: "deposit:d-1", by: "system" }),
  ];
  const { server } = context;
  server
    .on("GET /api/admin/users", ({ query }) => {
      const search = query.get("search") ?? "";
      const fits = [bopha._id, ""].includes(search) || bopha.name.toLowerCase().startsWith(search.toLowerCase());
      return ok({ users: fits ? [listed(bopha)] : [], nextCursor: null });
    })
    .on("GET /api/admin/users/user-1", () => ok({ user: bopha, sessions, notes: [] }))
    .on("GET /api/admin/settings/traders/user-1", () => ok({ setting: NO_LIMIT, changes: [], isOnlyOwner: false }))
    .on("GET /api/admin/users/user-1/timeline", ({ query }) => {
      const kind = query.get("kind");
      const rows = timeline.filter(({ action }) => kind === null || action.startsWith(kind.slice(0, -1)));
      return ok({ entries: rows, nextCursor: null });
    })
    .on("POST /api/admin/users/user-1/freeze", ({ body }) => {
      if (Reflect.get(Object(body), "version") !== bopha.version) {
        return refuse("wrong_state", "Dara Kim has frozen this account at 10:31. Refresh to see its current state.");
      }
      bopha = { ...bopha, frozenAt: AT, frozenBy: "Sophea Nov", frozenReason: "Looked at", version: bopha.version + 1 };
      return ok({ user: bopha });
    })
    .on("POST /api/admin/users/user-1/end-sessions", () => {
      sessions = [];
      return ok({ ended: "all" });
    });
});

const AT = "2026-11-20T03:20:00.000Z";
const openAdmin = (address = "/admin/users") => openApp(context.server, { at: address, as: adminApi.admin });
const press = (key: string) => fireEvent.keyDown(document.body, { key });
const submit = () =>
  fireEvent.click(screen.getByRole("dialog").querySelector('button[type="submit"]') ?? document.body);
const callsOf = (act: string) => context.server.callsOf(`POST /api/admin/users/user-1/${act}`);

test("a person opens with their balance, and each timeline entry links to its item", async () => {
  await openAdmin();
  await screen.findByRole("heading", { level: 2, name: "Bopha Keo" });
  await screen.findByText("Called on Monday");
  expect(screen.getByText("Safari on iPhone")).toBeTruthy();
  const author = screen.getByText("Called on Monday").closest("li")?.querySelector("span a");
  expect([author?.textContent, author?.getAttribute("href"), author?.getAttribute("title")]).toEqual([
    "Dara Kim",
    "/admin/users?item=admin-2",
    "admin-2",
  ]);
  expect(screen.getByText(/^Cambodia, used 5.+ ago$/)).toBeTruthy();
  const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("Withdrawal requested")).toBe("/admin/withdrawals?item=w-1");
  expect(hrefOf("Deposit paid")).toBe("/admin/deposits?item=d-1");
  expect(hrefOf("Import committed")).toBe("/admin/imports?trader=bopha%40example.com&item=i-1");
  const rows = within(screen.getByRole("region", { name: "Timeline" })).getAllByRole("listitem");
  const withSum = rows.filter(({ textContent }) => textContent?.endsWith("$50.00"));
  expect(withSum.map(({ textContent }) => textContent)).toEqual([expect.stringContaining("Withdrawal requested")]);
});

test("the sort arrow is above the day of each sign-up, which it sorts by", async () => {
  await openAdmin();
  await screen.findByRole("heading", { level: 2, name: "Bopha Keo" });
  expect(screen.getByRole("button", { name: "Signed up , newest first" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Name/ })).toBeNull();
  expect(screen.getByRole("button", { name: /^Bopha Keo.*Nov 20/ })).toBeTruthy();
});

test("the search and the kind of events are stored in the address", async () => {
  await openAdmin("/admin/users?search=bop&kind=withdrawals");
  await screen.findByRole("link", { name: "Withdrawal requested" });
  expect(screen.queryByRole("link", { name: "Deposit paid" })).toBeNull();
  expect(context.server.callsOf("GET /api/admin/users")[0]?.query.get("search")).toBe("bop");
  fireEvent.click(screen.getByRole("link", { name: "Everything" }));
  await screen.findByRole("link", { name: "Deposit paid" });
  fireEvent.change(screen.getByLabelText("Search"), { target: { value: "nobody" } });
  await screen.findByText("Nothing matches the filter");
  expect(screen.getByText(/^Search nobody\. A search looks at/)).toBeTruthy();
});

test("F freezes with a reason, and the page says so", async () => {
  await openAdmin();
  await screen.findByRole("heading", { level: 2, name: "Bopha Keo" });
  press("f");
  await screen.findByRole("dialog", { name: "Freeze Bopha Keo" });
  submit();
  await screen.findByText("Enter the reason: colleagues read it later");
  await context.callsArrive();
  expect(callsOf("freeze")).toHaveLength(0);
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: " Looked at " } });
  submit();
  await screen.findByText("Bopha Keo is frozen");
  await screen.findByRole("button", { name: /Unfreeze/ });
  expect(callsOf("freeze")[0]?.body).toEqual({ version: 1, reason: "Looked at" });
  expect(callsOf("freeze")[0]?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
});

test("an admin who loses a race is told who was first, and sees the account's current state", async () => {
  await openAdmin();
  await screen.findByRole("heading", { level: 2, name: "Bopha Keo" });
  press("f");
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "Looked at" } });
  bopha = { ...bopha, version: 2, frozenAt: AT, frozenBy: "Dara Kim", frozenReason: "Chargeback" };
  submit();
  await screen.findByText(/Dara Kim has frozen this account at 10:31/);
  await screen.findByText(/Chargeback/);
  expect(screen.getByRole("button", { name: /Unfreeze/ })).toBeTruthy();
});

test("all sessions are ended after one confirmation", async () => {
  await openAdmin();
  fireEvent.click(await screen.findByRole("button", { name: "End all" }));
  await screen.findByRole("dialog", { name: "Sign Bopha Keo out everywhere" });
  submit();
  await screen.findByText("Bopha Keo was signed out");
  await screen.findByText("Nowhere");
  expect(callsOf("end-sessions")[0]?.body).toEqual({});
});

test("an admin whose approvals do not count yet is marked with the time from which they do, and not after it", async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  bopha = { ...bopha, role: "admin", approvalsCountFrom: inAnHour };
  await openAdmin();
  await screen.findByText("New admin");
  screen.getByText(/^Their approvals of money count from .*, 24 hours after they became an admin\.$/);
  cleanup();
  bopha = { ...bopha, approvalsCountFrom: AT };
  await openAdmin();
  await screen.findByText("No second factor yet");
  expect(screen.queryByText("New admin")).toBeNull();
});

describe("an act that takes two admins", () => {
  const approval = (adminId: string, name: string) => ({ act: "approve" as const, adminId, name, detail: "", at: AT });
  const agreed = (...approvedBy: ReturnType<typeof approval>[]) => ({
    approvals: { have: approvedBy.length, need: 2 },
    approvedBy,
  });
  const fillReason = (reason: string) =>
    fireEvent.change(screen.getByRole("dialog").querySelector("textarea") ?? document.body, {
      target: { value: reason },
    });

  test("begins with an approval that changes nothing, and is not given twice", async () => {
    context.server.on("POST /api/admin/users/user-1/role", () => {
      bopha = {
        ...bopha,
        appointment: { roles: null, ...agreed(approval(adminApi.admin._id, "Sophea Nov")), aloneFrom: null },
      };
      return ok({ user: bopha });
    });
    await openAdmin();
    fireEvent.click(await screen.findByRole("button", { name: "Make admin" }));
    await screen.findByText(/^This takes two owners, and yours is the first approval\./);
    fillReason("Joins on Monday");
    submit();
    await screen.findByText("Your approval is recorded");
    expect(callsOf("role")[0]?.body).toEqual({
      version: 1,
      approvals: { have: 0, need: 2 },
      role: "admin",
      roles: ["support"],
      reason: "Joins on Monday",
    });
    await screen.findByText(/^Approved by Sophea Nov, .*Another owner must approve it too\.$/);
    expect(screen.queryByRole("button", { name: "Make admin" })).toBeNull();
  });

  test("is done with the second, whose dialog names the first", async () => {
    bopha = {
      ...bopha,
      security: { ...bopha.security, twoFactor: true },
      secondFactorReset: agreed(approval("admin-2", "Dara Kim")),
    };
    context.server.on("POST /api/admin/users/user-1/reset-second-factor", () => {
      bopha = { ...bopha, security: { ...bopha.security, twoFactor: false }, secondFactorReset: agreed(), version: 2 };
      return ok({ user: bopha });
    });
    await openAdmin();
    await screen.findByText(/^Approved by Dara Kim, .*It is done with your approval\.$/);
    fireEvent.click(screen.getByRole("button", { name: "Remove as lost" }));
    await screen.findByText(/^Dara Kim has approved this\. With your approval it is done\. Make sure that it is them/);
    fillReason("Called from their number");
    submit();
    await screen.findByText("The second factor of Bopha Keo is removed");
    expect(callsOf("reset-second-factor")[0]?.body).toEqual({
      version: 1,
      approvals: { have: 1, need: 2 },
      reason: "Called from their number",
    });
    await waitFor(() => expect(screen.queryByRole("button", { name: "Remove as lost" })).toBeNull());
  });

  test("is confirmed by an only admin a day later", async () => {
    const own = agreed(approval(adminApi.admin._id, "Sophea Nov"));
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    bopha = { ...bopha, appointment: { roles: null, ...own, aloneFrom: at(3_600_000) } };
    await openAdmin();
    await screen.findByText(/You are the only owner: you can confirm it from/);
    expect(screen.queryByRole("button", { name: "Make admin" })).toBeNull();
    cleanup();
    bopha = { ...bopha, appointment: { roles: null, ...own, aloneFrom: at(-1) } };
    await openAdmin();
    expect(await screen.findByRole("button", { name: "Make admin" })).toBeTruthy();
  });

  test("says in an open dialog that another admin has approved it meanwhile", async () => {
    await openAdmin();
    fireEvent.click(await screen.findByRole("button", { name: "Make admin" }));
    fillReason("Joins on Monday");
    bopha = { ...bopha, appointment: { roles: null, ...agreed(approval("admin-2", "Dara Kim")), aloneFrom: null } };
    window.dispatchEvent(new Event("online"));
    await screen.findByText(/^This has changed since you opened it\. Now: Bopha Keo, approved since\./);
    expect(screen.getByRole("dialog").querySelector('button[type="submit"]')).toBeNull();
  });
});

/** Bopha's demo account with a filled order, whose receipt the admin's route answers. */
function filledDemo(): FakeDemoAccount {
  const account = new FakeDemoAccount(context.server);
  account.quote({ BTCUSDm: 67_000 });
  account.commandElsewhere({ type: "place", run: 1, symbol: "BTCUSD", side: "buy", orderType: "market", amount: 0.1 });
  context.server.on("GET /api/admin/users/user-1/fills/1", () => ok(account.receipt(1) ?? {}));
  return account;
}

describe("the receipt of a person's demo fill", () => {
  const field = () => screen.findByLabelText("Number or link of a fill");
  async function show(typed: string): Promise<void> {
    fireEvent.change(await field(), { target: { value: typed } });
    fireEvent.click(screen.getByRole("button", { name: "Show" }));
  }

  test("opens by its number, and is verified in the admin's browser", async () => {
    filledDemo().isSealed = true;
    const { history } = await openAdmin();
    await show("1");
    await screen.findByText("Verified in this browser");
    screen.getByText(/^Bopha Keo: Buy 0.10 BTCUSD, filled at 67,000.00/);
    expect(history.at(-1)).toBe("/admin/users?item=user-1&fill=1");
    const write = spyOn(navigator.clipboard, "writeText").mockResolvedValue(undefined);
    fireEvent.click(screen.getByRole("button", { name: "Copy link" }));
    expect(write.mock.calls).toEqual([[`${location.origin}/admin/users?item=user-1&fill=1`]]);
    fireEvent.keyDown(document.body, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(history.at(-1)).toBe("/admin/users?item=user-1");
  });

  test("opens by the link that the person has sent, and by its address", async () => {
    filledDemo();
    await openAdmin();
    await show(`Look: https://tonle.example${receiptPath(1, "user-1")}.`);
    await screen.findByText("Not sealed yet");
    cleanup();
    await openAdmin("/admin/users?item=user-1&fill=1");
    await screen.findByText("Not sealed yet");
  });

  test("opens by its link in the search for people, on the page of its trader", async () => {
    filledDemo();
    const { history } = await openAdmin("/admin");
    const search = await screen.findByRole("combobox", { name: "Person, phone, account or ID" });
    fireEvent.change(search, { target: { value: `https://tonle.example${receiptPath(1, "user-1")}` } });
    fireEvent.click(await screen.findByRole("option", { name: /Bopha Keo/ }));
    await screen.findByText("Not sealed yet");
    expect(history.at(-1)).toBe("/admin/users?item=user-1&fill=1");
  });

  test("an admin who follows the trader's link is led to it", async () => {
    filledDemo();
    const { history } = await openAdmin(receiptPath(1, "user-1"));
    await screen.findByText(/^Bopha Keo: Buy 0.10 BTCUSD/);
    expect(history.at(-1)).toBe("/admin/users?item=user-1&fill=1");
  });

  test.each(["7", "៧"])("says that there is no such fill: %s", async (typed) => {
    spyOn(console, "warn").mockImplementation(() => {});
    await openAdmin();
    await show(typed);
    expect((await screen.findByRole("alert")).textContent).toBe("Bopha Keo has no demo fill 7.");
  });

  test("is not opened by what names no fill, nor by the link of another trader", async () => {
    await openAdmin();
    await show("0.10 BTC");
    screen.getByText("Enter the number of a fill, or the link of its receipt");
    await show(receiptPath(1, "user-2"));
    screen.getByText("This link is of another trader. Paste it into the search for people above.");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("that cannot be loaded says so, and is loaded again", async () => {
    spyOn(console, "warn").mockImplementation(() => {});
    context.server.on("GET /api/admin/users/user-1/fills/1", () => refuse("internal", "Something went wrong."));
    await openAdmin("/admin/users?item=user-1&fill=1");
    await screen.findByText("The receipt could not be loaded");
    filledDemo();
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Not sealed yet");
  });
});

test("an admin has no actions on their own account, and none on a closed one", async () => {
  bopha = { ...bopha, closedAt: AT };
  await openAdmin();
  await screen.findByText("Nothing can be done with a closed account.");
  press("f");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByRole("button", { name: "Make admin" })).toBeNull();
});

test("a trader's own screens say that the account is frozen", async () => {
  await openApp(context.server, { at: "/settings", as: trader({ frozenAt: AT }) });
  await waitFor(() => expect(screen.getByLabelText("Frozen account").textContent).toContain("no money can be moved"));
  await screen.findByRole("heading", { level: 1, name: "Settings" });
});

function listed(user: AdminUser): ListedUser {
  const { _id, email, username, name, closedAt, frozenAt, role, createdAt, timeZone } = user;
  const { balance } = user.money;
  const person = { _id, email, username, name, closedAt, frozenAt, role, createdAt, timeZone, balance };
  return { ...person, isVerified: user.verifiedAt !== null };
}

function adminUser(): AdminUser {
  return {
    _id: "user-1",
    email: "bopha@example.com",
    username: "bopha.keo",
    name: "Bopha Keo",
    firstName: "Bopha",
    lastName: "Keo",
    phone: "",
    address: "",
    timeZone: "Asia/Phnom_Penh",
    createdAt: AT,
    verifiedAt: AT,
    closedAt: null,
    frozenAt: null,
    frozenBy: null,
    frozenReason: null,
    role: "trader",
    roles: [],
    approvalsCountFrom: null,
    appointment: { roles: null, approvals: { have: 0, need: 2 }, approvedBy: [], aloneFrom: null },
    secondFactorReset: { approvals: { have: 0, need: 2 }, approvedBy: [] },
    version: 1,
    money: { balance: 350, held: 50, owed: 0, deposited: 500, withdrawn: 100, tradingResult: 0 },
    security: { twoFactor: false, hasPassword: true, google: false, changedAt: null },
    idCardImage: null,
    idVerificationStatus: "none",
    idRejectionReason: null,
    idIsReopened: false,
    idSubmittedAt: null,
    idDecidedAt: null,
    paymentMethods: {
      khqr: { image: null, isActive: false, holder: "" },
      bankTransfer: { isActive: true, bankName: "ABA Bank", accountId: "000 123 456", holder: "Sokha Chan" },
    },
  };
}

function entry(changes: Partial<TimelineEntry>): TimelineEntry {
  const said = { subject: "user:user-1", detail: {}, note: null };
  return { _id: crypto.randomUUID(), at: AT, by: null, byId: null, action: "user.logged_in", ...said, ...changes };
}

test("an open dialog says what another admin has done to the account meanwhile, and cannot be sent", async () => {
  await openAdmin();
  await screen.findByText("Called on Monday");
  press("f");
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "Looked at" } });
  bopha = { ...bopha, frozenAt: AT, version: bopha.version + 1 };
  window.dispatchEvent(new Event("online"));
  await within(dialog).findByText(/^This has changed since you opened it. Now: Bopha Keo, Frozen\./);
  expect(dialog.querySelector('button[type="submit"]')).toBeNull();
  await context.callsArrive();
  expect(callsOf("freeze")).toEqual([]);
});

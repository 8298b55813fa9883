import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { settings } from "../../state/settings.ts";
import { AdminApi } from "../../test/admin-api.ts";
import { adminWithdrawal, traderContext } from "../../test/admin-records.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { manualCountdowns } from "../../test/countdowns.ts";
import { jpegFile } from "../../test/drawn-images.ts";
import { openApp } from "../../test/open-app.tsx";
import { toast } from "../../ui/toast/toaster.tsx";
import { pollNow } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { steppedUpUntilMs } from "../core/step-up.ts";
import { NO_NAMES } from "../holders/names.ts";
import type { AdminWithdrawal } from "./withdrawal-calls.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
const countdowns = manualCountdowns();
let adminApi: AdminApi;
let navigate: (to: string) => void;

beforeEach(() => {
  toast.remove();
  adminApi = new AdminApi(context.server);
});

async function openAdmin(...requests: Partial<AdminWithdrawal>[]): Promise<AdminWithdrawal[]> {
  const added = adminApi.addWithdrawals(...requests);
  ({ navigate } = await openApp(context.server, { at: "/admin/withdrawals", as: adminApi.admin }));
  await screen.findByRole("heading", { level: 1, name: "Withdrawals" });
  return added;
}

const sums = [{ amount: 101 }, { amount: 102 }, { amount: 103 }];

/** The amount of the open item. */
function openSum(): string | null | undefined {
  return document.querySelector("[data-item-heading]")?.textContent;
}

/** Waits for a request and its evidence: no decision is possible before. */
function opens(sum: string): Promise<void> {
  return waitFor(() => {
    expect(openSum()).toBe(sum);
    expect(document.querySelectorAll('[aria-busy="true"]').length).toBe(0);
    // Until it is known, a decision asks for a code.
    expect(steppedUpUntilMs.value).not.toBeNull();
  });
}

function button(name: string | RegExp): HTMLElement {
  return screen.getByRole("button", { name });
}

const dialog = () => screen.findByRole("dialog");
const press = (key: string) => fireEvent.keyDown(document.body, { key });
/** Within the open dialog, as a button behind it can have the same label. */
function pressInDialog(name: string | RegExp): void {
  const all = screen.getAllByRole("button", { name });
  const inside = all.find((one) => one.closest('[role="dialog"]'));
  if (!inside) throw new Error(`no button ${name} in a dialog`);
  fireEvent.click(inside);
}

describe("the queue", () => {
  test("opens its first request, and J and K move through it", async () => {
    await openAdmin(...sums);
    await opens("$101.00");
    press("j");
    await opens("$102.00");
    press("k");
    await opens("$101.00");
    press("k");
    await opens("$101.00");
  });

  test("shows the count and the sum, and which requests need two admins", async () => {
    await openAdmin(...sums, { amount: 2_000, approvals: { have: 1, need: 2 } });
    await screen.findByText("4 requests, $2,306.00");
    expect(screen.getByText("1/2")).toBeTruthy();
  });

  test("shows in each row what blocks a request, what to look at, and whether this admin has approved it", async () => {
    const agreed = {
      act: "approve" as const,
      adminId: "admin-1",
      name: "Sophea Nov",
      detail: "",
      at: "2026-11-20T04:00:00Z",
    };
    const user = adminWithdrawal().user;
    await openAdmin(
      { amount: 101, identityStatus: "pending" },
      { amount: 102, user: { ...user, frozenAt: "2026-11-20T04:00:00Z" } },
      { amount: 103, approvableAt: new Date(Date.now() + 3_600_000).toISOString() },
      { amount: 104, isSecurityChanged: true, isRenamed: true },
      { amount: 2_000, approvals: { have: 1, need: 2 }, approvedBy: [agreed] },
      { amount: 2_001, approvals: { have: 1, need: 2 }, approvedBy: [{ ...agreed, adminId: "admin-2" }] },
      { amount: 105 },
      { amount: 106, owed: 60 },
    );
    await screen.findByText(/^8 requests/);
    const signsOf = (sum: string) => {
      const row = screen.getByText(sum, { selector: "[data-queue] li *" }).closest("li");
      return [...(row?.querySelectorAll("[title]:not(.num)") ?? [])].map((one) => one.getAttribute("title"));
    };
    expect(
      ["$101.00", "$102.00", "$103.00", "$104.00", "$2,000.00", "$2,001.00", "$105.00", "$106.00"].map(signsOf),
    ).toEqual([
      ["Identity not verified"],
      ["The account is frozen"],
      ["On security hold"],
      ["Security changed in the day before the request, or since", "The name was changed"],
      ["You have agreed"],
      ["Needs two admins"],
      [],
      ["The trader owes money of a payment that the bank took back"],
    ]);
  });

  test("shows an age of many days whole", async () => {
    const createdAt = new Date(Date.now() - (107 * 24 + 2) * 3_600_000).toISOString();
    await openAdmin({ createdAt });
    expect((await screen.findByTitle(/^107\sd 2\sh$/)).textContent).toMatch(/^107\sd$/);
  });

  test("has the requests that their traders cancelled in a list of their own, and all in another", async () => {
    const rejected = { status: "rejected", rejectedAt: "2026-11-20T04:00:00Z" } as const;
    await openAdmin({ amount: 101 }, { ...rejected, amount: 102 }, { ...rejected, amount: 103, cancelledByUser: true });
    for (const [tab, note] of [
      ["Rejected", "1 request, $102.00"],
      ["Cancelled", "1 request, $103.00"],
      ["All", "3 requests, $306.00"],
    ] as const) {
      fireEvent.click(screen.getByRole("link", { name: tab }));
      await screen.findByText(note);
    }
  });

  test("calls a request in review only while an admin has it", async () => {
    const reviewedAt = "2026-11-20T04:00:00Z";
    const [request] = await openAdmin({ amount: 101, reviewedAt });
    await opens("$101.00");
    const badge = () => document.querySelector("[data-item-heading]")?.closest("header")?.textContent;
    expect(badge()).toContain("Pending");
    adminApi.change(request?._id ?? "", {
      claimedBy: "Maly Kim",
      claimedById: "admin-2",
      claimedUntil: new Date(Date.now() + 60_000).toISOString(),
    });
    await act(() => pollNow());
    await waitFor(() => expect(badge()).toContain("In review"));
  });

  test("loads the next page before its end is reached", async () => {
    adminApi.pageRows = 10;
    await openAdmin(...Array.from({ length: 14 }, (_, index) => ({ amount: 200 + index })));
    await opens("$200.00");
    expect(screen.getByText(/first 10/)).toBeTruthy();
    for (let step = 1; step <= 13; step++) {
      press("j");
      await opens(`$${200 + step}.00`);
    }
    expect(screen.getByText(/14 requests/)).toBeTruthy();
  });

  test("says what it will contain while it is empty", async () => {
    await openAdmin();
    expect(await screen.findByText("No request is waiting")).toBeTruthy();
  });

  test("that cannot be loaded says so, and loads on a retry", async () => {
    const [request] = adminApi.addWithdrawals({ amount: 77 });
    context.server.on("GET /api/admin/withdrawals", () => refuse("internal", "Something went wrong"));
    await openApp(context.server, { at: "/admin/withdrawals", as: adminApi.admin });
    await screen.findByText("This list could not be loaded");
    context.server.on("GET /api/admin/withdrawals", () => Response.json({ withdrawals: [request], nextCursor: null }));
    fireEvent.click(button("Try again"));
    await opens("$77.00");
  });
});

/** Approves the open request, and sends it without waiting for the countdown. */
async function decideNow(sum: string, notes = ""): Promise<void> {
  press("a");
  await dialog();
  if (notes) fireEvent.change(screen.getByLabelText("Notes for the trader"), { target: { value: notes } });
  pressInDialog(`Approve ${sum}`);
  await waitFor(() => expect(screen.queryAllByRole("dialog")).toHaveLength(0));
  press("s");
}

/** Opens the refused decision, once it is refused. */
async function openRefused(sum: string): Promise<void> {
  await screen.findByRole("button", { name: "Open" });
  press("o");
  await opens(sum);
}

describe("an approval", () => {
  test("is confirmed once, sent with the version and an idempotency key, and the next request opens", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    press("a");
    await dialog();
    fireEvent.change(screen.getByLabelText("Notes for the trader"), { target: { value: " Paid today " } });
    pressInDialog("Approve $101.00");
    await opens("$102.00");
    expect(screen.getByText("2 requests, $205.00")).toBeTruthy();
    expect(screen.getByText(/^, in \d s/)).toBeTruthy();
    await context.callsArrive();
    expect(adminApi.actionCalls(first?._id ?? "", "approve")).toEqual([]);
    countdowns.end();
    await screen.findByText("Approved $101.00 for Bopha Keo");
    const [call] = adminApi.actionCalls(first?._id ?? "", "approve");
    expect(call?.body).toEqual({ version: 1, approvals: { have: 0, need: 1 }, notes: "Paid today" });
    expect(call?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
    await waitFor(() => expect(screen.queryByText(/^, in|^, sending/)).toBeNull());
    expect(screen.getByText("2 requests, $205.00")).toBeTruthy();
  });

  test("that is the first of two stays in the queue, and cannot be repeated by the same admin", async () => {
    await openAdmin({ amount: 5_000, approvals: { have: 0, need: 2 } }, { amount: 102 });
    await opens("$5,000.00");
    press("a");
    await dialog();
    pressInDialog("Approve $5,000.00, 1 of 2");
    await opens("$102.00");
    press("s");
    await screen.findByText("Your decision on $5,000.00 is recorded. A second admin is needed.");
    press("k");
    await opens("$5,000.00");
    expect(screen.getByText("1/2")).toBeTruthy();
    expect(screen.getByText(/You agreed/)).toBeTruthy();
    expect(screen.getByText("You have agreed. Another admin must too.")).toBeTruthy();
    press("a");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("waits for the end of a security hold, while a rejection does not", async () => {
    const approvableAt = new Date(Date.now() + 3_600_000).toISOString();
    await openAdmin({ amount: 101, approvableAt });
    await opens("$101.00");
    expect(screen.getByText(/Security hold until/)).toBeTruthy();
    expect(button(/Approve/)).toHaveProperty("disabled", true);
    expect(button(/Reject/)).toHaveProperty("disabled", false);
  });

  test("waits until what its trader owes is collected, while a rejection does not, and goes on by itself", async () => {
    const [request] = await openAdmin({ amount: 101, owed: 60 });
    if (!request) throw new Error("no request");
    await opens("$101.00");
    expect(button(/Approve/)).toHaveProperty("disabled", true);
    expect(screen.getByText("The trader owes money. Collect it first, or reject this.")).toBeTruthy();
    const collect = screen.getByRole("link", { name: /Collect/ });
    expect(collect.getAttribute("href")).toEndWith(`about=${request.userId}&amount=60.00`);
    expect(button(/Reject/)).toHaveProperty("disabled", false);
    press("a");
    adminApi.change(request._id, { version: request.version, owed: 0 });
    fireEvent.focus(window);
    await waitFor(() => expect(button(/Approve/)).toHaveProperty("disabled", false));
    // The key did nothing while it was shut.
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("of an own request is not offered", async () => {
    await openAdmin({ amount: 101, userId: adminApi.admin._id });
    await opens("$101.00");
    expect(screen.getByText("This is your own request. Another admin decides.")).toBeTruthy();
    expect(button(/Approve/)).toHaveProperty("disabled", true);
  });

  test("whose response is lost is sent again with the same idempotency key", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    const path = `POST /api/admin/withdrawals/${first?._id}/approve`;
    context.server.on(path, () => new Response("cut", { status: 502 }));
    await decideNow("$101.00");
    await openRefused("$101.00");
    expect(screen.getByText("Approve $101.00: no answer came")).toBeTruthy();
    await decideNow("$101.00");
    await openRefused("$101.00");
    await decideNow("$101.00", "now with a note");
    await openRefused("$101.00");
    const keys = context.server.callsOf(path).map(({ headers }) => headers.get("Idempotency-Key"));
    expect(keys).toHaveLength(3);
    expect(keys[1]).toBe(keys[0] ?? "");
    expect(keys[2]).not.toBe(keys[0] ?? "");
  });
});

describe("an identity that is not verified", () => {
  test("blocks the approval and says so in advance, and allows a rejection", async () => {
    adminApi.warnings = [{ kind: "identity", status: "none", payout: "refused" }];
    await openAdmin({ amount: 101 });
    await screen.findByText("No ID card was sent. It can be approved once the identity is verified.");
    expect(screen.getByText("The identity must be verified first.")).toBeTruthy();
    expect(button("Approve $101.00").hasAttribute("disabled")).toBe(true);
    press("a");
    expect(screen.queryByRole("dialog")).toBeNull();
    press("r");
    await dialog();
  });

  test("that was reverted since the page was loaded is shown after a refused approval, and a reason can be given", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    const path = `POST /api/admin/withdrawals/${first?._id}/approve`;
    context.server.on(path, () => refuse("invalid_input", "Say why it is approved", { field: "unverifiedReason" }));
    await decideNow("$101.00");
    await openRefused("$101.00");
    press("a");
    await dialog();
    const field = screen.getByLabelText("Reason, identity not verified");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    fireEvent.change(field, { target: { value: "Seen in our office" } });
    pressInDialog("Approve $101.00");
    press("s");
    await waitFor(() => expect(context.server.callsOf(path)).toHaveLength(2));
    expect(context.server.callsOf(path)[1]?.body).toEqual({
      version: 1,
      approvals: { have: 0, need: 1 },
      unverifiedReason: "Seen in our office",
    });
  });

  test("that was reverted since the page was loaded is shown beside the refused request, if that is open again", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    const words = "The identity was verified and has been reopened. It can be approved once the identity is verified.";
    context.server.on(`POST /api/admin/withdrawals/${first?._id}/approve`, () => {
      adminApi.warnings = [{ kind: "identity", status: "reopened", payout: "refused" }];
      return refuse("identity_not_verified", "The identity of this trader is not verified.");
    });
    press("a");
    await dialog();
    pressInDialog("Approve $101.00");
    await opens("$102.00");
    navigate(`/admin/withdrawals?item=${first?._id}`);
    await opens("$101.00");
    expect(screen.queryByText(words)).toBeNull();
    press("s");
    await screen.findByText(words);
    expect(openSum()).toBe("$101.00");
  });

  test("that a colleague verifies meanwhile blocks no longer than the next refresh", async () => {
    adminApi.warnings = [{ kind: "identity", status: "pending", payout: "refused" }];
    const [request] = await openAdmin({ amount: 101, identityStatus: "pending", stage: "blocked" });
    if (!request) throw new Error("no request");
    await opens("$101.00");
    expect(button("Approve $101.00")).toHaveProperty("disabled", true);
    adminApi.warnings = [];
    // Nothing of the request itself changes.
    adminApi.change(request._id, { version: request.version, identityStatus: "verified", stage: "review" });
    // The list is fetched again, as at each interval, and by itself nothing else.
    fireEvent.focus(window);
    await waitFor(() => expect(button("Approve $101.00")).toHaveProperty("disabled", false));
  });

  test("requires a reason if the operator allows it with one", async () => {
    adminApi.warnings = [{ kind: "identity", status: "rejected", payout: "with_reason" }];
    const [first] = await openAdmin(...sums);
    await screen.findByText("The ID card was rejected. Approving it needs a reason.");
    await opens("$101.00");
    press("a");
    await dialog();
    pressInDialog("Approve $101.00");
    await screen.findByText("Say why it is paid although the identity is not verified");
    const field = screen.getByLabelText("Reason, identity not verified");
    fireEvent.change(field, { target: { value: " Seen in our office " } });
    pressInDialog("Approve $101.00");
    press("s");
    await screen.findByText("Approved $101.00 for Bopha Keo");
    const [call] = adminApi.actionCalls(first?._id ?? "", "approve");
    expect(call?.body).toEqual({ version: 1, approvals: { have: 0, need: 1 }, unverifiedReason: "Seen in our office" });
  });
});

describe("the holder's name", () => {
  const card = () => screen.findByRole("region", { name: "Names" });
  const signs = async () =>
    within(await card())
      .getAllByRole("img")
      .map((sign) => sign.getAttribute("aria-label"));
  const isAccent = (name: string) => button(name).getAttribute("data-variant") === "accent";

  test("that is the account's needs no reason", async () => {
    await openAdmin({ amount: 101, holder: "keo, BOPHA" });
    await within(await card()).findByText("The names agree");
    expect(await signs()).toEqual(["is the same as", "is not compared with"]);
    expect([isAccent("Approve $101.00"), isAccent("Ask the client")]).toEqual([true, false]);
    press("a");
    await dialog();
    expect(screen.queryByLabelText("Reason, names")).toBeNull();
  });

  test("that differs has its words marked, and is approved with a reason, which the API gets", async () => {
    adminApi.names = { ...NO_NAMES, others: [{ _id: "other", name: "Sophal Keo", username: "sophal" }] };
    const [first] = await openAdmin({ amount: 101, holder: "KEO SOPHAL" }, { amount: 102 });
    await within(await card()).findByText("1 of 2 words agrees");
    expect([...(await card()).querySelectorAll("u")].map(({ textContent }) => textContent)).toEqual([
      "SOPHAL",
      "Bopha",
    ]);
    expect(await signs()).toEqual(["differs from", "is not compared with"]);
    expect(within(await card()).getByText("First payout to this destination")).toBeTruthy();
    const other = within(await card())
      .getByText("Sophal Keo (sophal)")
      .closest("a");
    expect(other?.getAttribute("href")).toBe("/admin/users?item=other");
    await opens("$101.00");
    expect([isAccent("Approve $101.00"), isAccent("Ask the client")]).toEqual([false, true]);
    press("a");
    await dialog();
    pressInDialog("Approve $101.00");
    await screen.findByText("Say why it is paid although the names do not agree");
    fireEvent.change(screen.getByLabelText("Reason, names"), { target: { value: "Her mother's book" } });
    pressInDialog("Approve $101.00");
    press("s");
    await screen.findByText("Approved $101.00 for Bopha Keo");
    const [call] = adminApi.actionCalls(first?._id ?? "", "approve");
    expect(call?.body).toEqual({ version: 1, approvals: { have: 0, need: 1 }, namesReason: "Her mother's book" });
  });

  test("is beside the one on the identity card, which is compared with the account's", async () => {
    const [read, other] = [
      { expiresOn: "2026-12-20", expiry: "soon" as const, readBy: "Maly Sok", readAt: "2026-12-01T03:00:00.000Z" },
      { _id: "other", name: "Sophal Keo", username: "sophal" },
    ];
    adminApi.names = {
      ...NO_NAMES,
      card: { name: "KEO BOFA", usedReason: null, ...read },
      cardOthers: [{ ...other, isSameNumber: true, isSameImage: false }],
    };
    const identity = { ...traderContext().identity, status: "verified" as const, decidedAt: read.readAt };
    adminApi.trader = traderContext({ identity });
    adminApi.warnings = [{ kind: "card_expires", on: "2026-12-20", expiry: "soon" }];
    await openAdmin({ amount: 101, holder: "keo bopha" });
    await within(await card()).findByText("Valid until Dec 20, 2026");
    expect(await signs()).toEqual(["is the same as", "differs from"]);
    expect([...(await card()).querySelectorAll("u")].map(({ textContent }) => textContent)).toEqual(["BOFA"]);
    expect((await card()).textContent).toContain("Another account has this identity card:Sophal Keo (sophal)");
    expect((await screen.findByText("Identity card valid until Dec 20, 2026")).textContent).toBeTruthy();
    expect(isAccent("Approve $101.00")).toBe(true);
  });

  test("in another script is compared by nobody but an admin, whose decision another one sees", async () => {
    const check = {
      holder: "កែវ បុប្ផា",
      holderFrom: "client" as const,
      accountName: "Bopha Keo",
      reason: "As on her card",
    };
    const decided = { verdict: "accepted" as const, decidedBy: "Maly Sok", decidedAt: "2026-12-09T03:00:00.000Z" };
    adminApi.names = { ...NO_NAMES, checks: [{ ...check, ...decided }] };
    await openAdmin({ amount: 101, holder: "កែវ បុប្ផា" });
    await within(await card()).findByText("Not compared: the names are in two scripts");
    expect((await card()).querySelector("u")).toBeNull();
    expect((await card()).textContent).toContain("Accepted by Maly Sok");
    expect((await card()).textContent).toContain(": As on her card");
    press("a");
    await dialog();
    expect(screen.queryByLabelText("Reason, names")).toBeNull();
  });

  test("that could not be read in a payment code is written by the admin, and compared as it is typed", async () => {
    const [first] = await openAdmin(
      { amount: 101, paymentMethod: "KHQR", paymentDetails: { image: "/api/image/code.png" }, holder: "Bopha Keo" },
      { amount: 102 },
    );
    await opens("$101.00");
    await within(await card()).findByText("Not read");
    const field = await screen.findByLabelText("Name that the bank shows");
    fireEvent.change(field, { target: { value: "KEO SOPHAL" } });
    expect((await card()).textContent).toContain("Written by an admin. The client wrote Bopha Keo");
    within(await card()).getByText("1 of 2 words agrees");
    fireEvent.change(field, { target: { value: "KEO BOPHA" } });
    within(await card()).getByText("The names agree");
    for (const image of document.querySelectorAll("img")) fireEvent.load(image);
    press("a");
    await dialog();
    pressInDialog("Approve $101.00");
    press("s");
    await screen.findByText("Approved $101.00 for Bopha Keo");
    const [call] = adminApi.actionCalls(first?._id ?? "", "approve");
    expect(call?.body).toEqual({
      version: 1,
      approvals: { have: 0, need: 1 },
      holder: "KEO BOPHA",
      holderIsRead: false,
    });
  });

  test("that is written in the dialog takes a reason by what is typed there, before anything is sent", async () => {
    const [first] = await openAdmin(
      { amount: 101, paymentMethod: "KHQR", paymentDetails: { image: "/api/image/own.png" }, holder: "Bopha Keo" },
      { amount: 102 },
    );
    await opens("$101.00");
    await within(await card()).findByText("Not read");
    for (const image of document.querySelectorAll("img")) fireEvent.load(image);
    press("a");
    const field = within(await dialog()).getByLabelText("Name that the bank shows");
    fireEvent.change(field, { target: { value: "KEO SOPHAL" } });
    pressInDialog("Approve $101.00");
    await screen.findByText("Say why it is paid although the names do not agree");
    fireEvent.change(field, { target: { value: "" } });
    pressInDialog("Approve $101.00");
    await screen.findByText("Write the name that the bank shows");
    fireEvent.change(field, { target: { value: "KEO BOPHA" } });
    pressInDialog("Approve $101.00");
    press("s");
    await screen.findByText("Approved $101.00 for Bopha Keo");
    const [call] = adminApi.actionCalls(first?._id ?? "", "approve");
    expect(call?.body).toMatchObject({ holder: "KEO BOPHA", holderIsRead: false });
  });
});

test("an admin's own limit is shown in advance, with the need for a second admin", async () => {
  adminApi.warnings = [{ kind: "moved_alone", moved: 9_900, most: 10_000 }];
  await openAdmin({ amount: 101 });
  await screen.findByText(
    "You have moved $9,900.00 alone in 24 hours. With this one it would be more than $10,000.00.",
  );
  fireEvent.click(button("Approve $101.00, 1 of 2"));
  await dialog();
  expect(screen.getByText(/A second admin must do the same before it takes effect/)).toBeTruthy();
});

describe("a payment", () => {
  const paidByMaly = { payer: "Maly Sok", payerId: "admin-2", paymentStartedAt: new Date().toISOString() };
  async function openApproved(change: Partial<AdminWithdrawal> = {}): Promise<string> {
    const [added] = adminApi.addWithdrawals({ amount: 101, status: "approved", version: 2, ...change });
    ({ navigate } = await openApp(context.server, { at: "/admin/withdrawals?status=approved", as: adminApi.admin }));
    await opens("$101.00");
    return added?._id ?? "";
  }

  test("is marked with P when it starts, and unmarked with P when it was not made", async () => {
    const id = await openApproved();
    press("p");
    await dialog();
    expect(screen.getByText(/only you can reject it alone; others need two admins/)).toBeTruthy();
    await context.callsArrive();
    expect(adminApi.actionCalls(id, "start-payment")).toEqual([]);
    pressInDialog("Start payment of $101.00");
    await screen.findByText(/^Being paid by you since /);
    expect(screen.getByText("Being paid by Sophea Nov")).toBeTruthy();
    expect(adminApi.actionCalls(id, "start-payment")[0]?.body).toEqual({ version: 2 });
    await waitFor(() => expect(button("Stop payment").hasAttribute("disabled")).toBe(false));
    press("p");
    await dialog();
    expect(screen.getByText(/you have not paid it and will not pay it/)).toBeTruthy();
    pressInDialog("Stop payment of $101.00");
    await waitFor(() => expect(button("Start payment").hasAttribute("disabled")).toBe(false));
    expect(screen.queryAllByText(/^Being paid by you since /)).toHaveLength(0);
    expect(adminApi.actionCalls(id, "stop-payment")[0]?.body).toEqual({ version: 2 });
  });

  test("is not stopped without the authenticator's code", async () => {
    adminApi.stepUpLeftS = 0;
    adminApi.needsStepUp = true;
    const ownPayment = {
      payer: adminApi.admin.name,
      payerId: adminApi.admin._id,
      paymentStartedAt: new Date().toISOString(),
    };
    const id = await openApproved(ownPayment);
    await screen.findByRole("button", { name: /^Step-up/ });
    press("p");
    await dialog();
    expect(screen.getByLabelText("Six-digit code")).toBeTruthy();
    pressInDialog("Stop payment of $101.00");
    expect(await screen.findByText("Enter the six digits that your authenticator shows now")).toBeTruthy();
    await context.callsArrive();
    expect(adminApi.actionCalls(id, "stop-payment")).toEqual([]);
    adminApi.stepUpLeftS = 900;
    const inKhmer = adminApi.validCode.replaceAll(/\d/g, (digit) => "០១២៣៤៥៦៧៨៩".charAt(Number(digit)));
    fireEvent.change(screen.getByLabelText("Six-digit code"), { target: { value: inKhmer } });
    pressInDialog("Stop payment of $101.00");
    await waitFor(() => expect(screen.queryAllByRole("dialog")).toHaveLength(0));
    expect(adminApi.actionCalls(id, "stop-payment").map(({ body }) => body)).toEqual([{ version: 2 }]);
  });

  test("by another admin is shown with their name, and that its rejection needs two", async () => {
    const agreed = { act: "approve", adminId: "admin-3", name: "Rith Chea", detail: "", at: new Date().toISOString() };
    await openApproved({ ...paidByMaly, rejectionApprovedBy: [{ ...agreed, act: "approve" }] });
    const flag = await screen.findByText(/^Being paid by Maly Sok since /);
    expect(flag.closest("p")?.textContent).toEndWith(
      "Rejecting it takes two other admins. Rith Chea agreed to reject it.",
    );
    expect(button("Take over payment").hasAttribute("disabled")).toBe(true);
    fireEvent.click(button("Reject, 2 of 2"));
    await dialog();
    expect(screen.getByText(/^Maly Sok is paying it, so two admins must agree to reject it\./)).toBeTruthy();
    expect(screen.getByLabelText("Notes for the trader")).toBeTruthy();
    expect(button("Reject and return $101.00, 2 of 2")).toBeTruthy();
  });

  test("by another admin is rejected by the first of two once, with notes that the trader does not read", async () => {
    const id = await openApproved(paidByMaly);
    fireEvent.click(button("Reject, 1 of 2"));
    await dialog();
    expect(screen.queryByLabelText("Notes for the trader")).toBeNull();
    expect(screen.queryByText(ADMIN_TEXT.images.forTrader)).toBeNull();
    fireEvent.change(screen.getByLabelText("Notes for the audit log"), { target: { value: "It bounced" } });
    const own = { act: "approve", adminId: adminApi.admin._id, name: adminApi.admin.name, detail: "" } as const;
    context.server.on(`POST /api/admin/withdrawals/${id}/reject`, () => {
      adminApi.withdrawals = adminApi.withdrawals.map((row) => ({
        ...row,
        rejectionApprovedBy: [{ ...own, at: new Date().toISOString() }],
      }));
      return ok({ withdrawal: adminApi.withdrawals[0], approvals: { have: 1, need: 2 } });
    });
    pressInDialog("Reject and return $101.00, 1 of 2");
    await waitFor(() => expect(screen.queryAllByRole("dialog")).toHaveLength(0));
    press("s");
    await screen.findByText("Your decision on $101.00 is recorded. A second admin is needed.");
    await opens("$101.00");
    expect(button("Reject, 2 of 2").hasAttribute("disabled")).toBe(true);
    press("r");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("a conflict", () => {
  test("says who decided what, shows the request's current state, and sends nothing more", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    press("a");
    await dialog();
    const rejectedAt = new Date().toISOString();
    adminApi.change(first?._id ?? "", {
      status: "rejected",
      decidedBy: "Maly Sok",
      rejectedAt,
      rejectReason: "suspicious",
    });
    pressInDialog("Approve $101.00");
    await opens("$102.00");
    press("s");
    expect(await screen.findByText(/Maly Sok has rejected this withdrawal/)).toBeTruthy();
    expect(openSum()).toBe("$102.00");
    await openRefused("$101.00");
    expect(await screen.findByText("Activity must be investigated")).toBeTruthy();
    expect(screen.getByText("Approve $101.00: not done")).toBeTruthy();
    expect(screen.getByText(/Maly Sok has rejected this withdrawal/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Approve/ })).toBeNull();
  });

  test("keeps an open dialog on its request when the queue changes", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    press("a");
    await dialog();
    adminApi.change(first?._id ?? "", {
      status: "rejected",
      decidedBy: "Maly Sok",
      rejectedAt: new Date().toISOString(),
    });
    // The list is refetched.
    window.dispatchEvent(new Event("online"));
    await screen.findByText("2 requests, $205.00");
    const open = await dialog();
    expect(
      await within(open).findByText(/^This has changed since you opened it. Now: \$101.00, .*, Rejected/),
    ).toBeTruthy();
    // Nothing can be sent, neither by a button nor by keys.
    expect(within(open).queryByRole("button", { name: /Approve/ })).toBeNull();
    fireEvent.keyDown(within(open).getByLabelText("Notes for the trader"), { key: "Enter", ctrlKey: true });
    fireEvent.click(within(open).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryAllByRole("dialog")).toHaveLength(0));
    expect(openSum()).toBe("$101.00");
    await context.callsArrive();
    expect(adminApi.withdrawals.map(({ status }) => status)).toEqual(["rejected", "pending", "pending"]);
  });

  test("disarms the approval of a request that the trader has cancelled meanwhile", async () => {
    const [first] = await openAdmin({ amount: 1_500 });
    await opens("$1,500.00");
    press("a");
    await dialog();
    adminApi.change(first?._id ?? "", { status: "rejected", cancelledByUser: true });
    window.dispatchEvent(new Event("online"));
    expect(await screen.findByText(/^This has changed since you opened it/)).toBeTruthy();
    const open = await dialog();
    expect(within(open).queryByRole("button", { name: /Approve/ })).toBeNull();
    expect(within(open).queryByRole("button", { name: "Continue as it is now" })).toBeNull();
  });

  test("lets an action that is still possible go on, with what is typed and the state of now", async () => {
    const [first] = await openAdmin({ amount: 1_500, approvals: { have: 0, need: 2 } });
    await opens("$1,500.00");
    press("a");
    await dialog();
    fireEvent.change(screen.getByLabelText("Notes for the trader"), { target: { value: "Soon." } });
    adminApi.change(first?._id ?? "", {
      approvals: { have: 1, need: 2 },
      approvedBy: [{ act: "approve", adminId: "maly", name: "Maly Sok", at: new Date().toISOString(), detail: "" }],
    });
    window.dispatchEvent(new Event("online"));
    fireEvent.click(await screen.findByRole("button", { name: "Continue as it is now" }));
    await waitFor(() => pressInDialog("Approve $1,500.00, 2 of 2"));
    await waitFor(() => expect(screen.queryAllByRole("dialog")).toHaveLength(0));
    press("s");
    await waitFor(() => expect(adminApi.withdrawals[0]?.status).toBe("approved"));
    expect(adminApi.actionCalls(first?._id ?? "", "approve")).toMatchObject([{ body: { version: 2, notes: "Soon." } }]);
  });

  test("of a claim is explained in the request", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    const message = "Maly Sok is working on this withdrawal until 14:05";
    context.server.on(`POST /api/admin/withdrawals/${first?._id}/claim`, () => refuse("claimed_by_other", message));
    await waitFor(() => expect(button(/Claim/)).toHaveProperty("disabled", false));
    press("m");
    expect((await screen.findByRole("alert")).textContent).toBe(`Nothing was sent${message}`);
    press("j");
    await opens("$102.00");
    expect(screen.queryByText("Nothing was sent")).toBeNull();
  });

  test("with another admin's claim says whose it is, and keeps the request open", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    context.server.on(`POST /api/admin/withdrawals/${first?._id}/approve`, () =>
      refuse("claimed_by_other", "Maly Sok is working on this withdrawal until 14:05"),
    );
    await decideNow("$101.00");
    expect(await screen.findByText("Maly Sok is working on this withdrawal until 14:05")).toBeTruthy();
    expect(openSum()).toBe("$102.00");
    expect(screen.getByText("3 requests, $306.00")).toBeTruthy();
  });
});

describe("the second factor", () => {
  /** Opens the queue some time after the last code, with that remaining time in the bar. */
  async function openAdminLate(leftS: number): Promise<AdminWithdrawal[]> {
    adminApi.stepUpLeftS = leftS;
    const added = await openAdmin(...sums);
    await opens("$101.00");
    await screen.findByRole("button", { name: /^Step-up/ });
    return added;
  }

  test("that is too old is requested in the dialog of the decision, which names it, and the decision follows", async () => {
    const [first] = await openAdminLate(0);
    press("a");
    await dialog();
    const code = screen.getByLabelText("Six-digit code");
    expect(document.activeElement).toBe(code);
    expect(screen.getByText(/for: Approve \$101\.00\./)).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Notes for the trader"), { target: { value: "kept" } });
    pressInDialog("Approve $101.00");
    expect(await screen.findByText("Enter the six digits that your authenticator shows now")).toBeTruthy();
    fireEvent.change(code, { target: { value: "000000" } });
    pressInDialog("Approve $101.00");
    expect(await screen.findByText("Invalid or expired code")).toBeTruthy();
    expect([code.getAttribute("value"), document.activeElement === code]).toEqual(["", true]);
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
    expect(screen.getByLabelText("Notes for the trader")).toHaveProperty("value", "kept");
    fireEvent.change(code, { target: { value: "12 34 56" } });
    pressInDialog("Approve $101.00");
    await opens("$102.00");
    press("s");
    await screen.findByText("Approved $101.00 for Bopha Keo");
    expect(adminApi.actionCalls(first?._id ?? "", "approve").map(({ body }) => body)).toEqual([
      { version: 1, approvals: { have: 0, need: 1 }, notes: "kept" },
    ]);
  });

  test("that would expire during the undo period is requested in advance", async () => {
    await openAdminLate(15);
    press("r");
    await dialog();
    expect(screen.getByLabelText("Six-digit code")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Reason"));
  });

  test("has a warning two minutes before it expires, without a dialog and without taking the focus", async () => {
    await openAdminLate(900);
    const clock = screen.getByRole("button", { name: /^Step-up/ });
    press("a");
    await dialog();
    const notes = screen.getByLabelText("Notes for the trader");
    notes.focus();
    adminApi.stepUpLeftS = 110;
    // The page polls the queue counts, and with them the remaining time.
    window.dispatchEvent(new Event("online"));
    await screen.findByText(/In two minutes, actions on money will need a code again/);
    expect(clock.textContent).toMatch(/^Step-up ends soon\. Renew 1:\d\d$/);
    expect(document.activeElement).toBe(notes);
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
  });

  test("that is missing when the decision is sent opens no dialog: nothing was done, and the form requests the code", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    adminApi.needsStepUp = true;
    adminApi.stepUpLeftS = 0;
    await decideNow("$101.00", "kept");
    await screen.findByText("A new code is needed for this. Nothing was sent.");
    expect(screen.queryAllByRole("dialog")).toHaveLength(0);
    await openRefused("$101.00");
    press("a");
    await dialog();
    expect(screen.getByLabelText("Notes for the trader")).toHaveProperty("value", "kept");
    adminApi.stepUpLeftS = 900;
    fireEvent.change(screen.getByLabelText("Six-digit code"), { target: { value: adminApi.validCode } });
    pressInDialog("Approve $101.00");
    await opens("$102.00");
    press("s");
    await screen.findByText("Approved $101.00 for Bopha Keo");
    expect(adminApi.actionCalls(first?._id ?? "", "approve")).toHaveLength(2);
  });
});

describe("a rejection", () => {
  test("requires notes, and a second R does not send it", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    press("r");
    await dialog();
    press("r");
    pressInDialog("Reject and return $101.00");
    expect(await screen.findByText("Say why, so that the trader can correct it")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Notes for the trader"));
    fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "over_limit" } });
    fireEvent.change(screen.getByLabelText("Notes for the trader"), { target: { value: "Ask for less" } });
    pressInDialog("Reject and return $101.00");
    await opens("$102.00");
    press("s");
    await screen.findByText("Rejected $101.00, returned to Bopha Keo");
    expect(adminApi.actionCalls(first?._id ?? "", "reject").map(({ body }) => body)).toEqual([
      { version: 1, approvals: { have: 0, need: 1 }, reason: "over_limit", notes: "Ask for less" },
    ]);
  });
});

describe("a completion", () => {
  /** This admin is paying it. */
  const approved = {
    status: "approved",
    approvedAt: "2026-11-20T05:00:00.000Z",
    payer: "Sophea Nov",
    payerId: "admin-1",
    paymentStartedAt: "2026-11-20T06:00:00.000Z",
  } as const;

  test("is not offered before the payment was started", async () => {
    await openAdmin({ amount: 101, ...approved, payer: null, payerId: null, paymentStartedAt: null });
    fireEvent.click(screen.getByRole("link", { name: "Approved" }));
    await opens("$101.00");
    expect(screen.queryByRole("button", { name: /Complete \$/ })).toBeNull();
    expect(screen.getByText("Start the payment before you pay it at the bank.")).toBeTruthy();
    press("c");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("of a payment that a colleague began an hour ago begins with a look at the bank", async () => {
    const began = { payer: "Maly Sok", payerId: "admin-2", takeOverAt: "2026-11-20T07:00:00.000Z" };
    const [request] = await openAdmin({ amount: 101, ...approved, ...began });
    fireEvent.click(screen.getByRole("link", { name: "Approved" }));
    await opens("$101.00");
    expect(button("Complete $101.00")).toHaveProperty("disabled", true);
    await waitFor(() => expect(button("Take over payment").hasAttribute("disabled")).toBe(false));
    press("p");
    await dialog();
    expect(screen.getByText(/^Maly Sok began to pay it .* Look at the bank's account first\./)).toBeTruthy();
    pressInDialog("Take over payment of $101.00");
    await screen.findByText(/^Taken over from Maly Sok, who may have paid it/);
    expect(adminApi.actionCalls(request?._id ?? "", "take-over-payment")[0]?.body).toEqual({
      version: 1,
      payerId: "admin-2",
    });
    await waitFor(() => expect(button("Complete $101.00")).toHaveProperty("disabled", false));
    expect(button("Stop payment").hasAttribute("disabled")).toBe(true);
  });

  test("requires the bank's payment id and a proof", async () => {
    await openAdmin({ amount: 101, ...approved });
    fireEvent.click(screen.getByRole("link", { name: "Approved" }));
    await opens("$101.00");
    press("c");
    await dialog();
    pressInDialog("Complete $101.00");
    expect(await screen.findByText("Enter the bank's payment ID")).toBeTruthy();
    expect(screen.getByText("Add the proof of payment")).toBeTruthy();
  });

  test("says at the field that a payment id belongs to another withdrawal", async () => {
    const [request] = await openAdmin({ amount: 101, ...approved });
    fireEvent.click(screen.getByRole("link", { name: "Approved" }));
    await opens("$101.00");
    context.server.on(`POST /api/admin/withdrawals/${request?._id}/complete`, () =>
      refuse("payment_id_used", "This payment ID belongs to another withdrawal", { field: "paymentId" }),
    );
    press("c");
    await dialog();
    fireEvent.change(screen.getByLabelText("Payment ID"), { target: { value: "FT-1" } });
    await withDrawing(async () => {
      const file = jpegFile("proof.jpg", { type: "" });
      fireEvent.change(screen.getByLabelText("Proof of payment", { selector: "input" }), { target: { files: [file] } });
      fireEvent.change(await screen.findByLabelText("What it shows"), { target: { value: "Transfer" } });
    });
    pressInDialog("Complete $101.00");
    await screen.findByText("Nothing is waiting to be paid");
    press("s");
    await screen.findByText("Complete $101.00: not done");
    await opens("$101.00");
    press("c");
    await dialog();
    expect(screen.getByLabelText("Payment ID")).toHaveProperty("value", "FT-1");
    expect(screen.getByLabelText("What it shows")).toHaveProperty("value", "Transfer");
    const problems = screen.getAllByText("This payment ID belongs to another withdrawal");
    expect(problems.some((one) => one.closest('[role="dialog"]'))).toBe(true);
    expect(screen.getByLabelText("Payment ID").getAttribute("aria-invalid")).toBe("true");
    expect(adminApi.actionCalls(request?._id ?? "", "complete")[0]?.body).toMatchObject({
      version: 1,
      paymentId: "FT-1",
      proof: { image: expect.stringMatching(/^data:image\/jpeg;base64,/), message: "Transfer" },
    });
  });

  test("takes a pasted image in place of the proof, and says when there is no room for more", async () => {
    const [request] = await openAdmin({ amount: 101, ...approved });
    fireEvent.click(screen.getByRole("link", { name: "Approved" }));
    await opens("$101.00");
    press("c");
    await dialog();
    fireEvent.change(screen.getByLabelText("Payment ID"), { target: { value: "FT-1" } });
    const proof = () => jpegFile("proof.jpg");
    const preview = () => screen.getByAltText<HTMLImageElement>("Image 1").src;
    await withDrawing(async () => {
      let drawn = 0;
      HTMLCanvasElement.prototype.toDataURL = () => `data:image/jpeg;base64,${btoa(`image ${++drawn}`)}`;
      fireEvent.paste(document.body, { clipboardData: { files: [proof()] } });
      fireEvent.change(await screen.findByLabelText("What it shows"), { target: { value: "Transfer" } });
      fireEvent.paste(document.body, { clipboardData: { files: [proof()] } });
      await waitFor(() => expect(preview()).toEndWith(btoa("image 2")));
      const more = screen.getByLabelText("Images for the trader", { selector: "input" });
      fireEvent.change(more, { target: { files: [proof(), proof(), proof(), proof(), proof()] } });
      await screen.findByText("4 images at most");
    });
    expect(screen.getByLabelText("What it shows")).toHaveProperty("value", "Transfer");
    expect(adminApi.actionCalls(request?._id ?? "", "complete")).toEqual([]);
  });

  test("refuses a file that is not an image", async () => {
    await openAdmin({ amount: 101, ...approved });
    fireEvent.click(screen.getByRole("link", { name: "Approved" }));
    await opens("$101.00");
    press("c");
    await dialog();
    const file = new File(["<svg/>"], "proof.svg", { type: "image/svg+xml" });
    fireEvent.change(screen.getByLabelText("Proof of payment", { selector: "input" }), { target: { files: [file] } });
    expect(await screen.findByText("This file is not a readable JPEG, PNG or WebP image")).toBeTruthy();
  });
});

describe("a view of the open requests", () => {
  const HOUR_MS = 3_600_000;
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

  async function openView(view: string, ...requests: Partial<AdminWithdrawal>[]): Promise<void> {
    adminApi.operation = { ...adminApi.operation, targetHours: { ...adminApi.operation.targetHours, withdrawals: 4 } };
    adminApi.addWithdrawals(...requests);
    ({ navigate } = await openApp(context.server, {
      at: `/admin/withdrawals?status=open&stage=${view}`,
      as: adminApi.admin,
    }));
  }
  const listed = () =>
    [...document.querySelectorAll("[data-queue] li")].map((row) => row.textContent?.replaceAll("\u00a0", " ") ?? "");

  const currentViews = () =>
    within(screen.getByRole("navigation", { name: "Views" }))
      .queryAllByRole("link", { current: "page" })
      .map(({ textContent }) => textContent);

  test("is grouped by the target, in which the client's time does not count, and J walks in that order", async () => {
    const waited = [[Date.now() - 6 * HOUR_MS, Date.now() - 1 * HOUR_MS]] as const;
    const client = {
      askedAt: null,
      answeredAt: ago(1),
      returnedAt: null,
      waitedMs: 5 * HOUR_MS,
      waits: waited.map((one) => [...one] as [number, number]),
    };
    await openView(
      "needs_approval",
      { amount: 101, createdAt: ago(7), client },
      { amount: 102, createdAt: ago(6) },
      { amount: 103, createdAt: ago(3.5) },
      { amount: 104, createdAt: ago(1) },
    );
    await waitFor(() =>
      expect(listed()).toEqual([
        expect.stringMatching(/^Past its target of 4 h 1.*6 h.*\$102\.00/),
        expect.stringMatching(/^Due within 1 h 1.*3 h 30 m.*\$103\.00/),
        // Two of its seven hours are the operation's.
        expect.stringMatching(/^Later 2.*2 h.*\$101\.00/),
        expect.stringMatching(/^1 h.*\$104\.00/),
      ]),
    );
    const pane = within(screen.getByRole("navigation", { name: "Views" }));
    const current = pane.getByRole("link", { current: "page" });
    expect(current.textContent).toMatch(/^Needs my approval2.*past the target4$/);
    // What is open by itself depends on whether the target was known when the list came.
    await waitFor(() => expect(["$101.00", "$102.00"]).toContain(openSum() ?? ""));
    for (const _ of [1, 2]) press("k");
    await opens("$102.00");
    for (const [key, sum] of [
      ["j", "$103.00"],
      ["j", "$101.00"],
      ["j", "$104.00"],
    ] as const) {
      press(key);
      await opens(sum);
      // The age of the item is that of its row.
      if (sum === "$101.00") expect(screen.getByText(/, waiting 2\sh$/)).toBeTruthy();
    }
    // By their sums they stand in no group.
    navigate("/admin/withdrawals?status=open&stage=needs_approval&sort=largest");
    await waitFor(() => expect(listed()[0]).toMatch(/^7 h|^2 h|^6 h/));
  });

  test("that is empty says where work is, and leads to what this admin has approved", async () => {
    adminApi.viewCounts = { to_decide: { count: 7, late: 0 }, approved_by_me: { count: 5, late: 0 } };
    await openView("needs_approval");
    await screen.findByText("Nothing needs your approval");
    await screen.findByText("All to decide has 7.");
    await screen.findByText("5 that you approved have left this list");
    expect(screen.getByRole<HTMLAnchorElement>("link", { name: "Show" }).getAttribute("href")).toBe(
      "/admin/withdrawals?status=open&stage=approved_by_me",
    );
  });

  test("is saved with its filter under a name, and removed with a way back", async () => {
    await openView("to_decide&minAmount=1000&user=bopha", { amount: 2_000 });
    await opens("$2,000.00");
    fireEvent.click(screen.getByRole("button", { name: "Save view" }));
    const named = within(await dialog());
    fireEvent.click(named.getByRole("button", { name: "Save" }));
    await named.findByText("Enter a name");
    fireEvent.change(named.getByLabelText("Name"), { target: { value: "Over $1,000" } });
    fireEvent.click(named.getByRole("button", { name: "Save" }));
    const link = await screen.findByRole("link", { name: "Over $1,000" });
    const [{ _id } = { _id: "" }] = adminApi.savedViews;
    expect(link.getAttribute("href")).toBe(`/admin/withdrawals?minAmount=1000&stage=to_decide&status=open&view=${_id}`);
    // It narrows a view of the list, which is not current any more.
    expect(currentViews()).toEqual(["Over $1,000"]);
    fireEvent.click(screen.getByRole("button", { name: "Remove Over $1,000" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Over $1,000" })).toBeNull());
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByRole("link", { name: "Over $1,000" });
    expect(adminApi.savedViews.map(({ name, query }) => [name, query])).toEqual([
      ["Over $1,000", "minAmount=1000&stage=to_decide&status=open"],
    ]);
  });

  test("that another tab has removed is gone here too, with the way back, and leaves a second one of the same list", async () => {
    const complaints = spyOn(console, "error").mockImplementation(() => {});
    const query = "stage=to_decide&status=open";
    adminApi.savedViews = [
      { _id: "a", list: "withdrawals", name: "Big", query },
      { _id: "b", list: "withdrawals", name: "ធំ", query },
    ];
    await openView("to_decide", { amount: 2_000 });
    // Of three that are the same list, the one that was chosen is current.
    const second = await screen.findByRole("link", { name: "ធំ" });
    expect(currentViews()).toEqual([expect.stringMatching(/^All to decide/)]);
    fireEvent.click(second);
    await waitFor(() => expect(currentViews()).toEqual(["ធំ"]));
    fireEvent.click(screen.getByRole("link", { name: /^All to decide/ }));
    await waitFor(() => expect(currentViews()).toEqual([expect.stringMatching(/^All to decide/)]));
    context.server.on("POST /api/admin/views/a/remove", () => refuse("not_found", "Not found"));
    adminApi.savedViews = adminApi.savedViews.slice(1);
    fireEvent.click(screen.getByRole("button", { name: "Remove Big" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Big" })).toBeNull());
    expect(screen.getAllByRole("link", { name: "ធំ" })).toHaveLength(1);
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByRole("link", { name: "Big" });
    expect(complaints.mock.calls).toEqual([]);
    complaints.mockRestore();
  });
});

describe("a claim", () => {
  test("is taken with M, and says how long it lasts", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    press("m");
    expect(await screen.findByText("Claimed by you")).toBeTruthy();
    expect(screen.getByText(/released in (9|10):/)).toBeTruthy();
    expect(adminApi.actionCalls(first?._id ?? "", "claim").map(({ body }) => body)).toEqual([{ version: 1 }]);
    expect(screen.getByText("You")).toBeTruthy();
  });

  test("of an admin with the same name is another admin's, and blocks decisions", async () => {
    const claimedUntil = new Date(Date.now() + 600_000).toISOString();
    await openAdmin({ amount: 101, claimedBy: adminApi.admin.name, claimedById: "admin-2", claimedUntil });
    await opens("$101.00");
    expect(button(/Approve/)).toHaveProperty("disabled", true);
    expect(button(/Reject/)).toHaveProperty("disabled", true);
  });

  test("of one's own is released with M and with its button", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    expect(screen.queryByRole("button", { name: /Release/ })).toBeNull();
    press("m");
    await screen.findByText("Claimed by you");
    press("m");
    await screen.findByText("Not claimed");
    expect(screen.queryByText("You")).toBeNull();
    press("m");
    fireEvent.click(await screen.findByRole("button", { name: /Release/ }));
    await screen.findByText("Not claimed");
    expect(adminApi.actionCalls(first?._id ?? "", "release").map(({ body }) => body)).toEqual([
      { version: 1 },
      { version: 1 },
    ]);
  });

  test("is handed over to a colleague who has not approved it, with Y", async () => {
    const approvedBy = [
      { act: "approve", adminId: "maly", name: "Maly Sok", detail: "", at: "2026-11-20T03:00:00Z" },
    ] as const;
    adminApi.colleagues = [
      { _id: "maly", name: "Maly Sok" },
      { _id: "rith", name: "Rith Chea" },
    ];
    const [first] = await openAdmin({ amount: 1_500, approvals: { have: 1, need: 2 }, approvedBy: [...approvedBy] });
    await opens("$1,500.00");
    await screen.findByRole("button", { name: /Hand over/ });
    press("y");
    const dialog = within(await screen.findByRole("dialog", { name: "Hand over $1,500.00" }));
    expect(dialog.getByLabelText("To").textContent).toBe("Rith Chea");
    fireEvent.click(dialog.getByRole("button", { name: "Hand over" }));
    await screen.findByText("Handed over to Rith Chea");
    expect(screen.getAllByText("Claimed by Rith Chea").length).toBeGreaterThan(0);
    expect(adminApi.actionCalls(first?._id ?? "", "hand-over").map(({ body }) => body)).toEqual([
      { version: 1, to: "rith" },
    ]);
  });

  test("is not offered to a colleague again who cannot take it any more, and goes to the one whom the dialog shows", async () => {
    adminApi.colleagues = [
      { _id: "maly", name: "Maly Sok" },
      { _id: "rith", name: "Rith Chea" },
    ];
    const [first] = await openAdmin({ amount: 101 });
    await opens("$101.00");
    await screen.findByRole("button", { name: /Hand over/ });
    press("y");
    const dialog = within(await screen.findByRole("dialog", { name: "Hand over $101.00" }));
    const path = `POST /api/admin/withdrawals/${first?._id}/hand-over`;
    context.server.on(path, () => {
      adminApi.colleagues = adminApi.colleagues.slice(1);
      return refuse("wrong_state", "There is no such operator");
    });
    fireEvent.click(dialog.getByRole("button", { name: "Hand over" }));
    await dialog.findByText("There is no such operator");
    await waitFor(() => expect(dialog.getByLabelText("To").textContent).toBe("Rith Chea"));
    fireEvent.click(dialog.getByRole("button", { name: "Hand over" }));
    await context.callsArrive();
    expect(context.server.callsOf(path).map(({ body }) => body)).toEqual([
      { version: 1, to: "maly" },
      { version: 1, to: "rith" },
    ]);
  });

  test("of another admin shows their name in the list and the review, says who can release it, and is not released by M", async () => {
    const claimedUntil = new Date(Date.now() + 600_000).toISOString();
    const [first] = await openAdmin({ amount: 101, claimedBy: "Maly Sok", claimedById: "admin-2", claimedUntil });
    await opens("$101.00");
    const row = screen.getByRole("button", { current: true });
    expect(within(row).getByText("Maly Sok").title).toBe("Claimed by Maly Sok");
    expect(screen.getAllByText("Claimed by Maly Sok").length).toBeGreaterThan(1);
    const rule = /^Only Maly Sok can release it\. It runs out .+, .+; after that any admin can claim it\.$/;
    expect(screen.getByText(rule)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Release/ })).toBeNull();
    press("m");
    expect(screen.queryByRole("button", { name: /Hand over/ })).toBeNull();
    expect([
      adminApi.actionCalls(first?._id ?? "", "release"),
      adminApi.actionCalls(first?._id ?? "", "claim"),
    ]).toEqual([[], []]);
  });
});

describe("the countdown of a decision", () => {
  test("ends with Z: nothing was sent, the request opens again, and the typed text is kept", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    press("r");
    await dialog();
    fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "suspicious" } });
    fireEvent.change(screen.getByLabelText("Notes for the trader"), { target: { value: "Who is this?" } });
    pressInDialog("Reject and return $101.00");
    await opens("$102.00");
    press("z");
    await opens("$101.00");
    expect(screen.queryByText(/^, in \d s/)).toBeNull();
    expect(screen.getByText("3 requests, $306.00")).toBeTruthy();
    press("r");
    await dialog();
    expect(screen.getByLabelText("Reason")).toHaveProperty("value", "suspicious");
    expect(screen.getByLabelText("Notes for the trader")).toHaveProperty("value", "Who is this?");
    fireEvent.keyDown(document, { key: "Escape" });
    press("a");
    await dialog();
    expect(screen.getByLabelText("Notes for the trader")).toHaveProperty("value", "");
    await context.callsArrive();
    expect(adminApi.actionCalls(first?._id ?? "", "reject")).toEqual([]);
  });

  test("runs beside other countdowns, and Z undoes the newest", async () => {
    const [first, second] = await openAdmin(...sums);
    for (const sum of ["$101.00", "$102.00"]) {
      await opens(sum);
      press("a");
      await dialog();
      pressInDialog(`Approve ${sum}`);
    }
    await opens("$103.00");
    expect(screen.getAllByText(/^, in \d s/)).toHaveLength(2);
    press("z");
    await opens("$102.00");
    press("s");
    await screen.findByText("Approved $101.00 for Bopha Keo");
    await context.callsArrive();
    expect(adminApi.actionCalls(first?._id ?? "", "approve")).toHaveLength(1);
    expect(adminApi.actionCalls(second?._id ?? "", "approve")).toEqual([]);
    expect(screen.getByText("2 requests, $205.00")).toBeTruthy();
  });

  test("continues in another section, and closing the page asks for confirmation", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(true);
    press("a");
    await dialog();
    pressInDialog("Approve $101.00");
    await opens("$102.00");
    expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
    fireEvent.click(screen.getByRole("link", { name: "Ledger" }));
    await screen.findByRole("heading", { level: 1, name: "Ledger" });
    fireEvent.click(button("Send now"));
    await screen.findByText("Approved $101.00 for Bopha Keo");
    await context.callsArrive();
    expect(adminApi.actionCalls(first?._id ?? "", "approve")).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText(", sending")).toBeNull());
    expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(true);
  });

  test("ends at once when its admin logs out, who stays if it was refused", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    context.server.on(`POST /api/admin/withdrawals/${first?._id}/approve`, () =>
      refuse("wrong_state", "Maly Sok has approved this withdrawal. Refresh to see its current state."),
    );
    press("a");
    await dialog();
    pressInDialog("Approve $101.00");
    await opens("$102.00");
    fireEvent.click(button("Logout"));
    await screen.findByText(/Maly Sok has approved this withdrawal/);
    await context.callsArrive();
    expect(context.server.callsOf("POST /api/auth/logout")).toEqual([]);
    fireEvent.click(button("Logout"));
    await waitFor(() => expect(context.server.callsOf("POST /api/auth/logout")).toHaveLength(1));
  });

  test("prevents a second decision about its request", async () => {
    const [first] = await openAdmin(...sums);
    await opens("$101.00");
    press("a");
    await dialog();
    pressInDialog("Approve $101.00");
    await opens("$102.00");
    navigate(`/admin/withdrawals?item=${first?._id}`);
    await opens("$101.00");
    expect(screen.getByText(/Your decision will be sent soon/)).toBeTruthy();
    press("r");
    press("a");
    press("m");
    expect(screen.queryByRole("dialog")).toBeNull();
    await context.callsArrive();
    expect(adminApi.actionCalls(first?._id ?? "", "claim")).toEqual([]);
  });
});

describe("the keys", () => {
  test("do nothing while text is typed, and can be turned off", async () => {
    await openAdmin(...sums);
    await opens("$101.00");
    press("?");
    await screen.findByText("Single-key shortcuts");
    press("j");
    expect(openSum()).toBe("$101.00");
    fireEvent.click(screen.getByRole("switch"));
    fireEvent.click(button("Close"));
    // The same switch as on the settings page.
    expect(settings.value.keyboard.shortcuts).toBe(false);
    press("j");
    expect(openSum()).toBe("$101.00");
    fireEvent.click(button("Keys"));
    fireEvent.click(screen.getByRole("switch"));
    fireEvent.click(button("Close"));
    press("j");
    await opens("$102.00");
  });
});

/** The simulated browser has no drawing canvas; a journey checks the sent image. */
async function withDrawing(run: () => Promise<void>): Promise<void> {
  const bitmap = { width: 40, height: 30, close() {} };
  const { getContext, toDataURL } = HTMLCanvasElement.prototype;
  Object.assign(globalThis, { createImageBitmap: async () => bitmap });
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => ({ fillRect() {}, drawImage() {} }),
    toDataURL: () => "data:image/jpeg;base64,ZHJhd24=",
  });
  try {
    await run();
  } finally {
    Object.assign(HTMLCanvasElement.prototype, { getContext, toDataURL });
    Reflect.deleteProperty(globalThis, "createImageBitmap");
  }
}

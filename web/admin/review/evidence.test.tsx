import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { traderContext } from "../../test/admin-records.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { manualCountdowns } from "../../test/countdowns.ts";
import { openApp } from "../../test/open-app.tsx";
import { toast } from "../../ui/toast/toaster.tsx";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
manualCountdowns();
let adminApi: AdminApi;

beforeEach(() => {
  toast.remove();
  adminApi = new AdminApi(context.server);
});

const ONLY_REJECT = "The evidence could not be loaded, so this can only be rejected.";
const NOTHING = "The evidence could not be loaded, so nothing can be decided.";

const openAt = (at: string) => openApp(context.server, { at, as: adminApi.admin });
const heading = () => document.querySelector("[data-item-heading]")?.textContent;
const opens = (name: string) => waitFor(() => expect(heading()).toBe(name));
const press = (key: string) => fireEvent.keyDown(document.body, { key });
const isOff = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name }).disabled;
const isOn = (name: string | RegExp) => waitFor(() => expect(isOff(name)).toBe(false));
const loadAgain = () => fireEvent.click(screen.getByRole("button", { name: "Load again" }));

/** Presses each key, and checks that none of them opens a dialog. */
function expectKeysOff(keys: string): void {
  for (const key of keys) {
    press(key);
    expect(screen.queryAllByRole("dialog")).toHaveLength(0);
  }
}

/** Delays the response of a route. @returns sends the response */
function delayResponse(route: string, answer: () => Response): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  context.server.on(route, async () => {
    await promise;
    return answer();
  });
  return resolve;
}

const failing = () => refuse("internal", "Something went wrong");

describe("a withdrawal", () => {
  const answerOf = (id: string) => () =>
    ok({
      withdrawal: adminApi.withdrawals.find(({ _id }) => _id === id),
      trader: adminApi.trader,
      payouts: adminApi.payouts,
      warnings: adminApi.warnings,
    });

  test("offers no action while its evidence is loading", async () => {
    const [request] = adminApi.addWithdrawals({ amount: 101 });
    const id = request?._id ?? "";
    const arrive = delayResponse(`GET /api/admin/withdrawals/${id}`, answerOf(id));
    await openAt("/admin/withdrawals");
    await opens("$101.00");
    expectKeysOff("armc");
    for (const name of [/Approve/, /Reject/, /Claim/]) expect(isOff(name)).toBe(true);
    await context.callsArrive();
    expect(adminApi.actionCalls(id, "claim")).toEqual([]);
    arrive();
    await isOn(/Approve/);
    press("a");
    expect(await screen.findByRole("dialog", { name: "Approve $101.00" })).toBeTruthy();
  });

  test("whose evidence cannot be loaded can only be rejected, and the evidence can be loaded again", async () => {
    const [request] = adminApi.addWithdrawals({ amount: 101 });
    const id = request?._id ?? "";
    context.server.on(`GET /api/admin/withdrawals/${id}`, failing);
    await openAt("/admin/withdrawals");
    await opens("$101.00");
    expect(await screen.findByText(ONLY_REJECT)).toBeTruthy();
    expectKeysOff("amc");
    expect([isOff(/Approve/), isOff(/Claim/), isOff(/Reject/)]).toEqual([true, true, false]);
    press("r");
    await screen.findByRole("dialog", { name: "Reject $101.00" });
    fireEvent.keyDown(document, { key: "Escape" });
    context.server.on(`GET /api/admin/withdrawals/${id}`, answerOf(id));
    loadAgain();
    await isOn(/Approve/);
    expect(screen.queryByText(ONLY_REJECT)).toBeNull();
  });

  test("that was opened without a connection loads by itself when that is back", async () => {
    const [request] = adminApi.addWithdrawals({ amount: 101 });
    const id = request?._id ?? "";
    let isUp = false;
    const lost = (answer: () => Response) => () => (isUp ? answer() : new Response("", { status: 502 }));
    context.server.on(`GET /api/admin/withdrawals/${id}`, lost(answerOf(id))).on(
      "GET /api/health",
      lost(() => ok()),
    );
    await openAt("/admin/withdrawals");
    await opens("$101.00");
    expect(await screen.findByText(ONLY_REJECT)).toBeTruthy();
    isUp = true;
    window.dispatchEvent(new Event("online"));
    await isOn(/Approve/);
    expect(screen.queryByText(ONLY_REJECT)).toBeNull();
  });

  test("is never decided with the evidence of the item before, even with fast J and K", async () => {
    const [first, second] = adminApi.addWithdrawals({ amount: 101 }, { amount: 102 });
    await openAt("/admin/withdrawals");
    await opens("$101.00");
    await isOn(/Approve/);
    const arrive = [first, second].map((request) => {
      const id = request?._id ?? "";
      return delayResponse(`GET /api/admin/withdrawals/${id}`, answerOf(id));
    });
    press("j");
    expectKeysOff("ar");
    press("k");
    press("j");
    expectKeysOff("ar");
    arrive[0]?.();
    await waitFor(() => expect(context.server.callsOf(`GET /api/admin/withdrawals/${first?._id}`)).toHaveLength(2));
    expect(heading()).toBe("$102.00");
    expectKeysOff("ar");
    arrive[1]?.();
    await isOn("Approve $102.00");
  });

  test("waits for an image that was opened, also while E shows another tab", async () => {
    const at = "2026-11-18T03:00:00.000Z";
    const card = { image: "/api/image/card.jpg", status: "verified", submittedAt: at, decidedAt: at } as const;
    adminApi.trader = traderContext({ identity: { ...traderContext().identity, ...card } });
    adminApi.addWithdrawals({ amount: 101 });
    await openAt("/admin/withdrawals");
    await isOn(/Approve/);
    expect(screen.queryByAltText("ID card of Bopha Keo")).toBeNull();
    fireEvent.click(await screen.findByRole("button", { name: "Show ID card" }));
    const image = await screen.findByAltText("ID card of Bopha Keo");
    expectKeysOff("ar");
    press("e");
    await screen.findByRole("tab", { name: "Device", selected: true });
    expectKeysOff("ar");
    fireEvent.error(image);
    await screen.findByText(ONLY_REJECT);
    expectKeysOff("a");
    loadAgain();
    await waitFor(() => expect(screen.queryByText(ONLY_REJECT)).toBeNull());
    expectKeysOff("ar");
    fireEvent.load(await screen.findByAltText("ID card of Bopha Keo"));
    await isOn(/Approve/);
  });
});

describe("an identity", () => {
  const open = async () => fireEvent.click(await screen.findByRole("button", { name: "Show ID card" }));
  const card = () => screen.findByAltText("ID card of Bopha Keo");

  test("cannot be decided before its image and its trader have loaded", async () => {
    const identity = adminApi.addIdentity("Bopha Keo");
    const arrive = delayResponse(`GET /api/admin/identities/${identity._id}`, () =>
      ok({ identity, trader: adminApi.trader }),
    );
    await openAt("/admin/identities");
    await opens("Bopha Keo");
    expectKeysOff("vr");
    await open();
    fireEvent.load(await card());
    expectKeysOff("vr");
    arrive();
    await isOn(/Verify/);
    press("v");
    expect(await screen.findByRole("dialog", { name: "Verify Bopha Keo" })).toBeTruthy();
  });

  test("whose image cannot be loaded can only be rejected, and the image can be loaded again", async () => {
    adminApi.addIdentity("Bopha Keo");
    await openAt("/admin/identities");
    await opens("Bopha Keo");
    await open();
    fireEvent.error(await card());
    await screen.findByText(ONLY_REJECT);
    expectKeysOff("v");
    await isOn(/Reject/);
    expect(isOff(/Verify/)).toBe(true);
    press("r");
    await screen.findByRole("dialog", { name: "Reject the ID card of Bopha Keo" });
    fireEvent.keyDown(document, { key: "Escape" });
    loadAgain();
    fireEvent.load(await card());
    await isOn(/Verify/);
  });
});

test("an unmatched payment is decided only with its trader's data on the screen", async () => {
  const exception = adminApi.addException({ paidAmount: 95 });
  const path = `GET /api/admin/exceptions/${exception._id}`;
  const fail = delayResponse(path, failing);
  await openAt("/admin/exceptions");
  await opens("$95.00");
  expectKeysOff("mnd");
  fail();
  await screen.findByText(NOTHING);
  expectKeysOff("mnd");
  context.server.on(path, () => ok({ exception, trader: adminApi.trader }));
  loadAgain();
  await isOn(/Match/);
  press("d");
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

test("a deposit is marked paid only in its current state, and not while it is being fetched or when that fails", async () => {
  const deposit = adminApi.addDeposit({ amount: 100 });
  let isDown = true;
  const { promise, resolve: fail } = Promise.withResolvers<void>();
  context.server.on("GET /api/admin/deposits", async ({ query }) => {
    if (query.get("search") === deposit._id) await promise;
    if (query.get("search") === deposit._id && isDown) return failing();
    return ok({ deposits: adminApi.deposits, nextCursor: null });
  });
  await openAt("/admin/deposits");
  await opens("$100.00");
  expectKeysOff("m");
  fail();
  await screen.findByText(NOTHING);
  expectKeysOff("m");
  isDown = false;
  const byMaly = {
    act: "mark_paid",
    adminId: "maly",
    name: "Maly Sok",
    detail: "",
    at: new Date().toISOString(),
  } as const;
  adminApi.deposits = [{ ...deposit, approvals: { have: 1, need: 2 }, approvedBy: [byMaly] }];
  loadAgain();
  await isOn("Mark paid, 2 of 2");
  press("m");
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { AdminApi, traderContext } from "../../test/admin-api.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { heldCountdowns } from "../../test/countdowns.ts";
import { openApp } from "../../test/open-app.tsx";
import { toast } from "../../ui/toaster.tsx";
import { setPendingOwner } from "../core/pending-actions.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
heldCountdowns();
let desk: AdminApi;

beforeEach(() => {
  toast.remove();
  setPendingOwner("nobody");
  desk = new AdminApi(context.server);
});

const ONLY_REJECT = "The evidence could not be loaded, so this can only be rejected.";
const NOTHING = "The evidence could not be loaded, so nothing can be decided.";

const openAt = (at: string) => openApp(context.server, { at, as: desk.admin });
const heading = () => document.querySelector("[data-item-heading]")?.textContent;
const opens = (name: string) => waitFor(() => expect(heading()).toBe(name));
const press = (key: string) => fireEvent.keyDown(document.body, { key });
const isOff = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name }).disabled;
const isOn = (name: string | RegExp) => waitFor(() => expect(isOff(name)).toBe(false));
const loadAgain = () => fireEvent.click(screen.getByRole("button", { name: "Load again" }));

/** Presses each key, and checks that none of them opens a dialog. */
function actNothing(keys: string): void {
  for (const key of keys) {
    press(key);
    expect(screen.queryAllByRole("dialog")).toHaveLength(0);
  }
}

/** Delays the response of a route. @returns sends the response */
function holdBack(route: string, answer: () => Response): () => void {
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
      withdrawal: desk.withdrawals.find(({ _id }) => _id === id),
      trader: desk.trader,
      payouts: desk.payouts,
      warnings: desk.warnings,
    });

  test("offers no action while its evidence is loading", async () => {
    const [request] = desk.addWithdrawals({ amount: 101 });
    const id = request?._id ?? "";
    const arrive = holdBack(`GET /api/admin/withdrawals/${id}`, answerOf(id));
    await openAt("/admin/withdrawals");
    await opens("$101.00");
    actNothing("armc");
    for (const name of [/Approve/, /Reject/, /Claim/]) expect(isOff(name)).toBe(true);
    expect(desk.actsOn(id, "claim")).toEqual([]);
    arrive();
    await isOn(/Approve/);
    press("a");
    expect(await screen.findByRole("dialog", { name: "Approve $101.00" })).toBeTruthy();
  });

  test("whose evidence cannot be loaded can only be rejected, and the evidence can be loaded again", async () => {
    const [request] = desk.addWithdrawals({ amount: 101 });
    const id = request?._id ?? "";
    context.server.on(`GET /api/admin/withdrawals/${id}`, failing);
    await openAt("/admin/withdrawals");
    await opens("$101.00");
    expect(await screen.findByText(ONLY_REJECT)).toBeTruthy();
    actNothing("amc");
    expect([isOff(/Approve/), isOff(/Claim/), isOff(/Reject/)]).toEqual([true, true, false]);
    press("r");
    await screen.findByRole("dialog", { name: "Reject $101.00" });
    fireEvent.keyDown(document, { key: "Escape" });
    context.server.on(`GET /api/admin/withdrawals/${id}`, answerOf(id));
    loadAgain();
    await isOn(/Approve/);
    expect(screen.queryByText(ONLY_REJECT)).toBeNull();
  });

  test("is never decided with the evidence of the item before, even with fast J and K", async () => {
    const [first, second] = desk.addWithdrawals({ amount: 101 }, { amount: 102 });
    await openAt("/admin/withdrawals");
    await opens("$101.00");
    await isOn(/Approve/);
    const arrive = [first, second].map((request) => {
      const id = request?._id ?? "";
      return holdBack(`GET /api/admin/withdrawals/${id}`, answerOf(id));
    });
    press("j");
    actNothing("ar");
    press("k");
    press("j");
    actNothing("ar");
    arrive[0]?.();
    await waitFor(() => expect(context.server.callsOf(`GET /api/admin/withdrawals/${first?._id}`)).toHaveLength(2));
    expect(heading()).toBe("$102.00");
    actNothing("ar");
    arrive[1]?.();
    await isOn("Approve $102.00");
  });

  test("waits for its image, and E switches the tab without skipping it", async () => {
    const at = "2026-11-18T03:00:00.000Z";
    const card = { image: "/api/image/card.jpg", status: "verified", submittedAt: at, decidedAt: at } as const;
    desk.trader = traderContext({ identity: { ...traderContext().identity, ...card } });
    desk.addWithdrawals({ amount: 101 });
    await openAt("/admin/withdrawals");
    const image = await screen.findByAltText("ID card of Bopha Keo");
    actNothing("ar");
    press("e");
    await screen.findByRole("tab", { name: "Device", selected: true });
    actNothing("ar");
    fireEvent.error(image);
    await screen.findByText(ONLY_REJECT);
    actNothing("a");
    loadAgain();
    await waitFor(() => expect(screen.queryByText(ONLY_REJECT)).toBeNull());
    actNothing("ar");
    fireEvent.load(await screen.findByAltText("ID card of Bopha Keo"));
    await isOn(/Approve/);
  });
});

describe("an identity", () => {
  const card = () => screen.findByAltText("ID card of Bopha Keo");

  test("cannot be decided before its image and its trader have loaded", async () => {
    const identity = desk.addIdentity("Bopha Keo");
    const arrive = holdBack(`GET /api/admin/identities/${identity._id}`, () => ok({ identity, trader: desk.trader }));
    await openAt("/admin/identities");
    await opens("Bopha Keo");
    actNothing("vr");
    fireEvent.load(await card());
    actNothing("vr");
    arrive();
    await isOn(/Verify/);
    press("v");
    expect(await screen.findByRole("dialog", { name: "Verify Bopha Keo" })).toBeTruthy();
  });

  test("whose image cannot be loaded can only be rejected, and the image can be loaded again", async () => {
    desk.addIdentity("Bopha Keo");
    await openAt("/admin/identities");
    await opens("Bopha Keo");
    fireEvent.error(await card());
    await screen.findByText(ONLY_REJECT);
    actNothing("v");
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
  const exception = desk.addException({ paidAmount: 95 });
  const path = `GET /api/admin/exceptions/${exception._id}`;
  const fail = holdBack(path, failing);
  await openAt("/admin/exceptions");
  await opens("$95.00");
  actNothing("mnd");
  fail();
  await screen.findByText(NOTHING);
  actNothing("mnd");
  context.server.on(path, () => ok({ exception, trader: desk.trader }));
  loadAgain();
  await isOn(/Match/);
  press("d");
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

test("a deposit is marked paid only in its current state, and not while it is being fetched or when that fails", async () => {
  const deposit = desk.addDeposit({ amount: 100 });
  let isDown = true;
  const { promise, resolve: fail } = Promise.withResolvers<void>();
  context.server.on("GET /api/admin/deposits", async ({ query }) => {
    if (query.get("search") === deposit._id) await promise;
    if (query.get("search") === deposit._id && isDown) return failing();
    return ok({ deposits: desk.deposits, nextCursor: null });
  });
  await openAt("/admin/deposits");
  await opens("$100.00");
  actNothing("m");
  fail();
  await screen.findByText(NOTHING);
  actNothing("m");
  isDown = false;
  desk.deposits = [{ ...deposit, approvals: { have: 1, need: 2 } }];
  loadAgain();
  await isOn("Mark paid, 2 of 2");
  press("m");
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { openApp } from "../../test/open-app.tsx";
import type { AdminIncident, OnCall } from "./on-call-calls.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
let adminApi: AdminApi;
let incidents: AdminIncident[];
let onCall: OnCall;

const LIST = "GET /api/admin/on-call/incidents";

function incident(more: Partial<AdminIncident> = {}): AdminIncident {
  return {
    _id: "7",
    cause: { kind: "queue_over_age", about: "identities" },
    openedAt: "2026-12-09T16:00:00.000Z",
    acknowledged: null,
    endedAt: null,
    nextTellAt: "2026-12-09T17:45:00.000Z",
    tells: [
      {
        number: 1,
        at: "2026-12-09T16:00:00.000Z",
        to: "Maly Kim",
        channel: "push",
        reachedAt: "2026-12-09T16:00:01.000Z",
      },
      { number: 2, at: "2026-12-09T16:15:00.000Z", to: "Dara Kim", channel: null, reachedAt: null },
    ],
    ...more,
  };
}

const statusOf = ({ acknowledged, endedAt }: AdminIncident) =>
  endedAt !== null ? "ended" : acknowledged ? "acknowledged" : "open";

beforeEach(() => {
  adminApi = new AdminApi(context.server);
  incidents = [incident()];
  const [dara, maly] = [
    { _id: adminApi.admin._id, name: "Dara Kim" },
    { _id: "maly", name: "Maly Kim" },
  ];
  onCall = {
    repeatMinutes: 15,
    targetHours: { withdrawals: 24, identities: 24, exceptions: 24, imports: 24 },
    spans: [
      { from: "2026-12-09T17:35:00.000Z", to: "2026-12-13T17:00:00.000Z", who: maly, override: null },
      { from: "2026-12-13T17:00:00.000Z", to: "2026-12-20T17:00:00.000Z", who: dara, override: null },
    ],
    rota: {
      version: 3,
      setBy: "Dara Kim",
      setAt: "2026-12-01T00:00:00.000Z",
      admins: [
        { ...maly, isAdmin: true },
        { _id: "gone", name: "Sophea Lim", isAdmin: false },
        { ...dara, isAdmin: true },
      ],
    },
    overrides: [],
    admins: [
      { ...dara, channels: ["push"] },
      { ...maly, channels: [] },
    ],
  };
  context.server
    .on(LIST, ({ query }) =>
      ok({ incidents: incidents.filter((one) => statusOf(one) === (query.get("status") ?? "open")), nextCursor: null }),
    )
    .on("GET /api/admin/on-call", () => ok({ onCall }));
});

const open = async (at = "/admin/on-call") => openApp(context.server, { at, as: adminApi.admin });

test("an incident says what happened, who was told by which channel, and that A acknowledges it", async () => {
  context.server.on("POST /api/admin/on-call/incidents/7/acknowledge", () => {
    incidents = [incident({ acknowledged: { at: "2026-12-09T17:35:00.000Z", by: "Dara Kim" }, nextTellAt: null })];
    return ok({ incident: incidents[0] });
  });
  context.server.on("GET /api/admin/on-call/incidents/7", () => ok({ incident: incidents[0] }));
  await open("/admin/on-call?item=7");
  await screen.findByRole("heading", { level: 2, name: "An identity has waited too long" });
  await screen.findByText("The oldest ID card to review was sent more than 24 hours ago.");
  await screen.findByText(/^Maly Kim, until/);
  expect(screen.getByText("Then Dara Kim")).toBeDefined();
  expect(screen.getByText(/^Push, /)).toBeDefined();
  expect(screen.getByText("On its way, not confirmed")).toBeDefined();
  expect(screen.getByText("Repeat 1")).toBeDefined();
  fireEvent.keyDown(document.body, { key: "a" });
  await screen.findByText("Acknowledged. It is told to nobody any more.");
  await screen.findByText(/^Dara Kim, today/);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /Acknowledge$/ }).disabled).toBe(true);
  const calls = context.server.callsOf("POST /api/admin/on-call/incidents/7/acknowledge");
  expect(calls).toHaveLength(1);
  fireEvent.keyDown(document.body, { key: "@", code: "Digit2", shiftKey: true });
  await screen.findByText("1");
  await waitFor(() =>
    expect(screen.getByRole("link", { name: "Acknowledged" }).getAttribute("aria-current")).toBe("page"),
  );
  fireEvent.keyDown(document.body, { key: "!", code: "Digit1", shiftKey: true });
  await screen.findByText("No open incident");
});

test("a refused acknowledgement says why and can be tried again", async () => {
  let isDown = true;
  context.server.on("POST /api/admin/on-call/incidents/7/acknowledge", () =>
    isDown
      ? refuse("service_down", "The database does not answer")
      : ok({ incident: incident({ acknowledged: { at: "2026-12-09T17:35:00.000Z", by: "Dara Kim" } }) }),
  );
  context.server.on("GET /api/admin/on-call/incidents/7", () => ok({ incident: incidents[0] }));
  await open("/admin/on-call?item=7");
  const button = await screen.findByRole("button", { name: /Acknowledge$/ });
  fireEvent.click(button);
  await screen.findByRole("alert");
  isDown = false;
  fireEvent.click(button);
  await screen.findByText("Acknowledged. It is told to nobody any more.");
  const keys = context.server
    .callsOf("POST /api/admin/on-call/incidents/7/acknowledge")
    .map(({ headers }) => headers.get("Idempotency-Key"));
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test("without incidents, and without anybody on the rota, the screen says what that means", async () => {
  incidents = [];
  onCall = {
    ...onCall,
    spans: [{ from: "2026-12-09T17:35:00.000Z", to: "2027-02-03T17:35:00.000Z", who: null, override: null }],
    rota: { version: 0, setBy: null, setAt: null, admins: [] },
  };
  await open();
  await screen.findByText("No open incident");
  await screen.findByText("Every admin: nobody is on the rota");
  fireEvent.click(screen.getByRole("link", { name: "Who is on call" }));
  await screen.findByText("Nobody stands in");
  expect(screen.getAllByText("Nobody is on the rota").length).toBeGreaterThan(0);
});

test("the order is changed by buttons, without who is no admin any more, and sent with the version that was seen", async () => {
  context.server.on("POST /api/admin/on-call/rota", () => ok({}));
  await open("/admin/on-call?view=rota");
  await screen.findByText("No admin any more: skipped");
  fireEvent.click(screen.getByRole("button", { name: "Change the rota" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Move Dara Kim up" }));
  expect(dialog.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
    expect.stringContaining("Dara Kim"),
    expect.stringContaining("Maly Kim"),
  ]);
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Move Dara Kim down" })));
  fireEvent.click(dialog.getByRole("button", { name: "Set the rota" }));
  await screen.findByText("The rota is set.");
  const [call] = context.server.callsOf("POST /api/admin/on-call/rota");
  expect(call?.body).toEqual({ admins: [adminApi.admin._id, "maly"], version: 3 });
});

test("the focus stays in the dialog when somebody is taken off the rota, and when the last admin is added", async () => {
  await open("/admin/on-call?view=rota");
  fireEvent.click(await screen.findByRole("button", { name: "Change the rota" }));
  const dialog = within(await screen.findByRole("dialog"));
  const takeOff = (name: string) => dialog.getByRole("button", { name: `Take ${name} off` });
  fireEvent.click(takeOff("Maly Kim"));
  await waitFor(() => expect(document.activeElement).toBe(takeOff("Dara Kim")));
  fireEvent.click(takeOff("Dara Kim"));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Add an admin")));
  fireEvent.change(dialog.getByLabelText("Add an admin"), { target: { value: "maly" } });
  fireEvent.change(dialog.getByLabelText("Add an admin"), { target: { value: adminApi.admin._id } });
  await waitFor(() => expect(document.activeElement).toBe(takeOff("Dara Kim")));
});

test("the focus goes to the button above the list when a stand-in is taken back", async () => {
  const who = { _id: "maly", name: "Maly Kim" };
  const span = { from: "2026-12-09T17:00:00.000Z", to: "2026-12-10T17:00:00.000Z" };
  onCall = { ...onCall, overrides: [{ _id: "1", who, ...span, setBy: "Dara Kim" }] };
  context.server.on("POST /api/admin/on-call/overrides/1/remove", () => {
    onCall = { ...onCall, overrides: [] };
    return ok({});
  });
  await open("/admin/on-call?view=rota");
  fireEvent.click(await screen.findByRole("button", { name: "Take back: Maly Kim stands in" }));
  await screen.findByText("Nobody stands in");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Stand in" }));
});

test("a stand-in that ends before it begins is not sent, and a right one is", async () => {
  context.server.on("POST /api/admin/on-call/overrides", () => ok({}));
  await open("/admin/on-call?view=rota");
  fireEvent.click(await screen.findByRole("button", { name: "Stand in" }));
  const dialog = within(await screen.findByRole("dialog"));
  const until = dialog.getByLabelText("Until");
  fireEvent.change(until, { target: { value: "2026-12-01T00:00" } });
  fireEvent.click(dialog.getByRole("button", { name: "Stand in" }));
  await dialog.findByText("It must end after it begins.");
  expect(context.server.callsOf("POST /api/admin/on-call/overrides")).toEqual([]);
  fireEvent.change(until, { target: { value: "2026-12-11T08:00" } });
  fireEvent.click(dialog.getByRole("button", { name: "Stand in" }));
  await screen.findByText("The stand-in is set.");
  expect(context.server.callsOf("POST /api/admin/on-call/overrides")[0]?.body).toMatchObject({
    admin: adminApi.admin._id,
    to: "2026-12-11T01:00:00.000Z",
  });
});

test("lists that cannot be loaded say so, and are loaded again", async () => {
  let isDown = true;
  context.server
    .on(LIST, () => (isDown ? refuse("service_down", "Down") : ok({ incidents, nextCursor: null })))
    .on("GET /api/admin/on-call", () => (isDown ? refuse("service_down", "Down") : ok({ onCall })));
  await open();
  await screen.findByRole("button", { name: "Try again" });
  fireEvent.click(screen.getByRole("link", { name: "Who is on call" }));
  await screen.findByText("The rota could not be loaded");
  isDown = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("rowheader", { name: "Maly Kim" });
});

import { afterEach, beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { openApp } from "../../test/open-app.tsx";
import type { AdminSettings, ProposalBody, Setting } from "./setting-calls.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
let adminApi: AdminApi;
let settings: Omit<AdminSettings, "success">;
let sent: ProposalBody[];

const setting = (key: Setting["key"], value: Setting["value"], changes: Partial<Setting> = {}): Setting => ({
  ...{ key, value, version: null, setBy: null, setAt: null, proposal: null },
  ...changes,
});
const proposal = (changes: Partial<NonNullable<Setting["proposal"]>> = {}) => ({
  ...{ _id: "change-1", value: 500, reason: "Fewer sums wait", by: "Maly Sok", byId: "admin-2" },
  ...{ at: new Date().toISOString(), approvals: { have: 1, need: 2 }, approvedBy: [], aloneFrom: null },
  ...changes,
});

beforeEach(() => {
  adminApi = new AdminApi(context.server);
  sent = [];
  settings = {
    settings: [
      setting("second_admin_above", 1_000),
      setting("admin_alone_max", 10_000, {
        version: "change-0",
        setBy: ["Sophea Nov"],
        setAt: new Date().toISOString(),
      }),
      setting("working_hours", null),
    ],
    ...{ traders: [], changes: [], pauses: { withdrawals: null, deposits: null }, paused: [], isOnlyOwner: false },
  };
  context.server
    .on("GET /api/admin/settings", () => ok(settings))
    .on("POST /api/admin/settings", ({ body }) => {
      sent.push(body as ProposalBody);
      return ok({ setting: settings.settings[0] });
    });
});

async function openSettings() {
  const opened = await openApp(context.server, { at: "/admin/settings", as: adminApi.admin });
  await screen.findByText("Second approval above");
  return opened;
}
async function openChange(name: string) {
  fireEvent.click(screen.getByRole("button", { name: `Change: ${name}` }));
  return within(await screen.findByRole("dialog"));
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test("each setting has its value, and says where that comes from", async () => {
  await openSettings();
  const rowOf = (name: string) => screen.getByText(name).closest("li")?.textContent;
  expect(rowOf("Second approval above")).toContain("$1,000.00As the server is configured");
  expect(rowOf("One admin alone")).toMatch(/\$10,000\.00Set by Sophea Nov, today/);
  expect(rowOf("Working hours")).toContain("Around the clockNot set");
});

test("a pasted sum is read in any digits, and one out of bounds is not sent", async () => {
  await openSettings();
  const dialog = await openChange("Second approval above");
  type(dialog.getByLabelText("Reason"), "As agreed");
  type(dialog.getByLabelText("New value"), "5,000.01");
  fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
  await dialog.findByText("Enter a value from $0.00 to $5,000.00");
  type(dialog.getByLabelText("New value"), "$១,២៥០.៥០");
  fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
  await waitFor(() =>
    expect(sent).toEqual([{ key: "second_admin_above", value: 1250.5, version: null, reason: "As agreed" }]),
  );
});

test("who was slower reads what was changed, and keeps what is typed", async () => {
  context.server.on("POST /api/admin/settings", () => {
    settings = {
      ...settings,
      settings: [setting("second_admin_above", 700, { version: "change-9", setBy: ["Maly Sok"] })],
    };
    return refuse("wrong_state", "Maly Sok changed it to $700.00 on 9 Dec 2026, so nothing was done.");
  });
  await openSettings();
  const dialog = await openChange("Second approval above");
  type(dialog.getByLabelText("New value"), "800");
  type(dialog.getByLabelText("Reason"), "As agreed");
  fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
  await dialog.findByText(/^Maly Sok changed it to \$700\.00/);
  expect((dialog.getByLabelText("Reason") as HTMLTextAreaElement).value).toBe("As agreed");
  // The same again is made on the value that the dialog shows now.
  await dialog.findByText("Now $700.00.");
  context.server.on("POST /api/admin/settings", ({ body }) => {
    sent.push(body as ProposalBody);
    return ok({ setting: settings.settings[0] });
  });
  fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
  await waitFor(() => expect(sent[0]).toMatchObject({ value: 800, version: "change-9" }));
});

test("a proposal is approved by another admin; its own proposer can only take it back", async () => {
  settings.settings = [
    setting("second_admin_above", 1_000, { proposal: proposal() }),
    setting("admin_alone_max", 10_000, { proposal: proposal({ _id: "change-2", byId: "admin-1", value: 9_000 }) }),
  ];
  const acts: unknown[] = [];
  for (const path of ["change-1/approve", "change-2/cancel"] as const) {
    context.server.on(`POST /api/admin/settings/${path}`, ({ body }) => {
      acts.push([path, body]);
      return ok({ change: {}, approvals: { have: 2, need: 2 } });
    });
  }
  await openSettings();
  screen.getByText("$1,000.00 to $500.00");
  expect(
    screen.getAllByRole("button", { name: /^Approve: / }).map((button) => button.getAttribute("aria-label")),
  ).toEqual(["Approve: Second approval above"]);
  fireEvent.click(screen.getByRole("button", { name: "Take back the proposal: One admin alone" }));
  await screen.findByText("The proposal is taken back");
  fireEvent.click(screen.getByRole("button", { name: "Approve: Second approval above" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText("Second approval above changes from $1,000.00 to $500.00, at once.");
  fireEvent.click(dialog.getByRole("button", { name: "Approve, 2 of 2" }));
  await screen.findByText("In force: Second approval above");
  expect(acts).toEqual([
    ["change-2/cancel", {}],
    ["change-1/approve", { approvals: { have: 0, need: 2 } }],
  ]);
});

test("working hours are saved at once, and odd ones are said while they are typed", async () => {
  await openSettings();
  const dialog = await openChange("Working hours");
  type(dialog.getByLabelText("When the operation works"), "hours");
  fireEvent.click(dialog.getByRole("button", { name: "Sat", pressed: false }));
  type(dialog.getByLabelText("Until"), "07:00");
  type(dialog.getByLabelText("Holidays"), "2026-13-01");
  dialog.getByText("The end is after the beginning");
  dialog.getByText("2026-13-01 is no date such as 2026-11-09");
  expect((dialog.getByRole("button", { name: "Save" }) as HTMLButtonElement).disabled).toBe(true);
  // More than are kept would be no working hours at all: around the clock.
  const many = Array.from({ length: 101 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10));
  type(dialog.getByLabelText("Until"), " ១៦:៣០ ");
  type(dialog.getByLabelText("Holidays"), many.join("\n"));
  dialog.getByText("At most 100 holidays are kept: leave out those of the past");
  expect((dialog.getByRole("button", { name: "Save" }) as HTMLButtonElement).disabled).toBe(true);
  type(dialog.getByLabelText("Holidays"), "2026-11-09\n2026-11-10");
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect([sent[0]?.key, JSON.parse(String(sent[0]?.value))]).toEqual([
    "working_hours",
    { days: [1, 2, 3, 4, 5, 6], from: 480, to: 990, holidays: ["2026-11-09", "2026-11-10"] },
  ]);
});

test("settings that cannot be loaded say so, and are loaded again", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  context.server.on("GET /api/admin/settings", () => refuse("internal", "Something went wrong."));
  await openApp(context.server, { at: "/admin/settings", as: adminApi.admin });
  await screen.findByText("The settings could not be loaded");
  context.server.on("GET /api/admin/settings", () => ok(settings));
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Second approval above");
});

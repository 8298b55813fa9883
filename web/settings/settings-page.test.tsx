import { expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ROUTE, settingsPath } from "../state/routes.ts";
import { check, user } from "../state/session.ts";
import { settings } from "../state/settings.ts";
import { theme } from "../state/theme.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { blockStorage } from "../test/block-storage.ts";
import { FIRST_CHANNEL_SETTINGS, ONLY_MAIL } from "../test/channel-settings.ts";
import { expectConsoleErrors } from "../test/console-errors.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";

setDefaultTimeout(600_000);

const context = apiServer();

async function open(tab: string) {
  await openApp(context.server, { at: ROUTE.settings, as: trader() });
  fireEvent.click(await screen.findByRole("tab", { name: tab }));
  await screen.findByRole("tab", { name: tab, selected: true });
}

const nameOf = (control: HTMLElement) =>
  document.querySelector(`label[for="${control.id}"]`)?.textContent ?? control.getAttribute("aria-label") ?? "";
/** The text that describes a control. */
const descriptionOf = (control: HTMLElement) =>
  document.getElementById(control.getAttribute("aria-describedby") ?? "")?.textContent ?? "";
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save Changes" }));

test("a theme applies immediately and is saved to the account", async () => {
  context.server.on("POST /api/auth/theme", () => ok({ theme: 2, message: "Theme saved" }));
  await open("Appearance");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Slate" }).checked).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: "Emerald" }));
  expect(document.documentElement.dataset.theme).toBe("2");
  await waitFor(() => expect(context.server.callsOf("POST /api/auth/theme")).toHaveLength(1));
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Emerald" }).checked).toBe(true);
});

test("the keyboard shortcuts are turned off with Save Changes, in this browser", async () => {
  await open("Appearance");
  fireEvent.click(screen.getByRole("switch", { name: "Keyboard shortcuts" }));
  expect(settings.value.keyboard.shortcuts).toBe(true);
  save();
  expect(await screen.findByText("Settings saved successfully!")).toBeTruthy();
  expect(settings.value.keyboard.shortcuts).toBe(false);
});

test("a theme that cannot be saved reverts to the first", async () => {
  const errors = expectConsoleErrors();
  context.server.on("POST /api/auth/theme", () => refuse("internal", "Something went wrong. Please try again."));
  await open("Appearance");
  fireEvent.click(screen.getByRole("radio", { name: "Indigo" }));
  expect(theme.value).toBe(5);
  await waitFor(() => expect(errors.join()).toContain("theme not saved"));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("radio", { name: "Slate" }).checked).toBe(true));
  expect(document.documentElement.dataset.theme).toBe("1");
});

test("the profile is read-only, and its time zone can be selected", async () => {
  const moved = trader({ timeZone: "America/New_York" });
  context.server.on("PUT /api/user/profile", () => ok({ user: moved, message: "" }));
  await open("Profile");
  const terms = screen.getAllByRole("term").map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(terms).toEqual([
    ["First name", "Sokha"],
    ["Last name", "Chan"],
    ["E-mail", "sokha@example.com"],
    ["Phone", "—"],
  ]);
  expect(screen.queryByRole("textbox")).toBeNull();
  const zone = screen.getByRole<HTMLSelectElement>("combobox", { name: "Time zone" });
  expect(zone.value).toBe("Asia/Phnom_Penh");
  fireEvent.change(zone, { target: { value: "America/New_York" } });
  await context.callsArrive();
  expect(context.server.callsOf("PUT /api/user/profile")).toHaveLength(0);
  save();
  expect(await screen.findByText("Settings saved successfully!")).toBeTruthy();
  expect(context.server.callsOf("PUT /api/user/profile").map(({ body }) => body)).toEqual([
    { timeZone: "America/New_York" },
  ]);
  expect(user.value?.timeZone).toBe("America/New_York");
  save();
  await waitFor(() => expect(screen.getAllByText("Settings saved successfully!")).toHaveLength(2));
  expect(context.server.callsOf("PUT /api/user/profile")).toHaveLength(1);
});

test("a time zone that cannot be saved stays a draft", async () => {
  const warn = spyOn(console, "warn").mockImplementation(() => {});
  const refusal = () => refuse("wrong_state", "Trades were added at the same moment. Please try again.");
  context.server.on("PUT /api/user/profile", refusal);
  await open("Profile");
  fireEvent.change(screen.getByRole("combobox", { name: "Time zone" }), { target: { value: "America/New_York" } });
  save();
  expect(await screen.findByText("Failed to save settings")).toBeTruthy();
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Time zone" }).value).toBe("America/New_York");
  expect(user.value?.timeZone).toBe("Asia/Phnom_Penh");
  warn.mockRestore();
});

test("switches are a draft until saved, then kept in this browser for this trader", async () => {
  await open("Privacy");
  const trades = screen.getByRole("switch", { name: "Show trades" });
  expect(trades.getAttribute("aria-checked")).toBe("false");
  fireEvent.click(trades);
  expect(settings.value.privacy.showTrades).toBe(false);
  save();
  expect(await screen.findByText("Settings saved successfully!")).toBeTruthy();
  expect(settings.value.privacy.showTrades).toBe(true);
});

const SETTINGS = "GET /api/notifications/settings";
const CHOSEN = {
  ...{ email: true, money: true, alert: false, order: false, marketing: false, push: true, sms: false },
  channels: FIRST_CHANNEL_SETTINGS,
};
const CHANNELS = "GET /api/notifications/channels";

test("a switch of notifications saves itself, and the page names the mails that all of them stop", async () => {
  let saved: object = { ...CHOSEN, quietHours: null };
  context.server
    .on(CHANNELS, () => ok(ONLY_MAIL))
    .on(SETTINGS, () => ok({ settings: saved }))
    .on("PUT /api/notifications/settings", ({ body }) => {
      saved = { ...saved, ...(body as object) };
      return ok({ settings: saved });
    });
  await open("Notifications");
  const more = await screen.findByRole("button", { name: "More about E-mail" });
  expect(screen.queryByRole("button", { name: "Save Changes" })).toBe(null);
  fireEvent.click(await screen.findByRole("switch", { name: "Demo orders by e-mail" }));
  fireEvent.click(more);
  fireEvent.click(await screen.findByRole("menuitem", { name: "Turn off e-mail notifications" }));
  const put = () => context.server.callsOf("PUT /api/notifications/settings").map(({ body }) => body);
  await waitFor(() => expect(put()).toEqual([{ order: true }, { email: false }]));
  const off = await screen.findByText(/^E-mail notifications are off/);
  expect(off.textContent).toContain("“Your identity is verified” and “Your ID card could not be accepted”");
  const orders = screen.getByRole<HTMLButtonElement>("switch", { name: "Demo orders by e-mail" });
  expect([orders.disabled, orders.getAttribute("aria-checked")]).toEqual([true, "false"]);
});

test.each([
  [
    "Notifications",
    [
      ...["Money by e-mail", "Price alerts by e-mail", "Demo orders by e-mail", "Product news by e-mail"],
      ...["Summary", "Quiet hours", "From", "To"],
    ],
  ],
  ["Privacy", ["Profile visibility", "Show balance", "Show trades"]],
  ["Security", ["Two-factor authentication", "Log-in alerts", "Session timeout"]],
])("on the tab %s every control describes its effect, or says that it has none", async (tab, names) => {
  context.server
    .on("GET /api/auth/sessions", () => ok({ sessions: [] }))
    .on(CHANNELS, () => ok(ONLY_MAIL))
    .on(SETTINGS, () => ok({ settings: { ...CHOSEN, quietHours: { from: 1_320, to: 420 } } }));
  await open(tab);
  const panel = within(screen.getByRole("tabpanel"));
  if (tab === "Notifications") await panel.findByRole("switch", { name: "Quiet hours" });
  const controls = [...panel.getAllByRole("switch"), ...panel.queryAllByRole("combobox")];
  const descriptions = new Map(controls.map((control) => [nameOf(control), descriptionOf(control)]));
  expect([...descriptions.keys()].sort()).toEqual([...names].sort());
  const nothing = [...descriptions].filter(([, text]) => text.startsWith("This has no effect yet: "));
  // The two times of quiet hours are described by the switch above them, the summary's days by their row.
  const elsewhere = ["From", "To", "Summary"];
  for (const [name, text] of descriptions) {
    if (!elsewhere.includes(name)) expect(text.length, name).toBeGreaterThan(20);
  }
  const without = ["Profile visibility", "Show trades"];
  expect(nothing.map(([name]) => name).sort()).toEqual(names.filter((name) => without.includes(name)).sort());
});

test("each tab has an address that opens it", async () => {
  const { history } = await openApp(context.server, { at: settingsPath("appearance"), as: trader() });
  expect((await screen.findByRole("tab", { name: "Appearance" })).getAttribute("aria-selected")).toBe("true");
  fireEvent.click(screen.getByRole("tab", { name: "Privacy" }));
  await waitFor(() => expect(history.at(-1)).toBe("/settings?tab=privacy"));
  await screen.findByRole("switch", { name: "Show balance" });
  // The draft is kept when the tab changes.
  fireEvent.click(screen.getByRole("switch", { name: "Show trades" }));
  fireEvent.click(screen.getByRole("tab", { name: "Profile" }));
  await screen.findByRole("tab", { name: "Profile", selected: true });
  fireEvent.click(screen.getByRole("tab", { name: "Privacy" }));
  expect((await screen.findByRole("switch", { name: "Show trades" })).getAttribute("aria-checked")).toBe("true");
});

test("an unknown tab in the address opens the profile", async () => {
  await openApp(context.server, { at: "/settings?tab=other", as: trader() });
  expect((await screen.findByRole("tab", { name: "Profile" })).getAttribute("aria-selected")).toBe("true");
});

test("a change by the button in the header appears in the draft, and saving other settings keeps it", async () => {
  await open("Privacy");
  const showBalance = () => screen.getByRole("switch", { name: "Show balance" }).getAttribute("aria-checked");
  fireEvent.click(screen.getByRole("switch", { name: "Show trades" }));
  expect(showBalance()).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "Hide sums" }));
  expect(showBalance()).toBe("false");
  save();
  expect(settings.value.privacy).toEqual({ profileVisibility: "private", showBalance: false, showTrades: true });
});

test("the session timeout has four choices, 30 minutes by default", async () => {
  context.server.on("GET /api/auth/sessions", () => ok({ sessions: [] }));
  await open("Security");
  const timeout = screen.getByLabelText<HTMLSelectElement>("Session timeout");
  expect([...timeout.options].map((option) => option.textContent)).toEqual([
    "15 minutes",
    "30 minutes",
    "60 minutes",
    "120 minutes",
  ]);
  expect(timeout.value).toBe("30");
  fireEvent.change(timeout, { target: { value: "15" } });
  save();
  expect(settings.value.security.sessionTimeoutMin).toBe(15);
});

test("a session timeout chosen in another tab applies in this one too", async () => {
  await open("Profile");
  const chosen = JSON.stringify({ security: { sessionTimeoutMin: 120 } });
  for (const person of ["trader-2", "trader-1"]) {
    localStorage.setItem(`settings:${person}`, chosen);
    expect(settings.value.security.sessionTimeoutMin).toBe(30);
    const key = `settings:${person}`;
    dispatchEvent(new StorageEvent("storage", { key, newValue: chosen, storageArea: localStorage }));
  }
  expect(settings.value.security.sessionTimeoutMin).toBe(120);
});

test("a browser with blocked storage shows an error", async () => {
  const warn = spyOn(console, "warn").mockImplementation(() => {});
  await open("Privacy");
  const unblock = blockStorage("localStorage");
  save();
  unblock();
  expect(await screen.findByText("Failed to save settings")).toBeTruthy();
  warn.mockRestore();
});

test.each(["not json", '{"privacy":{"profileVisibility":"everyone"},"security":{"sessionTimeoutMin":1}}', "[]"])(
  "invalid stored settings (%s) fall back to the default",
  async (stored) => {
    localStorage.setItem("settings:trader-1", stored);
    context.server.on("GET /api/auth/check", () => ok({ user: trader(), token: "token-1" }));
    await check();
    expect(settings.value.privacy.profileVisibility).toBe("private");
    expect(settings.value.security.sessionTimeoutMin).toBe(30);
  },
);

import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { areZonesAlike } from "../state/storage/time-zone.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { BROWSER_ZONE } from "../test/clock.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const SAVE = "PUT /api/user/profile";
const notice = () => screen.queryByRole("complementary", { name: "Time zone" });

beforeEach(() => {
  context.server.on("POST /api/auth/activity", () => ok());
});

const openPage = (timeZone: string, at = "/notifications") => openApp(context.server, { at, as: trader({ timeZone }) });

test("a browser in another time zone offers to switch the account to it", async () => {
  context.server.on(SAVE, () => ok({ user: trader({ timeZone: BROWSER_ZONE }), message: "" }));
  await openPage("Asia/Phnom_Penh");
  await screen.findByText(`This browser is in ${BROWSER_ZONE}. Your account counts its days in Asia/Phnom Penh.`);
  fireEvent.click(screen.getByText(`Switch to ${BROWSER_ZONE}`));
  await screen.findByText(`Your days are counted in ${BROWSER_ZONE} now`);
  expect(context.server.callsOf(SAVE)[0]?.body).toEqual({ timeZone: BROWSER_ZONE });
  expect(notice()).toBeNull();
});

test("it is after the page's content, which it does not move", async () => {
  await openPage("Asia/Phnom_Penh");
  const keep = await screen.findByText("Keep Asia/Phnom Penh");
  const main = screen.getByRole("main");
  expect(main.lastElementChild?.contains(keep)).toBe(true);
  expect(main.firstElementChild?.contains(keep)).toBe(false);
});

test("a failed switch shows an error and stays available", async () => {
  context.server.on(SAVE, () => refuse("wrong_state", "Trades were added at the same moment. Please try again."));
  await openPage("Asia/Phnom_Penh");
  fireEvent.click(await screen.findByText(`Switch to ${BROWSER_ZONE}`));
  await screen.findByRole("alertdialog", { name: "Update Failed" });
  expect(screen.getByText("Trades were added at the same moment. Please try again.")).toBeTruthy();
  expect(screen.getByText(`Switch to ${BROWSER_ZONE}`)).toBeTruthy();
});

test("the notice is on the page where it came first, and does not follow to others", async () => {
  await openPage("Asia/Phnom_Penh", "/profile");
  await screen.findByText("Keep Asia/Phnom Penh");
  fireEvent.click(screen.getByRole("link", { name: "Settings" }));
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  expect(notice()).toBeNull();
  fireEvent.click(screen.getByRole("link", { name: "Profile" }));
  await screen.findByText("Keep Asia/Phnom Penh");
});

test("keeping the account's zone hides the notice in this browser", async () => {
  const first = await openPage("Asia/Phnom_Penh");
  fireEvent.click(await screen.findByText("Keep Asia/Phnom Penh"));
  await waitFor(() => expect(notice()).toBeNull());
  first.unmount();
  await openPage("Asia/Phnom_Penh");
  await screen.findByText("Mark all read");
  expect(notice()).toBeNull();
});

test.each([
  ["Asia/Saigon", "Asia/Ho_Chi_Minh", true],
  ["Europe/Paris", "Europe/Berlin", true],
  ["Asia/Phnom_Penh", "Europe/Berlin", false],
  // The same offset in winter.
  ["Europe/London", "Africa/Abidjan", false],
  ["Mars/Olympus", "Europe/Berlin", true],
])("%s and %s are alike: %p", (a, b, expected) => {
  expect(areZonesAlike(a, b, Date.parse("2026-11-21"))).toBe(expected);
});

test("equivalent zones show no notice", async () => {
  await openPage(BROWSER_ZONE);
  await screen.findByText("Mark all read");
  expect(notice()).toBeNull();
});

import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { Client } from "../../dev/test/test-client.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { THEMES } from "../../worker/contract/limits.ts";
import { expectAccessibleLayout } from "../test/accessible-layout.ts";
import { findAxeViolations } from "../test/axe.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { THEME } from "../ui/theme.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs, signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const LOOK = {
  viewport: { width: 1440, height: 900 },
  timezoneId: "Asia/Phnom_Penh",
  reducedMotion: "reduce",
} as const;
const PHONE = { width: 390, height: 844 };
const SAVED = "Settings saved successfully!";

describe.skipIf(lacksBrowser())("the settings, in a browser", () => {
  const journey = setUpJourney();
  let trader: Trader;
  /** The page with the trader's settings. */
  let page: Page;
  /** The console errors and the requests of the current test. */
  let complaints: string[];
  const writes: string[] = [];
  beforeAll(async () => {
    const { stack, browser } = journey;
    trader = await newTrader(stack);
    page = await (await signedInBrowser(browser, stack, trader, LOOK)).newPage();
    complaints = collectComplaints(page);
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      // Every screen reports input activity.
      const isOwn = request.method() !== "GET" && pathname !== "/api/auth/activity";
      if (isOwn) writes.push(`${request.method()} ${pathname}`);
    });
    await page.goto(`${stack.origin}/settings`);
    await page.getByRole("tab", { name: "Profile" }).waitFor();
  }, 600_000);
  afterEach(() => {
    complaints.length = 0;
    writes.length = 0;
  });

  test("are five tabs, used with the keyboard and stored in this browser", async () => {
    await page.setViewportSize(PHONE);
    const panel = page.getByRole("tabpanel");
    await expectAccessibleLayout(page);
    await eventually(async () =>
      expect(await panel.getByRole("term").allTextContents()).toEqual(["First name", "Last name", "E-mail", "Phone"]),
    );
    await panel.getByText(trader.email).waitFor();
    await eventually(async () => expect(await panel.getByRole("textbox").count()).toBe(0));

    await page.getByRole("tab", { name: "Profile" }).focus();
    await page.keyboard.press("ArrowRight");
    await chosenTab(page, "Notifications");
    await eventually(async () =>
      expect(await switchesOf(page)).toEqual({
        "Money by e-mail": true,
        "Money by push": true,
        "Money by Telegram": true,
        "Security by push": true,
        "Security by Telegram": false,
        "Price alerts by e-mail": false,
        "Price alerts by push": true,
        "Price alerts by Telegram": true,
        "Demo orders by e-mail": false,
        "Demo orders by push": true,
        "Demo orders by Telegram": false,
        "Product news by e-mail": false,
        "Quiet hours": false,
      }),
    );
    await expectAccessibleLayout(page);
    await page.getByRole("tab", { name: "Notifications" }).focus();
    await page.keyboard.press("ArrowRight");
    await chosenTab(page, "Privacy");
    const visibility = page.getByLabel("Profile visibility");
    await eventually(async () => expect(await visibility.inputValue()).toBe("private"));
    await eventually(async () =>
      expect(await visibility.getByRole("option").allTextContents()).toEqual(["Private", "Public", "Friends"]),
    );
    await eventually(async () =>
      expect(await switchesOf(page)).toEqual({ "Show balance": true, "Show trades": false }),
    );
    await expectAccessibleLayout(page);
    await visibility.selectOption("Friends");
    await page.getByRole("switch", { name: "Show trades" }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("tab", { name: "Appearance" }).click();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText(SAVED).waitFor();
    // Changes on another tab are saved as well, and nothing was sent.
    await page.reload();
    await page.getByRole("tab", { name: "Privacy" }).click();
    await eventually(async () => expect(await switchesOf(page)).toMatchObject({ "Show trades": true }));
    await eventually(async () => expect(await visibility.inputValue()).toBe("friends"));
    expect(writes).toEqual([]);

    await page.getByRole("tab", { name: "Appearance" }).click();
    await expectAccessibleLayout(page);
    await page.getByRole("tab", { name: "Security" }).click();
    await page.getByText("This browser", { exact: true }).waitFor();
    await eventually(async () =>
      expect(await switchesOf(page)).toEqual({ "Two-factor authentication": false, "Log-in alerts": true }),
    );
    await expectAccessibleLayout(page);
    expect(complaints).toEqual([]);
    await page.setViewportSize(LOOK.viewport);
  });

  test("a theme applies at once and follows the account, and is reverted when it cannot be saved", async () => {
    await page.getByRole("tab", { name: "Appearance" }).click();
    for (const id of THEMES.toReversed()) {
      await page.getByRole("radio", { name: THEME[id].name }).check();
      await page.locator(`html[data-theme="${id}"]`).waitFor();
      await expectAccessiblePage();
    }
    await page.getByRole("radio", { name: "Cyan" }).check();
    await waitUntil("saved", async () => (await trader.get("/api/user/profile")).body.user.theme === 3);
    expect(writes.filter((write) => write !== "POST /api/auth/theme")).toEqual([]);
    const elsewhere = await openAs(journey.browser, journey.stack, trader, "/settings", LOOK);
    await elsewhere.locator('html[data-theme="3"]').waitFor();
    await elsewhere.context().close();
    expect(complaints).toEqual([]);

    const answered = Promise.withResolvers<void>();
    await page.route("**/api/auth/theme", async (route) => {
      await answered.promise;
      await route.abort();
    });
    await page.getByRole("radio", { name: "Indigo" }).check();
    await page.locator('html[data-theme="5"]').waitFor();
    answered.resolve();
    await page.locator('html[data-theme="1"]').waitFor();
    await eventually(async () => expect(await page.getByRole("radio", { name: "Slate" }).isChecked()).toBe(true));
    await eventually(() => expect(complaints.some((text) => text.startsWith("theme not saved"))).toBe(true));
    expect((await trader.get("/api/user/profile")).body.user.theme).toBe(3);
    await page.unroute("**/api/auth/theme");
  });

  test("account settings are sent, and a failed save is reported", async () => {
    await page.getByRole("tab", { name: "Profile" }).click();
    await page.getByRole("combobox", { name: "Time zone" }).selectOption("America/New_York");
    await page.route("**/api/user/profile", (route) => route.abort());
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("Failed to save settings").waitFor();
    await page.unroute("**/api/user/profile");
    await page.getByRole("tab", { name: "Security" }).click();
    await page.getByRole("switch", { name: "Log-in alerts" }).click();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText(SAVED).waitFor();
    // The switches of notifications save themselves.
    await page.getByRole("tab", { name: "Notifications" }).click();
    await page.getByRole("button", { name: "More about E-mail" }).click();
    await page.getByRole("menuitem", { name: "Turn off e-mail notifications" }).click();
    await page.getByText("E-mail notifications are off", { exact: false }).waitFor();
    await waitUntil("saved", async () => writes.length === 4);
    expect(writes).toEqual([
      "PUT /api/user/profile",
      "PUT /api/user/profile",
      "POST /api/auth/login-alerts",
      "PUT /api/notifications/settings",
    ]);
    await waitUntil("stored", async () => !(await trader.get("/api/notifications/settings")).body.settings.email);
    const { user } = (await trader.get("/api/user/profile")).body;
    expect([user.timeZone, user.security.loginAlerts, user.notifications]).toEqual([
      "America/New_York",
      false,
      { email: false },
    ]);
    await page.getByText("Your account counts its days in America/New York.").waitFor();
  });

  test("two different new passwords are not sent, and all other browsers are signed out at once", async () => {
    const { email, password } = trader;
    const others = [new Client(journey.stack.origin), new Client(journey.stack.origin)];
    for (const other of others) expect((await other.post("/api/auth/login", { email, password })).status).toBe(200);
    await page.getByRole("tab", { name: "Security" }).click();

    await page.getByRole("button", { name: "Change password" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Current password").fill(password);
    await dialog.getByLabel("New password", { exact: true }).fill("one new sentence");
    await dialog.getByLabel("Confirm new password").fill("another new sentence");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await dialog.getByText("Passwords do not match").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(writes).toEqual([]);

    await page.getByRole("button", { name: "End all others" }).click();
    const question = page.getByRole("alertdialog", { name: "End all other sessions?" });
    await question.getByText("2 other browsers are signed out with their next action.").waitFor();
    await expectAccessiblePage();
    await question.getByRole("button", { name: "End all others" }).click();
    await page.getByText("You are not signed in anywhere else.").waitFor();
    for (const other of others) expect((await other.get("/api/user/profile")).status).toBe(401);
    expect((await trader.get("/api/user/profile")).status).toBe(200);
    expect(complaints).toEqual([]);
  });

  test("the session timeout signs this browser out after that long without input", async () => {
    await page.clock.install();
    await page.reload();
    await page.getByRole("tab", { name: "Security" }).click();
    const timeout = page.getByLabel("Session timeout");
    await eventually(async () => expect(await timeout.inputValue()).toBe("30"));
    await timeout.selectOption("15 minutes");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText(SAVED).waitFor();
    await page.clock.fastForward("14:00");
    await page.getByRole("tab", { name: "Privacy" }).click();
    await page.clock.fastForward("14:00");
    await page.getByLabel("Profile visibility").waitFor();
    await page.clock.fastForward("02:00");
    await page.waitForURL(`${journey.stack.origin}/`);
    await page.goto(`${journey.stack.origin}/settings`);
    await page.waitForURL("**/login");
  });

  /** Checks at the current size that nothing is wider than the window and axe finds no violation. */
  async function expectAccessiblePage(): Promise<void> {
    await eventually(async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0),
    );
    expect(await findAxeViolations(page)).toEqual([]);
  }
});

const chosenTab = (page: Page, name: string) => page.getByRole("tab", { name, selected: true }).waitFor();

/** The state of every switch. */
async function switchesOf(page: Page): Promise<Record<string, boolean>> {
  const found: Record<string, boolean> = {};
  await page.getByRole("switch").first().waitFor();
  for (const one of await page.getByRole("switch").all()) {
    const label = await one.evaluate(
      (button: HTMLButtonElement) => button.getAttribute("aria-label") ?? button.labels[0]?.textContent,
    );
    found[label ?? ""] = (await one.getAttribute("aria-checked")) === "true";
  }
  return found;
}

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { codeOf } from "../../dev/test/test-authenticator.ts";
import { nextMail } from "../../dev/test/test-mails.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { findAxeViolations } from "../test/axe.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("account security, in a browser", () => {
  const journey = setUpJourney();

  async function openTab(context: BrowserContext, path: string): Promise<{ page: Page; complaints: string[] }> {
    const page = await context.newPage();
    // Expected refusals: a wrong code, and calls without a session, also by the balance poll.
    // A session may end while a socket is being opened for it, which is refused then.
    const complaints = collectComplaints(
      page,
      /status of 40[01]|^balance not refreshed|demo\/socket' failed: HTTP Authentication failed/,
    );
    await page.goto(journey.stack.origin + path);
    return { page, complaints };
  }

  async function takePasswordStep(page: Page, { email, password }: { email: string; password: string }) {
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Log in" }).click();
  }

  async function showSecurity(page: Page) {
    await page.getByRole("tab", { name: "Security" }).click();
    await page.getByText("This browser", { exact: true }).waitFor();
  }

  const dialog = (page: Page) => page.getByRole("dialog");
  const closed = (page: Page) => dialog(page).waitFor({ state: "detached" });
  const expectNoViolations = async (page: Page) => expect(await findAxeViolations(page)).toEqual([]);

  test("a second factor is turned on, requested at the log-in, and turned off without the phone", async () => {
    const { stack, browser } = journey;
    const look = { viewport: PHONE, reducedMotion: "reduce" } as const;
    const trader = await newTrader(stack);
    const context = await signedInBrowser(browser, stack, trader, look);
    const { page, complaints } = await openTab(context, "/settings");
    await showSecurity(page);
    await expectAccessibleLayout(page);

    await page.getByRole("switch", { name: "Two-factor authentication" }).click();
    await page.getByRole("img", { name: /QR code/ }).waitFor();
    await expectAccessibleLayout(page);
    const secret = ((await dialog(page).locator("code").textContent()) ?? "").replaceAll(" ", "");
    await dialog(page).getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
    await page.getByRole("button", { name: "Turn on" }).click();
    const list = page.getByRole("list", { name: "Recovery codes" });
    await list.waitFor();
    await expectAccessibleLayout(page);
    const [first = "", second = ""] = await list.getByRole("listitem").allTextContents();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("tonle-recovery-codes.txt");
    await page.getByRole("checkbox", { name: "I have saved these codes" }).check();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("10 recovery codes left").waitFor();

    const elsewhere = await openTab(await browser.newContext(look), "/login");
    await takePasswordStep(elsewhere.page, { email: trader.email, password: "a mistyped sentence" });
    await elsewhere.page.getByText("Invalid email or password").waitFor();
    // A browser renders between the handlers of a press, which a simulated document does not: what is typed next replaces it.
    await elsewhere.page.keyboard.type(trader.password);
    await elsewhere.page.keyboard.press("Enter");
    const code = elsewhere.page.getByLabel("Code");
    await code.waitFor();
    await expectAccessibleLayout(elsewhere.page);
    await code.fill("000000");
    await elsewhere.page.getByText("Invalid or expired code").waitFor();
    // Each code works once, so this is the next one: the API accepts a clock that is one step ahead.
    await code.fill(codeOf(secret, 1));
    await elsewhere.page.waitForURL("**/dashboard");

    // The phone is lost: one recovery code logs in, another one turns the second factor off.
    await elsewhere.page.context().clearCookies();
    await elsewhere.page.goto(`${stack.origin}/login`);
    await takePasswordStep(elsewhere.page, trader);
    await elsewhere.page.getByRole("button", { name: "Use a recovery code" }).click();
    await expectAccessibleLayout(elsewhere.page);
    await elsewhere.page.getByLabel("Recovery code").fill(first.toLowerCase());
    await elsewhere.page.getByRole("button", { name: "Log in" }).click();
    await elsewhere.page.waitForURL("**/dashboard");
    await elsewhere.page.goto(`${stack.origin}/settings`);
    await showSecurity(elsewhere.page);
    await elsewhere.page.getByRole("switch", { name: "Two-factor authentication" }).click();
    await expectAccessibleLayout(elsewhere.page);
    await elsewhere.page.getByLabel("Password", { exact: true }).fill(trader.password);
    await elsewhere.page.getByLabel("Code from the app, or a recovery code").fill(second);
    await elsewhere.page.getByRole("button", { name: "Turn off" }).click();
    await closed(elsewhere.page);
    await elsewhere.page.getByText("Logging in also needs a code from an app on your phone.").waitFor();
    expect([complaints, elsewhere.complaints]).toEqual([[], []]);
    for (const one of [page, elsewhere.page]) await one.context().close();
  });

  test("a browser is signed out from another one, and by a new password", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const [here, there] = [await signedInBrowser(browser, stack, trader), await browser.newContext()];
    const two = await openTab(there, "/login");
    await takePasswordStep(two.page, trader);
    await two.page.waitForURL("**/dashboard");
    expect((await nextMail(stack, trader.email)).subject).toBe("A new device logged in to your Tonle account");

    const one = await openTab(here, "/settings");
    await showSecurity(one.page);
    const rows = one.page.getByRole("button", { name: /^End session: Chrome on/ });
    await eventually(async () => expect(await rows.count()).toBe(1));
    await rows.click();
    await expectNoViolations(one.page);
    await one.page.getByRole("alertdialog").getByRole("button", { name: "End session" }).click();
    await one.page.getByText("Session ended").waitFor();
    await two.page.reload();
    await two.page.waitForURL("**/login");

    await takePasswordStep(two.page, trader);
    await two.page.waitForURL("**/dashboard");
    const password = "quite another sentence";
    await one.page.getByRole("button", { name: "Change password" }).click();
    await expectNoViolations(one.page);
    await one.page.getByLabel("Current password").fill(trader.password);
    await one.page.getByLabel("New password", { exact: true }).fill(password);
    await one.page.getByLabel("Confirm new password").fill(password);
    await dialog(one.page).getByRole("button", { name: "Change password" }).click();
    await closed(one.page);
    await two.page.reload();
    await two.page.waitForURL("**/login");
    await takePasswordStep(two.page, { email: trader.email, password });
    await two.page.waitForURL("**/dashboard");
    // The session that changed the password continues.
    await one.page.reload();
    await one.page.getByRole("tab", { name: "Security" }).waitFor();
    for (const context of [here, there]) await context.close();
  });

  test("tabs of one browser sign in and out together", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const context = await browser.newContext();
    const one = await openTab(context, "/login");
    const two = await openTab(context, "/login");
    await takePasswordStep(one.page, trader);
    await one.page.waitForURL("**/dashboard");
    await two.page.waitForURL("**/dashboard");
    await one.page.goto(`${stack.origin}/settings`);
    await one.page.getByRole("tab", { name: "Appearance" }).click();
    await one.page.getByRole("radio", { name: "Cyan" }).check();
    await two.page.locator('html[data-theme="3"]').waitFor();
    await two.page.getByRole("button", { name: "Logout" }).click();
    await two.page.waitForURL(`${stack.origin}/`);
    await one.page.waitForURL(`${stack.origin}/`);
    await one.page.goto(`${stack.origin}/dashboard`);
    await one.page.waitForURL("**/login");

    // The hidden shortcut of the landing page clears all data, and signs out every tab.
    await takePasswordStep(one.page, trader);
    await one.page.waitForURL("**/dashboard");
    await one.page.evaluate(() => {
      for (const key of ["auth-token", "user"]) localStorage.setItem(key, "of an older version");
    });
    const reloaded = two.page.waitForEvent("load");
    await two.page.keyboard.press("Control+Shift+C");
    await reloaded;
    await one.page.waitForURL(`${stack.origin}/`);
    await eventually(async () =>
      expect(await two.page.evaluate(() => [localStorage.getItem("auth-token"), localStorage.getItem("user")])).toEqual(
        [null, null],
      ),
    );
    // The page waits for the response of its last call for a limited time only.
    await waitUntil(
      "the session ends",
      async () => !(await context.cookies()).some(({ name }) => name.includes("session")),
    );
    await two.page.goto(`${stack.origin}/dashboard`);
    await two.page.waitForURL("**/login");
    expect([one.complaints, two.complaints]).toEqual([[], []]);
    await context.close();
  });
});

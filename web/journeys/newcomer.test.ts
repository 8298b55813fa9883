import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { codeFromMail } from "../../dev/test/test-mails.ts";
import { newPerson, newTrader } from "../../dev/test/test-people.ts";
import { DEFAULT_TIME_ZONE } from "../../worker/contract/limits.ts";
import { expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { boxAtRest } from "../test/at-rest.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

/** From the landing page to the first demo trade, with those that put the finger into a field. */
const TAPS_MAX = 12;
/** The share of the window that a document may move on its own: the first digits of prices and the badge of their source. */
const SHIFT_MAX = 0.01;

/** Keeps how much of the page has moved by itself. */
function watchShifts(page: Page) {
  return page.addInitScript(() => {
    const sums = Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Every layout shift has both.
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) sums.shifted += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const shifted = (page: Page) => page.evaluate(() => ("shifted" in window ? Number(window.shifted) : Number.NaN));

/** Expects that beside the unfolded sidebar the first step's button and the names of the markets are whole. */
async function expectRoomBesideSidebar(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  const [steps, open] = [
    await boxAtRest(page.getByRole("region", { name: "First steps" })),
    await boxAtRest(page.getByRole("button", { name: "Open the ticket" })),
  ];
  expect(open.x + open.width).toBeLessThan(steps.x + steps.width - 12);
  const names = page.getByRole("region", { name: "Markets now" }).locator("li > :first-child");
  await eventually(async () =>
    expect(await names.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))).toEqual([0, 0, 0, 0]),
  );
}

describe.skipIf(lacksBrowser())("a newcomer", () => {
  const journey = setUpJourney();

  test("comes on a phone from the landing page to the first demo trade in a few taps", async () => {
    const { stack, browser } = journey;
    const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    const complaints = collectComplaints(page, /status of 401/);
    await watchShifts(page);
    let taps = 0;
    async function tap(target: Locator) {
      taps += 1;
      await target.tap();
    }
    async function type(label: string, text: string) {
      const field = page.getByLabel(label, { exact: true });
      await tap(field);
      await page.keyboard.insertText(text);
    }
    const person = newPerson();

    await page.goto(stack.origin);
    await tap(page.getByRole("link", { name: "Start trading" }));
    await page.waitForURL("**/signup");
    await type("First name", person.firstName);
    await type("Last name", person.lastName);
    await type("Username", person.username);
    await type("E-mail", person.email);
    await type("Password", person.password);
    await tap(page.getByRole("button", { name: "Create account" }));
    await page.waitForURL("**/verify-email");
    const code = await codeFromMail(stack, person.email);
    // The first box has the focus already.
    await page.locator("input:focus").waitFor();
    await page.keyboard.insertText(code);
    await page.waitForURL(`${stack.origin}/`);
    await page.getByText("Email verified successfully").waitFor();
    await page.getByRole("heading", { name: "Your e-mail is verified" }).waitFor();
    await eventually(async () => expect(await shifted(page)).toBeLessThan(SHIFT_MAX));

    await tap(page.getByRole("button", { name: `Continue as ${person.firstName}` }));
    await page.waitForURL("**/dashboard");
    const open = page.getByRole("button", { name: "Open the ticket" });
    await open.waitFor();
    await tap(open);
    await page.waitForURL("**/trading/orders");
    const ticket = page.getByRole("dialog", { name: "Order" });
    await tap(ticket.getByRole("button", { name: /^Buy 0.01 BTCUSD at / }));
    await page
      .getByText(/Bought 0.01 BTCUSD at/)
      .first()
      .waitFor();
    expect(taps).toBeLessThanOrEqual(TAPS_MAX);

    await page.goto(`${stack.origin}/dashboard`);
    await page.getByText("1 of 3 done").waitFor();
    await page.getByRole("link", { name: "Deposit" }).filter({ visible: true }).first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("finds the dashboard of a new account in its document, which nothing moves, at every size", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
      const page = await openAs(browser, stack, trader, "/dashboard", { viewport, timezoneId: DEFAULT_TIME_ZONE });
      await page.getByRole("region", { name: "First steps" }).waitFor();
      await watchShifts(page);
      await page.reload();
      await page.getByRole("button", { name: "Open the ticket" }).waitFor();
      await page.getByText("SIMULATED").filter({ visible: true }).first().waitFor();
      await eventually(async () => expect(await shifted(page)).toBeLessThan(SHIFT_MAX));
      if (viewport === PHONE) await expectAccessibleLayout(page, [{ width: 360, height: 740 }]);
      else {
        await expectAccessibleLayout(
          page,
          [1280, 1024, 768, 640].map((width) => ({ width, height: 900 })),
        );
        await expectRoomBesideSidebar(page);
      }
      await page.context().close();
    }
  });

  test("hides the steps on one device, and another one shows the usual dashboard", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const page = await openAs(browser, stack, trader, "/dashboard", { viewport: PHONE });
    await page.getByRole("button", { name: "Hide the first steps" }).click();
    await page.getByText("No change today").waitFor();
    const other = await openAs(browser, stack, trader, "/dashboard", { viewport: PHONE });
    await other.getByText("No change today").waitFor();
    await eventually(async () => expect(await other.getByRole("region", { name: "First steps" }).count()).toBe(0));
    await page.context().close();
    await other.context().close();
  });
});

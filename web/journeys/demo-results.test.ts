import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { demoCommand, marketOrder } from "../../dev/test/test-demo-account.ts";
import { keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { fundTrader } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { zoneWithDayLeft } from "../../dev/test/test-zones.ts";
import { DESKTOP, expectAccessibleLayout, PHONE, TABLET } from "../test/accessible-layout.ts";
import { boxAtRest } from "../test/at-rest.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { goWithin, openAs, signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

/** That of the traders and of their browsers: elsewhere the page begins with a notice. */
const ZONE = zoneWithDayLeft();

describe.skipIf(lacksBrowser())("the results of a demo run", () => {
  const journey = setUpJourney();
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

  const hold = (price: number) => keepPrices(journey.stack, { BTCUSDm: price });
  const figure = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

  test("are on the performance page with the first closed position, until a reset archives them", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack, ZONE);
    const page = await openAs(browser, stack, trader, "/performance", { viewport: DESKTOP, timezoneId: ZONE });
    await page.getByText("No closed trades yet").waitFor();
    const onPhone = { viewport: PHONE, hasTouch: true, timezoneId: ZONE };
    const phone = await openAs(browser, stack, trader, "/performance", onPhone);
    await phone.getByText("No closed trades yet").waitFor();

    // It is traded on another device, and closed while both look at their empty account of money.
    await hold(67_000);
    expect(await demoCommand(trader, marketOrder())).toMatchObject({ status: 200 });
    await hold(67_120.5);
    expect(await demoCommand(trader, { type: "close_all", run: 1 })).toMatchObject({ status: 200 });
    for (const each of [page, phone]) {
      await each.getByRole("heading", { name: "Your first closed position" }).waitFor();
      await each.getByRole("region", { name: "Your first closed position" }).getByText("+$12.05").waitFor();
      await each.getByText("67,000.00 to 67,120.50").waitFor();
      await each.getByRole("region", { name: "Demo run 1" }).getByText("DEMO", { exact: true }).waitFor();
    }
    await figure(page, "Win Rate").getByText("100.0%").waitFor();
    await figure(page, "Win Rate").getByText("1 of 1: a rate from 5 trades on").waitFor();
    await expectAccessibleLayout(page);

    // The account of money has nothing of it.
    await page.getByRole("link", { name: /^Cash account/ }).click();
    await page.getByText("No closed trades yet").waitFor();
    await figure(page, "Total P&L").getByText("Balance $0.00").waitFor();
    await eventually(() => expect(new URL(page.url()).search).toBe("?account=cash"));
    await page.goBack();
    await page.getByRole("heading", { name: "Your first closed position" }).waitFor();

    // The dashboard opens with the run too, beside the balance of cash.
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("row", { name: /BUY BTCUSD 0.10 .*\+\$12.05/ }).waitFor();
    await figure(page, "Today's P&L").getByText("+$12.05").waitFor();
    await figure(page, "Today's P&L").getByText("DEMO", { exact: true }).waitFor();
    await page.getByRole("region", { name: "Total Balance" }).getByText("$0.00").first().waitFor();
    await page.getByRole("region", { name: "Closed P&L" }).waitFor();
    await expectAccessibleLayout(page);
    await hold(67_120.5);
    expect(await demoCommand(trader, marketOrder())).toMatchObject({ status: 200 });
    await hold(67_130.5);
    expect(await demoCommand(trader, { type: "close_all", run: 1 })).toMatchObject({ status: 200 });
    await page.getByRole("row", { name: /BTCUSD 0.10 .*\+\$1.00/ }).waitFor();
    await page
      .getByRole("navigation", { name: "Account" })
      .getByRole("link", { name: /^Cash account/ })
      .click();
    await page.getByText("No recent trades").waitFor();
    await goWithin(page, "/performance");

    // A reset archives the run; its page stays as it is.
    await page.getByRole("button", { name: "Reset" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
    await page.getByText("No closed trades in this run yet").waitFor();
    await phone.getByText("No closed trades in this run yet").waitFor();
    await phone.getByRole("button", { name: /^Archived/ }).click();
    await expectAccessibleLayout(phone);
    await phone.getByRole("link", { name: /Reset after 2 trades/ }).click();
    await phone.getByText(/^Archived \w+ \d+, \d+$/).waitFor();
    await figure(phone, "Total P&L").getByText("+$13.05").waitFor();
    const [report] = await Promise.all([
      phone.waitForEvent("download"),
      phone.getByRole("link", { name: "MetaTrader report" }).click(),
    ]);
    expect(report.suggestedFilename()).toMatch(/^tonle-.+\.html$/);
    expect(await Bun.file(await report.path()).text()).toContain("67120.50");
    await eventually(() => expect(new URL(phone.url()).search).toBe("?account=run:1"));
    await goWithin(page, "/performance?account=run:7");
    await page.getByText("There is no demo run 7").waitFor();
    await page.getByRole("link", { name: "Show my performance" }).click();
    await page.getByText("No closed trades in this run yet").waitFor();
    await Promise.all([page, phone].map((each) => each.context().close()));
  });

  test("take their place before they are known: nothing of the page moves when its skeleton goes", async () => {
    const { stack, browser } = journey;
    const inZone = () => newTrader(stack, ZONE);
    const [fresh, runner, funded] = await Promise.all([inZone(), inZone(), inZone()]);
    await fundTrader(stack, funded, 200);
    for (const trader of [runner, funded]) {
      for (const price of [67_000, 67_120.5, 67_130]) {
        await hold(price);
        const order = price === 67_130 ? { type: "close_all", run: 1 } : marketOrder({ amount: 0.05 });
        expect(await demoCommand(trader, order)).toMatchObject({ status: 200 });
      }
    }
    for (const viewport of [DESKTOP, TABLET, PHONE]) {
      for (const [who, trader, path] of [
        ["without a run", fresh, "/performance"],
        ["with a run, on it", runner, "/performance"],
        ["with cash and a run, on cash", funded, "/performance"],
        ["with cash and a run, on the run", funded, "/performance?account=run:1"],
      ] as const) {
        const context = await signedInBrowser(browser, stack, trader, {
          viewport,
          hasTouch: viewport === PHONE,
          timezoneId: ZONE,
        });
        const page = await context.newPage();
        await page.addInitScript(collectShifts);
        // The screens before it tell the browser which accounts there are.
        await page.goto(`${stack.origin}/profile`);
        await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
        const check = Promise.withResolvers<void>();
        await page.route("**/api/auth/check", async (route) => {
          await check.promise;
          await route.continue();
        });
        await page.goto(stack.origin + path, { waitUntil: "commit" });
        const label = page.getByText("Total P&L", { exact: true }).first();
        await page.locator("#root > [aria-busy=true]").waitFor();
        // React shows the same skeleton once more meanwhile: the element is found and measured in one step.
        const before = await label.evaluate((element) => element.getBoundingClientRect());
        check.resolve();
        await page.locator("#root > [aria-busy=true]").waitFor({ state: "detached" });
        const shown = page.getByRole("group", { name: "Total P&L", exact: true });
        await shown.getByText(/Balance/).waitFor();
        const after = await boxAtRest(shown.getByText("Total P&L", { exact: true }));
        const shift = await page.evaluate(() => (window as ShiftWindow).shift);
        expect({ who, width: viewport.width, y: after.y, shift }).toEqual({
          who,
          width: viewport.width,
          y: before.y,
          shift: 0,
        });
        await context.close();
      }
    }
  });
});

type ShiftWindow = typeof window & { shift: number };

/** Adds the layout shifts of the document up. */
function collectShifts(): void {
  Object.assign(window, { shift: 0 });
  new PerformanceObserver((list) => {
    // The types of the DOM lack this entry.
    for (const entry of list.getEntries())
      (window as ShiftWindow).shift += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

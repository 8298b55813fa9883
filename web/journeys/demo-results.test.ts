import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { demoCommand, marketOrder } from "../../dev/test/test-demo-account.ts";
import { holdPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { lacksBrowser } from "../test/browser.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { goWithin, openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("the results of a demo run", () => {
  const journey = setUpJourney();
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

  /** A stopped market's price gets old after 10 s. */
  const hold = (price: number) => holdPrices(journey.stack, { BTCUSDm: price });
  const figure = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

  test("are on the performance page with the first closed position, until a reset archives them", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const page = await openAs(browser, stack, trader, "/performance", { viewport: DESKTOP });
    await page.getByText("No closed trades yet").waitFor();
    const phone = await openAs(browser, stack, trader, "/performance", { viewport: PHONE, hasTouch: true });
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
    expect(new URL(page.url()).search).toBe("?account=cash");
    await page.goBack();
    await page.getByRole("heading", { name: "Your first closed position" }).waitFor();

    // The dashboard opens with the run too, beside the balance of cash.
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("row", { name: /BUY BTCUSD 0.10 .*\+\$12.05/ }).waitFor();
    await figure(page, "Today's P&L").getByText("+$12.05").waitFor();
    await figure(page, "Today's P&L").getByText("DEMO", { exact: true }).waitFor();
    await page.getByRole("region", { name: "Total Balance" }).getByText("$0.00").first().waitFor();
    await page.getByRole("region", { name: "Equity" }).waitFor();
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
    expect(new URL(phone.url()).search).toBe("?account=run:1");
    await goWithin(page, "/performance?account=run:7");
    await page.getByText("There is no demo run 7").waitFor();
    await page.getByRole("link", { name: "Show my performance" }).click();
    await page.getByText("No closed trades in this run yet").waitFor();
    await Promise.all([page, phone].map((each) => each.context().close()));
  });
});

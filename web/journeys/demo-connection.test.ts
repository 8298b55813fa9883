import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { startCrashStack } from "../../dev/crash/crash-stack.ts";
import { demoCommand, marketOrder, restingOrder } from "../../dev/test/test-demo-account.ts";
import { keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney, setUpJourneyOn } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const LOST = /^No connection to your demo account since \d\d:\d\d:\d\d\./;

const row = (page: Page, name: RegExp) => page.getByRole("row", { name });

/** Waits until a page has the scripts of another one, which shows everything at once. */
async function loadedAs(page: Page, other: Page): Promise<void> {
  await other.getByRole("img", { name: /^Chart of/ }).waitFor();
  await other.getByLabel("Amount", { exact: true }).waitFor();
  const scripts = await other.evaluate(() => {
    const names = performance.getEntriesByType("resource").map(({ name }) => name);
    return names.filter((name) => name.endsWith(".js"));
  });
  await page.waitForFunction((wanted) => {
    const names = performance.getEntriesByType("resource").map(({ name }) => name);
    // The bell of the header is on wide screens alone, and may have a file of its own.
    return wanted.filter((name) => !names.includes(name)).length <= 1;
  }, scripts);
}

describe.skipIf(lacksBrowser())("a trader whose page loses its network", () => {
  const journey = setUpJourney();
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

  const hold = (price: number) => keepPrices(journey.stack, { BTCUSDm: price });
  /** Presses the ticket's button as fast as a hand may, twice. */
  const pressTwice = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).dblclick();
  const noAnswer = (page: Page) => page.getByText(/so it may have been placed.*the same order is placed only once\./);

  test("sees since when, can place nothing twice, and is up to date by itself when it is back", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    await hold(67_000);
    expect(await demoCommand(trader, marketOrder({ stop: 66_500 }))).toMatchObject({ status: 200 });
    const page = await openAs(browser, stack, trader, "/trading/positions", { viewport: DESKTOP });
    const phone = await openAs(browser, stack, trader, "/trading/positions", { viewport: PHONE, hasTouch: true });
    for (const each of [page, phone]) await row(each, /BTCUSD Buy 0.10/).waitFor();
    await loadedAs(phone, page);
    await page.getByLabel("Amount", { exact: true }).fill("0.02");
    await hold(67_000);
    await page.getByRole("button", { name: "Buy 0.02 BTCUSD at 67,000.00" }).waitFor();

    for (const each of [phone, page]) await each.context().setOffline(true);
    await page.getByText(LOST).waitFor();
    // Before all else, as the price is fresh for ten seconds only: the order is sent, and nobody answers.
    await pressTwice(page, "Buy 0.02 BTCUSD at 67,000.00");
    await noAnswer(page).waitFor();
    for (const each of [page, phone]) {
      await each.getByText(LOST).waitFor();
      await row(each, /BTCUSD Buy 0.10/).waitFor();
    }
    await page.getByText(/^Offline, \d+\ss old$/).waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Buy 0.02 BTCUSD: price too old" }).waitFor();
    await eventually(async () =>
      expect(await page.getByRole("button", { name: "Close BTCUSD buy 0.10" }).isDisabled()).toBe(true),
    );
    await page.getByText(/^No price for \d+\ss/).waitFor();
    await page.getByText("Your stops still work.").first().waitFor();
    await eventually(async () => expect(await page.getByLabel("Amount", { exact: true }).inputValue()).toBe("0.02"));
    await expectAccessibleLayout(page);
    await expectAccessibleLayout(phone, [PHONE]);
    // What the phone has not shown yet is there.
    await phone.keyboard.press("Escape");
    await phone.getByText(/^No price for \d+\ss/).waitFor();
    await phone.getByRole("link", { name: /^Limit, stop, target/ }).click();
    await phone
      .getByRole("dialog", { name: "Order" })
      .getByRole("button", { name: "Buy BTCUSD: price too old" })
      .waitFor();
    await phone.keyboard.press("Escape");
    await phone.getByRole("link", { name: /^Open Positions: 1/ }).click();

    // Meanwhile the server closes the position at its stop.
    await hold(66_400);
    const told = [page, phone].map((each) =>
      each.getByText("Stop loss: sold 0.10 BTCUSD at 66,400.00, −\u2060$60.00").waitFor(),
    );
    for (const each of [page, phone]) await each.context().setOffline(false);
    await Promise.all(told);
    for (const each of [page, phone]) {
      await each.getByText(LOST).waitFor({ state: "detached" });
      await each.getByRole("tab", { name: "Positions 0" }).waitFor();
    }
    // The same order again, now with an answer: the first one did not arrive.
    await hold(66_400);
    await pressTwice(page, "Buy 0.02 BTCUSD at 66,400.00");
    await page.getByText("Order placed successfully! Bought 0.02 BTCUSD at 66,400.00.").waitFor();
    for (const each of [page, phone]) await each.getByRole("tab", { name: "History 3" }).waitFor();
    await Promise.all([page, phone].map((each) => each.context().close()));
  });

  test("sends an order whose answer was lost again, and has it once, at its first price", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const page = await openAs(browser, stack, trader, "/trading/positions", { viewport: DESKTOP });
    await hold(67_000);
    await page.getByLabel("Amount", { exact: true }).fill("0.02");
    await page.route("**/api/demo/commands", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await pressTwice(page, "Buy 0.02 BTCUSD at 67,000.00");
    await noAnswer(page).waitFor();
    await row(page, /BTCUSD Buy 0.02 67,000.00/).waitFor();
    await page.unroute("**/api/demo/commands");
    await hold(67_250);
    await pressTwice(page, "Buy 0.02 BTCUSD at 67,250.00");
    await page.getByText("Order placed successfully! Bought 0.02 BTCUSD at 67,000.00.").waitFor();
    // What was told is what the account has.
    const { body } = await trader.get("/api/demo/state");
    expect(body.state.run.positions).toHaveLength(1);
    await page.getByRole("tab", { name: "Positions 1" }).waitFor();
    await page.context().close();
  });
});

describe.skipIf(lacksBrowser())("a position with a stop, and an order that rests", () => {
  const journey = setUpJourneyOn(startCrashStack);

  test("are the same after a reload and after the server was killed, and the stop still works", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const hold = (price: number) => keepPrices(stack, { BTCUSDm: price });
    await hold(67_000);
    expect(await demoCommand(trader, marketOrder({ amount: 0.05, stop: 66_500 }))).toMatchObject({ status: 200 });
    expect(await demoCommand(trader, restingOrder({ amount: 0.05, price: 66_000 }))).toMatchObject({ status: 200 });
    const state = async () => (await trader.get("/api/demo/state")).body;
    const before = await state();
    const page = await openAs(browser, stack, trader, "/trading/positions", { viewport: DESKTOP });
    const sameLists = async () => {
      await row(page, /BTCUSD Buy 0.05 67,000.00 .*66,500.00/).waitFor();
      await page.getByRole("tab", { name: "Orders 1" }).click();
      await row(page, /BTCUSD Buy Limit 0.05 66,000.00/).waitFor();
      await page.getByRole("tab", { name: "Positions 1" }).click();
    };
    await sameLists();
    await page.reload();
    await sameLists();

    const restarted = stack.crashWorker();
    await page.getByText(LOST).waitFor();
    await sameLists();
    await restarted;
    await page.getByText(LOST).waitFor({ state: "detached" });
    expect(await state()).toEqual(before);
    await sameLists();

    // Nothing was loaded again: the page has a new socket.
    await Promise.all([
      page.getByText("Stop loss: sold 0.05 BTCUSD at 66,480.00, −\u2060$26.00").waitFor(),
      hold(66_480),
    ]);
    await page.getByRole("tab", { name: "Positions 0" }).waitFor();
    await Promise.all([page.getByText("Limit order: bought 0.05 BTCUSD at 65,990.50").waitFor(), hold(65_990.5)]);
    await row(page, /BTCUSD Buy 0.05 65,990.50/).waitFor();
    await page.getByRole("region", { name: "Demo account" }).getByText("$9,974.00").first().waitFor();
    await page.reload();
    await row(page, /BTCUSD Buy 0.05 65,990.50/).waitFor();
    await page.getByRole("tab", { name: "History 3" }).waitFor();
  });
});

import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { demoCommand, marketOrder, restingOrder } from "../../dev/test/test-demo-account.ts";
import { keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { DESKTOP, PHONE } from "../test/accessible-layout.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("a trader's demo account in two tabs and on a phone", () => {
  const journey = setUpJourney();
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

  const hold = (price: number) => keepPrices(journey.stack, { BTCUSDm: price });
  const row = (page: Page, name: RegExp) => page.getByRole("row", { name });

  test("shows everywhere what one of them changes, and what the market does", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    await hold(67_000);
    expect(await demoCommand(trader, marketOrder())).toMatchObject({ status: 200 });
    expect(await demoCommand(trader, restingOrder({ amount: 0.01 }))).toMatchObject({ status: 200 });
    const one = await openAs(browser, stack, trader, "/trading/positions", { viewport: DESKTOP });
    const other = await one.context().newPage();
    await other.goto(`${stack.origin}/trading/positions`);
    const phone = await openAs(browser, stack, trader, "/trading/positions", { viewport: PHONE, hasTouch: true });
    await Promise.all([one, other, phone].map((page) => row(page, /BTCUSD Buy 0.10/).waitFor()));

    // A part is closed in one tab.
    await hold(67_100);
    await one.getByRole("button", { name: /^Edit stop and target of BTCUSD/ }).click();
    await one.getByRole("radio", { name: "Close a part" }).click();
    await one.getByRole("radio", { name: "50%" }).click();
    expect(await findAxeViolations(one)).toEqual([]);
    // A toast is gone after four seconds, so its wait begins before what it tells of.
    await Promise.all([
      phone.getByText("In another tab or device: sold 0.05 BTCUSD at 67,100.00, +$5.00").waitFor(),
      one.getByRole("button", { name: "Close 0.05" }).click(),
    ]);
    await Promise.all([other, phone].map((page) => row(page, /BTCUSD Buy 0.05/).waitFor()));

    // A stop that is set in the other tab is seen while the first one has the same dialog open.
    await one.getByRole("button", { name: /^Edit stop and target of BTCUSD/ }).click();
    await one.getByRole("dialog").getByLabel("Take profit").fill("69000");
    await other.getByRole("button", { name: /^Edit stop and target of BTCUSD/ }).click();
    await other.getByRole("dialog").getByLabel("Stop loss").fill("66500");
    await other.getByText("−$25.00 when it is reached").waitFor();
    await other.getByRole("button", { name: "Save" }).click();
    await one.getByText(/Now: amount 0.05, stop 66,500.00/).waitFor();
    await eventually(async () =>
      expect(await one.getByRole("dialog").getByLabel("Take profit").inputValue()).toBe("69000"),
    );
    await one.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

    // The phone cancels the order.
    await phone.getByRole("tab", { name: "Orders 1" }).click();
    expect(await findAxeViolations(phone)).toEqual([]);
    await Promise.all([
      one.getByText("In another tab or device: order cancelled, BTCUSD buy 0.01, limit").waitFor(),
      phone.getByRole("button", { name: /^Cancel BTCUSD buy 0.01/ }).click(),
    ]);
    await phone.getByText("No resting orders").waitFor();
    await one.getByRole("tab", { name: "Orders 0" }).waitFor();

    // The market reaches the stop.
    const toast = /Stop loss: sold 0.05 BTCUSD at 66,490.00, −\u2060\$25.50/;
    await Promise.all([...[one, other, phone].map((page) => page.getByText(toast).waitFor()), hold(66_490)]);
    await one.getByRole("tab", { name: "History 3" }).click();
    await row(one, /BTCUSD Sell Stop loss 0.05 66,490.00 .*−\$25.50/).waitFor();

    // A new run with leverage archives this one with its final figures.
    await one.getByRole("button", { name: /Run 1/ }).click();
    await one.getByRole("button", { name: "New run", exact: true }).click();
    await one.getByLabel("Start balance").fill("25000");
    await one.getByLabel("Leverage").selectOption("30");
    expect(await findAxeViolations(one)).toEqual([]);
    await Promise.all([
      one.getByText("The demo account was reset").first().waitFor(),
      phone.getByText(/this is run 2. Run 1 is archived with \$9,979.50/).waitFor(),
      one.getByRole("button", { name: "Reset to $25,000.00" }).click(),
    ]);
    for (const page of [one, other, phone]) {
      await page.getByRole("region", { name: "Demo account" }).getByText("$25,000.00").first().waitFor();
    }
    await other.getByRole("button", { name: /Run 2/ }).click();
    await row(other, /Run 1 .* \$9,979.50 −\$20.50/).waitFor();
    await other.getByLabel("Compare run 1").check({ force: true });
    await other.getByLabel("Compare run 2").check({ force: true });
    await row(other, /Leverage 1:30 None/).waitFor();
    expect(await findAxeViolations(other)).toEqual([]);
    await Promise.all([one, phone].map((page) => page.context().close()));
  });
});

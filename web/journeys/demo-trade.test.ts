import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { outage } from "../../dev/test/test-stand-ins.ts";
import { DESKTOP, PHONE } from "../test/accessible-layout.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { goWithin, openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("a trader with demo money", () => {
  const journey = setUpJourney();
  /** A trader at a computer. */
  let wide: Page;
  beforeAll(async () => {
    const { stack, browser } = journey;
    wide = await openAs(browser, stack, await newTrader(stack), "/trading", { viewport: DESKTOP });
  }, 600_000);
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

  test.each([
    ["no-preference", "block"],
    ["reduce", "none"],
  ] as const)(
    "a changed price flashes its box according to the motion preference: %s",
    async (reducedMotion, display) => {
      await wide.emulateMedia({ reducedMotion });
      const glow = wide.getByRole("list", { name: "Watchlist" }).locator("i[data-tone]").first();
      await glow.waitFor({ state: "attached" });
      await eventually(async () => expect(await glow.evaluate((box) => getComputedStyle(box).display)).toBe(display));
      await wide.emulateMedia({ reducedMotion: null });
    },
  );

  test("sees a frozen feed age, cannot order on it, and continues without a reload", async () => {
    const page = wide;
    await goWithin(page, "/trading/btc");
    await page.getByText("Streaming").waitFor();
    const order = page.getByRole("button", { name: /^Buy BTCUSD at/ });
    await order.waitFor();
    // From which age on is the subject of its own test: here a slow machine may show it later.
    const saysDelayed = page.getByText(/^Delayed, \d\ss old$/).waitFor();
    await outage(journey.stack.urls.priceSource, "silent");
    await saysDelayed;
    await page.getByText(/^Stale, \d\d\ss old$/).waitFor();
    await eventually(async () =>
      expect(await page.getByRole("button", { name: "Buy BTCUSD: price too old" }).isDisabled()).toBe(true),
    );
    await outage(journey.stack.urls.priceSource, "off");
    await page.getByText("Streaming").waitFor();
    await order.waitFor();
  });

  test("opens and closes a position at a computer, exact to the cent", async () => {
    const page = wide;
    await page.getByText("Streaming").waitFor();
    await page.getByText("SIMULATED").waitFor();
    await keepPrices(journey.stack, { BTCUSDm: 67_000 });
    await page.getByLabel("Amount").fill("0.10");
    await page.getByRole("button", { name: "Buy 0.10 BTCUSD at 67,000.00" }).click();
    await page.getByText("Order placed successfully!").waitFor();

    await keepPrices(journey.stack, { BTCUSDm: 67_120.5 });
    await page.getByRole("row", { name: /BTCUSD Buy 0.10 67,000.00 67,120.50 .*\+\$12.05/ }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: /^Close BTCUSD buy/ }).click();
    await page.getByRole("tab", { name: "Positions 0" }).waitFor();
    await page.getByRole("region", { name: "Demo account" }).getByText("$10,012.05").first().waitFor();
  });

  test("sells on a phone, from the watchlist through the sheets", async () => {
    const { stack, browser } = journey;
    const phone = { viewport: PHONE, hasTouch: true };
    const page = await openAs(browser, stack, await newTrader(stack), "/watchlist", phone);
    await page.getByText("Streaming").filter({ visible: true }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await keepPrices(journey.stack, { BTCUSDm: 67_000 });
    await page
      .getByRole("dialog", { name: "Watchlist" })
      .getByRole("button", { name: /^BTCUSDm/ })
      .click();
    await page.waitForURL("**/trading/chart");
    // Sell and Buy below the chart fill the ticket in, and send nothing.
    await page.getByLabel("Amount").fill("0.1");
    await page.getByRole("button", { name: "Sell 67,000.00" }).click();
    await page.waitForURL("**/trading/orders");
    await page
      .getByRole("dialog", { name: "Order" })
      .getByRole("button", { name: "Sell 0.10 BTCUSD at 67,000.00" })
      .click();
    await page.getByText("Order placed successfully!").waitFor();
    await page.getByRole("link", { name: "Open Positions: 1 open" }).click();
    await keepPrices(journey.stack, { BTCUSDm: 67_025 });
    await page.getByRole("row", { name: /BTCUSD Sell 0.10.* −\$2.50/ }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: /^Close BTCUSD sell/ }).click();
    await page.getByRole("dialog", { name: "Open Positions" }).getByText("No open positions").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Demo account" }).getByText("$9,997.50").first().waitFor();
    await page.context().close();
  });
});

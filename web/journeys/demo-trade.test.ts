import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import type { Stack } from "../../dev/stack.ts";
import { holdPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { testStack } from "../../dev/test/test-stack.ts";
import { outage } from "../../dev/test/test-stand-ins.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser, launchBrowser } from "../test/browser.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(120_000);

describe.skipIf(lacksBrowser())("a trader with demo money", () => {
  let stack: Stack;
  let browser: Browser;
  beforeAll(async () => {
    [stack, browser] = await Promise.all([testStack(), launchBrowser()]);
  }, 120_000);
  afterAll(() => browser?.close());
  afterEach(() => letPricesMove(stack, ["BTCUSDm"]));

  async function openTrading(viewport: { width: number; height: number }, path = "/trading"): Promise<Page> {
    const trader = await newTrader(stack);
    return await openAs(browser, stack, trader, path, { viewport, hasTouch: viewport.width < 600 });
  }

  test("buys and closes at a desk, to the cent", async () => {
    const page = await openTrading({ width: 1440, height: 900 });
    await page.getByText("Streaming").waitFor();
    await page.getByText("SIMULATED").waitFor();
    await holdPrices(stack, { BTCUSDm: 67_000 });
    await page.getByLabel("Amount").fill("0.10");
    await page.getByRole("button", { name: "Buy 0.10 BTCUSD at 67,000.00" }).click();
    await page.getByText("Order placed successfully!").waitFor();

    await holdPrices(stack, { BTCUSDm: 67_120.5 });
    await page.getByRole("row", { name: /BTCUSD Buy 0.10 67,000.00 67,120.50 \+\$12.05/ }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    // However long that took, the price to close on is fresh.
    await holdPrices(stack, { BTCUSDm: 67_120.5 });
    await page.getByRole("button", { name: "Close BTCUSD", exact: true }).click();
    await page.getByText("No open positions").waitFor();
    await page.getByRole("region", { name: "Demo account" }).getByText("$10,012.05").first().waitFor();
    await page.context().close();
  });

  test("sells on a phone, from the watchlist by the tabs", async () => {
    const page = await openTrading({ width: 390, height: 844 }, "/watchlist");
    await page.getByText("Streaming").filter({ visible: true }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await holdPrices(stack, { BTCUSDm: 67_000 });
    await page.getByRole("link", { name: "Order" }).last().click();
    await page.waitForURL("**/trading/orders");
    await page.getByText("Gains if it falls").click();
    await page.getByLabel("Amount").fill("2");
    await page.getByRole("button", { name: "Sell 2 BTCUSD at 67,000.00" }).click();
    await page.getByText("Order placed successfully!").waitFor();
    await page.getByRole("link", { name: /Open Positions/ }).click();
    await holdPrices(stack, { BTCUSDm: 67_001.25 });
    await page.getByRole("row", { name: /BTCUSD Sell 2.00 −\$2.50/ }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await holdPrices(stack, { BTCUSDm: 67_001.25 });
    await page.getByRole("button", { name: "Close BTCUSD", exact: true }).click();
    await page.getByText("No open positions").waitFor();
    await page.getByRole("region", { name: "Demo account" }).getByText("$9,997.50").first().waitFor();
    await page.context().close();
  });

  test.each([
    ["no-preference", "block"],
    ["reduce", "none"],
  ] as const)("a price that moves flashes its box as motion is wanted: %s", async (reducedMotion, display) => {
    const page = await openTrading({ width: 1440, height: 900 });
    await page.emulateMedia({ reducedMotion });
    const glow = page.getByRole("list", { name: "Watchlist" }).locator("i[data-tone]").first();
    await glow.waitFor({ state: "attached" });
    expect(await glow.evaluate((box) => getComputedStyle(box).display)).toBe(display);
    await page.context().close();
  });

  test("sees a frozen feed grow old, cannot order on it, and goes on without a reload", async () => {
    const page = await openTrading({ width: 1440, height: 900 }, "/trading/btc");
    await page.getByText("Streaming").waitFor();
    const order = page.getByRole("button", { name: /^Buy BTCUSD at/ });
    await order.waitFor();
    const saysDelayed = page.waitForFunction(() => /Delayed, (\d+) s old/.exec(document.body.textContent)?.[1]);
    await outage(stack.urls.priceSource, "silent");
    // What it says first: not more than 5 s after the last price.
    expect(Number(await (await saysDelayed).jsonValue())).toBeLessThanOrEqual(5);
    await page.getByText(/^Stale, 1\d s old$/).waitFor();
    expect(await page.getByRole("button", { name: "Buy BTCUSD: price too old" }).isDisabled()).toBe(true);
    await outage(stack.urls.priceSource, "off");
    await page.getByText("Streaming").waitFor();
    await order.waitFor();
    await page.context().close();
  });
});

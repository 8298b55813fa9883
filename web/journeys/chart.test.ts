import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { APIResponse, Browser, Page } from "playwright-core";
import type { Stack } from "../../dev/stack.ts";
import { holdPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { testStack } from "../../dev/test/test-stack.ts";
import { outage } from "../../dev/test/test-stand-ins.ts";
import { boxAtRest } from "../test/at-rest.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser, launchBrowser } from "../test/browser.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(120_000);

describe.skipIf(lacksBrowser())("the chart", () => {
  let stack: Stack;
  let browser: Browser;
  beforeAll(async () => {
    [stack, browser] = await Promise.all([testStack(), launchBrowser()]);
  }, 120_000);
  afterAll(() => browser?.close());
  afterEach(() => letPricesMove(stack, ["BTCUSDm", "ETHUSDm"]));
  afterEach(() => outage(stack.urls.priceSource, "off"));

  async function openChart(path: string, viewport = { width: 1440, height: 900 }): Promise<Page> {
    const trader = await newTrader(stack);
    return await openAs(browser, stack, trader, path, { viewport });
  }
  const plotOf = (page: Page) => page.getByRole("img", { name: /^Chart of/ });
  const legendOf = (page: Page, field: string) => page.locator("span", { hasText: new RegExp(`^${field}[\\d,.]+$`) });

  test("shows the candle that a price made", async () => {
    const page = await openChart("/trading/btc");
    await plotOf(page).waitFor();
    await page.getByText("Streaming").waitFor();
    await holdPrices(stack, { BTCUSDm: 71_234.56 });
    await legendOf(page, "C").filter({ hasText: "71,234.56" }).waitFor();
    await legendOf(page, "H").filter({ hasText: "71,234.56" }).waitFor();
    await page.getByRole("radio", { name: "1 minute" }).click();
    await page.getByRole("button", { name: "Table" }).click();
    const newest = page
      .getByRole("region", { name: /newest candles of BTCUSDm/ })
      .locator("tbody tr")
      .first();
    await newest.getByText("71,234.56").first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.context().close();
  });

  test("shows a price that came while its candles were loading, though no other follows", async () => {
    const page = await openChart("/settings");
    const [asked, held] = [Promise.withResolvers<APIResponse>(), Promise.withResolvers<void>()];
    await page.route(/\/api\/market\/candles\?/, async (route) => {
      asked.resolve(route.fetch());
      // Asked again it answers the same: the candles alone would not show what came since.
      const response = await asked.promise;
      await held.promise;
      await route.fulfill({ response });
    });
    await page.goto(`${stack.origin}/trading/btc`);
    await page.getByText("Streaming").waitFor();
    await asked.promise;
    await holdPrices(stack, { BTCUSDm: 72_345.67 });
    await page.getByText("72,345.67").first().waitFor();
    held.resolve();
    await legendOf(page, "C").filter({ hasText: "72,345.67" }).waitFor();
    await page.context().close();
  });

  test("opens on the symbol that the address names, in any case", async () => {
    const page = await openChart("/trading/ETHUSDM");
    await page.getByRole("img", { name: /^Chart of ETHUSDm, 15 minutes/ }).waitFor();
    await page.context().close();
  });

  test("is moved and zoomed by keys, and fetches older candles before they are seen", async () => {
    const page = await openChart("/trading/btc");
    await legendOf(page, "C").first().waitFor();
    const older = page.waitForRequest(/\/api\/market\/candles\?.*before=\d+/);
    await plotOf(page).focus();
    for (const key of ["-", "-", "-", "-", "Home"]) await page.keyboard.press(key);
    await older;
    await page.keyboard.press("End");
    await page.context().close();
  });

  test("is zoomed by the wheel and moved by dragging, and fetches what comes into sight", async () => {
    const page = await openChart("/trading/btc");
    await legendOf(page, "C").first().waitFor();
    const box = await boxAtRest(plotOf(page));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const askOlder = () => page.waitForRequest(/\/api\/market\/candles\?.*before=\d+/);
    const byWheel = askOlder();
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 4_000);
    const first = await (await byWheel).response();
    await first?.finished();
    const byDrag = askOlder();
    await page.mouse.down();
    await page.mouse.move(x + box.width / 3, y, { steps: 5 });
    await page.mouse.up();
    expect((await byDrag).url()).not.toBe((await byWheel).url());
    await page.context().close();
  });

  test("on wide screens an address opens with the keyboard in its pane", async () => {
    const page = await openChart("/trading/orders");
    const focused = (id: string) => page.waitForFunction((pane) => document.activeElement?.id === pane, id);
    await focused("order");
    await page.goto(`${stack.origin}/trading/positions`);
    await focused("positions");
    await page.goto(`${stack.origin}/trading/eth`);
    await focused("chart");
    await page.context().close();
  });

  test("a position stands at its entry with what it brings, and is closed there", async () => {
    const page = await openChart("/trading/btc");
    await legendOf(page, "C").first().waitFor();
    await holdPrices(stack, { BTCUSDm: 67_000 });
    await page.getByLabel("Amount").fill("0.10");
    await page.getByRole("button", { name: "Buy 0.10 BTCUSD at 67,000.00" }).click();
    await holdPrices(stack, { BTCUSDm: 67_100 });
    await page.getByText("+$10.00").first().waitFor();
    await page.getByRole("button", { name: "Close BTCUSD at this line" }).click();
    await page.getByText("No open positions").waitFor();
    await page.getByRole("region", { name: "Demo account" }).getByText("$10,010.00").first().waitFor();
    await page.context().close();
  });

  test("without candles it says what happened, keeps trying, and comes back by itself", async () => {
    const page = await openChart("/settings");
    await page.route("**/api/market/candles*", (route) => route.abort());
    await page.goto(`${stack.origin}/trading/eth`);
    await page.getByText("The candles could not be loaded").waitFor();
    await page.unroute("**/api/market/candles*");
    await legendOf(page, "C").first().waitFor();
    expect(await page.getByText("The candles could not be loaded").count()).toBe(0);
    await page.context().close();
  });

  test("on a small phone nothing sticks out", async () => {
    const page = await openChart("/trading/chart", { width: 360, height: 740 });
    await legendOf(page, "C").first().waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.context().close();
  });
});

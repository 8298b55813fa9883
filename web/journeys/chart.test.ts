import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { APIResponse, Page } from "playwright-core";
import { holdPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { outage } from "../../dev/test/test-stand-ins.ts";
import { boxAtRest } from "../test/at-rest.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { DESKTOP } from "../test/good-looks.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("the chart", () => {
  const journey = setUpJourney();
  let page: Page;
  beforeAll(async () => {
    const { stack, browser } = journey;
    page = await (await signedInBrowser(browser, stack, await newTrader(stack))).newPage();
  }, 600_000);
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm", "ETHUSDm"]));
  afterEach(() => outage(journey.stack.urls.priceSource, "off"));

  /** Loads an address anew. */
  async function open(path: string, viewport = DESKTOP): Promise<void> {
    await page.setViewportSize(viewport);
    await page.goto(journey.stack.origin + path);
  }
  const plot = () => page.getByRole("img", { name: /^Chart of/ });
  const legend = (field: string) => page.locator("span", { hasText: new RegExp(`^${field}[\\d,.]+$`) });

  test("opens on the symbol that the address names, in any case", async () => {
    await open("/trading/ETHUSDM");
    await page.getByRole("img", { name: /^Chart of ETHUSDm, 15 minutes/ }).waitFor();
  });

  test("is moved and zoomed by keys, and fetches older candles before they are seen", async () => {
    await open("/trading/btc");
    await legend("C").first().waitFor();
    const older = page.waitForRequest(/\/api\/market\/candles\?.*before=\d+/);
    await plot().focus();
    for (const key of ["-", "-", "-", "-", "Home"]) await page.keyboard.press(key);
    await older;
    await page.keyboard.press("End");
  });

  test("is zoomed by the wheel and moved by dragging, and fetches what comes into sight", async () => {
    await open("/trading/btc");
    await legend("C").first().waitFor();
    const box = await boxAtRest(plot());
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
  });

  test("on wide screens an address opens with the keyboard in its pane", async () => {
    await open("/trading/orders");
    const focused = (id: string) => page.waitForFunction((pane) => document.activeElement?.id === pane, id);
    await focused("order");
    await open("/trading/positions");
    await focused("positions");
    await open("/trading/eth");
    await focused("chart");
  });

  test("on a small phone nothing sticks out", async () => {
    await open("/trading/chart", { width: 360, height: 740 });
    await legend("C").first().waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  test("shows a price that came while its candles were loading, though no other follows", async () => {
    const [asked, held] = [Promise.withResolvers<APIResponse>(), Promise.withResolvers<void>()];
    await page.route(/\/api\/market\/candles\?/, async (route) => {
      asked.resolve(route.fetch());
      // Asked again it answers the same: the candles alone would not show what came since.
      const response = await asked.promise;
      await held.promise;
      await route.fulfill({ response });
    });
    await open("/trading/btc");
    await page.getByText("Streaming").waitFor();
    await asked.promise;
    await holdPrices(journey.stack, { BTCUSDm: 72_345.67 });
    await page.getByText("72,345.67").first().waitFor();
    held.resolve();
    await legend("C").filter({ hasText: "72,345.67" }).waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("without candles it says what happened, keeps trying, and comes back by itself", async () => {
    await page.route("**/api/market/candles*", (route) => route.abort());
    await open("/trading/eth");
    await page.getByText("The candles could not be loaded").waitFor();
    await page.unroute("**/api/market/candles*");
    await legend("C").first().waitFor();
    expect(await page.getByText("The candles could not be loaded").count()).toBe(0);
  });

  test("a position stands at its entry with what it brings, and is closed there", async () => {
    await open("/trading/btc");
    await legend("C").first().waitFor();
    await holdPrices(journey.stack, { BTCUSDm: 67_000 });
    await page.getByLabel("Amount").fill("0.10");
    await page.getByRole("button", { name: "Buy 0.10 BTCUSD at 67,000.00" }).click();
    await holdPrices(journey.stack, { BTCUSDm: 67_100 });
    await page.getByText("+$10.00").first().waitFor();
    await page.getByRole("button", { name: "Close BTCUSD at this line" }).click();
    await page.getByText("No open positions").waitFor();
    await page.getByRole("region", { name: "Demo account" }).getByText("$10,010.00").first().waitFor();
  });

  test("shows the candle that a price made", async () => {
    await open("/trading/btc");
    await plot().waitFor();
    await page.getByText("Streaming").waitFor();
    // Above all that it was before: the highest of its candle.
    await holdPrices(journey.stack, { BTCUSDm: 73_234.56 });
    await legend("C").filter({ hasText: "73,234.56" }).waitFor();
    await legend("H").filter({ hasText: "73,234.56" }).waitFor();
    await page.getByRole("radio", { name: "1 minute" }).click();
    await page.getByRole("button", { name: "Table" }).click();
    const newest = page
      .getByRole("region", { name: /newest candles of BTCUSDm/ })
      .locator("tbody tr")
      .first();
    await newest.getByText("73,234.56").first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

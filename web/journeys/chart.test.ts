import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { APIResponse, Page } from "playwright-core";
import { holdPrices, keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { outage } from "../../dev/test/test-stand-ins.ts";
import { untilDayLasts } from "../../dev/test/wait-until.ts";
import { DESKTOP } from "../test/accessible-layout.ts";
import { atRest, boxAtRest } from "../test/at-rest.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { candleLoads } from "./candle-loads.ts";
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

  /** Loads an address. */
  async function open(path: string, viewport = DESKTOP): Promise<void> {
    await page.setViewportSize(viewport);
    await page.goto(journey.stack.origin + path);
  }
  const plot = () => page.getByRole("img", { name: /^Chart of/ });
  const legend = (field: string) => page.locator("span", { hasText: new RegExp(`^${field}[\\d,.]+$`) });

  test("opens the symbol in the address, in any letter case", async () => {
    await open("/trading/ETHUSDM");
    await page.getByRole("img", { name: /^Chart of ETHUSDm, 15 minutes/ }).waitFor();
  });

  test("is moved and zoomed with keys, and loads older candles before they are visible", async () => {
    await open("/trading/btc");
    await legend("C").first().waitFor();
    const older = page.waitForRequest(/\/api\/market\/candles\?.*before=\d+/);
    await plot().focus();
    for (const key of ["-", "-", "-", "-", "Home"]) await page.keyboard.press(key);
    await older;
    await page.keyboard.press("End");
  });

  test("is zoomed with the wheel and moved by dragging, and loads the candles that become visible", async () => {
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
    // Back through most of what has been loaded.
    const byDrag = askOlder();
    for (let drag = 0; drag < 9; drag++) {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + box.width / 3, y, { steps: 5 });
      await page.mouse.up();
    }
    expect((await byDrag).url()).not.toBe((await byWheel).url());
  });

  test("has the keyboard focus after an address opens, on wide screens", async () => {
    await open("/trading/orders");
    const focused = (id: string) => page.waitForFunction((pane) => document.activeElement?.id === pane, id);
    await focused("order");
    await open("/trading/positions");
    await focused("positions");
    await open("/trading/eth");
    await focused("chart");
  });

  test("nothing overflows on a small phone", async () => {
    await open("/trading/chart", { width: 360, height: 740 });
    await legend("C").first().waitFor();
    await eventually(async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0),
    );
    expect(await findAxeViolations(page)).toEqual([]);
  });

  test("its toolbar fits, with nothing cut off or out of view, for a mouse and for fingers", async () => {
    const { stack, browser } = journey;
    const touch = await signedInBrowser(browser, stack, await newTrader(stack), { hasTouch: true });
    for (const device of [page, await touch.newPage()]) {
      await device.goto(`${stack.origin}/trading/chart`);
      const bar = device.locator("div:has(> div > [data-part=tools])");
      await bar.waitFor();
      for (const width of [1440, 1280, 1180, 1024, 900, 768, 640, 600, 540, 480, 390, 360]) {
        await device.setViewportSize({ width, height: 800 });
        await boxAtRest(bar);
        const outsidePx = await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        expect({ width, outsidePx }).toEqual({ width, outsidePx: 0 });
      }
    }
    // Below the plot, a finger has 44 by 44 px for each button of the price axis too.
    for (const device of touch.pages()) {
      const scales = device.getByRole("group", { name: "Price scale" }).getByRole("button");
      const missed = await scales.evaluateAll((buttons) =>
        buttons.flatMap((button) => {
          const { left, right, bottom, width } = button.getBoundingClientRect();
          const corners = [left + 1, right - 1].flatMap((x) => [bottom - 43, bottom - 1].map((y) => [x, y] as const));
          const isReached = corners.every(([x, y]) => document.elementFromPoint(x, y) === button);
          return width >= 44 && isReached ? [] : [button.ariaLabel];
        }),
      );
      await eventually(async () => expect([await scales.count(), missed]).toEqual([3, []]));
    }
    await touch.close();
  });

  test("shows a price that arrived while its candles were loading, even without a later one", async () => {
    const [requested, released] = [Promise.withResolvers<APIResponse>(), Promise.withResolvers<void>()];
    await page.route(/\/api\/market\/candles\?/, async (route) => {
      requested.resolve(route.fetch());
      // A repeated request returns the same candles, without the price that arrived since.
      const response = await requested.promise;
      await released.promise;
      await route.fulfill({ response });
    });
    await open("/trading/btc");
    await page.getByText("Streaming").waitFor();
    await requested.promise;
    await holdPrices(journey.stack, { BTCUSDm: 72_345.67 });
    await page.getByText("72,345.67").first().waitFor();
    released.resolve();
    await legend("C").filter({ hasText: "72,345.67" }).waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("on a return it shows the candles from before at once, while the newer ones are on their way", async () => {
    await open("/trading");
    await legend("C").first().waitFor();
    const released = Promise.withResolvers<void>();
    await page.route(/\/api\/market\/candles\?.*interval=15m&limit=(?!97)/, async (route) => {
      await released.promise;
      await route.continue();
    });
    const navigation = page.getByRole("navigation", { name: "Main" });
    await navigation.getByRole("link", { name: "Settings" }).click();
    // Not the heading: until the code of the screen has loaded, the one before stays behind its skeleton.
    await page.getByRole("tabpanel").waitFor();
    const newer = page.waitForRequest(/\/api\/market\/candles\?.*interval=15m&limit=(?!97)/);
    await navigation.getByRole("link", { name: "Trading" }).click();
    await newer;
    await legend("C").first().waitFor();
    await eventually(async () => expect(await page.locator("main [aria-busy=true]").count()).toBe(0));
    released.resolve();
    await (await (await newer).response())?.finished();
    // It follows prices again.
    await holdPrices(journey.stack, { BTCUSDm: 71_234.56 });
    await legend("C").filter({ hasText: "71,234.56" }).waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("without candles it shows an error, retries, and recovers by itself", async () => {
    await page.route("**/api/market/candles*", (route) => route.abort());
    await open("/trading/eth");
    await page.getByText("The candles could not be loaded").waitFor();
    await page.unroute("**/api/market/candles*");
    await legend("C").first().waitFor();
    await eventually(async () => expect(await page.getByText("The candles could not be loaded").count()).toBe(0));
  });

  test("a position is drawn at its entry price with its result, and can be closed there", async () => {
    await open("/trading/btc");
    await legend("C").first().waitFor();
    await keepPrices(journey.stack, { BTCUSDm: 67_000 });
    await page.getByLabel("Amount").fill("0.10");
    await page.getByRole("button", { name: "Buy 0.10 BTCUSD at 67,000.00" }).click();
    // Filled before the price moves.
    await page.getByRole("button", { name: "Close BTCUSD at this line" }).waitFor();
    await keepPrices(journey.stack, { BTCUSDm: 67_100 });
    await page.getByText("+$10.00").first().waitFor();
    await page.getByRole("button", { name: "Close BTCUSD at this line" }).click();
    await page.getByRole("tab", { name: "Positions 0" }).waitFor();
    await page.getByRole("region", { name: "Demo account" }).getByText("$10,010.00").first().waitFor();
  });

  test("shows the candle of a price", async () => {
    await open("/trading/btc");
    await plot().waitFor();
    await page.getByText("Streaming").waitFor();
    // Above every earlier price, so that it is the high of its candle.
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

  test("a price draws only the layer above the candles, until it leaves the price range", async () => {
    await untilDayLasts();
    await open("/trading/btc");
    const loads = await candleLoads(page);
    await page.getByRole("radio", { name: "1 day" }).click();
    await page.locator('[aria-label*="1 day"][data-shows="candles"]').waitFor();
    await keepPrices(journey.stack, { BTCUSDm: 73_000 });
    await legend("C").filter({ hasText: "73,000.00" }).waitFor();
    await loads.hold();
    const drawings = await countDrawings(page);
    for (const price of ["73,010.00", "73,005.00"]) {
      await keepPrices(journey.stack, { BTCUSDm: Number(price.replace(",", "")) });
      await legend("C").filter({ hasText: price }).waitFor();
    }
    const { plot, layers } = await drawings();
    expect(plot).toBe(0);
    expect(layers).toBeGreaterThanOrEqual(2);
    await keepPrices(journey.stack, { BTCUSDm: 99_000 });
    await legend("H").filter({ hasText: "99,000.00" }).waitFor();
    expect((await drawings()).plot).toBe(1);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});

/** Counts from now on how often the plot's own canvas is drawn, and how often a layer above it. @returns reads the counts */
async function countDrawings(page: Page): Promise<() => Promise<{ plot: number; layers: number }>> {
  const counts = await page.evaluateHandle(() => {
    const counts = { plot: 0, layers: 0 };
    const { prototype } = CanvasRenderingContext2D;
    const clear = prototype.clearRect;
    prototype.clearRect = function (...area) {
      if (this.canvas.matches("[role=img] > canvas")) counts["layer" in this.canvas.dataset ? "layers" : "plot"] += 1;
      clear.apply(this, area);
    };
    return counts;
  });
  return async () => {
    // What is shown in words is drawn in the next frame.
    await atRest(page);
    return await counts.jsonValue();
  };
}

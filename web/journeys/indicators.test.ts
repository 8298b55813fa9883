import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { DESKTOP, expectAccessibleLayout } from "../test/accessible-layout.ts";
import { atRest, boxAtRest } from "../test/at-rest.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { tabTo } from "./by-keyboard.ts";
import { candleLoads } from "./candle-loads.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

/** Wide enough for the chips in the toolbar. */
const WIDE = { width: 1920, height: 900 };

describe.skipIf(lacksBrowser())("indicators", () => {
  const journey = setUpJourney();
  let page: Page;
  beforeEach(async () => {
    const { stack, browser } = journey;
    // Indicators are kept in the account.
    page = await (await signedInBrowser(browser, stack, await newTrader(stack))).newPage();
    await page.setViewportSize(WIDE);
    await page.goto(`${stack.origin}/trading/btc`);
    await value("SMA 9").waitFor();
  }, 600_000);
  afterEach(() => page.context().close());
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

  const grip = (name: string) => page.getByRole("separator", { name: `Height of ${name}` });
  const chip = (name: string) => page.getByRole("button", { name: `${name}, options` });
  /** The name of an indicator with its value in the chart. */
  const value = (name: string) => page.locator("span", { hasText: new RegExp(`^${name}[\\d,.]+$`) }).first();
  const list = () => page.getByRole("dialog", { name: "Indicators" });

  /** Adds an indicator by the list. */
  async function add(name: RegExp): Promise<void> {
    await page.getByRole("button", { name: /^Indicators/ }).click();
    await list().getByRole("button", { name }).click();
    await page.keyboard.press("Escape");
    await list().waitFor({ state: "detached" });
  }

  test("one is added and set by keyboard, is there after a reload, and is removed by keyboard", async () => {
    await tabTo(page, page.getByRole("button", { name: /^Indicators/ }));
    await page.keyboard.press("Enter");
    await list().getByLabel("Find an indicator").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.type("relative strength");
    await tabTo(page, list().getByRole("button", { name: /^Relative strength index/ }));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await grip("RSI 14").waitFor();
    await value("RSI 14").waitFor();

    await tabTo(page, chip("RSI 14"));
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Settings" }).waitFor();
    await page.keyboard.press("Enter");
    const period = page.getByLabel("Period");
    await period.waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await period.fill("7");
    await page.keyboard.press("Enter");
    await value("RSI 7").waitFor();

    await page.reload();
    await value("RSI 7").waitFor();
    await tabTo(page, chip("RSI 7"));
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Remove" }).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await grip("RSI 7").waitFor({ state: "detached" });
    await chip("SMA 9").waitFor();
  });

  test("a pane is made higher by its handle, keeps its height, and returns to the standard by a double click", async () => {
    await add(/^Relative strength index/);
    const isHigh = (px: number) =>
      grip("RSI 14")
        .and(page.locator(`[aria-valuenow="${px}"]`))
        .waitFor();
    await isHigh(92);
    const { x, y, width, height } = await boxAtRest(grip("RSI 14"));
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2 - 40, { steps: 4 });
    await page.mouse.up();
    await isHigh(132);
    await page.reload();
    await value("RSI 14").waitFor();
    await isHigh(132);
    await grip("RSI 14").press("ArrowDown");
    await isHigh(120);
    await grip("RSI 14").dblclick();
    await isHigh(92);

    // To the top, over another one below, which stays.
    await add(/^MACD/);
    await grip("MACD 12, 26, 9").waitFor();
    const edge = await boxAtRest(grip("RSI 14"));
    await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2);
    await page.mouse.down();
    await page.mouse.move(edge.x + edge.width / 2, 0, { steps: 4 });
    await page.mouse.up();
    await page.locator('[aria-label="Height of MACD 12, 26, 9"][aria-valuenow="48"]').waitFor();
    const highest = await grip("RSI 14").getAttribute("aria-valuemax");
    await isHigh(Number(highest));
    await grip("RSI 14").press("ArrowUp");
    await isHigh(Number(highest));
  });

  test("a pane takes part in the crosshair, the panning and the zooming of the plot", async () => {
    await add(/^Relative strength index/);
    const panes = await boxAtRest(page.locator("[data-area=panes]"));
    const newest = await value("RSI 14").textContent();
    await page.mouse.move(panes.x + panes.width / 3, panes.y + panes.height / 2);
    await page.waitForFunction(
      ([name, before]) =>
        [...document.querySelectorAll("span")].every(
          ({ textContent }) => !textContent.startsWith(name ?? "") || textContent !== before,
        ),
      ["RSI 14", newest],
    );
    const crosshair = await boxAtRest(page.locator("[data-crosshair=x]"));
    expect(crosshair.y + crosshair.height).toBeCloseTo(panes.y + panes.height, 0);
    const older = page.waitForRequest(/\/api\/market\/candles\?.*before=\d+/);
    await page.mouse.wheel(0, 4_000);
    await older;
  });

  test("what has no room below the price is named", async () => {
    await page.setViewportSize(DESKTOP);
    for (const name of [/^Relative/, /^MACD/, /^Stochastic/, /^Average true/, /^Average dir/]) await add(name);
    await page.getByText(/^No room below the price: .*ADX 14$/).waitFor();
    // The toolbar has room for one chip, whose menu opens.
    await chip("SMA 9").click();
    await page.getByRole("menuitem", { name: "Settings" }).waitFor();
    await page.keyboard.press("Escape");
    await expectAccessibleLayout(page);
  });

  test("values of six digits are whole on a phone", async () => {
    // A past of millions for this page alone: prices of millions would stay in the candles of other files' charts.
    await page.route(/\/api\/market\/candles\?/, async (route) => {
      const response = await route.fetch();
      const { candles, ...rest } = await response.json();
      const raised = candles.map(([startMs, ...figures]: number[]) => [startMs, ...figures.map((one) => one * 100)]);
      await route.fulfill({ response, json: { ...rest, candles: raised } });
    });
    await page.reload();
    await value("SMA 9").waitFor();
    await add(/^MACD/);
    await page.setViewportSize({ width: 390, height: 844 });
    const legend = page.locator("[data-legend]", { hasText: /^MACD/ });
    await legend.filter({ hasText: /\d{3},\d{3}\.\d\d/ }).waitFor();
    const frame = await boxAtRest(legend);
    const values = legend.locator("b");
    await eventually(async () => expect(await values.count()).toBe(3));
    for (const one of await values.all()) {
      const box = await boxAtRest(one);
      expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width);
      expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height);
    }
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("a price draws only layers while it stays within the scales", async () => {
    await add(/^Relative strength index/);
    const loads = await candleLoads(page);
    await page.getByRole("radio", { name: "1 day" }).click();
    await page.locator('[aria-label*="1 day"][data-shows="candles"]').waitFor();
    // The source may deliver the first candles before it has enough of them.
    await value("RSI 14").waitFor();
    await keepPrices(journey.stack, { BTCUSDm: 73_000 });
    await page
      .locator("span", { hasText: /^C73,000\.00$/ })
      .first()
      .waitFor();
    await loads.hold();
    const before = await value("RSI 14").textContent();
    const plotDrawings = await page.evaluateHandle(() => {
      const counts = { plot: 0 };
      const { prototype } = CanvasRenderingContext2D;
      const clear = prototype.clearRect;
      prototype.clearRect = function (...area) {
        if (this.canvas.matches("[role=img] > canvas:not([data-layer])")) counts.plot += 1;
        clear.apply(this, area);
      };
      return counts;
    });
    await keepPrices(journey.stack, { BTCUSDm: 73_090 });
    await page.getByText("73,090.00").first().waitFor();
    await page.waitForFunction(
      ([text]) => ![...document.querySelectorAll("span")].some(({ textContent }) => textContent === text),
      [before],
    );
    // What is shown in words is drawn in the next frame.
    await atRest(page);
    await eventually(async () => expect(await plotDrawings.jsonValue()).toEqual({ plot: 0 }));
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("the table has a column for each line", async () => {
    await add(/^Bollinger bands/);
    await page.getByRole("button", { name: "Table" }).click();
    for (const name of ["SMA 9", "SMA 21", "BB 20, 2 Upper", "BB 20, 2 Middle", "BB 20, 2 Lower"]) {
      await page.getByRole("columnheader", { name, exact: true }).waitFor();
    }
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

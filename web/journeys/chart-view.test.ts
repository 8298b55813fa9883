import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { holdPrices, keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { DESKTOP, expectAccessibleLayout } from "../test/accessible-layout.ts";
import { boxAtRest } from "../test/at-rest.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

/** Far from the market's, so that its candle fills the chart and a line there is away from the middle. */
const ETH_PRICE = 4_000;

/** Counts the light pixels in an area of a PNG. @param area its left, top, width and height */
function countLight(page: Page, base64: string, area: number[]): Promise<number> {
  return page.evaluate(
    async ([png, [left = 0, top = 0, width = 0, height = 0]]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const ctx = new OffscreenCanvas(image.width, image.height).getContext("2d");
      ctx?.drawImage(image, 0, 0);
      const pixels = ctx?.getImageData(left, top, width, height).data ?? [];
      return pixels.filter((value, i) => i % 4 === 0 && value > 200).length;
    },
    [base64, area] as const,
  );
}

describe.skipIf(lacksBrowser())("the view of the chart", () => {
  const journey = setUpJourney();
  let page: Page;
  beforeAll(async () => {
    const { stack, browser } = journey;
    page = await (await signedInBrowser(browser, stack, await newTrader(stack))).newPage();
  }, 600_000);
  afterEach(() => letPricesMove(journey.stack, ["ETHUSDm", "XAUUSDm"]));

  /** Loads a page with the chart of 15 minutes, whatever the test before has left. */
  async function open(path = "/trading/btc"): Promise<void> {
    await page.setViewportSize(DESKTOP);
    await page.goto(journey.stack.origin + path);
    await showInterval("15 minutes");
  }
  const loaded = (interval: string) => page.locator(`[aria-label*="${interval}"][data-shows=candles]`).waitFor();
  async function showInterval(interval: string): Promise<void> {
    await page.getByRole("radio", { name: interval }).click();
    await loaded(interval);
  }
  const plot = () => page.getByRole("img", { name: /^Chart of/ });
  const button = (name: string) => page.getByRole("button", { name });
  const isPressed = (name: string) => button(name).and(page.locator("[aria-pressed=true]")).waitFor();
  /** Compares the chart with a symbol, until the symbol's candles of 15 minutes are there. */
  async function compareWith(symbol: string): Promise<void> {
    const candles = new RegExp(`/api/market/candles\\?.*symbol=${symbol}.*interval=15m&limit=(?!97)`);
    const compared = page.waitForResponse(candles);
    await button("Compare").click();
    await page.getByRole("menuitem", { name: new RegExp(`^${symbol}`) }).click();
    await compared;
  }
  const line = () => page.locator("[data-movable]", { hasText: "Buy 0.10" });
  /** The middle of the pill of a position, which is at its entry price. */
  const lineTop = async () => {
    const { y, height } = await boxAtRest(line());
    return y + height / 2;
  };
  /** Drags from a place of the chart, px from its left and top. */
  async function drag(from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
    const box = await boxAtRest(plot());
    await page.mouse.move(box.x + from.x, box.y + from.y);
    await page.mouse.down();
    await page.mouse.move(box.x + from.x + by.x, box.y + from.y + by.y, { steps: 5 });
    await page.mouse.up();
  }

  test("lines of trades stay at their prices while the axis is scaled, moved and fitted again", async () => {
    await open("/trading/eth");
    await page.getByLabel("Amount").fill("0.10");
    // At the market's price: one that is far from it is refused as soon as another source has been heard.
    await button("Buy 0.10 ETHUSD at").click();
    await line().waitFor();
    await keepPrices(journey.stack, { ETHUSDm: ETH_PRICE });
    await isPressed("Auto scale");
    const { width, height } = await boxAtRest(plot());
    const axis = { x: width - 40, y: height / 2 };
    const fitted = await lineTop();

    await drag(axis, { x: 0, y: 120 });
    await button("Auto scale").and(page.locator("[aria-pressed=false]")).waitFor();
    const scaled = await lineTop();
    const box = await boxAtRest(plot());
    const middle = box.y + (height - 28) / 2;
    // Twice as near to the middle and a little more: e^(120 / 200).
    expect((fitted - middle) / (scaled - middle)).toBeCloseTo(Math.exp(120 / 200), 0);

    await drag({ x: width / 3, y: height / 3 }, { x: 0, y: 60 });
    await eventually(async () => expect((await lineTop()) - scaled).toBeWithin(57, 64));

    await page.mouse.dblclick(box.x + axis.x, box.y + axis.y);
    await isPressed("Auto scale");
    await eventually(async () => expect(Math.abs((await lineTop()) - fitted)).toBeLessThan(3));
  });

  test("a line is dropped at the price below the pointer on the logarithmic scale", async () => {
    await open("/trading/eth");
    await holdPrices(journey.stack, { ETHUSDm: ETH_PRICE });
    await button("Log scale").click();
    await isPressed("Log scale");
    const { width, height } = await boxAtRest(plot());
    // So that a pixel is many more dollars at the top than at the foot.
    for (let i = 0; i < 6; i++) await drag({ x: width - 40, y: 60 }, { x: 0, y: height - 120 });
    const tops: number[] = [];
    for (const y of [60, height - 120]) {
      const box = await boxAtRest(plot());
      await page.mouse.move(box.x + width / 3, box.y + y);
      const tag = page.locator("[aria-hidden=true].num", { hasText: /^[\d,]+\.\d\d$/ }).last();
      await tag.waitFor();
      tops.push(Number(((await tag.textContent()) ?? "").replaceAll(",", "")));
    }
    expect((tops[0] ?? 0) / (tops[1] ?? 1)).toBeGreaterThan(10);
    await button("Log scale").click();
  });

  test("the percent scale is kept, and a second press leaves it", async () => {
    await open();
    await button("Percent scale").click();
    await isPressed("Percent scale");
    await open();
    await isPressed("Percent scale");
    // What the axis says under the crosshair is a change, as its labels are.
    const box = await boxAtRest(plot());
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3);
    await page.locator("[aria-hidden=true].num", { hasText: /^[+−]?\d+\.\d\d%$/ }).waitFor();
    await page.keyboard.press("Alt+p");
    await button("Percent scale").and(page.locator("[aria-pressed=false]")).waitFor();
  });

  test("the type of the chart is chosen from a menu by keyboard, and kept", async () => {
    await open();
    await button("Chart type: Candles").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Candles" }).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await button("Chart type: Heikin-Ashi").waitFor();
    await open();
    await button("Chart type: Heikin-Ashi").click();
    await page.getByRole("menuitem", { name: "Candles" }).click();
    await button("Chart type: Candles").waitFor();
  });

  test("the way back to the newest candles is there only while they are out of view", async () => {
    await open();
    await eventually(async () => expect(await button("Back to the newest candles").count()).toBe(0));
    await plot().focus();
    for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowLeft");
    await expectAccessibleLayout(page, [DESKTOP]);
    await button("Back to the newest candles").click();
    await button("Back to the newest candles").waitFor({ state: "detached" });
    await plot().focus();
    for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowLeft");
    await button("Back to the newest candles").waitFor();
    await page.keyboard.press("Alt+r");
    await button("Back to the newest candles").waitFor({ state: "detached" });
    await open("/trading/chart");
    await expectAccessibleLayout(page);
  });

  test("while candles of another size load, the old ones stay, and a line says so", async () => {
    await open();
    const released = Promise.withResolvers<void>();
    await page.route(/\/api\/market\/candles\?.*interval=1w/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.getByRole("radio", { name: "1 week" }).click();
    await page.locator("[data-shows=old]").waitFor();
    await page.getByRole("progressbar", { name: "Loading candles of another size" }).waitFor();
    released.resolve();
    await loaded("1 week");
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("a date loads the candles back to it, and where the history begins later it says so", async () => {
    await open();
    const dialog = page.getByRole("dialog", { name: "Go to date" });
    const go = dialog.getByRole("button", { name: "Go", exact: true });
    const goTo = async (date: string) => {
      await button("Go to date").click();
      await dialog.getByLabel("Date", { exact: true }).fill(date);
      await go.click();
    };
    /** Presses again while the source still delivers the candles, as the dialog says then. */
    const isShown = () =>
      waitUntil("the dialog is closed", async () => {
        const isLate = await dialog.getByText("could not be loaded. Try again in a moment.").isVisible();
        if (isLate && (await go.isEnabled())) await go.click();
        return (await dialog.count()) === 0;
      });
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
    await goTo(days(-30));
    await dialog.getByText("This date is still to come.").waitFor();
    await page.keyboard.press("Escape");

    await showInterval("1 day");
    await goTo(days(1_000));
    await isShown();
    await button("Back to the newest candles").waitFor();
    await showInterval("1 minute");
    await goTo(days(1_000));
    await Promise.all([page.getByText(/^Candles of 1 minute begin on /).waitFor(), isShown()]);
  });

  test("another symbol is compared in percent, until the comparison is ended", async () => {
    await open();
    await compareWith("US500");
    await isPressed("Percent scale");
    await button("vs US500, end the comparison").click();
    await button("Compare").waitFor();
    await button("Percent scale").and(page.locator("[aria-pressed=false]")).waitFor();
    await compareWith("XAUUSDm");
    await isPressed("Percent scale");
    // A reload ends the comparison, and its scale with it.
    await open();
    await button("Compare").waitFor();
    await button("Percent scale").and(page.locator("[aria-pressed=false]")).waitFor();
  });

  test("on phones the chart's menu compares and ends the comparison", async () => {
    for (const size of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      await open();
      await page.setViewportSize(size);
      const choose = async (item: string | RegExp) => {
        await button("More chart tools").click();
        await page.getByRole("menuitem", { name: item }).click();
      };
      await choose("Compare with another symbol");
      await page
        .getByRole("menu", { name: "Compare with" })
        .getByRole("menuitem", { name: /^US500/ })
        .click();
      await isPressed("Percent scale");
      await choose("End the comparison with US500");
      await button("Percent scale").and(page.locator("[aria-pressed=false]")).waitFor();
    }
  });

  test("a chart of the compared symbol has its own candles and follows its price", async () => {
    await open();
    await compareWith("XAUUSDm");
    await page
      .locator('[data-area="watchlist"]')
      .getByRole("button", { name: /^XAUUSDm/ })
      .click();
    await page.getByRole("img", { name: /^Chart of XAUUSDm/ }).waitFor();
    await loaded("15 minutes");
    await holdPrices(journey.stack, { XAUUSDm: 2_400 });
    await page.locator("span", { hasText: /^C2,400\.00$/ }).waitFor();
    // The price of the chart before, in the tens of thousands, is in no candle of this one.
    await eventually(async () =>
      expect(await page.locator("span", { hasText: /^H[\d,.]+$/ }).textContent()).toMatch(/^H2,\d{3}\.\d\d$/),
    );
  });

  test("a picture of the chart is downloaded as a PNG as large as the chart with its head", async () => {
    await open();
    await button("Picture of the chart").click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Download picture" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^BTCUSDm-15m-\d{4}-\d\d-\d\dT\d{4}\.png$/);
    const bytes = Buffer.from(await Bun.file(await file.path()).arrayBuffer());
    const { width, height } = await boxAtRest(plot());
    // The size in a PNG's first chunk.
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([Math.round(width), Math.round(height) + 56]);
    // The figures of the candle are in it, in the colour of text, which nothing else there has.
    const legend = await boxAtRest(page.locator("[data-legend]").first());
    const { x, y } = await boxAtRest(plot());
    const area = [legend.x - x, legend.y - y + 56, legend.width, legend.height].map(Math.round);
    await eventually(async () => expect(await countLight(page, bytes.toString("base64"), area)).toBeGreaterThan(100));
  });

  test("the chart fills the window until Esc is pressed", async () => {
    await open();
    const before = await boxAtRest(plot());
    await button("Full screen").click();
    await button("Leave full screen").waitFor();
    const full = await boxAtRest(plot());
    expect(full.x + full.width).toBe(DESKTOP.width);
    expect(full.height).toBeGreaterThan(before.height);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Full screen", exact: true }).waitFor();
    await eventually(async () => expect(await boxAtRest(plot())).toEqual(before));
    await plot().focus();
    await page.keyboard.press("f");
    await button("Leave full screen").waitFor();
    await eventually(async () =>
      expect(await plot().evaluate((element) => element === document.activeElement)).toBe(true),
    );
    // What is below the chart takes no focus: nobody would see it.
    const stops: (boolean | undefined)[] = [];
    for (const _ of Array(12)) {
      await page.keyboard.press("Tab");
      stops.push(
        await page.evaluate(() => document.activeElement?.matches('body, [data-area="chart"] *, [data-area="chart"]')),
      );
    }
    expect(stops).toEqual(Array(12).fill(true));
    await page.keyboard.press("f");
    await page.getByRole("button", { name: "Full screen", exact: true }).waitFor();
    // The keys that begin an order give the room back first.
    await page.keyboard.press("f");
    await button("Leave full screen").waitFor();
    await page.keyboard.press("b");
    await page.getByRole("button", { name: "Full screen", exact: true }).waitFor();
    await page.getByLabel("Amount", { exact: true }).and(page.locator(":focus")).waitFor();
  });
});

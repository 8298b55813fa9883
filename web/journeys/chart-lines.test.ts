import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { Client } from "../../dev/test/test-client.ts";
import { demoCommand, marketOrder } from "../../dev/test/test-demo-account.ts";
import { holdPrices, keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { atRest, boxAtRest } from "../test/at-rest.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

/** A few pixels. */
const NEAR_USD = 40;

/** On its own stack: in candles of prices that other files held, the lines would be too near each other, or out of view. */
describe.skipIf(lacksBrowser())("the lines of trades on the chart", () => {
  const journey = setUpJourney({ fresh: true });
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

  // The prices of the lines, around the market's: one far from it would make a candle that fills the chart.
  let [market, stopAt, limitAt, targetAt] = [0, 0, 0, 0];
  beforeAll(async () => {
    const { prices } = await (await fetch(`${journey.stack.origin}/api/market/prices`)).json();
    market = Math.round(prices.BTCUSDm.price / 10) * 10;
    [stopAt, limitAt, targetAt] = [market - 400, market - 200, market + 400];
    // Lines far from the candles are out of view, and a price that is held makes flat ones: one of them has all lines.
    // They are so far apart that the moves below are drags also where the candles have a range of thousands.
    for (const price of [stopAt, targetAt, market]) await holdPrices(journey.stack, { BTCUSDm: price });
  }, 600_000);

  const hold = () => keepPrices(journey.stack, { BTCUSDm: market });

  /** A trader with a position and an order near the market. */
  async function withTrades() {
    await hold();
    const trader = await newTrader(journey.stack);
    for (const order of [
      marketOrder({ stop: stopAt, target: targetAt }),
      marketOrder({ orderType: "limit", price: limitAt, amount: 0.02 }),
    ]) {
      expect(await demoCommand(trader, order)).toMatchObject({ status: 200 });
    }
    return trader;
  }

  async function openChart(trader: Client, options: object): Promise<Page> {
    const { stack, browser } = journey;
    const page = await openAs(browser, stack, trader, "/trading/btc", options);
    // The range of few candles is near the prices that the market holds.
    await page.getByRole("radio", { name: "1 minute" }).click();
    // The dimmed candles of the interval before have another range.
    await page.locator('[aria-label*="1 minute"][data-shows="candles"]').waitFor();
    await stop(page).waitFor();
    return page;
  }

  const stop = (page: Page) => page.getByRole("slider", { name: "Stop loss of BTCUSD buy 0.10" });
  const order = (page: Page) => page.getByRole("slider", { name: "Price of BTCUSD buy 0.02, limit" });
  /** The heights of prices in the window, from two lines of the chart. */
  async function placesOf(page: Page): Promise<{ yOf: (price: number) => number }> {
    const [low, high] = [
      await boxAtRest(page.locator('[data-look="stop"] > i')),
      await boxAtRest(page.locator('[data-look="target"] > i')),
    ];
    const [lowY, highY] = [low.y + low.height / 2, high.y + high.height / 2];
    const lowest = await priceOf(stop(page));
    return { yOf: (price) => lowY + ((price - lowest) / (targetAt - lowest)) * (highY - lowY) };
  }
  /** A place in the plot at a height where no pill is. */
  async function freeAt(page: Page, y: number): Promise<{ x: number; y: number }> {
    const x = await page.evaluate((top) => {
      const { left, right } =
        document.querySelector('[data-look="stop"] > i')?.getBoundingClientRect() ?? new DOMRect();
      for (let at = right - 30; at > left; at -= 10) {
        if (document.elementFromPoint(at, top)?.closest("[data-movable], button") === null) return at;
      }
      throw new Error("pills are all over the line");
    }, y);
    return { x, y };
  }
  /** In dollars; the slider has steps. */
  const priceOf = async (slider: Locator) => Number(await slider.getAttribute("aria-valuenow")) / 100;
  const isAt = (slider: Locator, price: number) =>
    slider.and(slider.page().locator(`[aria-valuenow="${Math.round(price * 100)}"]`)).waitFor();
  /** Waits until the page has the account's answer, by which the stop is at a price. */
  const isSetAt = (page: Page, price: number) =>
    isAt(page.getByRole("slider", { name: "Stop loss of BTCUSD buy 0.10", disabled: false }), price);
  const run = async (trader: Client) => (await trader.get("/api/demo/state")).body.state.run;

  test("a stop that is dragged is one amendment, which a second device shows", async () => {
    const trader = await withTrades();
    const page = await openChart(trader, { viewport: DESKTOP });
    const phone = await openChart(trader, { viewport: PHONE, hasTouch: true });
    const commands: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/demo/commands")) commands.push(request.postDataJSON());
    });

    const { yOf } = await placesOf(page);
    const { x } = await freeAt(page, yOf(stopAt));
    await page.mouse.move(x, yOf(stopAt));
    await page.mouse.down();
    await page.mouse.move(x, yOf(stopAt + 80), { steps: 4 });
    await atRest(page);
    const held = await priceOf(stop(page));
    expect(Math.abs(held - (stopAt + 80))).toBeLessThan(NEAR_USD);
    expect(commands).toEqual([]);
    const amended = page.waitForResponse("**/api/demo/commands");
    await page.mouse.up();
    await amended;
    const heldSteps = Math.round(held * 100);
    expect(commands).toMatchObject([
      { command: { type: "amend_position", positionId: 1, version: 1, stop: heldSteps, target: targetAt * 100 } },
    ]);
    const { positions, orders } = await run(trader);
    expect(positions).toMatchObject([{ version: 2, stop: heldSteps }]);
    expect(orders).toMatchObject([{ version: 1 }]);
    await phone.waitForFunction(
      (price) =>
        document.querySelector('[aria-label="Stop loss of BTCUSD buy 0.10"]')?.getAttribute("aria-valuenow") === price,
      String(heldSteps),
    );
    await expectAccessibleLayout(page);
  });

  test("a stop beyond the market says why it may not be there, and returns", async () => {
    const trader = await withTrades();
    const page = await openChart(trader, { viewport: DESKTOP });
    const { yOf } = await placesOf(page);
    const { x } = await freeAt(page, yOf(stopAt));
    await page.mouse.move(x, yOf(stopAt));
    await page.mouse.down();
    await page.mouse.move(x, yOf(market + 160), { steps: 6 });
    await page.getByText("A stop stands below the price here").waitFor();
    await page.mouse.up();
    await isAt(stop(page), stopAt);
    expect((await run(trader)).positions).toMatchObject([{ version: 1 }]);
  });

  test("arrow keys move a line, Escape returns it and Enter sends it; × takes it away", async () => {
    const trader = await withTrades();
    const page = await openChart(trader, { viewport: DESKTOP });
    await order(page).focus();
    await page.keyboard.press("ArrowDown");
    await isAt(order(page), limitAt - 10);
    await page.keyboard.press("Escape");
    await isAt(order(page), limitAt);
    await page.keyboard.press("ArrowDown");
    const amended = page.waitForResponse("**/api/demo/commands");
    await page.keyboard.press("Enter");
    await amended;
    await page.getByRole("slider", { name: "Price of BTCUSD buy 0.02, limit", disabled: false }).waitFor();
    expect((await run(trader)).orders).toMatchObject([{ price: (limitAt - 10) * 100, version: 2 }]);
    await page.getByRole("button", { name: "Cancel BTCUSD buy 0.02, limit" }).first().click();
    await order(page).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove the stop loss of BTCUSD buy 0.10" }).click();
    await stop(page).waitFor({ state: "detached" });
    expect(await run(trader)).toMatchObject({ orders: [], positions: [{ stop: null, target: targetAt * 100 }] });
  });

  test("a finger moves a line, and a long press opens the menu at its price", async () => {
    const trader = await withTrades();
    const page = await openChart(trader, { viewport: PHONE, hasTouch: true });
    const { yOf } = await placesOf(page);
    const { x } = await freeAt(page, yOf(stopAt));
    const touch = await page.context().newCDPSession(page);
    const at = (top: number) => ({ touchPoints: [{ x, y: top }] });
    const scrolled = await page.evaluate(() => scrollY);
    // At once: a finger that rests for 300 ms opens the menu.
    await Promise.all([
      touch.send("Input.dispatchTouchEvent", { type: "touchStart", ...at(yOf(stopAt)) }),
      ...[80, 160, 240].map((by) =>
        touch.send("Input.dispatchTouchEvent", { type: "touchMove", ...at(yOf(stopAt + by)) }),
      ),
    ]);
    const answered = page.waitForResponse("**/api/demo/commands");
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await answered;
    const moved = (await run(trader)).positions[0].stop / 100;
    expect(Math.abs(moved - (stopAt + 240))).toBeLessThan(NEAR_USD);
    await eventually(async () => expect(await page.evaluate(() => scrollY)).toBe(scrolled));

    // A second finger ends the drag, on the line and on its pill: the stop returns, and nothing is sent.
    await isSetAt(page, moved);
    const commands: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/demo/commands")) commands.push(request.postData() ?? "");
    });
    const places = await placesOf(page);
    const grip = await boxAtRest(stop(page));
    for (const left of [(await freeAt(page, places.yOf(moved))).x, grip.x + grip.width / 2]) {
      const top = left === grip.x + grip.width / 2 ? grip.y + grip.height / 2 : places.yOf(moved);
      const first = { x: left, y: top - 60, id: 1 };
      await Promise.all([
        touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: left, y: top, id: 1 }] }),
        touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: left, y: top - 30, id: 1 }] }),
        touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [first] }),
      ]);
      const second = { x: left - 40, y: top + 60, id: 2 };
      await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [first, second] });
      await isSetAt(page, moved);
      await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [first] });
      await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      await isSetAt(page, moved);
    }

    // The range of the chart follows the stop. Beside the pills, between the market and the target.
    const free = await freeAt(page, (await placesOf(page)).yOf(market + 200));
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [free] });
    await page.getByRole("menuitem", { name: "Sell limit" }).waitFor();
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.getByRole("menuitem", { name: "Sell limit" }).click();
    await page.getByRole("radio", { name: "Limit", exact: true, checked: true }).waitFor();
    expect((await run(trader)).orders).toHaveLength(1);
    expect(commands).toEqual([]);
  });

  test("a right click fills the ticket in or sets a stop there; by keyboard too", async () => {
    const trader = await withTrades();
    const page = await openChart(trader, { viewport: DESKTOP });
    const { yOf } = await placesOf(page);
    const below = await freeAt(page, yOf(stopAt - 80));
    await page.mouse.click(below.x, below.y, { button: "right" });
    const amended = page.waitForResponse("**/api/demo/commands");
    await page.getByRole("menuitem", { name: "Stop loss of BTCUSD buy 0.10" }).click();
    await amended;
    const [position] = (await run(trader)).positions;
    expect(position).toMatchObject({ version: 2, target: targetAt * 100 });
    expect(position.stop).toBeLessThan(stopAt * 100);
    await isSetAt(page, position.stop / 100);

    await page.mouse.move(0, 0);
    await page.getByRole("img", { name: /^Chart of/ }).focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: /^Buy/ }).waitFor();
    await page.keyboard.press("Escape");
    const { yOf: placeOf } = await placesOf(page);
    const further = await freeAt(page, placeOf(stopAt - 160));
    await page.mouse.click(further.x, further.y, { button: "right" });
    await page.getByRole("menuitem", { name: /^Buy/ }).waitFor();
    // After the two entries of alerts.
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    await page.getByRole("radio", { name: "Limit", exact: true, checked: true }).waitFor();
    await eventually(async () => {
      const price = Number(await page.getByLabel(/^Buys at this price or lower/).inputValue());
      expect(Math.abs(price - (stopAt - 160))).toBeLessThan(NEAR_USD);
    });
    expect((await run(trader)).orders).toHaveLength(1);
  });

  test("a fill has a mark at its candle, which opens its receipt", async () => {
    const trader = await withTrades();
    const page = await openChart(trader, { viewport: DESKTOP });
    await page.getByRole("button", { name: /^Why this price\? bought 0\.10 BTCUSD at/ }).click();
    const receipt = page.getByRole("dialog", { name: "Why this price?" });
    await receipt.getByText(/^Buy 0\.10 BTCUSD, filled at/).waitFor();
  });
});

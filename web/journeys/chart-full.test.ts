import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { demoCommand, marketOrder } from "../../dev/test/test-demo-account.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { DEFAULT_CHART } from "../../worker/contract/terminal/terminal-defaults.ts";
import type { ChartSettings, Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { boxAtRest } from "../test/at-rest.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { drawingChange, horizontalLine } from "../test/test-terminal.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

/** Ten indicators: as many as a chart has, half of them with panes. */
const TEN: ChartSettings["indicators"] = [
  ...DEFAULT_CHART.indicators,
  ...(["ema", "wma", "bollingerBands", "rsi", "macd", "stochastic", "atr", "adx"] as const).map((kind) => ({
    id: kind,
    kind,
    settings: {},
    colours: [],
    isHidden: false,
  })),
];

describe.skipIf(lacksBrowser())("a chart with ten indicators, drawings and many trades", () => {
  const journey = setUpJourney();
  let trader: Trader;
  beforeAll(async () => {
    const { stack } = journey;
    trader = await newTrader(stack);
    const { prices } = await (await fetch(`${stack.origin}/api/market/prices`)).json();
    const market = Math.round(prices.BTCUSDm.price);
    const drawn: Drawing[] = [0.999, 1, 1.001].map((share) => horizontalLine(Math.round(market * share)));
    const changes = [
      { kind: "chart", version: 1, body: { ...DEFAULT_CHART, indicators: TEN } },
      ...drawn.map((body) => drawingChange({ body })),
    ];
    expect((await trader.post("/api/terminal/changes", { changes })).status).toBe(200);
    // Their stops and targets are nearer to each other than a pill is high, and too far for the market to reach them soon.
    for (const by of [400, 390, 380, 370]) {
      const order = { amount: 0.01, stop: market - by, target: market + by };
      const placed = waitUntil("a trade is open", async () => {
        const { status } = await demoCommand(trader, marketOrder(order));
        return status === 200;
      });
      await placed;
    }
  }, 600_000);

  async function open(options: object): Promise<Page> {
    const page = await openAs(journey.browser, journey.stack, trader, "/trading/chart", options);
    // The document draws candles before the page is there.
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator('[data-shows="candles"]').waitFor();
    return page;
  }
  const grip = (page: Page) => page.getByRole("separator", { name: /^Height of RSI/ });
  const folded = (page: Page) => page.locator('[data-folded="true"]');

  test("has no violation, with the palette and the settings open too", async () => {
    const page = await open({ viewport: DESKTOP });
    await expectAccessibleLayout(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Indicators/ }).click();
    await page.getByRole("button", { name: "Settings: SMA 9" }).click();
    await page.getByLabel("Period").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.context().close();
  });

  test("pills lie neither over the legend nor over each other, and one that is folded opens by mouse and by keyboard", async () => {
    const page = await open({ viewport: { width: 1280, height: 720 } });
    await folded(page).first().waitFor();
    const boxes = await page.locator("[data-folded]").evaluateAll((pills) => {
      const legend = document.querySelector("[data-stage] > .num[aria-hidden]");
      return [legend, ...pills].map((part) => part?.getBoundingClientRect().toJSON() as DOMRect);
    });
    const [legend] = boxes;
    for (const [i, one] of boxes.entries()) {
      expect(one.top).toBeGreaterThanOrEqual(legend?.top ?? 0);
      for (const other of boxes.slice(i + 1)) {
        const isApart =
          one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
        expect({ one, other, isApart }).toMatchObject({ isApart: true });
      }
    }
    const pill = folded(page)
      .filter({ has: page.getByRole("slider") })
      .first();
    const width = async () => (await boxAtRest(pill)).width;
    await eventually(async () => expect(await width()).toBeLessThan(40));
    await pill.getByRole("slider").focus();
    await eventually(async () => expect(await width()).toBeGreaterThan(100));
    await page.getByRole("img", { name: /^Chart of/ }).focus();
    await eventually(async () => expect(await width()).toBeLessThan(40));
    await pill.hover();
    await eventually(async () => expect(await width()).toBeGreaterThan(100));
    await page.context().close();
  });

  test("by a finger a pane is made higher and an indicator is set, and each control is large enough", async () => {
    const page = await open({ viewport: PHONE, hasTouch: true });
    const heightOf = async () => Number(await grip(page).getAttribute("aria-valuenow"));
    const before = await heightOf();
    const { x, y, width, height } = await boxAtRest(grip(page));
    const finger = await page.context().newCDPSession(page);
    const send = (type: string, topPx: number | null) =>
      finger.send("Input.dispatchTouchEvent", {
        // The protocol has a type for them.
        type: type as "touchStart",
        touchPoints: topPx === null ? [] : [{ x: x + width / 2, y: topPx }],
      });
    const middle = y + height / 2;
    // Beside the handle, where a mouse would miss it.
    await send("touchStart", middle + 16);
    for (const by of [8, 0, -8]) await send("touchMove", middle + by);
    await send("touchEnd", null);
    // As far as the finger has gone, although the edge cannot go further up and the next pane gets lower instead.
    await waitUntil("it is higher", async () => (await heightOf()) === before + 24);

    await page.getByRole("button", { name: "Drawing tools" }).tap();
    const small = await page.evaluate(() => {
      const buttons = document.querySelectorAll<HTMLElement>('[role="toolbar"] button, [data-part="tools"] button');
      return [...buttons].filter((one) => one.offsetHeight > 0 && one.offsetHeight < 44).map((one) => one.ariaLabel);
    });
    expect(small).toEqual([]);
    await page.getByRole("button", { name: "Drawing tools" }).tap();

    await page.getByRole("button", { name: /^Indicators/ }).tap();
    await page.getByRole("button", { name: "Settings: SMA 9" }).tap();
    await page.getByLabel("Period").fill("7");
    await page.getByRole("button", { name: "Save" }).tap();
    await page.getByRole("button", { name: "Settings: SMA 7" }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.context().close();
  });
});

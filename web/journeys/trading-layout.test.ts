import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { demoCommand, marketOrder, restingOrder } from "../../dev/test/test-demo-account.ts";
import { holdPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { DESKTOP, PHONE, TABLET } from "../test/accessible-layout.ts";
import { atRest, boxAtRest } from "../test/at-rest.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { reloadUntilInInter } from "../test/in-inter.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { goWithin, openAs, signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const LOW_DESKTOP = { width: 1280, height: 720 };
const SMALL_DESKTOP = { width: 1024, height: 768 };
const SIDEWAYS = { width: 844, height: 390 };

describe.skipIf(lacksBrowser())("the trading page at each size", () => {
  const journey = setUpJourney();
  let trader: Trader;
  beforeAll(async () => {
    trader = await newTrader(journey.stack);
  }, 600_000);
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

  const open = (path: string, viewport: { width: number; height: number }) =>
    openAs(journey.browser, journey.stack, trader, path, { viewport, hasTouch: viewport.width < 1024 });
  const plot = (page: Page) => page.getByRole("img", { name: /^Chart of/ });
  /** A pane or a sheet, by its name. */
  const pane = (page: Page, name: string) => page.getByRole("region", { name }).or(page.getByRole("dialog", { name }));
  const legend = (page: Page) => page.locator("span", { hasText: /^C[\d,.]+$/ }).first();

  test("without a connection the page says so in a row above everything, and the lists stay as they were", async () => {
    const page = await open("/trading/chart", DESKTOP);
    await legend(page).waitFor();
    await page.getByRole("button", { name: "Show the lists" }).waitFor();
    await page.context().setOffline(true);
    const row = page.getByText("Can't reach Tonle. Retrying...");
    await row.waitFor();
    await page.getByText("Not connected").waitFor();
    await page.getByRole("button", { name: "Show the lists" }).waitFor();
    for (const size of [LOW_DESKTOP, SMALL_DESKTOP, TABLET, PHONE, SIDEWAYS, DESKTOP]) {
      await page.setViewportSize(size);
      await legend(page).waitFor();
      let height = 0;
      // An answer that was under way when the connection went takes the row away until the next call fails.
      await eventually(async () => {
        const box = await boxAtRest(row);
        expect([box.x, box.y, box.width]).toEqual([0, 0, size.width]);
        height = box.height;
      });
      const below = await page.evaluate(() => {
        const tops = [
          ...document.querySelectorAll("#content > *, #content > * > *, header:has(h1), [data-beside]"),
        ].map((element) => element.getBoundingClientRect());
        const shown = tops.filter((box) => box.width > 0 && box.bottom > 0).map(({ top }) => top);
        return { top: Math.min(...shown), overflowPx: document.documentElement.scrollHeight - innerHeight };
      });
      // Of a phone that is held sideways the header is out of view until a tap.
      expect({ size, ...below }).toEqual({ size, top: size === SIDEWAYS ? height - 56 : height, overflowPx: 0 });
    }
    // Nor does a chart that fills the window cover it.
    await page.keyboard.press("f");
    await page.getByRole("button", { name: "Leave full screen" }).waitFor();
    const { x, y, width, height } = await boxAtRest(row);
    const seen = await row.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) === element;
    });
    expect([x, y, width, seen]).toEqual([0, 0, DESKTOP.width, true]);
    // Its head begins below the row, and its foot ends with the window.
    await eventually(async () => {
      const full = await boxAtRest(pane(page, "Chart, BTCUSDm"));
      expect([full.y, full.y + full.height]).toEqual([height, DESKTOP.height]);
    });
    await page.keyboard.press("f");
    await page.context().setOffline(false);
    await row.waitFor({ state: "detached" });
    await eventually(async () => expect((await boxAtRest(page.getByRole("banner"))).y).toBe(0));
    await page.context().close();
  });

  test.each([DESKTOP, TABLET])(
    "why the demo account could not be loaded is whole below the chart: %p",
    async (viewport) => {
      const page = await open("/trading/chart", viewport);
      await legend(page).waitFor();
      const refusal = { success: false, message: "Not now", code: "internal", requestId: crypto.randomUUID() };
      await page.route("**/api/demo/state*", (route) => route.fulfill({ status: 500, json: refusal }));
      await page.reload();
      const lists = page.getByRole("tabpanel", { name: /^Positions/ });
      await lists.getByRole("button", { name: "Try again" }).waitFor();
      const frame = await boxAtRest(lists);
      const last = await boxAtRest(lists.getByText(`Request ${refusal.requestId}`));
      expect(last.y + last.height).toBeLessThanOrEqual(frame.y + frame.height);
      await eventually(async () =>
        expect(await lists.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0),
      );
      await page.context().close();
    },
  );

  // Panes beside each other, and sheets over the chart; the other sizes arrange the same elements.
  test.each([
    [DESKTOP, [LOW_DESKTOP, SMALL_DESKTOP]],
    [PHONE, [SIDEWAYS, TABLET]],
  ])("each address opens its pane or sheet, and nothing overflows: %p, then %p", async (viewport, others) => {
    const page = await open("/trading", viewport);
    await page.getByText("Streaming").filter({ visible: true }).first().waitFor();
    for (const [path, name] of [
      ["/trading", "Watchlist"],
      ["/trading/chart", "Chart, BTCUSDm"],
      ["/trading/orders", "Order"],
      ["/trading/positions", "Open Positions"],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.goto(journey.stack.origin + path);
      for (const size of [viewport, ...others]) {
        await page.setViewportSize(size);
        await legend(page).waitFor();
        await eventually(async () => {
          const { x, y, width, height } = await boxAtRest(pane(page, name).first());
          const box = { isFrom: Math.min(x, y) >= 0, fits: [x + width <= size.width, y + height <= size.height] };
          expect({ path, size, ...box }).toEqual({ path, size, isFrom: true, fits: [true, true] });
        });
        await atRest(page);
        const overflow = await page.evaluate(() => [
          document.documentElement.scrollWidth - innerWidth,
          document.documentElement.scrollHeight - innerHeight,
        ]);
        expect({ path, size, overflow }).toEqual({ path, size, overflow: [0, 0] });
        if (size === viewport) expect(await findAxeViolations(page)).toEqual([]);
      }
    }
    await page.context().close();
  });

  test("on a phone a ticket that the address opens sends before the chart's code is there, and the chart follows", async () => {
    // Its position opens other lists than those of the trader of the other tests.
    const buyer = await newTrader(journey.stack);
    const page = await openAs(journey.browser, journey.stack, buyer, "/settings", { viewport: PHONE, hasTouch: true });
    const held = Promise.withResolvers<void>();
    let asked = 0;
    await page.route(/\/assets\/trading-after-/, async (route) => {
      asked++;
      await held.promise;
      await route.continue();
    });
    await page.goto(`${journey.stack.origin}/trading/orders`);
    await page.getByLabel("Amount", { exact: true }).fill("0.01");
    await page.getByRole("button", { name: /^Buy 0.01 BTCUSD at/ }).click();
    await page.getByRole("dialog", { name: "Order" }).waitFor({ state: "detached" });
    expect(asked).toBe(1);
    held.resolve();
    await legend(page).waitFor();
    await plot(page).waitFor();
    await page.context().close();
  });

  test.each([LOW_DESKTOP, DESKTOP])("the whole ticket stands in a window of %p", async (viewport) => {
    const page = await open("/trading/orders", viewport);
    await reloadUntilInInter(page);
    await page.getByLabel("Amount", { exact: true }).fill("0.10");
    await page.getByLabel("Stop loss at").fill("1000");
    await page.getByLabel("Take profit at").fill("900000");
    const ticket = pane(page, "Order").locator("form").locator("..");
    for (const type of ["Market", "Limit", "Stop", "Stop limit"]) {
      await page.getByRole("radio", { name: type, exact: true }).click();
      await atRest(page);
      await eventually(async () =>
        expect([type, await ticket.evaluate((part) => part.scrollHeight - part.clientHeight)]).toEqual([type, 0]),
      );
      const names = await ticket.locator("dt").evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
      expect(Math.max(...names)).toBeLessThan(30);
    }
    if (viewport === LOW_DESKTOP) {
      // Of a stop-limit's two prices one is refused: both fields stay in one line.
      const [trigger, limit] = [page.getByLabel("When the price reaches"), page.getByLabel("Then buys at or below")];
      await trigger.fill("1.500,00");
      await ticket.getByRole("alert").waitFor();
      const [{ y: triggerY }, { y: limitY }] = [await boxAtRest(trigger), await boxAtRest(limit)];
      expect(triggerY).toBe(limitY);
    }
    await page.context().close();
  });

  test("by keyboard, links skip to each pane, in the order watchlist, chart, ticket, lists", async () => {
    const page = await open("/trading", DESKTOP);
    await legend(page).waitFor();
    const isFocused = (id: string) => page.waitForFunction((pane) => document.activeElement?.id === pane, id);
    for (const [name, id] of [
      ["Watchlist", "watchlist"],
      ["Chart", "chart"],
      ["Order", "order"],
      ["Open Positions", "positions"],
    ] as const) {
      const link = page.getByRole("navigation", { name: "Trading" }).getByRole("link", { name });
      await link.focus();
      await page.keyboard.press("Enter");
      await isFocused(id);
    }
    // A pane that its address has opened already is reached again.
    await page.getByRole("navigation", { name: "Trading" }).getByRole("link", { name: "Open Positions" }).focus();
    await page.keyboard.press("Enter");
    await isFocused("positions");
    const order = await page.evaluate(() =>
      ["watchlist", "chart", "order", "positions"]
        .map((id) => document.getElementById(id))
        .every(
          (part, i, all) =>
            i === 0 ||
            Boolean((all[i - 1]?.compareDocumentPosition(part as Node) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING),
        ),
    );
    expect(order).toBe(true);
    await page.context().close();
  });

  test("an address that names a symbol follows the choice without the router, and a reload shows the choice", async () => {
    const page = await open("/trading/btc", DESKTOP);
    const choose = (symbol: string) => page.locator(`[data-symbol="${symbol}"] button`).click();
    const charts = (symbol: string) => pane(page, `Chart, ${symbol}`).waitFor();
    await charts("BTCUSDm");
    // The router renders the page on this event.
    const routed = await page.evaluateHandle(() => {
      const events: string[] = [];
      addEventListener("replaceState", ({ type }) => events.push(type));
      return events;
    });
    // The second one before anything else has rendered the page.
    await page.evaluate(async () => {
      document.querySelector<HTMLElement>('[data-symbol="USTECm"] button')?.click();
      while (!location.search.endsWith("USTECm")) await new Promise(requestAnimationFrame);
      document.querySelector<HTMLElement>('[data-symbol="XAUUSDm"] button')?.click();
    });
    await page.waitForURL("**/trading/chart?symbol=XAUUSDm");
    await eventually(async () => expect(await routed.jsonValue()).toEqual([]));
    await page.reload();
    await charts("XAUUSDm");
    await choose("BTCUSDm");
    await page.waitForURL("**/trading/btc");
    await page.goto(`${journey.stack.origin}/trading`);
    await choose("US500");
    await charts("US500");
    await page.reload();
    await charts("US500");
    await eventually(() => expect(new URL(page.url()).pathname).toBe("/trading"));
    await page.context().close();
  });

  test("sheets over the chart close by Esc, by their button and by the choice of a symbol", async () => {
    const page = await open("/trading", SMALL_DESKTOP);
    const list = pane(page, "Watchlist");
    await list.getByRole("button", { name: /^XAUUSDm/ }).click();
    await page.getByRole("heading", { name: "XAUUSDm", exact: true }).waitFor();
    await list.waitFor({ state: "detached" });
    const chart = await boxAtRest(plot(page));
    await page.getByRole("link", { name: "Watchlist" }).filter({ visible: true }).last().click();
    // The arrows go through it.
    await list.getByRole("button", { name: /^XAUUSDm/ }).focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("heading", { name: "BTCUSDm", exact: true }).waitFor();
    await eventually(async () => expect(await list.count()).toBe(1));
    // It is over the chart, which keeps its size.
    await eventually(async () => expect(await boxAtRest(plot(page))).toEqual(chart));
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await eventually(() => expect(new URL(page.url()).pathname).toBe("/trading/chart"));

    await page.setViewportSize(TABLET);
    const ticket = pane(page, "Order");
    await ticket.waitFor({ state: "detached" });
    await page.getByLabel("Amount").fill("0.25");
    await page.getByRole("button", { name: /^Sell / }).click();
    await eventually(async () => expect(await ticket.getByLabel("Amount", { exact: true }).inputValue()).toBe("0.25"));
    await eventually(async () => expect(await ticket.locator("[data-side=sell] > input").isChecked()).toBe(true));
    await ticket.getByRole("button", { name: "Close" }).click();
    await ticket.waitFor({ state: "detached" });
    await page.context().close();
  });

  test("the lists are their head alone until there is something in them, and keep the height they are given", async () => {
    const page = await open("/trading/chart", DESKTOP);
    await legend(page).waitFor();
    const dock = page.locator("[data-area=dock]");
    await eventually(async () => expect((await boxAtRest(dock)).height).toBe(45));
    const tall = (await boxAtRest(plot(page))).height;
    await holdPrices(journey.stack, { BTCUSDm: 67_000 });
    expect(await demoCommand(trader, marketOrder({ amount: 0.01 }))).toMatchObject({ status: 200 });
    expect(await demoCommand(trader, restingOrder({ amount: 0.01 }))).toMatchObject({ status: 200 });
    const grip = page.getByRole("separator", { name: "Height of the positions" });
    await grip.waitFor();
    await eventually(async () => expect((await boxAtRest(dock)).height).toBe(220));
    await eventually(async () => expect((await boxAtRest(plot(page))).height).toBe(tall - 175));
    const { x, y, width } = await boxAtRest(grip);
    await page.mouse.move(x + width / 2, y + 6);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y - 94, { steps: 4 });
    await page.mouse.up();
    const dragged = (await boxAtRest(dock)).height;
    expect(dragged).toBeGreaterThan(310);
    await page.reload();
    await grip.waitFor();
    await eventually(async () => expect((await boxAtRest(dock)).height).toBe(dragged));
    await grip.dblclick();
    await eventually(async () => expect((await boxAtRest(dock)).height).toBe(220));
    // Of the margins beside the tabs, one that there is no room for is left out, and not cut.
    const cut = await page.locator("[data-part=margin]").evaluate((part) => {
      if (part instanceof HTMLElement) part.style.flex = "0 0 60px";
      const { left, bottom } = part.getBoundingClientRect();
      const boxes = [...part.children].map((sum) => sum.getBoundingClientRect());
      return boxes.filter((box) => box.top < bottom && box.left < left).length;
    });
    expect(cut).toBe(0);
    // In a low window they open over the chart, which keeps its size.
    await page.setViewportSize(LOW_DESKTOP);
    await eventually(async () => expect((await boxAtRest(dock)).height).toBe(45));
    const low = (await boxAtRest(plot(page))).height;
    await page.getByRole("button", { name: "Show the lists" }).click();
    await eventually(async () => expect((await boxAtRest(dock)).height).toBe(220));
    await eventually(async () => expect((await boxAtRest(plot(page))).height).toBe(low));
    // On a phone a line has their counts.
    await page.setViewportSize(PHONE);
    await page.getByRole("link", { name: /^Open Positions: 1 open 1 order/ }).click();
    await pane(page, "Open Positions")
      .getByRole("row", { name: /BTCUSD Buy 0.01/ })
      .waitFor();
    // On a low one the bars leave the chart its part.
    await page.setViewportSize({ width: 360, height: 640 });
    await eventually(async () => expect((await boxAtRest(plot(page))).height).toBeGreaterThan(250));
    await page.context().close();
  });

  test("in a browser that blocks its storage a symbol, the sidebar, the lists and the candles are chosen as in others", async () => {
    const { stack, browser } = journey;
    const context = await signedInBrowser(browser, stack, await newTrader(stack), { viewport: DESKTOP });
    await context.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"]) {
        const get = () => {
          throw new DOMException("The document is denied access to its storage.", "SecurityError");
        };
        Object.defineProperty(window, name, { configurable: true, get });
      }
    });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.goto(`${stack.origin}/trading`);
    await legend(page).waitFor();
    await page
      .getByRole("list", { name: "Watchlist" })
      .getByRole("button", { name: /^XAUUSDm/ })
      .click();
    await page.getByRole("img", { name: /^Chart of XAUUSDm/ }).waitFor();
    await page.getByRole("radio", { name: "1 hour" }).click();
    await page.locator('[aria-label*="1 hour"][data-shows=candles]').waitFor();
    const sidebarPx = async () => (await boxAtRest(page.locator("[data-beside]"))).width;
    await eventually(async () => expect(await sidebarPx()).toBe(64));
    await page.getByRole("button", { name: "Unfold the sidebar" }).click();
    await page.getByRole("button", { name: "Fold the sidebar" }).waitFor();
    await eventually(async () => expect(await sidebarPx()).toBe(256));
    await page.getByRole("button", { name: "Show the lists" }).click();
    const grip = page.getByRole("separator", { name: "Height of the positions" });
    const before = Number(await grip.getAttribute("aria-valuenow"));
    await grip.press("ArrowUp");
    await waitUntil("they are higher", async () => Number(await grip.getAttribute("aria-valuenow")) === before + 24);
    // What was chosen holds on the way to another page and back.
    await goWithin(page, "/settings");
    await page.getByRole("tabpanel").waitFor();
    await goWithin(page, "/trading");
    await page.getByRole("img", { name: /^Chart of XAUUSDm.*1 hour/ }).waitFor();
    await page.getByRole("button", { name: "Fold the sidebar" }).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  test("the lists take no more of a low window than leaves their handle in reach, and are high again in a higher one", async () => {
    const page = await open("/trading/positions", { width: 1440, height: 1000 });
    const grip = page.getByRole("separator", { name: "Height of the positions" });
    const isHigh = (px: number) => grip.and(page.locator(`[aria-valuenow="${px}"]`)).waitFor();
    await grip.focus();
    for (const _ of Array(12)) await page.keyboard.press("ArrowUp");
    await isHigh(480);
    await page.setViewportSize({ width: 900, height: 600 });
    await isHigh(240);
    await page.setViewportSize({ width: 1440, height: 1000 });
    await isHigh(480);
    await page.setViewportSize({ width: 900, height: 600 });
    const { x, y, width } = await boxAtRest(grip);
    await page.mouse.move(x + width / 2, y + 6);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, 0, { steps: 4 });
    await page.mouse.move(x + width / 2, y + 26, { steps: 4 });
    await page.mouse.up();
    await isHigh(220);
    await page.setViewportSize({ width: 1440, height: 1000 });
    await page.reload();
    await isHigh(220);
    await page.context().close();
  });

  test("a phone held sideways has the chart alone, and shows header and bar after a tap or by keyboard", async () => {
    const page = await open("/trading/chart", SIDEWAYS);
    await legend(page).waitFor();
    const { width, height } = await boxAtRest(plot(page));
    expect(width * height).toBeGreaterThan(0.7 * SIDEWAYS.width * SIDEWAYS.height);
    const bar = page.getByRole("navigation", { name: "Sections" });
    const top = async () => Math.round((await boxAtRest(bar)).y);
    await eventually(async () => expect(await top()).toBe(SIDEWAYS.height));
    await plot(page).tap({ position: { x: 200, y: 200 } });
    await page.waitForFunction(() => document.documentElement.hasAttribute("data-bars"));
    await eventually(async () => expect(await top()).toBe(SIDEWAYS.height - 56));
    expect(await findAxeViolations(page)).toEqual([]);
    await plot(page).tap({ position: { x: 200, y: 200 } });
    await page.waitForFunction(() => !document.documentElement.hasAttribute("data-bars"));
    await eventually(async () => expect(await top()).toBe(SIDEWAYS.height));
    await bar.getByRole("link", { name: "Home" }).focus();
    await eventually(async () => expect(await top()).toBe(SIDEWAYS.height - 56));
    await page.getByRole("button", { name: "Buy", exact: true }).click();
    await eventually(async () => expect((await boxAtRest(pane(page, "Order"))).width).toBeLessThanOrEqual(360));
    await page.context().close();
  });
});

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import type { Stack } from "../../dev/stack.ts";
import { newTrader, type Trader } from "../../dev/test-client.ts";
import { addPerson, databaseOf } from "../../dev/test-money.ts";
import { testStack } from "../../dev/test-stack.ts";
import { addTrades } from "../../dev/test-trades.ts";
import { lacksBrowser, launchBrowser } from "../test/browser.ts";

setDefaultTimeout(120_000);

describe.skipIf(lacksBrowser())("on a phone", () => {
  let stack: Stack;
  let browser: Browser;
  /** Has as much as the screen shows, and more. */
  let rich: Trader;
  beforeAll(async () => {
    [stack, browser] = await Promise.all([testStack(), launchBrowser()]);
    rich = await newTrader(stack);
    const db = databaseOf(stack);
    const adminId = crypto.randomUUID();
    await addPerson(db, adminId, "admin");
    const closedAtMs = Date.now();
    const trades = Array.from({ length: 11 }, () => ({ closedAtMs, profitCents: 99_999_999_99 }));
    await addTrades(db, { userId: rich.userId, adminId }, trades);
  }, 120_000);
  afterAll(() => browser?.close());

  async function open(path: string, width: number): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 800 }, hasTouch: true });
    await context.addCookies([...rich.cookies].map(([name, value]) => ({ name, value, url: stack.origin })));
    const page = await context.newPage();
    await page.goto(stack.origin + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  }

  test.each([
    "/account/overview",
    "/account/deposit",
    "/account/withdraw",
    "/account/history",
    "/trading/watchlist",
    "/trading/orders",
    "/performance",
    "/profile",
    "/settings",
    "/notifications",
  ])("the header of %s says what the cash is, and has room for the longest sum", async (path) => {
    for (const width of [390, 360]) {
      const page = await open(path, width);
      const header = page.getByRole("banner");
      const label = header.getByText("Cash balance", { exact: true }).and(header.locator("small"));
      const sum = header.getByText("$999,999,999.00");
      await sum.waitFor();
      expect(await label.isVisible()).toBe(true);
      const [above, below] = await Promise.all([label.boundingBox(), sum.boundingBox()]);
      if (!above || !below) throw new Error("the cash is not drawn");
      expect(above.y + above.height).toBeLessThanOrEqual(below.y + 1);
      expect(below.x + below.width).toBeLessThanOrEqual(width);
      expect(await cutOff(page)).toEqual([]);
      await page.context().close();
    }
  });

  test("a week of the calendar is Week N where the cell has room for it, and a W under the head elsewhere", async () => {
    for (const [width, shown] of [
      [600, /^Week \d+$/],
      [390, /^W\d+$/],
    ] as const) {
      const page = await open("/performance", width);
      const week = page.getByRole("gridcell").locator('[aria-hidden="true"] > span').getByText(shown);
      await week.first().waitFor();
      expect(await week.first().isVisible()).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.context().close();
    }
  });

  /** What of the header does not fit: it reaches beyond the window, or its words are cut. */
  function cutOff(page: Page): Promise<string[]> {
    return page.getByRole("banner").evaluate((header) =>
      [header, ...header.querySelectorAll<HTMLElement>("h1, small, span")]
        .filter((part) => part.getClientRects().length > 0 && getComputedStyle(part).position !== "absolute")
        .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline")
        .map((part) => part.textContent ?? ""),
    );
  }
});

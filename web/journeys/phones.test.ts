import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import type { Stack } from "../../dev/stack.ts";
import { addPerson, databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { testStack } from "../../dev/test/test-stack.ts";
import { addTrades } from "../../dev/test/test-trades.ts";
import { boxAtRest } from "../test/at-rest.ts";
import { lacksBrowser, launchBrowser } from "../test/browser.ts";
import { openAs } from "./trader-tab.ts";

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

  test.each([390, 360])(
    "of %p px the header says that its sum is the cash balance, and the longest one fits every screen",
    async (width) => {
      const page = await openAs(browser, stack, rich, "/account/overview", { viewport: { width, height: 800 } });
      for (const path of ["/account/overview", "/trading/orders", "/performance", "/settings"]) {
        if (page.url() !== stack.origin + path) await page.goto(stack.origin + path);
        const header = page.getByRole("banner");
        const label = header.locator("small", { hasText: /^Cash balance$/ });
        const sum = header.getByText("$999,999,999.00");
        await sum.waitFor();
        const [above, below] = await Promise.all([boxAtRest(label), boxAtRest(sum)]);
        expect(above.y + above.height).toBeLessThanOrEqual(below.y + 1);
        expect(below.x + below.width).toBeLessThanOrEqual(width);
        const title = header.getByRole("heading", { level: 1 });
        expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
        expect(await widthOf(page)).toBe(width);
      }
      await page.context().close();
    },
  );

  test("a week of the calendar is Week N where its cell has room for it, and a W under the head elsewhere", async () => {
    const page = await openAs(browser, stack, rich, "/performance", { viewport: { width: 600, height: 800 } });
    const words = page.locator('[aria-hidden="true"]').getByText(/^Week \d+$/);
    await words.first().waitFor();
    expect(await widthOf(page)).toBe(600);
    await page.setViewportSize({ width: 390, height: 800 });
    await page
      .locator('[aria-hidden="true"]')
      .getByText(/^W\d+$/)
      .first()
      .waitFor();
    expect(await words.first().isVisible()).toBe(false);
    await page.getByRole("heading", { name: "Equity curve" }).waitFor();
    expect(await widthOf(page)).toBe(390);
    await page.context().close();
  });

  function widthOf(page: Page): Promise<number> {
    return page.evaluate(() => document.documentElement.scrollWidth);
  }
});

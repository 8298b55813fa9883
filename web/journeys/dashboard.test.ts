import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import type { Stack } from "../../dev/stack.ts";
import { addPerson, databaseOf, fundTrader } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { testStack } from "../../dev/test/test-stack.ts";
import { addTrades } from "../../dev/test/test-trades.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser, launchBrowser } from "../test/browser.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(120_000);

describe.skipIf(lacksBrowser())("a trader's dashboard", () => {
  let stack: Stack;
  let browser: Browser;
  beforeAll(async () => {
    [stack, browser] = await Promise.all([testStack(), launchBrowser()]);
  }, 120_000);
  afterAll(() => browser?.close());

  async function openDashboard(trader: Trader, width: number): Promise<Page> {
    const context = await signedInBrowser(browser, stack, trader, {
      viewport: { width, height: 900 },
      hasTouch: width < 640,
    });
    const page = await context.newPage();
    await page.goto(`${stack.origin}/dashboard`);
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    return page;
  }

  /** An admin brings in a trade a day of the last twenty, the last of this moment. */
  async function importTrades({ userId }: Trader): Promise<void> {
    const db = databaseOf(stack);
    const adminId = crypto.randomUUID();
    await addPerson(db, adminId, "admin");
    const nowMs = Date.now();
    const trades = Array.from({ length: 20 }, (_, i) => ({
      closedAtMs: nowMs - i * DAY_MS,
      symbol: i % 3 === 0 ? "XAUUSDm" : "BTCUSDm",
      direction: i % 2 === 0 ? ("Buy" as const) : ("Sell" as const),
      profitCents: i === 0 ? 3714 : 500 - i * 60,
    }));
    await addTrades(db, { userId, adminId }, trades);
  }

  async function overflow(page: Page): Promise<number> {
    return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }

  test("fills by itself when an admin has brought in the first trades", async () => {
    const trader = await newTrader(stack);
    await fundTrader(stack, trader, 500);
    const page = await openDashboard(trader, 1440);
    await page.getByText("No recent trades").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    await importTrades(trader);
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await page.getByRole("row", { name: /BUY XAUUSDm 0.10 Today .* \+\$37.14/ }).waitFor();
    await page.getByRole("region", { name: "Total Balance" }).getByText("$518.14").waitFor();
    await page.getByRole("group", { name: "Today's P&L" }).getByText("+$37.14").waitFor();
    await page.getByRole("slider", { name: "Equity by day" }).waitFor();
    await page.context().close();
  });

  test.each([1440, 768, 390, 360])(
    "has nothing for axe to find and nothing to scroll sideways at %p px",
    async (width) => {
      const trader = await newTrader(stack);
      await fundTrader(stack, trader, 500);
      await importTrades(trader);
      const page = await openDashboard(trader, width);
      await page.getByRole("slider", { name: "Equity by day" }).waitFor();
      await page.getByText("XAUUSDm").first().waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);

      const slider = page.getByRole("slider", { name: "Equity by day" });
      await slider.focus();
      await page.keyboard.press("Home");
      // The six trades that were closed before or at the range's begin: 6 x 5.00 less 0.60 x (14 + ... + 19).
      expect(await slider.getAttribute("aria-valuetext")).toContain("−$29.40, 1 trade");
      await page.getByText("All trades").click();
      await page.getByRole("heading", { name: "All Trades" }).waitFor();
      await page.context().close();
    },
  );
});

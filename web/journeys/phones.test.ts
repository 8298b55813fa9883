import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { addPerson, databaseOf } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { addTrades } from "../../dev/test/test-trades.ts";
import { boxAtRest } from "../test/at-rest.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { goWithin, openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("on a phone", () => {
  const journey = setUpJourney();
  /** A trader with an amount at the display limit or beyond it. */
  let page: Page;
  beforeAll(async () => {
    const { stack, browser } = journey;
    const rich = await newTrader(stack);
    const db = databaseOf(stack);
    const adminId = crypto.randomUUID();
    await addPerson(db, adminId, "admin");
    const closedAtMs = Date.now();
    const trades = Array.from({ length: 11 }, () => ({ closedAtMs, profitCents: 99_999_999_99 }));
    await addTrades(db, { userId: rich.userId, adminId }, trades);
    page = await openAs(browser, stack, rich, "/account/overview", { viewport: { width: 390, height: 800 } });
  }, 600_000);

  test("the header labels its amount as the cash balance, and the longest amount fits every screen", async () => {
    // On the trading page the header has the symbol and the demo run instead.
    const titles = {
      profile: "/profile",
      performance: "/performance",
      settings: "/settings",
    };
    for (const [name, path] of Object.entries(titles)) {
      await goWithin(page, path);
      await page.getByRole("banner").getByRole("heading", { level: 1, name }).waitFor();
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 800 });
        const header = page.getByRole("banner");
        const label = header.locator("small", { hasText: /^Cash balance$/ });
        const sum = header.getByText("$999,999,999.00");
        await sum.waitFor();
        const [above, below] = await Promise.all([boxAtRest(label), boxAtRest(sum)]);
        expect(above.y + above.height).toBeLessThanOrEqual(below.y + 1);
        expect(below.x + below.width).toBeLessThanOrEqual(width);
        const title = header.getByRole("heading", { level: 1 });
        await eventually(async () =>
          expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0),
        );
        await eventually(async () => expect(await widthOf()).toBe(width));
      }
    }
  });

  test("a week of the calendar is Week N where its cell has room for it, and W under the head elsewhere", async () => {
    await page.setViewportSize({ width: 600, height: 800 });
    await goWithin(page, "/performance");
    const words = page.locator('[aria-hidden="true"]').getByText(/^Week \d+$/);
    await words.first().waitFor();
    await page.getByRole("heading", { name: "Closed P&L over time" }).waitFor();
    await eventually(async () => expect(await widthOf()).toBe(600));
    await page.setViewportSize({ width: 390, height: 800 });
    await page
      .locator('[aria-hidden="true"]')
      .getByText(/^W\d+$/)
      .first()
      .waitFor();
    await eventually(async () => expect(await words.first().isVisible()).toBe(false));
    await page.getByRole("heading", { name: "Closed P&L over time" }).waitFor();
    await eventually(async () => expect(await widthOf()).toBe(390));
  });

  test("the chosen tab stays in view when the screen becomes narrow", async () => {
    await page.setViewportSize({ width: 1440, height: 800 });
    await goWithin(page, "/settings?tab=security");
    const chosen = page.getByRole("tab", { name: "Security", selected: true });
    await chosen.waitFor();
    await page.setViewportSize({ width: 360, height: 800 });
    const { x, width } = await boxAtRest(chosen);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(360);
  });

  function widthOf(): Promise<number> {
    return page.evaluate(() => document.documentElement.scrollWidth);
  }
});

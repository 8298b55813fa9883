import type { Page } from "playwright-core";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { atRest } from "../test/at-rest.ts";

/**
 * Passes a page's requests for candles on, until `hold` lets none through any more. Loaded candles draw the plot, so a
 * test that counts drawings holds them first.
 * @returns `hold`, which resolves once no candles are on their way and what has come is drawn
 */
export async function candleLoads(page: Page): Promise<{ hold(): Promise<void> }> {
  let isHeld = false;
  let underWay = 0;
  await page.route(/\/api\/market\/candles\?/, async (route) => {
    // It has no answer for as long as the page is open.
    if (isHeld) return;
    underWay += 1;
    await route.fulfill({ response: await route.fetch() });
    underWay -= 1;
  });
  return {
    async hold() {
      isHeld = true;
      await waitUntil("no candles are on their way", () => underWay === 0);
      await atRest(page);
    },
  };
}

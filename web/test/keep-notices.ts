import type { Page } from "playwright-core";
import { NOTICE_CLOSE_MS } from "../../worker/contract/limits.ts";

/**
 * Keeps the notices of a page's next documents open until they are closed. They close by themselves after four seconds:
 * a check of all sizes takes longer, and so may a slow machine before it presses their button.
 */
export async function keepNotices(page: Page): Promise<void> {
  await page.addInitScript((closeMs) => {
    const { setTimeout } = window;
    const kept = (...timer: Parameters<typeof setTimeout>) => (timer[1] === closeMs ? 0 : setTimeout(...timer));
    Object.assign(window, { setTimeout: kept });
  }, NOTICE_CLOSE_MS);
}

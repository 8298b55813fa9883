import type { Locator, Page } from "playwright-core";

/** More than any screen has; whatever is further away cannot be reached. */
const TABS_MAX = 80;

/** Walks to an element the way a keyboard does. @throws Error when Tab does not come by it */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come by ${target}`);
}

/** Presses a key of the admin's side once its button can be pressed: while the evidence loads, no key begins a decision. */
export async function pressWhenReady(page: Page, key: string): Promise<void> {
  await page.locator(`button[aria-keyshortcuts="${key}"]:enabled`).first().waitFor();
  await page.keyboard.press(key);
}

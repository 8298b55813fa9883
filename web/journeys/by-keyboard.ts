import type { Locator, Page } from "playwright-core";

/** More than any screen has: an element further away is unreachable. */
const TABS_MAX = 120;

/** Moves the focus to an element with Tab. @throws Error when Tab does not reach it */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come by ${target}`);
}

/**
 * Presses a shortcut of the admin screens once its button is enabled: while the evidence loads, no shortcut works. Until the
 * bar has the time of the step-up, a decision asks for a code.
 */
export async function pressWhenReady(page: Page, key: string): Promise<void> {
  await page.locator('button[aria-keyshortcuts="U"]').waitFor({ state: "attached" });
  await page.locator(`button[aria-keyshortcuts="${key.toUpperCase()}"]:enabled`).first().waitFor();
  await page.keyboard.press(key);
}

import type { Browser, Page } from "playwright-core";
import { mainThreadTasks } from "./main-thread-tasks.ts";

/** The longest time from an input to the frame that showed it, and the longest frame, by the clock. */
type Seen = { inputMs: number; frameMs: number };

/** What kept the page from drawing. @property taskMs of the main thread's own CPU time, at most in one go */
export type Delay = Seen & { taskMs: number };

declare const seenDelay: Seen;

/** Has every page of a context watch itself. A browser reports inputs from 16 ms on, and frames from 50 ms on. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen = { inputMs: 0, frameMs: 0 };
    Object.assign(window, { seenDelay: seen });
    // The type of these options does not know of the threshold yet.
    const inputs: PerformanceObserverInit & { durationThreshold: number } = { type: "event", durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.inputMs = Math.max(seen.inputMs, duration);
    }).observe(inputs);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.frameMs = Math.max(seen.frameMs, duration);
    }).observe({ type: "long-animation-frame" });
  });
}

/** Does something, waits until the page has come to rest, and says what kept it from drawing meanwhile. */
export async function delayOf(browser: Browser, page: Page, act: () => Promise<void>): Promise<Delay> {
  await atRest(page);
  await page.evaluate(() => Object.assign(seenDelay, { inputMs: 0, frameMs: 0 }));
  const tasks = await mainThreadTasks(browser, page, async () => {
    await act();
    await atRest(page);
  });
  return { ...(await page.evaluate(() => seenDelay)), taskMs: Math.max(0, ...tasks) };
}

/** Nothing is on its way, and what came has been drawn and reported. */
async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
}

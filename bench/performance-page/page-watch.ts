import type { Browser, Page } from "playwright-core";
import { mainThreadTasks } from "./main-thread-tasks.ts";

/** The longest wall-clock time from an input to its frame, and the longest frame. */
type Seen = { inputMs: number; frameMs: number };

/** Delays of the page's drawing. @property taskMs CPU time of the longest task of the main thread */
export type Delay = Seen & { taskMs: number };

declare const seenDelay: Seen;

/** Makes every document of the page measure itself. A browser reports inputs from 16 ms on and frames from 50 ms on. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen = { inputMs: 0, frameMs: 0 };
    Object.assign(window, { seenDelay: seen });
    // The types of these options lack the threshold.
    const inputs: PerformanceObserverInit & { durationThreshold: number } = { type: "event", durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.inputMs = Math.max(seen.inputMs, duration);
    }).observe(inputs);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.frameMs = Math.max(seen.frameMs, duration);
    }).observe({ type: "long-animation-frame" });
  });
}

/** Performs an action, waits until the page is idle, and returns the delays during that time. */
export async function delayOf(browser: Browser, page: Page, action: () => Promise<void>): Promise<Delay> {
  await atRest(page);
  await page.evaluate(() => Object.assign(seenDelay, { inputMs: 0, frameMs: 0 }));
  const tasks = await mainThreadTasks(browser, page, async () => {
    await action();
    await atRest(page);
  });
  return { ...(await page.evaluate(() => seenDelay)), taskMs: Math.max(0, ...tasks) };
}

/** Waits until no request is pending and everything has been drawn and reported. */
async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
}

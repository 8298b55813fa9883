import type { CDPSession, Page } from "playwright-core";
import { FIRST_TRADED, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import type { MainThread, MainThreadTimes } from "./main-thread.ts";
import { emptyProbe, type ProbeFigures, readProbe, timeTicks } from "./page-probe.ts";
import { type LiveHeap, readHeap } from "./read-heap.ts";

/** Main thread time per second that ticks cost while nobody uses the page, ms. */
export async function measureLiveTicks(page: Page, thread: MainThread, seconds: number): Promise<MainThreadTimes> {
  const before = await thread.times();
  await page.waitForTimeout(seconds * 1_000);
  const after = await thread.times();
  const perSecond = (name: keyof MainThreadTimes) => (after[name] - before[name]) / seconds;
  return {
    tasks: perSecond("tasks"),
    script: perSecond("script"),
    style: perSecond("style"),
    layout: perSecond("layout"),
  };
}

export type TickTimes = {
  messagesPerSecond: number;
  updatesPerSecond: number;
  tickToMessage: ProbeFigures["tickToMessage"];
  tickToPixel: ProbeFigures["tickToPixel"];
};

/** Begins to time ticks in the watchlist: from then on it costs the page some time. */
export async function startTickTimes(page: Page): Promise<void> {
  const symbol = TRADED_SYMBOLS[FIRST_TRADED].pricedFrom;
  const list = page.getByRole("list", { name: "Watchlist" });
  await timeTicks(symbol, list, list.getByRole("button", { name: new RegExp(`^${symbol}`) }));
}

/** The age of a price when the watchlist shows it. */
export async function measureTickToPixel(page: Page, seconds: number): Promise<TickTimes> {
  await emptyProbe(page);
  await page.waitForTimeout(seconds * 1_000);
  const { messages, updates, ...ages } = await readProbe(page);
  return { messagesPerSecond: messages / seconds, updatesPerSecond: updates / seconds, ...ages };
}

/** The live heap at the start and after each minute. */
export async function measureHeap(page: Page, devtools: CDPSession, minutes: number): Promise<LiveHeap[]> {
  const heap = [await readHeap(devtools)];
  for (let minute = 0; minute < minutes; minute++) {
    await page.waitForTimeout(60_000);
    heap.push(await readHeap(devtools));
  }
  return heap;
}

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

type TickTimes = { messagesPerSecond: number; tickToPixel: ProbeFigures["tickToPixel"] };

/** The age of a price when the watchlist shows it. The page continues to time ticks afterwards, so run this last. */
export async function measureTickToPixel(page: Page, seconds: number): Promise<TickTimes> {
  const symbol = TRADED_SYMBOLS[FIRST_TRADED].pricedFrom;
  const row = page.getByRole("list", { name: "Watchlist" }).getByRole("button", { name: new RegExp(`^${symbol}`) });
  await timeTicks(symbol, row);
  await emptyProbe(page);
  await page.waitForTimeout(seconds * 1_000);
  const { messages, tickToPixel } = await readProbe(page);
  return { messagesPerSecond: messages / seconds, tickToPixel };
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

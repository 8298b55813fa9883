import type { Browser, Locator, Page } from "playwright-core";
import { performanceText } from "../../web/performance/performance-text.ts";
import type { MainThread } from "../trading-page/main-thread.ts";
import { mainThreadTasks } from "./main-thread-tasks.ts";

declare const rowDrawnMs: Promise<number>;

const JUMPS = 40;
const WHEEL_TURNS = 200;

/** The figures of the list of all trades. */
export type ListFigures = {
  /** From the press on Show All Trades until the newest trade is drawn, on a newly loaded page. */
  firstRowMs: number[];
  /** CPU time of the page's main thread until then, ms; measured on other loads of the page. */
  firstRowCpuMs: number[];
  /** Live heap before scrolling, after each fifth of the jumps, after the wheel, and at the end. */
  heldBytes: number[];
  /** The largest number of elements in the list. */
  elements: number;
  /** From the key End until the oldest trade is drawn. */
  lastRowMs: number;
  lastRow: string;
};

/** Measures the list of all trades: time to its first row, memory while scrolling, time to its last row. */
export async function measureList(
  browser: Browser,
  page: Page,
  thread: MainThread,
  { path, count, repeats }: { path: string; count: number; repeats: number },
): Promise<ListFigures> {
  const firstRowMs: number[] = [];
  const firstRowCpuMs: number[] = [];
  for (let i = 0; i < repeats; i++) {
    await loadAndAim(page, path);
    firstRowMs.push(await timeToRow(page, 2, () => press(page)));
    await loadAndAim(page, path);
    const tasks = await mainThreadTasks(browser, page, async () => void (await timeToRow(page, 2, () => press(page))));
    firstRowCpuMs.push(tasks.reduce((sum, ms) => sum + ms, 0));
  }
  const list = page.getByRole("grid", { name: performanceText.list.all });
  await list.and(page.locator(`[aria-rowcount="${count + 1}"]`)).waitFor();
  const held = [await thread.liveHeap()];
  let elements = 0;
  for (let jump = 1; jump <= JUMPS; jump++) {
    await list.evaluate((bar, part) => bar.scrollTo(0, bar.scrollHeight * part), (jump * 0.618) % 1);
    await allRowsLoaded(list);
    elements = Math.max(elements, await list.evaluate((bar) => bar.querySelectorAll("*").length));
    if (jump % (JUMPS / 5) === 0) held.push(await thread.liveHeap());
  }
  await list.hover();
  for (let turn = 0; turn < WHEEL_TURNS; turn++) await page.mouse.wheel(0, 400);
  await allRowsLoaded(list);
  held.push(await thread.liveHeap());
  await list.focus();
  const lastRowMs = await timeToRow(page, count + 1, () => page.keyboard.press("End"));
  held.push(await thread.liveHeap());
  const lastRow = await list
    .locator(`[aria-rowindex="${count + 1}"]`)
    .getByRole("gridcell")
    .allTextContents();
  return { firstRowMs, firstRowCpuMs, heldBytes: held, elements, lastRowMs, lastRow: lastRow.join(", ") };
}

/** Waits until no visible row is a placeholder. */
async function allRowsLoaded(list: Locator): Promise<void> {
  await list
    .locator('[role="row"]:not(:has(time)):not(:has([role="columnheader"]))')
    .first()
    .waitFor({ state: "detached" });
}

/** Loads a new document, waits until it is drawn and idle, and moves the pointer to the link. */
async function loadAndAim(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("slider").waitFor();
  await page.waitForLoadState("networkidle");
  await page.getByRole("link", { name: performanceText.list.showAll }).hover();
}

/** Uses the mouse directly: the driver's own click runs scripts in the page between press and release. */
async function press(page: Page): Promise<void> {
  await page.mouse.down();
  await page.mouse.up();
}

/**
 * Acts and waits for a row.
 *
 * @returns ms from the first input until the row's trade is in the page and its frame is drawn
 */
async function timeToRow(page: Page, rowIndex: number, action: () => Promise<void>): Promise<number> {
  // Installed before the input. The observer costs nothing until something changes.
  await page.evaluate((index) => {
    let startedAt = 0;
    const onInput = (event: Event) => {
      startedAt ||= event.timeStamp;
    };
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, onInput, { capture: true });
    const rowDrawnMs = new Promise<number>((resolve) => {
      const changes = new MutationObserver(() => {
        if (!startedAt || !document.querySelector(`[role="row"][aria-rowindex="${index}"] time`)) return;
        changes.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
      });
      changes.observe(document.body, { childList: true, subtree: true });
    });
    Object.assign(window, { rowDrawnMs });
  }, rowIndex);
  await action();
  return await page.evaluate(() => rowDrawnMs);
}

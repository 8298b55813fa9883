import type { Browser, Page } from "playwright-core";

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

const CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline"];

/**
 * How long the page's main thread was busy with one task at the most while something was done, in ms of its own CPU time:
 * others on the machine do not lengthen it, as they do the time from an input to its frame.
 */
export async function longestTaskMs(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const trace = await browser.stopTracing();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  const mains = new Set(traceEvents.filter(isMainThread).map(placeOf));
  const tasks = traceEvents.filter((event) => event.name.endsWith("RunTask") && mains.has(placeOf(event)));
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

function isMainThread({ name, args }: TraceEvent): boolean {
  return name === "thread_name" && args?.name === "CrRendererMain";
}

function placeOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`;
}

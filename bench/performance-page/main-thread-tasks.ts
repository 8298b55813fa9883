import type { Browser, Page } from "playwright-core";

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  /** In microseconds. `dur` is wall-clock time, `tdur` the thread's CPU time. */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

const CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline"];

/**
 * The tasks of the page's main thread during an action, each in ms of CPU time. Other processes on the machine do not
 * affect CPU time, unlike the time from an input to its frame.
 */
export async function mainThreadTasks(browser: Browser, page: Page, action: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await action();
  const trace = await browser.stopTracing();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  const mains = new Set(traceEvents.filter(isMainThread).map(threadOf));
  const tasks = traceEvents.filter((event) => event.name.endsWith("RunTask") && mains.has(threadOf(event)));
  return outermost(tasks).map(({ tdur = 0 }) => tdur / 1000);
}

/** The outermost tasks only, because each layer that runs a task traces it. */
function outermost(tasks: readonly TraceEvent[]): TraceEvent[] {
  let end = 0;
  return tasks
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false;
      end = ts + dur;
      return true;
    });
}

function isMainThread({ name, args }: TraceEvent): boolean {
  return name === "thread_name" && args?.name === "CrRendererMain";
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`;
}

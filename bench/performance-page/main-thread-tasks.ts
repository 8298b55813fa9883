import type { Browser, Page } from "playwright-core";

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  /** In microseconds; a duration is of the clock, and `tdur` of the thread's own time. */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

const CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline"];

/**
 * The tasks of the page's main thread while something was done, each in ms of its own CPU time: others on the machine do
 * not lengthen it, as they do the time from an input to its frame.
 */
export async function mainThreadTasks(browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const trace = await browser.stopTracing();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  const mains = new Set(traceEvents.filter(isMainThread).map(placeOf));
  const tasks = traceEvents.filter((event) => event.name.endsWith("RunTask") && mains.has(placeOf(event)));
  return outermost(tasks).map(({ tdur = 0 }) => tdur / 1000);
}

/** A task is traced by each layer that runs it. */
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

function placeOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`;
}

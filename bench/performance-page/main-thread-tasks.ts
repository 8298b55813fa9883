import type { Browser, Page } from "playwright-core";

type TraceEvent = {
  name: string;
  cat?: string;
  pid: number;
  tid: number;
  /** In microseconds. `dur` is wall-clock time, `tdur` the thread's CPU time. */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

const CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline", "blink.user_timing"];

/** A task of a page's main thread. Times in ms of the trace's clock. */
export type TracedTask = { startMs: number; endMs: number; cpuMs: number };

/**
 * The tasks of the page's main thread during an action, each in ms of CPU time. Other processes on the machine do not
 * affect CPU time, unlike the time from an input to its frame.
 */
export async function mainThreadTasks(browser: Browser, page: Page, action: () => Promise<void>): Promise<number[]> {
  const { tasks } = await traceMainThread(browser, page, action);
  return tasks.map(({ cpuMs }) => cpuMs);
}

/** The tasks of the page's main thread during an action, and when the page set each mark (`performance.mark`). */
export async function traceMainThread(
  browser: Browser,
  page: Page,
  action: () => Promise<void>,
): Promise<{ tasks: TracedTask[]; marksMs: Map<string, number> }> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await action();
  const trace = await browser.stopTracing();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  const mains = new Set(traceEvents.filter(isMainThread).map(threadOf));
  const tasks = traceEvents.filter((event) => event.name.endsWith("RunTask") && mains.has(threadOf(event)));
  const marks = traceEvents.filter(({ cat }) => cat === "blink.user_timing");
  return {
    tasks: outermost(tasks).map(({ ts, dur = 0, tdur = 0 }) => ({
      startMs: ts / 1000,
      endMs: (ts + dur) / 1000,
      cpuMs: tdur / 1000,
    })),
    marksMs: new Map(marks.map(({ name, ts }) => [name, ts / 1000])),
  };
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

import type { CDPSession } from "playwright-core";

/**
 * CPU time that a page's main thread has used so far, ms. Other processes do not affect it, and it excludes the pauses
 * of a slowed processor. `tasks` includes the other three.
 */
export type MainThreadTimes = { tasks: number; script: number; style: number; layout: number };

/** The main thread of a page. */
export class MainThread {
  readonly #devtools: CDPSession;

  private constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  /** @param devtools a session of the page */
  static async open(devtools: CDPSession): Promise<MainThread> {
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    return new MainThread(devtools);
  }

  /** The times since the page was loaded. */
  async times(): Promise<MainThreadTimes> {
    const { metrics } = await this.#devtools.send("Performance.getMetrics");
    const ms = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1_000;
    return {
      tasks: ms("TaskDuration"),
      script: ms("ScriptDuration"),
      style: ms("RecalcStyleDuration"),
      layout: ms("LayoutDuration"),
    };
  }

  /** Size of the live heap after a garbage collection, bytes. */
  async liveHeap(): Promise<number> {
    // The second collection removes objects that only garbage of the first one referred to.
    await this.#devtools.send("HeapProfiler.collectGarbage");
    await this.#devtools.send("HeapProfiler.collectGarbage");
    return (await this.#devtools.send("Runtime.getHeapUsage")).usedSize;
  }

  /** Slows the processor down by a factor; 1 is full speed. */
  async slowDown(rate: number): Promise<void> {
    await this.#devtools.send("Emulation.setCPUThrottlingRate", { rate });
  }
}

import type { CDPSession } from "playwright-core";

/**
 * Time that a page's main thread has been busy so far, ms of its own CPU: neighbours do not move it, and what a slowed
 * processor idles away is not in it. `tasks` holds those after it.
 */
export type MainThreadTimes = { tasks: number; script: number; style: number; layout: number };

/** The main thread of a page. */
export class MainThread {
  readonly #devtools: CDPSession;

  private constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  /** @param devtools the page's own */
  static async open(devtools: CDPSession): Promise<MainThread> {
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    return new MainThread(devtools);
  }

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

  /** Bytes that live on the heap, once what is garbage is gone. */
  async liveHeap(): Promise<number> {
    // Once for what is dead, once for what it alone had kept.
    await this.#devtools.send("HeapProfiler.collectGarbage");
    await this.#devtools.send("HeapProfiler.collectGarbage");
    return (await this.#devtools.send("Runtime.getHeapUsage")).usedSize;
  }

  /** Makes it so many times as slow. */
  async slowDown(rate: number): Promise<void> {
    await this.#devtools.send("Emulation.setCPUThrottlingRate", { rate });
  }
}

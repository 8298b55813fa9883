import { setSystemTime } from "bun:test";

type Timer = { atMs: number; everyMs: number | null; call: () => void };

/** The runtime's own, which the clock replaces. Workers have `scheduler` too; this runtime does not. */
const REAL = { setTimeout, setInterval, clearTimeout, clearInterval, scheduler: undefined };

/**
 * A clock that only a test moves, in place of the runtime's clock and timers. What awaits the network goes on as usual. Call
 * {@link TestClock.stop} at the end.
 */
export class TestClock {
  #nowMs: number;
  #lastId = 0;
  readonly #timers = new Map<number, Timer>();

  constructor(startMs: number) {
    this.#nowMs = startMs;
    setSystemTime(new Date(startMs));
    const remove = (id?: number) => void (id !== undefined && this.#timers.delete(id));
    Object.assign(globalThis, {
      setTimeout: (call: () => void, ms = 0) => this.#add(call, ms, null),
      setInterval: (call: () => void, ms: number) => this.#add(call, ms, ms),
      clearTimeout: remove,
      clearInterval: remove,
      scheduler: { wait: (ms: number) => new Promise<void>((resolve) => this.#add(resolve, ms, null)) },
    });
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** When the next timer is due, epoch ms; infinity without any. */
  nextMs(): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { atMs } of this.#timers.values()) nextMs = Math.min(nextMs, atMs);
    return nextMs;
  }

  /** Moves on to a time, and calls the timers that are due then; those that were due before must have been called. */
  moveTo(nowMs: number): void {
    this.#nowMs = nowMs;
    setSystemTime(new Date(nowMs));
    for (const [id, timer] of this.#timers) {
      if (timer.atMs > nowMs) continue;
      if (timer.everyMs === null) this.#timers.delete(id);
      else timer.atMs += timer.everyMs;
      timer.call();
    }
  }

  /** Drops all timers: those who had set them are gone. */
  forgetTimers(): void {
    this.#timers.clear();
  }

  /** Puts the runtime's own clock and timers back. */
  stop(): void {
    this.#timers.clear();
    setSystemTime();
    Object.assign(globalThis, REAL);
  }

  #add(call: () => void, ms: number, everyMs: number | null): number {
    this.#lastId += 1;
    this.#timers.set(this.#lastId, { atMs: this.#nowMs + Math.max(0, ms), everyMs, call });
    return this.#lastId;
  }
}

/** The longest time that a call waits before its hash begins. */
export const WAIT_MS_MAX = 2_000;

/** The time that a hash is assumed to take until one was measured. */
const FIRST_HASH_MS = 250;

/** How much the newest measurement counts. */
const NEWEST_SHARE = 0.5;

/** Too many calls are waiting; the caller should retry. */
export type Busy = { busy: true };

/** The time, and a pause in which other events are handled. A test hands in its own. */
export type QueueClock = { now(): number; pause(): Promise<void> };

const PLATFORM_CLOCK: QueueClock = { now: Date.now, pause: () => scheduler.wait(0) };

/**
 * Runs synchronous work one at a time. A call that would wait longer than {@link WAIT_MS_MAX} is refused at once. How
 * long it would wait is the number of calls before it, times what one took lately. Other queues may use the same
 * thread, so what one took includes their work. A call whose turn comes later than expected is refused then.
 */
export class HashQueue {
  readonly #clock: QueueClock;
  /** The number of calls, running and waiting. */
  #inLine = 0;
  #last: Promise<void> = Promise.resolve();
  #hashMs = FIRST_HASH_MS;

  constructor(clock: QueueClock = PLATFORM_CLOCK) {
    this.#clock = clock;
  }

  /** Runs the work when those before it are done. Rejects with what the work throws. */
  async run<T>(work: () => T): Promise<T | Busy> {
    if (this.#inLine * this.#hashMs > WAIT_MS_MAX) return { busy: true };
    this.#inLine += 1;
    const turn = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = turn.promise;
    const arrivedAtMs = this.#clock.now();
    await before;
    const startedAtMs = this.#clock.now();
    if (startedAtMs - arrivedAtMs > WAIT_MS_MAX) {
      this.#inLine -= 1;
      turn.resolve();
      return { busy: true };
    }
    try {
      return work();
    } finally {
      void this.#pass(startedAtMs).then(turn.resolve);
    }
  }

  /**
   * Lets the next call begin after a pause. In production the clock stands still during synchronous work, so what the
   * work took is known only after the pause. Calls that arrived during the work are counted in it too.
   */
  async #pass(startedAtMs: number): Promise<void> {
    await this.#clock.pause();
    this.#hashMs += NEWEST_SHARE * (this.#clock.now() - startedAtMs - this.#hashMs);
    this.#inLine -= 1;
  }
}

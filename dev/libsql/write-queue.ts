import { SqlError } from "./sql-error.ts";

/** Who may hold the write lock. */
export interface Writer {
  /** The time of its transaction is over: the lock is gone, and the writer must roll back. */
  onWriteTimeout(): void;
}

/**
 * Lets one writer at a time into the database, first come, first served.
 *
 * SQLite's own busy wait would block the event loop, and with it the COMMIT that it waits for; so a writer waits here
 * before it asks SQLite at all.
 */
export class WriteQueue {
  #holder: Writer | null = null;
  #holdTimer: Timer | undefined;
  readonly #waiting: { writer: Writer; enter: () => void; refuse: () => void }[] = [];

  /**
   * @param waitMs  how long a writer waits for its turn
   * @param holdMs  how long it may hold the lock
   */
  constructor(
    readonly waitMs: number,
    readonly holdMs: number,
  ) {}

  /**
   * Resolves when the lock is the writer's.
   * @throws SqlError `SQLITE_BUSY` when its turn did not come in time
   */
  async acquire(writer: Writer): Promise<void> {
    if (this.#holder === writer) return;
    if (this.#holder === null) return this.#grant(writer);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => reject(new SqlError("SQLITE_BUSY", "SQLite error: database is locked"));
    const place = { writer, enter: resolve, refuse };
    this.#waiting.push(place);
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(place), 1);
      refuse();
    }, this.waitMs);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Gives the lock to the next writer; does nothing if this one does not hold it. */
  release(writer: Writer): void {
    if (this.#holder !== writer) return;
    clearTimeout(this.#holdTimer);
    this.#holder = null;
    const next = this.#waiting.shift();
    if (next) {
      this.#grant(next.writer);
      next.enter();
    }
  }

  /** Refuses all who wait. */
  close(): void {
    for (const { refuse } of this.#waiting.splice(0)) refuse();
  }

  #grant(writer: Writer): void {
    this.#holder = writer;
    this.#holdTimer = setTimeout(() => {
      writer.onWriteTimeout();
      this.release(writer);
    }, this.holdMs);
  }
}

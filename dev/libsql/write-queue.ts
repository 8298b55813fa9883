import { SqlError } from "./sql-error.ts";

/** A holder of the write lock. */
export interface Writer {
  /** Called when the transaction's time limit has passed: the lock is lost and the writer must roll back. */
  onWriteTimeout(): void;
}

/**
 * Grants the write lock to one writer at a time, in order of arrival.
 *
 * SQLite's own busy wait would block the event loop, and with it the COMMIT that it waits for. So writers wait here
 * before they call SQLite.
 */
export class WriteQueue {
  #holder: Writer | null = null;
  #holdTimer: Timer | undefined;
  readonly #waiting: { writer: Writer; enter: () => void; refuse: () => void }[] = [];

  /**
   * @param waitMs  how long a writer waits for the lock
   * @param holdMs  how long a writer may hold it
   */
  constructor(
    readonly waitMs: number,
    readonly holdMs: number,
  ) {}

  /**
   * Resolves when the writer has the lock.
   *
   * @throws SqlError `SQLITE_BUSY` when it does not get the lock in time
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

  /** Passes the lock to the next writer; has no effect when this writer does not hold it. */
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

  /** Refuses all waiting writers. */
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

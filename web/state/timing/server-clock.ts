/** How long a message determines the clock, ms; it is forgotten within twice that. */
const KEEP_MS = 60_000;

/**
 * Estimates the server's time from its messages. A message is never early, only late: the one with the largest offset
 * had the smallest delay and is used, so that a delayed price is not taken for a new one. Old messages expire: two
 * correct clocks drift apart, and the local clock may be set. All times are epoch ms.
 */
export class ServerClock {
  #offsetMs = 0;
  /** The largest offset of this span and of the one before, so that at least one whole span is remembered. */
  #bestMs = Number.NEGATIVE_INFINITY;
  #previousBestMs = Number.NEGATIVE_INFINITY;
  #spanFromMs = 0;

  /** The server's time. @param ourMs local clock */
  at(localMs: number): number {
    return localMs + this.#offsetMs;
  }

  /** Takes the time of a message. @param sentMs server's clock; `receivedMs` is the local clock */
  addSample(sentMs: number, receivedMs: number): void {
    // A local clock that was set back also ends the span.
    if (Math.abs(receivedMs - this.#spanFromMs) >= KEEP_MS) {
      this.#spanFromMs = receivedMs;
      this.#previousBestMs = this.#bestMs;
      this.#bestMs = Number.NEGATIVE_INFINITY;
    }
    this.#bestMs = Math.max(this.#bestMs, sentMs - receivedMs);
    this.#offsetMs = Math.max(this.#bestMs, this.#previousBestMs);
  }

  /** Drops the remembered offsets: the next message sets the clock; until then the last offset stays in use. */
  reset(): void {
    this.#bestMs = Number.NEGATIVE_INFINITY;
    this.#previousBestMs = Number.NEGATIVE_INFINITY;
  }
}

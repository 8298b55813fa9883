/** How long a sign from the server speaks for its clock, ms; it is forgotten within twice that. */
const KEEP_MS = 60_000;

/**
 * What the time is at the server, by the signs that come from there. A sign is never early, only late: the one that says
 * the clock is furthest ahead spent the least time on the way and is believed, so that what the network holds back is not
 * taken for new. Old signs are forgotten: two honest clocks drift apart, and somebody may set this computer's.
 * All times are epoch ms.
 */
export class ServerClock {
  #believedMs = 0;
  /** The best of this span, and of the one before: as much is remembered while signs come as after a long silence. */
  #bestMs = Number.NEGATIVE_INFINITY;
  #bestBeforeMs = Number.NEGATIVE_INFINITY;
  #spanFromMs = 0;

  /** The server's time. @param ourMs by our clock */
  at(ourMs: number): number {
    return ourMs + this.#believedMs;
  }

  /** @param sentMs by the server's clock; `receivedMs` is by ours */
  hear(sentMs: number, receivedMs: number): void {
    // Also a clock that was set back ends the span.
    if (Math.abs(receivedMs - this.#spanFromMs) >= KEEP_MS) {
      this.#spanFromMs = receivedMs;
      this.#bestBeforeMs = this.#bestMs;
      this.#bestMs = Number.NEGATIVE_INFINITY;
    }
    this.#bestMs = Math.max(this.#bestMs, sentMs - receivedMs);
    this.#believedMs = Math.max(this.#bestMs, this.#bestBeforeMs);
  }

  /** The next sign is believed whatever came before it; until then the time goes on as it was. */
  forget(): void {
    this.#bestMs = Number.NEGATIVE_INFINITY;
    this.#bestBeforeMs = Number.NEGATIVE_INFINITY;
  }
}

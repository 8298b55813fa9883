import type { Quotes } from "../contract/market-messages.ts";

/**
 * Holds what a slow receiver has not been sent yet: of each symbol only the newest quote, so that what waits never
 * grows and what is sent is never old.
 */
export class CoalescedQuotes {
  #waiting: Quotes = {};

  add(changed: Quotes): void {
    Object.assign(this.#waiting, changed);
  }

  /** Everything that waits, which then waits no longer; null when nothing does. */
  take(): Quotes | null {
    const taken = this.#waiting;
    if (Object.keys(taken).length === 0) return null;
    this.#waiting = {};
    return taken;
  }

  /** Puts back what could not be sent; what came in since is newer and stays. */
  putBack(unsent: Quotes): void {
    this.#waiting = { ...unsent, ...this.#waiting };
  }
}

/** Below this a flush is cheaper than the time between two ticks, and waiting would only make prices older. */
const FREE_FLUSH_MS = 25;
/** Thousands who come back at once hold a flush up as long as they take; the prices after it do not wait for that too. */
const PAUSE_MS_MAX = 500;

/**
 * How long to gather prices after a flush before the next, so that the pace follows the load by itself: nothing for
 * a few clients, half as long again as the flush took for many, and half a second at most.
 *
 * @param costMs how long the last flush took until all of it had left
 */
export function pauseAfterFlushMs(costMs: number): number {
  return Math.min(PAUSE_MS_MAX, Math.round(Math.max(0, costMs - FREE_FLUSH_MS) / 2));
}

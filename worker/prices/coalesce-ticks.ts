import type { FeedQuotes } from "./feed-quote.ts";

/**
 * The unsent quotes of a slow receiver: only the newest of each symbol, so that the backlog never grows and what is
 * sent is never outdated.
 */
export class CoalescedQuotes {
  #waiting: FeedQuotes = {};

  add(changed: FeedQuotes): void {
    Object.assign(this.#waiting, changed);
  }

  /** Returns and removes all waiting quotes; null when there are none. */
  take(): FeedQuotes | null {
    const taken = this.#waiting;
    if (Object.keys(taken).length === 0) return null;
    this.#waiting = {};
    return taken;
  }

  /** Puts unsent quotes back, except where a newer quote arrived since. */
  putBack(unsent: FeedQuotes): void {
    this.#waiting = { ...unsent, ...this.#waiting };
  }
}

/** Below this cost a flush is cheaper than the time between two ticks, and a pause would only delay prices. */
const FREE_FLUSH_MS = 25;
/**
 * When thousands of clients reconnect at once, one flush may take long; the maximum keeps later prices from waiting for
 * that.
 */
const PAUSE_MS_MAX = 500;

/**
 * How long to collect prices after a flush before the next one, so that the rate adapts to the load: no pause for a few
 * clients, half of the excess cost for many, at most half a second.
 *
 * @param costMs how long the last flush took until everything was sent
 */
export function pauseAfterFlushMs(costMs: number): number {
  return Math.min(PAUSE_MS_MAX, Math.round(Math.max(0, costMs - FREE_FLUSH_MS) / 2));
}

import { PACES_MS, type PaceMs, paceFor } from "../../worker/contract/market-messages.ts";
import type { Showing } from "./frame-queue.ts";

/** A showing that fits into an animation frame delays what one does by a frame at most, ms. */
const CHEAP_MS = 16;
/**
 * The share of the page's time that showing prices may take where each takes longer. What a showing brings later, such as
 * the end of its glow, is up to four tenths more: together they are to take six hundredths.
 */
const SHARE = 0.042;
/** Prices are shown twice a second also where that takes more than {@link SHARE}, ms. */
const SEEN_EVERY_MS = 480;
/** The share above which even that is too much. */
const SHARE_MAX = 0.2;
/** Prices that take longer than this from their arrival to the screen show that the page falls behind, ms. */
const LAG_MAX_MS = 100;
/** The newest showings that count, so that other work of the page or the machine changes nothing; fewer where they are rare. */
const SHOWINGS = { unpaced: 9, paced: 5 } as const;
/** At a paced rate, frames that are this many times as far apart as requested come as they happen. */
const UNPACED = 1.5;
/**
 * A pace lasts this long, ms, before a faster one is tried, and twice as long after each trial that was too much. Showings that
 * have become cheap enough wait no longer than `cheapMax`.
 */
const WAIT_MS = { min: 8_000, cheapMax: 10_000, max: 60_000 } as const;
/** A trial that lasts this long, ms, has succeeded. */
const TRIAL_MS = 5_000;

/**
 * Chooses the pace that the page requests from the hub. It is 0, so that prices are shown when they come, unless each takes
 * long and together they take more than their share of the page's time, or they wait for the page.
 *
 * A rare showing costs up to twice as much as one of many, so a pace could justify itself by what it costs: whether a faster one
 * is affordable is found out by trying it. Each trial that fails doubles the time until the next one.
 */
export class PaceChoice {
  /** Of frames that were sent at the chosen pace, since it was chosen. */
  #showings: Showing[] = [];
  /** The time between two frames when prices are sent as they come, ms. */
  #unpacedMs = Number.POSITIVE_INFINITY;
  #everyMs: PaceMs = 0;
  /** When the pace was chosen, ms of `performance.now()`. */
  #sinceMs = Number.NEGATIVE_INFINITY;
  #waitMs: number = WAIT_MS.min;
  #isTrial = false;

  /** The current choice. */
  get everyMs(): PaceMs {
    return this.#everyMs;
  }

  /** Takes a showing into account. @param requestedMs the pace at which its frames were sent */
  add(showing: Showing, requestedMs: PaceMs): void {
    if (requestedMs !== this.#everyMs) return;
    const count = requestedMs === 0 ? SHOWINGS.unpaced : SHOWINGS.paced;
    this.#showings = [...this.#showings, showing].slice(-count);
    const [oldest] = this.#showings;
    if (!oldest || this.#showings.length < count) return;
    const apartMs = (showing.atMs - oldest.atMs) / (count - 1);
    if (apartMs >= UNPACED * requestedMs) this.#unpacedMs = apartMs;

    const neededMs = this.#neededMs();
    const wantedMs = neededMs <= this.#unpacedMs ? 0 : paceFor(neededMs);
    const lastedMs = showing.atMs - this.#sinceMs;
    if (wantedMs > requestedMs) {
      if (this.#isTrial) this.#waitMs = Math.min(2 * this.#waitMs, WAIT_MS.max);
      this.#choose(wantedMs, { atMs: showing.atMs, isTrial: false });
      return;
    }
    if (this.#isTrial && lastedMs >= TRIAL_MS) {
      this.#isTrial = false;
      this.#waitMs = WAIT_MS.min;
    }
    const isCheap = wantedMs < requestedMs;
    const waitMs = isCheap ? Math.min(this.#waitMs, WAIT_MS.cheapMax) : this.#waitMs;
    if (requestedMs === 0 || this.#isTrial || lastedMs < waitMs) return;
    this.#choose(isCheap ? wantedMs : fasterThan(requestedMs), { atMs: showing.atMs, isTrial: true });
  }

  /** The time between two showings that their cost and the page's delay ask for. */
  #neededMs(): number {
    // On a paced page what follows from prices is shown with some of them only: those count.
    const costMs = this.#ranked("costMs", this.#everyMs > 0 ? 0.75 : 0.5);
    const lagMs = this.#ranked("lagMs", 0.5);
    return Math.max(
      costMs > CHEAP_MS ? Math.max(Math.min(costMs / SHARE, SEEN_EVERY_MS), costMs / SHARE_MAX) : 0,
      lagMs > LAG_MAX_MS ? lagMs : 0,
    );
  }

  #choose(everyMs: PaceMs, { atMs, isTrial }: { atMs: number; isTrial: boolean }): void {
    this.#everyMs = everyMs;
    this.#sinceMs = atMs;
    this.#isTrial = isTrial;
    this.#showings = [];
  }

  #ranked(name: "costMs" | "lagMs", share: number): number {
    const sorted = this.#showings.map((showing) => showing[name]).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length * share)] ?? 0;
  }
}

/** The slowest pace that is at least twice as fast. */
function fasterThan(everyMs: PaceMs): PaceMs {
  return PACES_MS.findLast((other) => 2 * other <= everyMs) ?? 0;
}

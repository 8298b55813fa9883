import { type PaceMs, paceFor } from "../../worker/contract/market-messages.ts";
import type { Showing } from "./frame-queue.ts";

/** A showing that fits into an animation frame delays what one does by a frame at most, ms. */
const CHEAP_MS = 16;
/**
 * The share of the page's time that showing prices may take where each takes longer. What a showing brings later, such as
 * the end of its glow, is up to four tenths more: together they are to take six hundredths.
 */
const SHARE = 0.042;
/** Prices that take longer than this from their arrival to the screen show that the page falls behind, ms. */
const LAG_MAX_MS = 100;
/** The newest showings that count: their median, so that other work of the page or the machine changes nothing. */
const SHOWINGS = 9;
/** At a paced rate, frames that are this many times as far apart as requested come as they happen. */
const UNPACED = 1.5;
/** A showing of paced prices costs up to this many times as much as one of many that follow each other. */
const RARE = 2;
/** The showings at a paced rate after which the page tries again to show prices as they come. */
const TRY_AFTER = 30;

/**
 * Chooses the pace that the page requests from the hub. It is 0, so that prices are shown when they come, unless each takes
 * long and together they take more than their share of the page's time, or they wait for the page.
 *
 * A rare showing costs more than one of many, so a pace could justify itself by what it costs. Where a rare one costs little
 * enough that one of many may be cheap, the page therefore tries now and then, and judges by the trial's own showings.
 */
export class PaceChoice {
  #showings: Showing[] = [];
  /** The time between two frames when prices are sent as they come, ms. */
  #unpacedMs = Number.POSITIVE_INFINITY;
  #everyMs: PaceMs = 0;
  /** The showings since the pace was last 0. */
  #paced = 0;

  /** The current choice. */
  get everyMs(): PaceMs {
    return this.#everyMs;
  }

  /** Takes a showing into account. @param requestedMs the pace at which its frames were sent */
  add(showing: Showing, requestedMs: PaceMs): void {
    this.#showings = [...this.#showings, showing].slice(-SHOWINGS);
    const [oldest] = this.#showings;
    if (!oldest || this.#showings.length < SHOWINGS) return;
    const apartMs = (showing.atMs - oldest.atMs) / (SHOWINGS - 1);
    if (apartMs >= UNPACED * requestedMs) this.#unpacedMs = apartMs;
    const costMs = this.#median("costMs");
    const lagMs = this.#median("lagMs");
    const neededMs = Math.max(costMs > CHEAP_MS ? costMs / SHARE : 0, lagMs > LAG_MAX_MS ? lagMs : 0);
    this.#everyMs = neededMs <= this.#unpacedMs ? 0 : paceFor(neededMs);
    this.#paced = this.#everyMs > 0 ? this.#paced + 1 : 0;
    if (this.#paced > TRY_AFTER && costMs <= RARE * CHEAP_MS && lagMs <= LAG_MAX_MS) this.#try();
  }

  #try(): void {
    this.#everyMs = 0;
    this.#paced = 0;
    this.#showings = [];
  }

  #median(name: "costMs" | "lagMs"): number {
    const sorted = this.#showings.map((showing) => showing[name]).toSorted((a, b) => a - b);
    return sorted[Math.floor(SHOWINGS / 2)] ?? 0;
  }
}

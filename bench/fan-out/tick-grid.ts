import { WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";

/** The symbols that the source offers: four of the watchlist, however long it is, so that figures stay comparable. */
export const OFFERED_SYMBOLS = WATCHLIST_SYMBOLS.slice(0, 4);

/**
 * When ticks are made: every symbol at one pace, the symbols out of phase. The times are those of a grid over the epoch, so
 * the source and whoever measures know them without a word between them. An age counts from the time on the grid: a source
 * that is late makes its prices older.
 */
export class TickGrid {
  /** Between two ticks of one symbol, ms. */
  readonly intervalMs: number;

  /** @param ticksPerSecond of all symbols together; a thousand times their number must be a multiple of it */
  constructor(ticksPerSecond: number) {
    this.intervalMs = (1_000 * OFFERED_SYMBOLS.length) / ticksPerSecond;
    if (!Number.isInteger(this.intervalMs)) throw new Error(`${ticksPerSecond} ticks a second do not fall on whole ms`);
  }

  /** The first tick of a symbol at or after a moment, epoch ms. */
  nextAt(symbolIndex: number, fromMs: number): number {
    const phaseMs = Math.floor((symbolIndex * this.intervalMs) / OFFERED_SYMBOLS.length);
    return Math.ceil((fromMs - phaseMs) / this.intervalMs) * this.intervalMs + phaseMs;
  }

  /** The last tick of a symbol before a moment, epoch ms. */
  lastBefore(symbolIndex: number, beforeMs: number): number {
    return this.nextAt(symbolIndex, beforeMs) - this.intervalMs;
  }
}

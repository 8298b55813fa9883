import { WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";

/** The symbols that the source offers: four of the watchlist, however long it is, so that figures stay comparable. */
export const OFFERED_SYMBOLS = WATCHLIST_SYMBOLS.slice(0, 4);

/**
 * The times of ticks: all symbols have the same rate, with shifted phases. The times are multiples of an interval since
 * the epoch, so the source and the measuring processes know them without communication. An age counts from the grid's
 * time, so a late source makes its prices older.
 */
export class TickGrid {
  /** Time between two ticks of one symbol, ms. */
  readonly intervalMs: number;

  /** @param ticksPerSecond of all symbols together; must divide 1,000 times the number of symbols */
  constructor(ticksPerSecond: number) {
    this.intervalMs = (1_000 * OFFERED_SYMBOLS.length) / ticksPerSecond;
    if (!Number.isInteger(this.intervalMs)) throw new Error(`${ticksPerSecond} ticks a second do not fall on whole ms`);
  }

  /** The first tick of a symbol at or after a time, epoch ms. */
  nextAt(symbolIndex: number, fromMs: number): number {
    const phaseMs = Math.floor((symbolIndex * this.intervalMs) / OFFERED_SYMBOLS.length);
    return Math.ceil((fromMs - phaseMs) / this.intervalMs) * this.intervalMs + phaseMs;
  }

  /** The last tick of a symbol before a time, epoch ms. */
  lastBefore(symbolIndex: number, beforeMs: number): number {
    return this.nextAt(symbolIndex, beforeMs) - this.intervalMs;
  }
}

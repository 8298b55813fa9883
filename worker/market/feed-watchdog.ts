import { FEED_SYMBOLS, type FeedSymbol } from "../contract/symbols.ts";

/** What trades around the clock ticks several times a second. */
const PATIENCE_MS = { first: 30_000, max: 30 * 60_000 } as const;

/**
 * Notices that a connection which still speaks has forgotten what it was asked for: all of it, or one symbol while others
 * tick. Only symbols that trade around the clock can tell; the others' markets close.
 */
export class FeedWatchdog {
  /** Since when each symbol is waited for, and how long it may take. */
  readonly #awaited = new Map<FeedSymbol, { sinceMs: number; patienceMs: number }>();
  #tickedAtMs = 0;

  /** @param symbols all that are asked for */
  constructor(symbols: readonly FeedSymbol[]) {
    for (const symbol of symbols.filter((one) => FEED_SYMBOLS[one].isRoundTheClock)) {
      this.#awaited.set(symbol, { sinceMs: Number.POSITIVE_INFINITY, patienceMs: PATIENCE_MS.first });
    }
  }

  dialled(nowMs: number): void {
    for (const awaited of this.#awaited.values()) {
      // A symbol that the source gave up is not woken by dialling: the others are cut off for it ever more seldom.
      if (this.#isMissing(awaited)) awaited.patienceMs = Math.min(2 * awaited.patienceMs, PATIENCE_MS.max);
      awaited.sinceMs = nowMs;
    }
    this.#tickedAtMs = nowMs;
  }

  ticked(symbols: readonly FeedSymbol[], nowMs: number): void {
    this.#tickedAtMs = nowMs;
    for (const symbol of symbols) {
      const awaited = this.#awaited.get(symbol);
      if (awaited) Object.assign(awaited, { sinceMs: nowMs, patienceMs: PATIENCE_MS.first });
    }
  }

  /** Why to dial again: nothing ticks (`tickless`), or a symbol is missing (`symbol_tickless`). Null when all is well. */
  fault(nowMs: number): "tickless" | "symbol_tickless" | null {
    if (nowMs - this.#tickedAtMs > PATIENCE_MS.first) return "tickless";
    return [...this.#awaited.values()].some((awaited) => this.#isMissing(awaited)) ? "symbol_tickless" : null;
  }

  /** Whether others went on ticking without it: when all stop at once, it is not the symbol. */
  #isMissing({ sinceMs, patienceMs }: { sinceMs: number; patienceMs: number }): boolean {
    return this.#tickedAtMs - sinceMs > patienceMs;
  }
}

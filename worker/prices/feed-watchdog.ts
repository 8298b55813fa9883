import { type FeedSymbol, isRoundTheClock } from "../contract/symbols.ts";

/** How long to wait for a tick. Symbols that trade around the clock tick several times a second. */
const PATIENCE_MS = { first: 30_000, max: 30 * 60_000 } as const;

/**
 * Detects a connection that is open but lacks the ticks of all symbols, or of one symbol while others tick. Only
 * symbols that trade around the clock are watched, because other markets close.
 */
export class FeedWatchdog {
  /** Since when each symbol is awaited, and how long it may take. */
  readonly #awaited = new Map<FeedSymbol, { sinceMs: number; patienceMs: number }>();
  #tickedAtMs = 0;

  /** @param symbols all subscribed ones */
  constructor(symbols: readonly FeedSymbol[]) {
    for (const symbol of symbols.filter(isRoundTheClock)) {
      this.#awaited.set(symbol, { sinceMs: Number.POSITIVE_INFINITY, patienceMs: PATIENCE_MS.first });
    }
  }

  dialled(nowMs: number): void {
    for (const awaited of this.#awaited.values()) {
      // If the source no longer has a symbol, reconnecting does not help: the wait doubles, so that the other symbols
      // are interrupted ever less often.
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

  /**
   * The reason to reconnect: nothing ticks (`tickless`), or a symbol is missing (`symbol_tickless`). Null without a
   * fault.
   */
  fault(nowMs: number): "tickless" | "symbol_tickless" | null {
    if (nowMs - this.#tickedAtMs > PATIENCE_MS.first) return "tickless";
    return [...this.#awaited.values()].some((awaited) => this.#isMissing(awaited)) ? "symbol_tickless" : null;
  }

  /** Returns true if other symbols kept ticking without it: when all stop together, the symbol is not the cause. */
  #isMissing({ sinceMs, patienceMs }: { sinceMs: number; patienceMs: number }): boolean {
    return this.#tickedAtMs - sinceMs > patienceMs;
  }
}

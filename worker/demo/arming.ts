import type { DemoLevel, MarketQuote } from "../contract/demo/demo-types.ts";
import { levelText } from "./level-store.ts";
import { WatchedLevel } from "./watched-level.ts";

/**
 * Levels on their way into the book: they take the quotes since their orders before they rest, so that none is missed
 * in between.
 */
export class Arming {
  readonly #watched = new Map<string, WatchedLevel>();
  readonly #contexts = new Map<number, readonly MarketQuote[]>();

  constructor(levels: readonly DemoLevel[]) {
    for (const level of levels) this.#watched.set(keyOf(level), new WatchedLevel(level));
  }

  /** The record after which they must still take quotes; null when each was reached. */
  get seq(): number | null {
    const waiting = [...this.#watched.values()].filter(({ reachedBy }) => reachedBy === null);
    return waiting.length > 0 ? Math.min(...waiting.map(({ seq }) => seq)) : null;
  }

  /** Takes a quote that could fill. @param contextOf the last prices of the other symbols before a quote */
  take(quote: MarketQuote, contextOf: (quote: MarketQuote) => readonly MarketQuote[]): void {
    for (const watched of this.#watched.values()) {
      if (watched.take(quote)) this.#contexts.set(quote.seq, contextOf(quote));
    }
  }

  /** All quotes up to a record were taken. */
  passed(seq: number): void {
    for (const watched of this.#watched.values()) watched.seq = Math.max(watched.seq, seq);
  }

  /** A level; null for one that is not among them. */
  get(level: DemoLevel): WatchedLevel | null {
    return this.#watched.get(keyOf(level)) ?? null;
  }

  /** The last prices of the other symbols before a quote that reached a level. */
  contextOf(quote: MarketQuote): readonly MarketQuote[] {
    return this.#contexts.get(quote.seq) ?? [];
  }
}

function keyOf(level: DemoLevel): string {
  return `${level.id} ${levelText(level)}`;
}

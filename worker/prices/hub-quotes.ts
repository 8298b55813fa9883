import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/symbols.ts";
import type { FeedQuote, FeedQuotes } from "./feed-quote.ts";

/** The `seq` at which a symbol's quote, its day's open, and its origin (the source, and what others say) last changed. */
type ChangedAt = { quote: number; dayOpen: number; origin: number };

const NEVER: ChangedAt = { quote: 0, dayOpen: 0, origin: 0 };

/**
 * The newest quotes of a hub, with the `seq` of their last changes: what a client has not been sent follows from the
 * `seq` of its last frame, so nothing is stored per client.
 */
export class HubQuotes {
  readonly #newest: FeedQuotes = {};
  readonly #changedAt: Partial<Record<FeedSymbol, ChangedAt>> = {};
  #seq: number;

  /** @param nowMs the clock; `seq` starts there, so that it increases across hibernation without being stored */
  constructor(nowMs: number) {
    this.#seq = nowMs;
  }

  /** Increases with each change. */
  get seq(): number {
    return this.#seq;
  }

  get newest(): Readonly<FeedQuotes> {
    return this.#newest;
  }

  /** Takes quotes that changed. */
  apply(changed: FeedQuotes, nowMs: number): void {
    this.#seq = Math.max(this.#seq + 1, nowMs);
    for (const symbol of FEED_SYMBOL_LIST) {
      const quote = changed[symbol];
      if (!quote) continue;
      const known = this.#newest[symbol];
      const before = this.#at(symbol);
      this.#changedAt[symbol] = {
        quote: this.#seq,
        dayOpen: known?.dayOpen === quote.dayOpen ? before.dayOpen : this.#seq,
        origin: known && hasSameOrigin(known, quote) ? before.origin : this.#seq,
      };
      this.#newest[symbol] = quote;
    }
  }

  /** The symbols whose quotes among these are newer than the newest here. */
  newerAmong(quotes: FeedQuotes): FeedSymbol[] {
    return FEED_SYMBOL_LIST.filter((symbol) => (quotes[symbol]?.at ?? 0) > (this.#newest[symbol]?.at ?? 0));
  }

  /** Those of these symbols whose quote changed after a `seq`. */
  changedSince(symbols: readonly FeedSymbol[], seq: number): FeedSymbol[] {
    return symbols.filter((symbol) => this.#at(symbol).quote > seq);
  }

  hasNewDayOpen(symbol: FeedSymbol, seq: number): boolean {
    return this.#at(symbol).dayOpen > seq;
  }

  hasNewOrigin(symbol: FeedSymbol, seq: number): boolean {
    return this.#at(symbol).origin > seq;
  }

  #at(symbol: FeedSymbol): ChangedAt {
    return this.#changedAt[symbol] ?? NEVER;
  }
}

function hasSameOrigin(one: FeedQuote, other: FeedQuote): boolean {
  return one.source === other.source && one.agreement === other.agreement && one.disagreesWith === other.disagreesWith;
}

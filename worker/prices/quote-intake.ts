import type { SourceId, TwoSidedQuote } from "../contract/quotes.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import { type ChoiceChange, type ChoiceSource, type Comparison, SourceChoice } from "./source-choice.ts";
import type { SourceQuote } from "./sources/price-source.ts";
import { TapeGaps } from "./tape/tape-gaps.ts";
import type { NewTapeEntry } from "./tape/tape-writer.ts";

/**
 * Turns what all sources send into the entries of the tape: the quotes of each symbol's active source, the switches,
 * disagreements and gaps. Pure: our clock comes with each event.
 */
export class QuoteIntake {
  readonly #choice: SourceChoice;
  readonly #gaps = new TapeGaps();
  /** The newest quote of each source and symbol. */
  readonly #newest = new Map<FeedSymbol, Map<SourceId, SourceQuote>>();
  /** The time of the last accepted quote of each symbol, as the tape has it. */
  readonly #acceptedAt = new Map<FeedSymbol, number>();

  /**
   * @param sources in order of preference
   * @param before what the tape has already: when its last record arrived (0 when it is empty), and the last quotes
   */
  constructor(sources: readonly ChoiceSource[], before: { heardAt: number; quotes: readonly TwoSidedQuote[] }) {
    this.#choice = new SourceChoice(sources);
    for (const { symbol, at } of before.quotes) this.#acceptedAt.set(symbol, at);
    this.#gaps.open([...this.#acceptedAt.keys()], "restart", before.heardAt);
  }

  connecting(source: SourceId, nowMs: number): void {
    this.#choice.connecting(source, nowMs);
  }

  opened(source: SourceId, nowMs: number): void {
    this.#choice.opened(source, nowMs);
  }

  closed(source: SourceId, nowMs: number): NewTapeEntry[] {
    for (const quotes of this.#newest.values()) quotes.delete(source);
    return this.#entriesOf(this.#choice.closed(source, nowMs));
  }

  /** A source sent something that can be read. */
  heard(source: SourceId, nowMs: number): void {
    this.#choice.heard(source, nowMs);
  }

  /** A source sent a plausible quote. */
  quoted(quote: SourceQuote, nowMs: number): NewTapeEntry[] {
    const { symbol, source } = quote;
    const newest = this.#newest.get(symbol) ?? new Map<SourceId, SourceQuote>();
    this.#newest.set(symbol, newest.set(source, quote));
    const before = this.#choice.active(symbol);
    const entries = this.#entriesOf(this.#choice.quoted(quote, nowMs));
    // After a switch the newest quote of the new source is among the entries already.
    const isAccepted = before === source && this.#choice.active(symbol) === source;
    return isAccepted ? [...entries, ...this.#accept(quote)] : entries;
  }

  /** A source sent implausible quotes of symbols, or nonsense. */
  refused(source: SourceId, symbols: readonly FeedSymbol[], nowMs: number): NewTapeEntry[] {
    return this.#entriesOf(this.#choice.refused(source, symbols, nowMs));
  }

  /** Applies the rules that depend on time; call it every half second. */
  check(nowMs: number): NewTapeEntry[] {
    return this.#entriesOf(this.#choice.check(nowMs));
  }

  /** All sources were left because nobody listens. */
  pause(nowMs: number): NewTapeEntry[] {
    this.#gaps.open([...this.#acceptedAt.keys()], "idle", nowMs);
    this.#newest.clear();
    return this.#entriesOf(this.#choice.reset(nowMs));
  }

  /** The other sources' opinion of a symbol's quotes. */
  comparison(symbol: FeedSymbol, nowMs: number): Comparison {
    return this.#choice.comparison(symbol, nowMs);
  }

  #entriesOf(changes: readonly ChoiceChange[]): NewTapeEntry[] {
    return changes.flatMap((change): NewTapeEntry[] => {
      if (change.type === "outage") {
        this.#gaps.open([change.symbol], "outage", change.missedSinceMs);
        return [];
      }
      const entry = { record: change.record, volume: 0 };
      if (change.type === "disagreement") return [entry];
      const { symbol, to } = change.record;
      if (change.missedSinceMs !== null) this.#gaps.open([symbol], "switch", change.missedSinceMs);
      const first = this.#newest.get(symbol)?.get(to);
      return first ? [entry, ...this.#accept(first)] : [entry];
    });
  }

  #accept({ volume, ...quote }: SourceQuote): NewTapeEntry[] {
    // The clocks of two sources differ; for whoever sees the prices, time never goes back.
    const at = Math.max(quote.at, this.#acceptedAt.get(quote.symbol) ?? 0);
    this.#acceptedAt.set(quote.symbol, at);
    const gaps = this.#gaps.beforeQuote(quote.symbol);
    return [...gaps.map((record) => ({ record, volume: 0 })), { record: { type: "quote", ...quote, at }, volume }];
  }
}

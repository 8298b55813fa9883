import type { SourceId } from "../quotes.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../symbols.ts";
import type { DisagreementRecord, TapeRecord } from "../tape/tape-record.ts";
import { isFillable } from "./demo-quotes.ts";
import type { MarketQuote } from "./demo-types.ts";

/** A disagreement that has begun and not ended. */
export type OpenDisagreement = Pick<DisagreementRecord, "symbol" | "sources">;
/** A quote for each symbol that has had one. */
export type MarketQuotes = Partial<Record<FeedSymbol, MarketQuote>>;

/** The market as of a record of the tape, as plain JSON. */
export type MarketSnapshot = {
  /** The record's number; 0 before the first. */
  seq: number;
  /** The newest quote of each symbol. */
  newest: MarketQuotes;
  /** The newest quote of each symbol among those that could fill when they were heard: its last price. */
  lastFillable: MarketQuotes;
  disagreements: OpenDisagreement[];
};

/** The market before the first record. */
export const NO_MARKET: MarketSnapshot = { seq: 0, newest: {}, lastFillable: {}, disagreements: [] };

/** Follows the market along the tape: it takes each record in order, and knows which quotes are held. */
export class MarketState {
  #seq: number;
  readonly #newest: MarketQuotes;
  readonly #lastFillable: MarketQuotes;
  #disagreements: readonly OpenDisagreement[];

  constructor({ seq, newest, lastFillable, disagreements }: MarketSnapshot) {
    this.#seq = seq;
    this.#newest = { ...newest };
    this.#lastFillable = { ...lastFillable };
    this.#disagreements = disagreements;
  }

  /** The number of the last record. */
  get seq(): number {
    return this.#seq;
  }

  /** The disagreements that have begun and not ended. */
  get disagreements(): readonly OpenDisagreement[] {
    return this.#disagreements;
  }

  /** @returns the record as a market quote, and whether it could fill when it was heard; null for other records */
  take(record: TapeRecord): { quote: MarketQuote; isFillable: boolean } | null {
    this.#seq = record.seq;
    if (record.type === "disagreement") this.#note(record);
    if (record.type !== "quote") return null;
    const { seq, heardAt, symbol, bid, ask, at, source, kind } = record;
    const quote = { symbol, bid, ask, at, source, kind, seq, heardAt, isHeld: this.#isHeld(symbol, source) };
    this.#newest[symbol] = quote;
    const canFill = isFillable(quote, heardAt);
    if (canFill) this.#lastFillable[symbol] = quote;
    return { quote, isFillable: canFill };
  }

  newest(symbol: FeedSymbol): MarketQuote | undefined {
    return this.#newest[symbol];
  }

  /** The last price of a symbol; see {@link MarketSnapshot}. */
  lastFillable(symbol: FeedSymbol): MarketQuote | undefined {
    return this.#lastFillable[symbol];
  }

  /** The last prices of all symbols but one, in the order of the tape. */
  lastFillableBeside(symbol: FeedSymbol): MarketQuote[] {
    const others = FEED_SYMBOL_LIST.filter((one) => one !== symbol);
    const quotes = others.map((one) => this.#lastFillable[one]).filter((quote) => quote !== undefined);
    return quotes.toSorted((one, other) => one.seq - other.seq);
  }

  snapshot(): MarketSnapshot {
    return {
      seq: this.#seq,
      newest: { ...this.#newest },
      lastFillable: { ...this.#lastFillable },
      disagreements: [...this.#disagreements],
    };
  }

  #isHeld(symbol: FeedSymbol, source: SourceId): boolean {
    return this.#disagreements.some((one) => one.symbol === symbol && one.sources.includes(source));
  }

  #note({ symbol, sources, isOver }: DisagreementRecord): void {
    const isOther = (one: OpenDisagreement) =>
      one.symbol !== symbol || !sources.every((source) => one.sources.includes(source));
    const others = this.#disagreements.filter(isOther);
    this.#disagreements = isOver ? others : [...others, { symbol, sources }];
  }
}

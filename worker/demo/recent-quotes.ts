import type { MarketQuote } from "../contract/demo/demo-types.ts";
import type { MarketQuotes } from "../contract/demo/market-state.ts";
import { FEED_SYMBOL_LIST } from "../contract/symbols.ts";

/**
 * The quotes of the last records that could fill, in memory, so that arming a level does not read the tape for the
 * moment between an order and its arrival here.
 */
export class RecentQuotes {
  readonly #max: number;
  /** All records after this one are known. */
  #since = 0;
  /** One place for each record since, in their order; null for one that is no quote that could fill. */
  #records: (MarketQuote | null)[] = [];
  /** The last prices as of `since`. */
  #before: MarketQuotes = {};

  /** @param max how many records are remembered at least, once there were as many */
  constructor(max: number) {
    this.#max = max;
  }

  /** All records after this one are remembered. */
  get since(): number {
    return this.#since;
  }

  /** Forgets all. @param lastFillable the last prices as of this record */
  startAfter(seq: number, lastFillable: MarketQuotes): void {
    this.#since = seq;
    this.#records = [];
    this.#before = { ...lastFillable };
  }

  /** Adds the next record. @param quote null unless it is a quote that could fill */
  add(quote: MarketQuote | null): void {
    this.#records.push(quote);
    // In large steps, since each moves all that stays.
    if (this.#records.length > 2 * this.#max) this.#forget(this.#max);
  }

  /** The quotes after a record that could fill. @throws Error for records that are forgotten */
  *after(seq: number): Generator<MarketQuote> {
    if (seq < this.#since) throw new Error("the records are forgotten");
    for (let at = seq - this.#since; at < this.#records.length; at++) {
      const quote = this.#records[at];
      if (quote) yield quote;
    }
  }

  /** The last price of every symbol but the quote's own, just before it, in order of their numbers. */
  contextOf({ seq, symbol }: MarketQuote): MarketQuote[] {
    const last = { ...this.#before };
    const missing = new Set(FEED_SYMBOL_LIST.filter((one) => one !== symbol));
    for (let at = seq - this.#since - 2; at >= 0 && missing.size > 0; at--) {
      const quote = this.#records[at];
      if (quote && missing.delete(quote.symbol)) last[quote.symbol] = quote;
    }
    delete last[symbol];
    const quotes = Object.values(last).filter((quote) => quote !== undefined);
    return quotes.toSorted((one, other) => one.seq - other.seq);
  }

  #forget(count: number): void {
    for (const quote of this.#records.splice(0, count)) if (quote) this.#before[quote.symbol] = quote;
    this.#since += count;
  }
}

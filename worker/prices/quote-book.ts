import { stepsOf } from "../contract/price-steps.ts";
import { midSteps, type TwoSidedQuote } from "../contract/quotes.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/symbols.ts";
import { DAY_MS } from "../contract/time.ts";
import type { FeedQuote, FeedQuotes } from "./feed-quote.ts";
import type { Comparison } from "./source-choice.ts";

type DayOpen = { day: number; steps: number };

/** The newest accepted quote of every symbol, with the day's first price and what other sources say. */
export class QuoteBook {
  readonly #quotes: FeedQuotes;
  readonly #dayOpens: Partial<Record<FeedSymbol, DayOpen>> = {};

  /** @param quotes those of an earlier book, to continue from */
  constructor(quotes: FeedQuotes = {}) {
    this.#quotes = { ...quotes };
    for (const symbol of FEED_SYMBOL_LIST) {
      const quote = quotes[symbol];
      if (quote) this.#dayOpens[symbol] = { day: utcDay(quote.at), steps: quote.dayOpen };
    }
  }

  /** Takes an accepted quote, in the order of their times. */
  take(quote: TwoSidedQuote, comparison: Comparison): FeedQuote {
    const { symbol, bid, ask, at, source, kind } = quote;
    const day = utcDay(at);
    const known = this.#dayOpens[symbol];
    const open = known?.day === day ? known : { day, steps: midSteps(quote) };
    this.#dayOpens[symbol] = open;
    const taken = { symbol, bid, ask, at, source, kind, dayOpen: open.steps, ...comparison };
    this.#quotes[symbol] = taken;
    return taken;
  }

  /**
   * Sets today's first price from the source, which is more accurate than ours after a connection in the middle of the
   * day.
   * @param price in dollars
   * @returns the quote if this changed it
   */
  setDayOpen(symbol: FeedSymbol, price: number, nowMs: number): FeedQuotes {
    const dayOpen = stepsOf(symbol, price, "nearest");
    this.#dayOpens[symbol] = { day: utcDay(nowMs), steps: dayOpen };
    const quote = this.#quotes[symbol];
    if (!quote || quote.dayOpen === dayOpen || utcDay(quote.at) !== utcDay(nowMs)) return {};
    return this.#change({ ...quote, dayOpen });
  }

  /**
   * Sets what other sources say about a symbol's quote.
   * @returns the quote if this changed it
   */
  compare(symbol: FeedSymbol, comparison: Comparison): FeedQuotes {
    const quote = this.#quotes[symbol];
    if (!quote) return {};
    const isSame = quote.agreement === comparison.agreement && quote.disagreesWith === comparison.disagreesWith;
    return isSame ? {} : this.#change({ ...quote, ...comparison });
  }

  /** Returns true if there is a quote of each of these symbols, old or new. */
  has(symbols: readonly FeedSymbol[]): boolean {
    return symbols.every((symbol) => this.#quotes[symbol]);
  }

  all(): FeedQuotes {
    return { ...this.#quotes };
  }

  #change(quote: FeedQuote): FeedQuotes {
    this.#quotes[quote.symbol] = quote;
    return { [quote.symbol]: quote };
  }
}

function utcDay(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

import type { Quote, Quotes } from "../contract/market-messages.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/symbols.ts";
import { DAY_MS } from "../contract/time.ts";
import type { Tick } from "./tick.ts";

type DayOpen = { day: number; price: number };

/** The newest quote of every symbol, with the day's first price. */
export class QuoteBook {
  readonly #quotes: Quotes;
  readonly #dayOpens: Partial<Record<FeedSymbol, DayOpen>> = {};

  /** @param quotes those of an earlier book, to continue from */
  constructor(quotes: Quotes = {}) {
    this.#quotes = { ...quotes };
    for (const symbol of FEED_SYMBOL_LIST) {
      const quote = quotes[symbol];
      if (quote) this.#dayOpens[symbol] = { day: utcDay(quote.at), price: quote.dayOpen };
    }
  }

  /**
   * Takes plausible ticks, in the order of their times.
   * @returns the newest quote of every symbol that changed
   */
  apply(ticks: readonly Tick[]): Quotes {
    const changed: Quotes = {};
    for (const tick of ticks) changed[tick.symbol] = this.#quotes[tick.symbol] = this.#nextQuote(tick);
    return changed;
  }

  /**
   * Sets today's first price from the source, which is more accurate than ours after a connection in the middle of the
   * day.
   * @returns the quote if this changed it, as `apply` does
   */
  setDayOpen(symbol: FeedSymbol, dayOpen: number, nowMs: number): Quotes {
    this.#dayOpens[symbol] = { day: utcDay(nowMs), price: dayOpen };
    const quote = this.#quotes[symbol];
    if (!quote || quote.dayOpen === dayOpen || utcDay(quote.at) !== utcDay(nowMs)) return {};
    const corrected = { ...quote, dayOpen };
    this.#quotes[symbol] = corrected;
    return { [symbol]: corrected };
  }

  /** Returns true if there is a quote of each of these symbols, old or new. */
  has(symbols: readonly FeedSymbol[]): boolean {
    return symbols.every((symbol) => this.#quotes[symbol]);
  }

  all(): Quotes {
    return { ...this.#quotes };
  }

  #nextQuote({ symbol, price, at }: Tick): Quote {
    const day = utcDay(at);
    const known = this.#dayOpens[symbol];
    const open = known?.day === day ? known : { day, price };
    this.#dayOpens[symbol] = open;
    return { price, at, dayOpen: open.price };
  }
}

function utcDay(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

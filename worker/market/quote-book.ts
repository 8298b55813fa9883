import type { Quote, Quotes } from "../contract/market-messages.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/symbols.ts";
import { DAY_MS } from "../contract/time.ts";
import type { Tick } from "./price-source.ts";

/** A tick whose time differs more from our clock is ignored: the source's clock or replay is broken. */
const CLOCK_AHEAD_MS_MAX = 60_000;
const CLOCK_BEHIND_MS_MAX = 60 * 60_000;

/** A single tick that moves a price by more than this is taken for an error of the source. */
const JUMP_MAX = 0.2;
/** After this many ticks in a row that agree with each other, the new price is accepted. */
const AGREEING_TICKS = 3;

type Doubt = { price: number; count: number };
type DayOpen = { day: number; price: number };

/** The newest plausible quote of every symbol. Implausible ticks do not change it. */
export class QuoteBook {
  readonly #quotes: Quotes;
  readonly #dayOpens: Partial<Record<FeedSymbol, DayOpen>> = {};
  readonly #doubts = new Map<FeedSymbol, Doubt>();

  /** @param quotes those of an earlier book, to continue from */
  constructor(quotes: Quotes = {}) {
    this.#quotes = { ...quotes };
    for (const symbol of FEED_SYMBOL_LIST) {
      const quote = quotes[symbol];
      if (quote) this.#dayOpens[symbol] = { day: utcDay(quote.at), price: quote.dayOpen };
    }
  }

  /**
   * Processes ticks.
   * @param nowMs our clock, epoch ms
   * @returns the newest quote of every symbol that changed, and the accepted ticks
   */
  apply(ticks: readonly Tick[], nowMs: number): { changed: Quotes; believed: Tick[] } {
    const changed: Quotes = {};
    const believed: Tick[] = [];
    for (const tick of ticks) {
      if (!this.#isBelievable(tick, nowMs)) continue;
      const quote = this.#nextQuote(tick, nowMs);
      changed[tick.symbol] = this.#quotes[tick.symbol] = quote;
      believed.push({ ...tick, at: quote.at });
    }
    return { changed, believed };
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

  #nextQuote({ symbol, price, at }: Tick, nowMs: number): Quote {
    const day = utcDay(at);
    const known = this.#dayOpens[symbol];
    const open = known?.day === day ? known : { day, price };
    this.#dayOpens[symbol] = open;
    return { price, at: Math.min(at, nowMs), dayOpen: open.price };
  }

  #isBelievable({ symbol, price, at }: Tick, nowMs: number): boolean {
    if (!Number.isFinite(price) || price <= 0 || !Number.isFinite(at)) return false;
    if (at > nowMs + CLOCK_AHEAD_MS_MAX || at < nowMs - CLOCK_BEHIND_MS_MAX) return false;
    const last = this.#quotes[symbol];
    if (!last) return true;
    if (at < last.at) return false;
    // Markets open with a gap after hours without ticks.
    if (isNear(price, last.price) || at - last.at > CLOCK_BEHIND_MS_MAX) {
      this.#doubts.delete(symbol);
      return true;
    }
    return this.#settlesDoubt(symbol, price);
  }

  #settlesDoubt(symbol: FeedSymbol, price: number): boolean {
    const doubt = this.#doubts.get(symbol);
    const count = doubt && isNear(price, doubt.price) ? doubt.count + 1 : 1;
    if (count >= AGREEING_TICKS) this.#doubts.delete(symbol);
    else this.#doubts.set(symbol, { price, count });
    return count >= AGREEING_TICKS;
  }
}

function isNear(price: number, reference: number): boolean {
  return Math.abs(price - reference) <= reference * JUMP_MAX;
}

function utcDay(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

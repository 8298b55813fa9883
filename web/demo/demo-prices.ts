import { computed, type ReadonlySignal } from "@preact/signals-react";
import { isFillable } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoQuotes, DemoState } from "../../worker/contract/demo/demo-state.ts";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { quoteOf, throttledClock, throttledQuoteOf } from "../state/prices.ts";
import { demoRun } from "./demo-account.ts";
import { engineQuote } from "./engine-quote.ts";

/** The prices of this page in the demo engine's form, so that its functions compute what the page shows. */

type QuoteSignal = ReadonlySignal<MarketQuote | null>;

const newestQuotes = bySymbol((symbol) => quoteFrom(quoteOf, symbol));
/** What is computed from prices follows these. */
const throttledPrices = bySymbol((symbol) => {
  const newest = quoteFrom(throttledQuoteOf, symbol);
  return { newest, last: lastPriceOf(newest) };
});

function bySymbol<T>(make: (symbol: FeedSymbol) => T): Record<FeedSymbol, T> {
  // fromEntries has string keys; the list contains every symbol.
  return Object.fromEntries(FEED_SYMBOL_LIST.map((symbol) => [symbol, make(symbol)])) as Record<FeedSymbol, T>;
}

function quoteFrom(source: typeof quoteOf, symbol: FeedSymbol): QuoteSignal {
  return computed(() => {
    const quote = source(symbol).value;
    return quote && engineQuote(symbol, quote);
  });
}

/** The quote of the last price: the newest while sources agree. */
function lastPriceOf(newest: QuoteSignal): QuoteSignal {
  let last: MarketQuote | null = null;
  return computed(() => {
    const quote = newest.value;
    if (quote === null || isFillable(quote, quote.heardAt)) last = quote;
    return last;
  });
}

/** The newest quote of a symbol in whole steps; null before the first. */
export function demoQuote(symbol: FeedSymbol): QuoteSignal {
  return newestQuotes[symbol];
}

/** The quote that what an order would do is computed at: changes at most four times a second. */
export function demoThrottledQuote(symbol: FeedSymbol): QuoteSignal {
  return throttledPrices[symbol].newest;
}

/** The last price that open positions are valued at: changes at most four times a second. */
export function demoValuePrice(symbol: FeedSymbol): QuoteSignal {
  return throttledPrices[symbol].last;
}

/**
 * What the engine would know now: the run with the prices of this page. For figures and for trying out a command with
 * `stepDemo` before it is sent. Changes at most four times a second. Null until the run is known.
 */
export const liveDemoState: ReadonlySignal<DemoState | null> = computed(() => {
  const run = demoRun.value;
  if (run === null) return null;
  return {
    clock: throttledClock.value,
    lastSeq: 0,
    lastOrderId: Number.MAX_SAFE_INTEGER - 1,
    lastFillId: 0,
    newestQuotes: known("newest"),
    lastPrices: known("last"),
    run,
  };
});

function known(name: "newest" | "last"): DemoQuotes {
  return Object.fromEntries(
    FEED_SYMBOL_LIST.flatMap((symbol) => {
      const quote = throttledPrices[symbol][name].value;
      return quote ? [[symbol, quote]] : [];
    }),
  );
}

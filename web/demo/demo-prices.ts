import { computed, type ReadonlySignal } from "@preact/signals-react";
import { isFillable } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoQuotes, DemoState } from "../../worker/contract/demo/demo-state.ts";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { throttledClock, throttledQuoteOf } from "../state/prices.ts";
import { demoRun } from "./demo-account.ts";

/** The prices of this page, on which the demo engine's functions compute what the page shows. */

type QuoteSignal = ReadonlySignal<MarketQuote | null>;

/** What is computed from prices follows these. */
const throttledPrices = bySymbol((symbol) => {
  const newest = throttledQuoteOf(symbol);
  return { newest, last: lastPriceOf(newest) };
});

function bySymbol<T>(make: (symbol: FeedSymbol) => T): Record<FeedSymbol, T> {
  // fromEntries has string keys; the list contains every symbol.
  return Object.fromEntries(FEED_SYMBOL_LIST.map((symbol) => [symbol, make(symbol)])) as Record<FeedSymbol, T>;
}

/**
 * The quote of the last price: the newest that could fill at its own time, as a snapshot does not say when the server
 * heard it.
 */
function lastPriceOf(newest: QuoteSignal): QuoteSignal {
  let last: MarketQuote | null = null;
  return computed(() => {
    const quote = newest.value;
    if (quote === null || isFillable(quote, quote.at)) last = quote;
    return last;
  });
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

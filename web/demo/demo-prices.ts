import { computed, type ReadonlySignal } from "@preact/signals-react";
import { isFillable } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoQuotes, DemoState } from "../../worker/contract/demo/demo-state.ts";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { quoteOf, serverClock } from "../state/prices.ts";
import { demoRun } from "./demo-account.ts";
import { engineQuote } from "./engine-quote.ts";

/** The prices of this page in the demo engine's form, so that its functions compute what the page shows. */

type Prices = { newest: ReadonlySignal<MarketQuote | null>; last: ReadonlySignal<MarketQuote | null> };

// fromEntries has string keys; the list contains every symbol.
const prices = Object.fromEntries(FEED_SYMBOL_LIST.map((symbol) => [symbol, pricesOf(symbol)])) as Record<
  FeedSymbol,
  Prices
>;

function pricesOf(symbol: FeedSymbol): Prices {
  const newest = computed(() => {
    const quote = quoteOf(symbol).value;
    return quote && engineQuote(symbol, quote);
  });
  let last: MarketQuote | null = null;
  return {
    newest,
    last: computed(() => {
      const quote = newest.value;
      if (quote === null || isFillable(quote, quote.heardAt)) last = quote;
      return last;
    }),
  };
}

/** The newest quote of a symbol in whole steps; null before the first. */
export function demoQuote(symbol: FeedSymbol): ReadonlySignal<MarketQuote | null> {
  return prices[symbol].newest;
}

/**
 * The quote of a symbol's last price: the newest while sources agree. What open positions are worth follows from it.
 * Null before the first.
 */
export function demoLastPrice(symbol: FeedSymbol): ReadonlySignal<MarketQuote | null> {
  return prices[symbol].last;
}

/**
 * What the engine would know now: the run with the prices of this page. For figures and for trying out a command with
 * `stepDemo` before it is sent. Null until the run is known.
 */
export const liveDemoState: ReadonlySignal<DemoState | null> = computed(() => {
  const run = demoRun.value;
  if (run === null) return null;
  return {
    clock: serverClock.value,
    lastSeq: 0,
    lastOrderId: Number.MAX_SAFE_INTEGER - 1,
    lastFillId: 0,
    newestQuotes: known(demoQuote),
    lastPrices: known(demoLastPrice),
    run,
  };
});

function known(quoteOfSymbol: (symbol: FeedSymbol) => ReadonlySignal<MarketQuote | null>): DemoQuotes {
  return Object.fromEntries(
    FEED_SYMBOL_LIST.flatMap((symbol) => {
      const quote = quoteOfSymbol(symbol).value;
      return quote ? [[symbol, quote]] : [];
    }),
  );
}

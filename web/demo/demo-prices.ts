import { computed, type ReadonlySignal } from "@preact/signals-react";
import { isFillable } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoQuotes, DemoState } from "../../worker/contract/demo/demo-state.ts";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { stepsOf } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { quoteOf, type MarketQuote as ShownQuote, serverClock } from "../state/prices.ts";
import { demoRun } from "./demo-account.ts";

/** The prices of this page in the demo engine's form, so that its functions compute what the page shows. */

type Prices = { newest: ReadonlySignal<MarketQuote | null>; last: ReadonlySignal<MarketQuote | null> };

// fromEntries has string keys; the list contains every symbol.
const prices = Object.fromEntries(FEED_SYMBOL_LIST.map((symbol) => [symbol, pricesOf(symbol)])) as Record<
  FeedSymbol,
  Prices
>;

function pricesOf(symbol: FeedSymbol): Prices {
  const newest = computed(() => engineQuote(symbol, quoteOf(symbol).value));
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

/**
 * A quote in whole steps. Polled prices have no sides: both are the price then. The page does not know the numbers of
 * the tape; the quote's time is its number here, which puts quotes in the same order.
 */
function engineQuote(symbol: FeedSymbol, quote: ShownQuote | null): MarketQuote | null {
  if (quote === null) return null;
  const { price, at, origin } = quote;
  const source = origin?.source ?? "finnhub";
  return {
    symbol,
    bid: stepsOf(symbol, quote.bid ?? price, "nearest"),
    ask: stepsOf(symbol, quote.ask ?? price, "nearest"),
    at,
    heardAt: at,
    seq: at,
    source,
    // The only source that gives trades without sides.
    kind: source === "finnhub" ? "modelled" : "quoted",
    isHeld: origin?.agreement === "disagree",
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

/**
 * Quotes with two sides, in whole price steps. A step is the smallest difference that a symbol's prices can have:
 * `10 ** -decimals` dollars. Inside prices are whole steps, so that every place that computes with them gets the same
 * result; dollars exist on the wire and on the screen.
 * Source: design section 10
 */

import type { FeedSymbol } from "./symbols.ts";

/**
 * The sources of prices. The tape stores a source as its index in this list: new ones are appended, and none is moved
 * or removed.
 */
export const PRICE_SOURCES = ["finnhub", "coinbase", "kraken"] as const;
/** One of {@link PRICE_SOURCES}. */
export type SourceId = (typeof PRICE_SOURCES)[number];

/** The name of each source, as people call it. */
export const SOURCE_NAMES: Readonly<Record<SourceId, string>> = {
  finnhub: "Finnhub",
  coinbase: "Coinbase",
  kraken: "Kraken",
};

/**
 * Whether both sides come from the source, or were computed from a trade's price with the public table of
 * `modelled-spreads.ts`. The tape stores the index in this list too.
 */
export const QUOTE_KINDS = ["quoted", "modelled"] as const;
/** One of {@link QUOTE_KINDS}. */
export type QuoteKind = (typeof QUOTE_KINDS)[number];

/** The kind of each source's quotes: it gives both sides, or only the price of trades. */
export const QUOTE_KIND_OF: Readonly<Record<SourceId, QuoteKind>> = {
  finnhub: "modelled",
  coinbase: "quoted",
  kraken: "quoted",
};

/**
 * The prices at which a symbol can be sold and bought. `bid` and `ask` are whole steps of the symbol, above zero, and `bid` is at
 * most `ask`. `at` is the source's time, epoch ms.
 */
export type TwoSidedQuote = {
  symbol: FeedSymbol;
  bid: number;
  ask: number;
  at: number;
  source: SourceId;
  kind: QuoteKind;
};

/** The middle of both sides, in whole steps; half a step rounds up. It is the specification's "current price". */
export function midSteps({ bid, ask }: { bid: number; ask: number }): number {
  return Math.ceil((bid + ask) / 2);
}

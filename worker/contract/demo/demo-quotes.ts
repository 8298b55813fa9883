/**
 * When a quote may fill, and at which price.
 * Source: docs/demo-engine.md, "Quotes"
 */

import { sessionOf } from "../market-sessions.ts";
import { midSteps } from "../quotes.ts";
import { TRADED_SYMBOLS, type TradedSymbol } from "../symbols.ts";
import type { DemoState } from "./demo-state.ts";
import type { DemoCosts, DemoRefusal, DemoSide, MarketQuote } from "./demo-types.ts";

/** An older quote fills nothing. */
export const QUOTE_AGE_MAX_MS = 10_000;

/**
 * A buy gains when prices rise and a sell when they fall. Multiplied by this sign, prices compare for either as they do
 * for a buy.
 */
export const SIGN: Readonly<Record<DemoSide, 1 | -1>> = { buy: 1, sell: -1 };

/** How old a quote is; zero for one whose source's clock is ahead of the time. */
export function quoteAgeMs(quote: Pick<MarketQuote, "at">, at: number): number {
  return Math.max(0, at - quote.at);
}

/** Whether a quote may fill at a time. */
export function isFillable(quote: MarketQuote, at: number): boolean {
  return !quote.isHeld && at - quote.at <= QUOTE_AGE_MAX_MS && sessionOf(quote.symbol, at) !== "closed";
}

/** The price that a side pays or gets at a quote, in steps. */
export function sidePrice(quote: MarketQuote, side: DemoSide, costs: DemoCosts): number {
  if (costs === "none") return midSteps(quote);
  return side === "buy" ? quote.ask : quote.bid;
}

/** The side of the deal that closes a position. */
export function closingSide(side: DemoSide): DemoSide {
  return side === "buy" ? "sell" : "buy";
}

/** The price at which a position is closed, in steps. */
export function closingPrice(quote: MarketQuote, positionSide: DemoSide, costs: DemoCosts): number {
  return sidePrice(quote, closingSide(positionSide), costs);
}

/** The state that knows a quote: as the newest of its symbol, and as its last price if it was fillable when it was heard. */
export function withQuote(state: DemoState, quote: MarketQuote): DemoState {
  const { newestQuotes, lastPrices } = state;
  const { symbol } = quote;
  const isNewest = isAfter(quote, newestQuotes[symbol]);
  const isLast = isAfter(quote, lastPrices[symbol]) && isFillable(quote, quote.heardAt);
  return {
    ...state,
    newestQuotes: isNewest ? { ...newestQuotes, [symbol]: quote } : newestQuotes,
    lastPrices: isLast ? { ...lastPrices, [symbol]: quote } : lastPrices,
  };
}

function isAfter(quote: MarketQuote, known: MarketQuote | undefined): boolean {
  return !known || quote.seq > known.seq;
}

/** The newest quote of a traded symbol. */
export function newestQuote(state: DemoState, symbol: TradedSymbol): MarketQuote | undefined {
  return state.newestQuotes[TRADED_SYMBOLS[symbol].pricedFrom];
}

/** The quote of a traded symbol's last price. */
export function lastPrice(state: DemoState, symbol: TradedSymbol): MarketQuote | undefined {
  return state.lastPrices[TRADED_SYMBOLS[symbol].pricedFrom];
}

/** The newest quote of a traded symbol if it is fillable at the clock. */
export function fillableQuote(state: DemoState, symbol: TradedSymbol): MarketQuote | null {
  const quote = newestQuote(state, symbol);
  return quote && isFillable(quote, state.clock) ? quote : null;
}

/** Why the newest quote of a traded symbol cannot fill at the clock; null where it can. */
export function quoteRefusal(state: DemoState, symbol: TradedSymbol): DemoRefusal | null {
  if (sessionOf(TRADED_SYMBOLS[symbol].pricedFrom, state.clock) === "closed") return refusal("market_closed");
  const quote = newestQuote(state, symbol);
  if (!quote || quoteAgeMs(quote, state.clock) > QUOTE_AGE_MAX_MS) return refusal("no_price");
  return quote.isHeld ? refusal("sources_disagree") : null;
}

function refusal(code: DemoRefusal["code"]): DemoRefusal {
  return { code, field: null };
}

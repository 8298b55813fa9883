/**
 * The exits of a position: stop, target and trailing stop.
 * Source: docs/demo-engine.md, "Positions"
 */

import { TRADED_SYMBOLS } from "../symbols.ts";
import { closePosition } from "./close-demo-position.ts";
import { closingPrice, SIGN } from "./demo-quotes.ts";
import type { DemoPosition } from "./demo-state.ts";
import type { DemoCosts, MarketQuote } from "./demo-types.ts";
import { changePosition, type DemoWork, runOf } from "./demo-work.ts";

/** A level at which a position is closed, and the rule of it. */
export type ExitLevel = { price: number; rule: "stop_loss" | "trailing_stop" | "take_profit" };

/** The level of a position's trailing stop at a quote; null without one, or before the quote that set its extreme. */
function trailLevel({ side, trail, extreme }: DemoPosition, { seq }: MarketQuote): number | null {
  if (trail === null || extreme === null || extreme.seq >= seq) return null;
  return extreme.price - SIGN[side] * trail;
}

/** The stop or the trailing stop, whichever is reached first; null without either. */
function stopLevel(position: DemoPosition, quote: MarketQuote): ExitLevel | null {
  const { side, stop } = position;
  const trailing = trailLevel(position, quote);
  if (stop !== null && (trailing === null || SIGN[side] * stop >= SIGN[side] * trailing)) {
    return { price: stop, rule: "stop_loss" };
  }
  return trailing === null ? null : { price: trailing, rule: "trailing_stop" };
}

/** The level that the closing price of a quote has reached; null for none. */
function reachedExit(position: DemoPosition, quote: MarketQuote, costs: DemoCosts): ExitLevel | null {
  const sign = SIGN[position.side];
  const price = closingPrice(quote, position.side, costs);
  const stop = stopLevel(position, quote);
  if (stop && sign * price <= sign * stop.price) return stop;
  const { target } = position;
  return target !== null && sign * price >= sign * target ? { price: target, rule: "take_profit" } : null;
}

/** Closes the positions whose stop, target or trailing stop a quote reaches, and moves the extremes of the others. */
export function runExits(work: DemoWork, quote: MarketQuote): void {
  const { positions, costs } = runOf(work);
  for (const position of positions) {
    if (!concerns(position, quote)) continue;
    const exit = reachedExit(position, quote, costs);
    if (exit) closePosition(work, position, { units: position.units, quote, rule: exit.rule, asked: exit.price });
    else moveExtreme(work, position, quote);
  }
}

/** Moves the extreme of a position's trailing stop to the quote's closing price if that is better. */
function moveExtreme(work: DemoWork, position: DemoPosition, quote: MarketQuote): void {
  const extreme = movedExtreme(position, quote, runOf(work).costs);
  if (extreme !== position.extreme) changePosition(work, { ...position, extreme });
}

/** Moves the extremes of all positions by a quote that is only observed. */
export function observeExtremes(work: DemoWork, quote: MarketQuote): void {
  for (const position of work.state.run?.positions ?? []) {
    if (concerns(position, quote)) moveExtreme(work, position, quote);
  }
}

/** The earliest of quotes with the same price counts, in whatever order they come. */
function movedExtreme({ side, extreme }: DemoPosition, quote: MarketQuote, costs: DemoCosts): DemoPosition["extreme"] {
  if (extreme === null) return null;
  const price = closingPrice(quote, side, costs);
  const gain = SIGN[side] * (price - extreme.price);
  const isEarlier = gain === 0 && quote.seq < extreme.seq;
  return gain > 0 || isEarlier ? { price, seq: quote.seq } : extreme;
}

/** Whether a quote is of the position's market, and after the position was armed. */
function concerns({ symbol, armedSeq }: DemoPosition, quote: MarketQuote): boolean {
  return TRADED_SYMBOLS[symbol].pricedFrom === quote.symbol && armedSeq < quote.seq;
}

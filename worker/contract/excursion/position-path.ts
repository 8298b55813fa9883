import { centsOfParts } from "../demo/demo-arithmetic.ts";
import { resultParts } from "../demo/demo-margin.ts";
import { closingPrice, isFillable, SIGN } from "../demo/demo-quotes.ts";
import type { DemoCosts, DemoSide, MarketQuote } from "../demo/demo-types.ts";
import { TRADED_SYMBOLS, type TradedSymbol } from "../symbols.ts";

/**
 * The prices at which a position could have been closed while it was open, and what each part of it was worth at them.
 * Source: docs/replay.md
 */

/** A quote of a path: its number on the tape, when it was heard, and the price that closes the position. */
export type PathPoint = { seq: number; atMs: number; price: number };

/** A part of a position that was closed. `seq` is the number of the quote that closed it. */
export type ClosedPart = { id: number; units: number; price: number; seq: number; atMs: number };

/** A position with its closed parts, in the order of their closing. */
export type PathPosition = {
  symbol: TradedSymbol;
  side: DemoSide;
  entryPrice: number;
  /** The quote that it was opened at, and the time of the fill. */
  openSeq: number;
  openedAtMs: number;
  /** The stop of the order when it filled; null without one. */
  stop: number | null;
  parts: readonly ClosedPart[];
};

/** The points of quotes that could have closed a position: those of its symbol that were fillable when they were heard. */
export function pathOf(
  quotes: Iterable<MarketQuote>,
  { symbol, side }: Pick<PathPosition, "symbol" | "side">,
  costs: DemoCosts,
): PathPoint[] {
  const { pricedFrom } = TRADED_SYMBOLS[symbol];
  const points: PathPoint[] = [];
  for (const quote of quotes) {
    if (quote.symbol !== pricedFrom || !isFillable(quote, quote.heardAt)) continue;
    points.push({ seq: quote.seq, atMs: quote.heardAt, price: closingPrice(quote, side, costs) });
  }
  return points;
}

/** How many steps a price is better than the entry; below zero where it is worse. */
export function gainSteps({ side, entryPrice }: Pick<PathPosition, "side" | "entryPrice">, price: number): number {
  // A zero has no sign.
  return SIGN[side] * (price - entryPrice) || 0;
}

/**
 * What a part was worth at a point before costs, in cents. Like the profit that the engine books for it, it is a difference of two
 * rounded sums: that of the parts up to this one, less that of those before, each at the price that closed it or, while it was open, at
 * the point's. So the parts that are open at a point add up to the floating result in the equity, and at its closing each is its profit.
 * @param index the part's place among the parts
 */
export function partCentsAt(position: PathPosition, index: number, { seq, price }: PathPoint): number {
  let sum = 0n;
  let before = 0n;
  for (let i = 0; i <= index; i++) {
    const part = position.parts[i];
    if (!part) throw new Error("there is no such part");
    before = sum;
    sum += resultParts(position, part.units, part.seq <= seq ? part.price : price);
  }
  return centsOfParts(position.symbol, sum) - centsOfParts(position.symbol, before);
}

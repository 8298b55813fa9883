import type { MarketQuote } from "../../contract/demo/demo-types.ts";

/** Basis points in one. */
export const ONE = 10_000;
/** What a threshold is below its value at most, as a number that may be rounded. */
const ROUNDING = 2 ** -48;

/** The lowest signed price of a second, below which no later price is; `quote` is null when it is in the storage. */
export type Lowest = {
  second: number;
  price: number;
  quote: MarketQuote | null;
  /** None of the moves that begin here has fewer basis points. */
  points: number;
  /** None of the moves that begin here or before is reached by a price below this one, in basis points of half a step. */
  nearest: number;
};

/** Makes `nearest` anew, from a price on. */
export function setNearest(lowest: readonly Lowest[], from: number): void {
  let nearest = lowest[from - 1]?.nearest ?? Number.POSITIVE_INFINITY;
  for (let at = from; at < lowest.length; at++) {
    const one = lowest[at];
    if (!one) continue;
    nearest = Math.min(nearest, threshold(one));
    one.nearest = nearest;
  }
}

/** A price may have moves of so few basis points. */
export function lower(lowest: readonly Lowest[], at: number, points: number): void {
  const one = lowest[at];
  if (!one || one.points <= points) return;
  one.points = points;
  const nearest = threshold(one);
  for (let later = at; (lowest[later]?.nearest ?? nearest) > nearest; later++) {
    const next = lowest[later];
    if (next) next.nearest = nearest;
  }
}

/** The price at which the moves that begin at one are reached, in basis points of half a step; a little below it. */
export function threshold({ price, points }: Lowest): number {
  const exact = price * ONE + Math.abs(price) * points;
  return exact - Math.abs(price) * ONE * ROUNDING;
}

/** The place of the first price of a second or a later one. */
export function firstFrom(lowest: readonly Lowest[], second: number): number {
  let [from, to] = [0, lowest.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((lowest[middle]?.second ?? 0) < second) from = middle + 1;
    else to = middle;
  }
  return from;
}

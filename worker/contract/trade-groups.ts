import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time.ts";

/**
 * How trades are grouped for figures about each group, and what is said of one. The groups of a dimension together are all trades, except for tags and
 * mistakes, of which a trade may have several.
 */
export const DIMENSIONS = [
  ...(["setup", "tag", "mistake", "symbol", "direction", "weekday", "hour"] as const),
  ...(["held", "size", "number"] as const),
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** From how many trades on a rate or an interval is given. */
export const GROUP_MIN = 20;

/** The key of trades without a label, or of which the time held is not known. */
export const NO_KEY = "none";

/** Names the trades without a mistake, where a filter takes tags and mistakes alike. */
export const NO_MISTAKE = "no-mistake";

/** Places in a list of groups that a number orders; `from` is inclusive, `to` exclusive, both null where there is no end. */
export type Range = { from: number | null; to: number | null };

function rangesBetween(edges: readonly number[]): readonly Range[] {
  return [null, ...edges].map((from, at) => ({ from, to: edges[at] ?? null }));
}

/** The place of a number in ranges that `rangesBetween` made. */
export function rangeOf(ranges: readonly Range[], value: number): number {
  // A loop, as a million trades are placed in one request.
  let place = 0;
  for (; place < ranges.length - 1; place += 1) {
    const to = ranges[place]?.to ?? null;
    if (to === null || value < to) break;
  }
  return place;
}

/** How long a trade was held, in ms. */
export const HELD_RANGES = rangesBetween([
  ...[MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
  ...[HOUR_MS, 4 * HOUR_MS, DAY_MS],
]);

/** Which trade of its day it was, from 1 in the order of closing: the first, second, third, 4th to 6th, 7th to 10th, and later ones. */
export const NUMBER_RANGES = rangesBetween([2, 3, 4, 7, 11]);

/**
 * The size of a trade beside the usual one, the median of its symbol, of an even number of sizes the lower of both. Sizes of different symbols do not compare.
 */
export const SIZES = ["half", "smaller", "usual", "larger", "double"] as const;
export type SizeGroup = (typeof SIZES)[number];

export function sizeGroupOf(size: number, usual: number): SizeGroup {
  if (size <= usual * 0.5) return "half";
  if (size < usual) return "smaller";
  if (size === usual) return "usual";
  return size < usual * 2 ? "larger" : "double";
}

const R_STEP = 500;
const R_EDGE = 3_250;
const R_EDGES = 18;
/** The bins of a distribution of R, in thousandths: half an R wide around each half from -3 to +5.5, and what is beyond. */
export const R_RANGES = rangesBetween(Array.from({ length: R_EDGES }, (_, at) => at * R_STEP - R_EDGE));

/** The place of thousandths of R in {@link R_RANGES}, which are of one width: a million are placed in one request. */
export function binOfR(milliR: number): number {
  return Math.min(Math.max(Math.floor((milliR + R_EDGE) / R_STEP) + 1, 0), R_EDGES);
}

/** The middle of a bin in R; of the first and the last, of what a bin beyond would be. */
export function middleOfBin(bin: number): number {
  return (bin * R_STEP - R_EDGE - R_STEP / 2) / 1_000;
}

/** A figure that was estimated from trades, with the ends of its interval at 95 %. */
export type Estimate = { value: number; low: number; high: number };

/** What is said of a group of trades. Sums are numbers of the account's currency; rates and intervals are null below {@link GROUP_MIN} trades. */
export type GroupFigures = {
  /** A symbol, a direction, a weekday (0 is Sunday), an hour, a place in ranges, the id of a label, or {@link NO_KEY}. */
  key: string;
  trades: number;
  wins: number;
  pnl: number;
  /** In percent. */
  winRate: Estimate | null;
  /** The mean result of a trade. */
  each: Estimate | null;
  /** The trades with a known stop, and their mean in multiples of the risk; null where they are too few. */
  risked: number;
  r: Estimate | null;
};

/** Figures of groups of an account's trades. */
export type Breakdown = {
  all: GroupFigures;
  by: Record<Dimension, GroupFigures[]>;
  /** The names of setups, tags and mistakes by their ids. */
  names: Record<string, string>;
  /** The number of trades in each bin of R. */
  rBins: number[];
  /** What was paid in and out by day, to see falls in percent of the account; null where it is not known. */
  payments: { day: string; amount: number }[] | null;
};

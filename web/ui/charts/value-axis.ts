import { roundStep } from "./money-axis.ts";

/** The positions of the grid lines, in dollars; the first and the last are the ends of the plot. */
export type ValueAxis = { low: number; high: number; levels: readonly number[] };

const GAPS_MAX = 4;
/**
 * The smallest range of the axis: it draws a nearly constant curve as a flat line in the middle, without magnifying
 * cents.
 */
const SPAN_USD_MIN = 4;

/** Returns two to five levels at round values with equal steps, around all values. */
export function valueAxis(values: readonly number[]): ValueAxis {
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  const missing = Math.max(0, SPAN_USD_MIN - (highest - lowest)) / 2;
  const [from, to] = [lowest - missing, highest + missing];
  const gapsAt = (step: number) => Math.ceil(to / step) - Math.floor(from / step);
  let step = roundStep((to - from) / GAPS_MAX, "up");
  // A range that starts between two levels may need one step more than the maximum.
  while (gapsAt(step) > GAPS_MAX) step = roundStep(step * 1.01, "up");
  const first = Math.floor(from / step);
  // Adding zero turns -0 into 0.
  const levels = Array.from({ length: gapsAt(step) + 1 }, (_, index) => (first + index) * step + 0);
  return { low: levels[0] ?? from, high: levels.at(-1) ?? to, levels };
}

import { roundStep } from "../ui/money-axis.ts";

/** The heights at which lines stand, in dollars, the lowest and the highest at the ends of the plot. */
export type EquityAxis = { low: number; high: number; levels: readonly number[] };

const GAPS_MAX = 4;
/** The lowest span: a curve that stands still is a line in the middle and no mountain range of cents. */
const SPAN_USD_MIN = 4;

/** Round heights around all values: two to five, at round distances. */
export function equityAxis(values: readonly number[]): EquityAxis {
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  const missing = Math.max(0, SPAN_USD_MIN - (highest - lowest)) / 2;
  const [from, to] = [lowest - missing, highest + missing];
  const gapsAt = (step: number) => Math.ceil(to / step) - Math.floor(from / step);
  let step = roundStep((to - from) / GAPS_MAX, "up");
  // Where the span begins between two heights it may reach over one gap more.
  while (gapsAt(step) > GAPS_MAX) step = roundStep(step * 1.01, "up");
  const first = Math.floor(from / step);
  // Adding zero, for a -0 is none.
  const levels = Array.from({ length: gapsAt(step) + 1 }, (_, index) => (first + index) * step + 0);
  return { low: levels[0] ?? from, high: levels.at(-1) ?? to, levels };
}

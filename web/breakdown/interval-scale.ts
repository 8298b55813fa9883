import type { Estimate } from "../../worker/contract/trade-groups.ts";

/** An axis of intervals around zero: what is at its ends, and where its two dotted lines are. */
export type IntervalScale = { reach: number; tick: number };

/** Of multiples of the risk half an R is dotted, unless the intervals reach so far that it would stand beside the zero. */
const HALF_R = 0.5;
const HALF_R_REACH = 2.5;

/** The scale that holds intervals in R. */
export function scaleInR(estimates: readonly (Estimate | null)[]): IntervalScale {
  const reach = reachOf(estimates, HALF_R * 1.2);
  return { reach, tick: reach > HALF_R_REACH ? tickOf(reach) : HALF_R };
}

/** The scale that holds intervals in money. */
export function scaleInMoney(estimates: readonly (Estimate | null)[]): IntervalScale {
  const reach = reachOf(estimates, 0) || 1;
  return { reach, tick: tickOf(reach) };
}

function reachOf(estimates: readonly (Estimate | null)[], least: number): number {
  return Math.max(least, ...estimates.flatMap((one) => (one ? [Math.abs(one.low), Math.abs(one.high)] : [])));
}

/** The largest of 1, 2 and 5 times a power of ten that leaves room for its label. */
function tickOf(reach: number): number {
  const power = 10 ** Math.floor(Math.log10(reach * 0.85));
  return power * ([5, 2].find((digit) => digit * power <= reach * 0.85) ?? 1);
}

/** Where a value is, in percent from the left end. */
export function placeOf({ reach }: IntervalScale, value: number): number {
  return 50 + (50 * value) / reach;
}

/** Whether an interval lies on one side of zero: else it may be luck. */
export function toneOf({ low, high }: Estimate): "up" | "down" | "open" {
  if (low > 0) return "up";
  return high < 0 ? "down" : "open";
}

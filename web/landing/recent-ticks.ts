import type { PricePoint } from "./chart-geometry.ts";

/** The chart shows this much time; older ticks leave it on the left. */
export const CHART_WINDOW_MS = 40_000;
/** A line is not drawn across a pause longer than this: nobody knows what the price did in it. */
const PAUSE_MS_MAX = 10_000;

/** @returns the ticks of the chart's time with one more, oldest first */
export function addTick(ticks: readonly PricePoint[], tick: PricePoint): readonly PricePoint[] {
  return sincePause([...ticks, tick]).filter(({ at }) => at >= tick.at - CHART_WINDOW_MS);
}

/**
 * The newest points, back to the last long pause. What a page is given first can be older than the visit: the feed rests
 * while nobody listens.
 */
export function sincePause(points: readonly PricePoint[]): readonly PricePoint[] {
  const start = points.findLastIndex(({ at }, index) => at - (points[index - 1]?.at ?? at) > PAUSE_MS_MAX);
  return points.slice(Math.max(0, start));
}

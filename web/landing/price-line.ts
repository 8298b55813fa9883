import type { PricePoint } from "./chart-geometry.ts";

/** The chart shows this much time; older ticks leave it on the left. */
export const CHART_WINDOW_MS = 40_000;
/** A line is not drawn across a pause longer than this: nobody knows what the price did in it. */
export const PAUSE_MS = 10_000;

/** @returns the ticks of the chart's time with one more, oldest first */
export function addTick(ticks: readonly PricePoint[], tick: PricePoint): readonly PricePoint[] {
  return sincePause([...ticks, tick], PAUSE_MS).filter(({ at }) => at >= tick.at - CHART_WINDOW_MS);
}

/**
 * The newest points, back to the last long pause. What a page is given first can be older than the visit: the feed rests
 * while nobody listens.
 * @param pauseMs what is longer than this is a long pause
 */
export function sincePause(points: readonly PricePoint[], pauseMs: number): readonly PricePoint[] {
  const start = points.findLastIndex(({ at }, index) => at - (points[index - 1]?.at ?? at) > pauseMs);
  return points.slice(Math.max(0, start));
}

/** Prices, in steps, since the page was loaded, thinned out so that a bounded number of points covers the whole time. */
export type PriceTrail = { everyMs: number; points: readonly { at: number; price: number }[] };

const POINTS_MAX = 120;

/** A trail without prices, with one point per second. */
export const EMPTY_TRAIL: PriceTrail = { everyMs: 1_000, points: [] };

/**
 * Adds a price if the last point is old enough. A full trail drops every other point and doubles its interval.
 * @returns the same trail when the price adds nothing
 */
export function extendTrail(trail: PriceTrail, { at, mid: price }: { at: number; mid: number }): PriceTrail {
  const last = trail.points.at(-1);
  if (last && at - last.at < trail.everyMs) return trail;
  const points = [...trail.points, { at, price }];
  if (points.length <= POINTS_MAX) return { ...trail, points };
  return { everyMs: trail.everyMs * 2, points: points.filter((_, index) => index % 2 === 0) };
}

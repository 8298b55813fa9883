/**
 * Begins to measure a duration.
 * @returns reads the time since then, ms: the larger of what two clocks say. The system's clock may be set back, and in
 *   some browsers the monotonic one stops while the device sleeps.
 */
export function startStopwatch(): () => number {
  const [wallMs, monotonicMs] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - wallMs, performance.now() - monotonicMs);
}

/** Reads the time since what has not happened. */
export const never = (): number => Number.POSITIVE_INFINITY;

import { HISTOGRAM } from "./histogram.ts";

/** How many of the newest measurements count. */
const KEPT_MAX = 300;

/** Where the scale may end, in ms: the smallest that holds nine in ten measurements is taken. Each gives a bin whole milliseconds. */
const SCALES_MS = [40, 80, 200, 400, 800, 2_000, 4_000];

export type LatencySummary = {
  count: number;
  medianMs: number;
  percentile99Ms: number;
  /** The scale's right end; what took longer is in the last bin. */
  scaleMs: number;
  /** How many measurements fell into each of the equal parts of the scale. */
  bins: readonly number[];
};

/** @returns the measurements with one more, in ms, the oldest dropped when there are too many */
export function keepLatency(kept: readonly number[], ms: number): number[] {
  return [...kept, ms].slice(-KEPT_MAX);
}

/**
 * What the measurements say together; percentiles by the nearest rank.
 * @param kept at least one, in ms
 */
export function summariseLatency(kept: readonly number[]): LatencySummary {
  const sorted = kept.toSorted((one, other) => one - other);
  const rank = (part: number) => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
  const scaleMs = SCALES_MS.find((end) => end > rank(0.9)) ?? 10_000;
  const bins = Array.from({ length: HISTOGRAM.bins }, () => 0);
  for (const ms of sorted) {
    const index = Math.min(HISTOGRAM.bins - 1, Math.floor((ms / scaleMs) * HISTOGRAM.bins));
    bins[index] = (bins[index] ?? 0) + 1;
  }
  return { count: sorted.length, medianMs: rank(0.5), percentile99Ms: rank(0.99), scaleMs, bins };
}

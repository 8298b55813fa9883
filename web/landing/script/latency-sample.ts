/** The size of the latency drawing's coordinate system, in px; the page stretches it to the available width. */
export const HISTOGRAM = { width: 320, height: 72, bins: 40, barWidth: 6 } as const;

/**
 * Bars as one SVG path, the highest as high as the drawing.
 * @param bins the number of measurements in each part of the scale, from the left
 */
export function barsPath(bins: readonly number[]): string {
  const { width, height, barWidth } = HISTOGRAM;
  const highest = Math.max(...bins);
  const bars = bins.map((count, index) => {
    const bar = Math.round((count / highest) * height);
    return bar > 0 ? `M${(index * width) / bins.length} ${height}v-${bar}h${barWidth}v${bar}z` : "";
  });
  return bars.join("");
}

const KEPT_MAX = 300;

/**
 * Possible ends of the scale, in ms: the smallest one that covers nine in ten measurements is used. Each gives bins of
 * whole milliseconds.
 */
const SCALES_MS = [40, 80, 200, 400, 800, 2_000, 4_000];

export type LatencySummary = {
  count: number;
  medianMs: number;
  percentile99Ms: number;
  /** The right end of the scale; slower measurements are counted in the last bin. */
  scaleMs: number;
  /** The number of measurements in each of the equal parts of the scale. */
  bins: readonly number[];
};

/** Adds a measurement in ms and drops the oldest ones above the limit. @returns a new list */
export function keepLatency(samples: readonly number[], ms: number): number[] {
  return [...samples, ms].slice(-KEPT_MAX);
}

/** Summarises the measurements; percentiles by the nearest-rank method. @param samples at least one, in ms */
export function summariseLatency(samples: readonly number[]): LatencySummary {
  const sorted = samples.toSorted((one, other) => one - other);
  const rank = (part: number) => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
  const scaleMs = SCALES_MS.find((end) => end > rank(0.9)) ?? 10_000;
  const bins = Array.from({ length: HISTOGRAM.bins }, () => 0);
  for (const ms of sorted) {
    const index = Math.min(HISTOGRAM.bins - 1, Math.floor((ms / scaleMs) * HISTOGRAM.bins));
    bins[index] = (bins[index] ?? 0) + 1;
  }
  return { count: sorted.length, medianMs: rank(0.5), percentile99Ms: rank(0.99), scaleMs, bins };
}

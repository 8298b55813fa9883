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

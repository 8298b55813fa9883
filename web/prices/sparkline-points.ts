/** `openY` is null where the day's open is outside of the range shown. */
export type SparklinePoints = { path: string; openY: number | null; end: { x: number; y: number } };

/**
 * Lays prices out in a box, evenly from left to right and scaled to its height.
 * @param prices oldest first, at least one
 */
export function sparklinePoints(
  prices: readonly number[],
  { dayOpen, width, height }: { dayOpen: number; width: number; height: number },
): SparklinePoints {
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const span = high - low;
  const yOf = (price: number) => round(span === 0 ? height / 2 : height - ((price - low) / span) * height);
  const stepX = width / Math.max(1, prices.length - 1);
  const points = prices.map((price, index) => ({ x: round(index * stepX), y: yOf(price) }));
  return {
    path: points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join(""),
    openY: dayOpen >= low && dayOpen <= high ? yOf(dayOpen) : null,
    end: points.at(-1) ?? { x: 0, y: height / 2 },
  };
}

/** Rounds to half a pixel, the smallest visible difference. */
function round(length: number): number {
  return Math.round(length * 2) / 2;
}

/**
 * Lays prices into a box, evenly from left to right, with the day's open in view.
 * @param prices oldest first, at least one
 */
export function sparklinePoints(
  prices: readonly number[],
  { dayOpen, width, height }: { dayOpen: number; width: number; height: number },
): { path: string; openY: number; end: { x: number; y: number } } {
  const low = Math.min(dayOpen, ...prices);
  const span = Math.max(dayOpen, ...prices) - low;
  const yOf = (price: number) => round(span === 0 ? height / 2 : height - ((price - low) / span) * height);
  const stepX = width / Math.max(1, prices.length - 1);
  const points = prices.map((price, index) => ({ x: round(index * stepX), y: yOf(price) }));
  return {
    path: points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join(""),
    openY: yOf(dayOpen),
    end: points.at(-1) ?? { x: 0, y: yOf(dayOpen) },
  };
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}

/** A price and its instant, epoch ms. */
export type PricePoint = { at: number; price: number };

/** The chart as coordinates, in px. */
export type ChartGeometry = {
  /** SVG paths in pixels: the line, and the area between it and the time axis. */
  line: string;
  area: string;
  /** Round prices from the top down, with their y positions. */
  levels: readonly { y: number; price: number }[];
  /** Evenly spaced instants, epoch ms. */
  times: readonly { x: number; at: number }[];
  last: { x: number; y: number; price: number };
  /** The size of the plot, without the labels at its right and below it. */
  plotWidth: number;
  plotHeight: number;
};

/** The minimum price range as a share of the price: a nearly constant price is a flat line, without magnifying cents. */
const SPAN_MIN = 0.0004;

/** The size of the drawing, in px, and the minimum time span: until it has passed, the line grows from the left. */
export type ChartSize = { width: number; height: number; windowMs: number };

const ROOM = { top: 24, right: 76, bottom: 28, dot: 6 } as const;
const LEVELS_MAX = 5;
const TIMES = 3;

/**
 * Computes the coordinates of a price line.
 * @param points at least one, oldest first
 * @throws Error without any point
 */
export function chartGeometry(points: readonly PricePoint[], size: ChartSize): ChartGeometry {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) throw new Error("a chart needs a point");

  const plotWidth = Math.max(1, size.width - ROOM.right);
  const plotHeight = Math.max(1, size.height - ROOM.bottom);
  const windowMs = Math.max(size.windowMs, last.at - first.at);
  const { low, high } = priceRange(points);

  const xOf = (at: number) => round(((at - first.at) / windowMs) * (plotWidth - ROOM.dot));
  const yOf = (price: number) => round(ROOM.top + ((high - price) / (high - low)) * (plotHeight - 2 * ROOM.top));
  const line = `M${points.map(({ at, price }) => `${xOf(at)} ${yOf(price)}`).join("L")}`;

  return {
    line,
    area: `${line}V${plotHeight}H0Z`,
    levels: roundPrices(low, high).map((price) => ({ price, y: yOf(price) })),
    times: Array.from({ length: TIMES }, (_, index) => {
      const at = first.at + ((index + 0.5) / TIMES) * windowMs;
      return { at, x: xOf(at) };
    }),
    last: { x: xOf(last.at), y: yOf(last.price), price: last.price },
    plotWidth,
    plotHeight,
  };
}

function priceRange(points: readonly PricePoint[]): { low: number; high: number } {
  const prices = points.map(({ price }) => price);
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const missing = Math.max(0, high * SPAN_MIN - (high - low));
  return { low: low - missing / 2, high: high + missing / 2 };
}

/** Returns the multiples of 1, 2 or 5 times a power of ten between two prices, at most five, highest first. */
export function roundPrices(low: number, high: number): number[] {
  const power = 10 ** Math.floor(Math.log10((high - low) / LEVELS_MAX));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => (high - low) / size < LEVELS_MAX);
  if (step === undefined) throw new Error(`no round step between ${low} and ${high}`);
  const prices: number[] = [];
  for (let count = Math.floor(high / step); count * step >= low; count--) prices.push(count * step);
  return prices;
}

/** Rounds to a tenth of a pixel, finer than visible. */
function round(px: number): number {
  return Math.round(px * 10) / 10;
}

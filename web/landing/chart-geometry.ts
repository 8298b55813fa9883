/** A price and when it was made, epoch ms. */
export type PricePoint = { at: number; price: number };

export type ChartGeometry = {
  /** SVG paths in pixels: the line, and the area between it and the time axis. */
  line: string;
  area: string;
  /** Round prices, from the top down, with the height at which each stands. */
  levels: readonly { y: number; price: number }[];
  /** Moments at even distances, epoch ms. */
  times: readonly { x: number; at: number }[];
  /** The newest price. */
  last: { x: number; y: number; price: number };
  /** The line's own room, without the labels at its right and below it. */
  plotWidth: number;
  plotHeight: number;
};

/** A market that stands still is a calm line, not a mountain range of cents: the least height, as a part of the price. */
const SPAN_MIN = 0.0004;

/** The whole drawing, in px, and the least time it shows: until that has passed the line grows from the left. */
export type ChartSize = { width: number; height: number; windowMs: number };

const ROOM = { top: 24, right: 76, bottom: 28, dot: 6 } as const;
const LEVELS_MAX = 5;
const TIMES = 3;

/**
 * Lays a line of prices out.
 * @param points at least one, oldest first
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

/** Multiples of 1, 2 or 5 times a power of ten between two prices, at most five, the highest first. */
export function roundPrices(low: number, high: number): number[] {
  const power = 10 ** Math.floor(Math.log10((high - low) / LEVELS_MAX));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => (high - low) / size < LEVELS_MAX);
  if (step === undefined) throw new Error(`no round step between ${low} and ${high}`);
  const prices: number[] = [];
  for (let count = Math.floor(high / step); count * step >= low; count--) prices.push(count * step);
  return prices;
}

/** A tenth of a pixel is as fine as anyone sees. */
function round(px: number): number {
  return Math.round(px * 10) / 10;
}

import type { CanvasArea } from "./axis-picture.ts";
import type { ScaleMode } from "./chart-types.ts";

/** How prices are laid out over the height of a plot: pure rules. */

/** The prices at the foot and at the top of a plot. */
export type PriceRange = { min: number; max: number };

/** Prices on a logarithmic scale are above this; none that is traded is below. */
const PRICE_MIN = 1e-9;

/** A price in the unit in which its scale is linear. */
function toUnit(mode: ScaleMode, price: number): number {
  return mode === "log" ? Math.log(Math.max(price, PRICE_MIN)) : price;
}

/** The price of a unit, see {@link toUnit}. */
function fromUnit(mode: ScaleMode, unit: number): number {
  return mode === "log" ? Math.exp(unit) : unit;
}

/** Where prices are in an area: the mapping and its inverse. */
export type PriceMapping = { yOf(price: number): number; priceAt(y: number): number };

/** Returns the mapping of a range to the height of an area. Positions are not rounded. */
export function priceMapping(
  mode: ScaleMode,
  { min, max }: PriceRange,
  { top, height }: Pick<CanvasArea, "top" | "height">,
): PriceMapping {
  const foot = toUnit(mode, min);
  const span = toUnit(mode, max) - foot || 1;
  const bottom = top + height;
  const perUnit = height / span;
  return {
    yOf: (price) => bottom - (toUnit(mode, price) - foot) * perUnit,
    priceAt: (y) => fromUnit(mode, foot + (bottom - y) / (perUnit || 1)),
  };
}

/** The smallest visible range as a share of its prices, and the largest: about four digits more than a price has. */
const SHARE_MIN = 1e-6;
const SHARE_MAX = 1e4;

/** Shows more or less of a scale around its middle. @param factor below 1 shows less; a range beyond bounds stays */
export function zoomRange(mode: ScaleMode, { min, max }: PriceRange, factor: number): PriceRange {
  const [foot, top] = [toUnit(mode, min), toUnit(mode, max)];
  const [middle, half] = [(foot + top) / 2, ((top - foot) / 2) * factor];
  const next = { min: fromUnit(mode, middle - half), max: fromUnit(mode, middle + half) };
  const share = (next.max - next.min) / Math.max(Math.abs(fromUnit(mode, middle)), PRICE_MIN);
  return share > SHARE_MIN && share < SHARE_MAX ? next : { min, max };
}

/** Moves a scale. @param share of its height; above 0 the candles move down */
export function panRange(mode: ScaleMode, { min, max }: PriceRange, share: number): PriceRange {
  const [foot, top] = [toUnit(mode, min), toUnit(mode, max)];
  const by = (top - foot) * share;
  return { min: fromUnit(mode, foot + by), max: fromUnit(mode, top + by) };
}

/**
 * Returns the range that leaves room above and below what is shown.
 * @param extent the lowest and highest price shown
 * @param room shares of the height that stay free
 */
export function rangeWithRoom(
  mode: ScaleMode,
  extent: PriceRange,
  { above, below }: { above: number; below: number },
): PriceRange {
  const [foot, top] = [toUnit(mode, extent.min), toUnit(mode, extent.max)];
  const flat = mode === "log" ? 0.01 : Math.abs(extent.max) * 0.01 || 1;
  const whole = (top - foot || flat) / (1 - above - below);
  return { min: fromUnit(mode, foot - whole * below), max: fromUnit(mode, top + whole * above) };
}

/** The distance of two labels, CSS px: at least so much, on a logarithmic scale at least this share of it. */
const LABEL_ROOM_PX = 54;
const LOG_ROOM_SHARE = 0.7;

/**
 * Returns the prices that have a label: round ones, or round percentages, with room between them.
 * @param axis.heightPx the plot's height, CSS px
 * @param axis.step the smallest step of the symbol's price
 * @param axis.base the price of 0 percent
 */
export function labelledPrices(
  mode: ScaleMode,
  range: PriceRange,
  { heightPx, step, base }: { heightPx: number; step: number; base: number },
): number[] {
  const { min, max } = range;
  if (!(heightPx > 0 && max > min)) return [];
  if (mode === "log" && min > 0) return logPrices(range, heightPx, step);
  if (mode === "percent" && base > 0) {
    const percent = (price: number) => (price / base - 1) * 100;
    const values = roundValues(percent(min), percent(max), heightPx, PERCENT_STEP);
    return values.map((value) => base * (1 + value / 100));
  }
  return roundValues(min, max, heightPx, step);
}

const PERCENT_STEP = 0.01;

function roundValues(min: number, max: number, heightPx: number, smallest: number): number[] {
  const apart = roundStep(Math.max(((max - min) * LABEL_ROOM_PX) / heightPx, smallest), smallest);
  const first = Math.ceil(min / apart);
  return Array.from({ length: Math.max(0, Math.floor(max / apart) - first + 1) }, (_, i) => (first + i) * apart);
}

/** From below, each the next multiple of a step that is round for the prices there. */
function logPrices({ min, max }: PriceRange, heightPx: number, smallest: number): number[] {
  const perUnit = heightPx / Math.log(max / min);
  const prices: number[] = [];
  for (let price = min; ; ) {
    const apart = roundStep(Math.max((LABEL_ROOM_PX * price) / perUnit, smallest), smallest);
    const before = prices.at(-1);
    price = (Math.floor(price / apart + 1e-9) + 1) * apart;
    if (price > max) return prices;
    if (before === undefined || Math.log(price / before) * perUnit >= LABEL_ROOM_PX * LOG_ROOM_SHARE)
      prices.push(price);
  }
}

const ROUND = [1, 2, 2.5, 5, 10] as const;

/** The smallest step of 1, 2, 2.5 or 5 times a power of ten that is not below a value, and a multiple of the smallest. */
function roundStep(least: number, smallest: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  // 2.5 of the smallest step is no price.
  const isThere = (round: number) => round !== 2.5 || power >= smallest * (10 - 1e-9);
  return power * (ROUND.find((round) => round * power >= least * (1 - 1e-9) && isThere(round)) ?? 10);
}

/** `+1.25%`: the change of a price from a base. */
export function percentOf(price: number, base: number): string {
  const percent = (price / base - 1) * 100;
  const text = Math.abs(percent).toFixed(Math.abs(percent) >= 1_000 ? 0 : 2);
  return `${Number(text) === 0 ? "" : percent > 0 ? "+" : "−"}${text}%`;
}

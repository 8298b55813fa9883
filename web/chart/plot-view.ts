import type uPlot from "uplot";
import type { CanvasArea } from "./axis-picture.ts";
import { AXIS_HEIGHT_PX } from "./axis-size.ts";
import type { ScaleMode } from "./chart-types.ts";
import type { ChartWindow } from "./chart-window.ts";
import { type PriceMapping, type PriceRange, priceMapping } from "./price-scale.ts";

/**
 * Where rows and prices are on the canvases of a plot, in canvas px. All layers of a plot share it; it is replaced when
 * the window, the price range or the size changes, and never on a price.
 */
export type PlotView = {
  /** The plot without its axes. */
  area: CanvasArea;
  /** The column right of the plot that holds the price labels. */
  priceAxis: CanvasArea;
  /** The strip at the bottom, below the plot and other panes, that holds the time labels. */
  timeAxis: CanvasArea;
  /** Canvas px in a CSS px. */
  ratio: number;
  /** The visible rows, possibly fractional and beyond the candles. */
  window: ChartWindow;
  /** The middle of a row; not rounded. */
  xOf(row: number): number;
  /** The position of a price; not rounded. Its inverse is `priceAt`. */
  yOf(price: number): number;
  priceAt(y: number): number;
};

/** Returns the view of a plot as it is now. @param mode how its price axis is scaled */
export function viewOf(u: uPlot, mode: ScaleMode): PlotView {
  const { left, top, width, height } = u.bbox;
  const { width: canvasWidth, height: canvasHeight } = u.ctx.canvas;
  const ratio = devicePixelRatio || 1;
  const timeAxisHeight = Math.round(AXIS_HEIGHT_PX * ratio);
  return {
    area: { left, top, width, height },
    priceAxis: { left: left + width, top: 0, width: canvasWidth - left - width, height: canvasHeight },
    timeAxis: { left: 0, top: canvasHeight - timeAxisHeight, width: canvasWidth, height: timeAxisHeight },
    ratio,
    window: { from: u.scales.x?.min ?? 0, to: u.scales.x?.max ?? -1 },
    xOf: placeOfRow(u),
    ...priceMapping(mode, priceRangeOf(u), u.bbox),
  };
}

/** The prices at the foot and at the top of a plot. */
export function priceRangeOf(u: uPlot): PriceRange {
  return { min: u.scales.y?.min ?? 0, max: u.scales.y?.max ?? 1 };
}

/** The mapping of prices to CSS px from the plot's top. */
export function priceMappingOf(u: uPlot, mode: ScaleMode): PriceMapping {
  return priceMapping(mode, priceRangeOf(u), { top: 0, height: u.bbox.height / (devicePixelRatio || 1) });
}

/** Returns a function from a row to its canvas position. A drawing evaluates it thousands of times. */
function placeOfRow(u: uPlot): (row: number) => number {
  const zero = u.valToPos(0, "x", true);
  const one = u.valToPos(1, "x", true) - zero;
  return (row) => zero + row * one;
}

/** Rows from `first` to `last`; `last` is below `first` where there are none. */
export type RowRange = { first: number; last: number };

/** The rows that are at least partly visible. */
export function rowsInSight({ window }: PlotView, rowCount: number): RowRange {
  return { first: Math.max(0, Math.floor(window.from)), last: Math.min(rowCount - 1, Math.ceil(window.to)) };
}

/**
 * The rows that change with a price: the newest one, and those that share its pixel column, because candles of one
 * column are drawn as one.
 */
export function liveRows({ xOf }: PlotView, rowCount: number): RowRange {
  const last = rowCount - 1;
  const column = Math.round(xOf(last));
  let first = last;
  while (first > 0 && Math.round(xOf(first - 1)) === column) first -= 1;
  return { first, last };
}

/** Limits drawing to an area until the context is restored. */
export function clipTo(ctx: CanvasRenderingContext2D, { left, top, width, height }: CanvasArea): void {
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
}

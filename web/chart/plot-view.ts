import type uPlot from "uplot";
import type { CanvasArea } from "./axis-picture.ts";
import { AXIS_HEIGHT_PX } from "./axis-size.ts";
import type { ChartWindow } from "./chart-window.ts";

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
  /** The position of a price; not rounded. */
  yOf(price: number): number;
};

/** Returns the view of a plot as it is now. */
export function viewOf(u: uPlot): PlotView {
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
    xOf: placeOn(u, "x"),
    yOf: placeOn(u, "y"),
  };
}

/**
 * Returns a function from a value to its canvas position. Both scales are linear, and a drawing evaluates them
 * thousands of times.
 */
function placeOn(u: uPlot, scale: "x" | "y"): (value: number) => number {
  const zero = u.valToPos(0, scale, true);
  const one = u.valToPos(1, scale, true) - zero;
  return (value) => zero + value * one;
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

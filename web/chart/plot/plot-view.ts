import type { CanvasArea } from "./axis-picture.ts";
import { AXIS_HEIGHT_PX } from "./axis-size.ts";
import type { ScaleMode } from "./chart-types.ts";
import type { ChartWindow } from "./chart-window.ts";
import { type PriceRange, priceMapping } from "./price-scale.ts";

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

/**
 * Returns the view of a plot.
 * @param canvas its size, canvas px
 * @param areaPx the plot without its axes, CSS px
 * @param mode how its price axis is scaled
 */
export function viewOf(
  canvas: { width: number; height: number },
  areaPx: { width: number; height: number },
  { window, mode, range }: { window: ChartWindow; mode: ScaleMode; range: PriceRange },
): PlotView {
  const ratio = devicePixelRatio || 1;
  const area = { left: 0, top: 0, width: areaPx.width * ratio, height: areaPx.height * ratio };
  const timeAxisHeight = Math.round(AXIS_HEIGHT_PX * ratio);
  const perRow = area.width / (window.to - window.from || 1);
  return {
    area,
    priceAxis: { left: area.width, top: 0, width: canvas.width - area.width, height: canvas.height },
    timeAxis: { left: 0, top: canvas.height - timeAxisHeight, width: canvas.width, height: timeAxisHeight },
    ratio,
    window,
    xOf: (row) => (row - window.from) * perRow,
    ...priceMapping(mode, range, area),
  };
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

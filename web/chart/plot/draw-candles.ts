import type { CandleColumns } from "./candle-columns.ts";
import { type ChartColours, withOpacity } from "./chart-colours.ts";
import { clipTo, type PlotView, type RowRange } from "./plot-view.ts";

/** The volume's share of the plot's height, from the bottom. */
export const VOLUME_SHARE = 0.14;
const VOLUME_OPACITY = 0.28;
const BODY_SHARE = 0.75;

type Column = { middle: number; open: number; close: number; high: number; low: number; volume: number };

/** `bars` have ticks for open and close in place of bodies; of `none` there is only the volume. */
export type CandleShape = "candles" | "bars" | "none";

/** A rectangle of a canvas: left, top, width and height, in whole canvas px. */
export type Rect = readonly [left: number, top: number, width: number, height: number];

/**
 * Draws wicks, bodies and volume of the candles in some rows, one colour after the other. Candles in the same pixel column
 * are merged into one.
 * @param volumePx see {@link volumeScale}
 */
export function drawCandles(
  ctx: CanvasRenderingContext2D,
  { area, ratio, xOf, yOf }: PlotView,
  columns: CandleColumns,
  colours: ChartColours,
  { first, last }: RowRange,
  volumePx: number,
  shape: CandleShape = "candles",
): void {
  const body = Math.max(1, Math.round((xOf(1) - xOf(0)) * BODY_SHARE));
  const wick = Math.max(1, Math.round(ratio));
  const floor = area.top + area.height;
  const up = { shapes: [] as Rect[], volume: [] as Rect[] };
  const down = { shapes: [] as Rect[], volume: [] as Rect[] };

  const drawColumn = ({ middle, open, close, ...column }: Column) => {
    const side = close >= open ? up : down;
    const left = middle - Math.floor(body / 2);
    const volume = Math.round(column.volume * volumePx);
    if (volume > 0) side.volume.push([left, floor - volume, body, volume]);
    if (shape === "none") return;
    const high = Math.round(yOf(column.high));
    const low = Math.round(yOf(column.low));
    side.shapes.push([middle - Math.floor(wick / 2), high, wick, Math.max(1, low - high)]);
    if (body > wick && shape === "bars") {
      const half = Math.floor(body / 2);
      side.shapes.push([left, Math.round(yOf(open)), half, wick]);
      side.shapes.push([middle, Math.round(yOf(close)), half, wick]);
    } else if (body > wick) {
      const top = Math.round(yOf(Math.max(open, close)));
      const foot = Math.round(yOf(Math.min(open, close)));
      side.shapes.push([left, top, body, Math.max(wick, foot - top)]);
    }
  };

  let column: Column | undefined;
  for (let row = first; row <= last; row++) {
    const middle = Math.round(xOf(row));
    const [open = 0, close = 0] = [columns.open[row], columns.close[row]];
    const [high = 0, low = 0, volume = 0] = [columns.high[row], columns.low[row], columns.volume[row]];
    if (column?.middle === middle) {
      column.close = close;
      column.high = Math.max(column.high, high);
      column.low = Math.min(column.low, low);
      column.volume = Math.max(column.volume, volume);
    } else {
      if (column) drawColumn(column);
      column = { middle, open, close, high, low, volume };
    }
  }
  if (column) drawColumn(column);

  ctx.save();
  clipTo(ctx, area);
  for (const [side, colour] of [
    [up, colours.up],
    [down, colours.down],
  ] as const) {
    fillRects(ctx, side.volume, withOpacity(colour, VOLUME_OPACITY));
    fillRects(ctx, side.shapes, colour);
  }
  ctx.restore();
}

/** Fills rectangles one by one: a path of many makes a browser compute for each of its rows which of them it crosses. */
export function fillRects(ctx: CanvasRenderingContext2D, rects: readonly Rect[], colour: string): void {
  ctx.fillStyle = colour;
  for (const [left, top, width, height] of rects) ctx.fillRect(left, top, width, height);
}

/** The height of one unit of volume, canvas px: the largest of these rows gets the volume's share of the plot. */
export function volumeScale(volume: readonly number[], { first, last }: RowRange, { area }: PlotView): number {
  let most = 0;
  for (let row = first; row <= last; row++) most = Math.max(most, volume[row] ?? 0);
  return most > 0 ? (area.height * VOLUME_SHARE) / most : 0;
}

import type { LineColour } from "../indicators/chosen-indicators.ts";
import type { Column } from "../indicators/indicator.ts";
import { type ChartColours, withOpacity } from "./chart-colours.ts";
import { fillRects, type Rect } from "./draw-candles.ts";
import type { ShownIndicator } from "./indicator-board.ts";
import { clipTo, type PlotView, type RowRange } from "./plot-view.ts";

type LineValues = Pick<Column, "at">;

const WIDTH_PX = 1.5;
const BAND_OPACITY = 0.07;
const HISTOGRAM_OPACITY = 0.55;
const BAR_SHARE = 0.75;
/** A line in the colour of text would be louder than the candles. */
const TEXT_OPACITY = 0.7;

/** The colour of an indicator's line on a canvas. */
function lineColour(colours: ChartColours, colour: LineColour): string {
  return colour === "text" ? withOpacity(colours.text, TEXT_OPACITY) : colours[colour];
}

/** The same in CSS. */
export function lineColourCss(colour: LineColour): string {
  return colour === "text"
    ? `color-mix(in oklab, var(--text) ${TEXT_OPACITY * 100}%, transparent)`
    : `var(--${colour})`;
}

/**
 * Draws an indicator in some rows, with one point per pixel column: further points would cost time and not be visible.
 * @param view its `yOf` is the scale of the indicator
 */
export function drawIndicator(
  ctx: CanvasRenderingContext2D,
  view: PlotView,
  { lines, indicator }: Pick<ShownIndicator, "lines" | "indicator">,
  colours: ChartColours,
  rows: RowRange,
): void {
  const points = columnRows(view, rows);
  ctx.save();
  clipTo(ctx, view.area);
  ctx.lineWidth = WIDTH_PX * view.ratio;
  ctx.lineJoin = "round";
  const { upper, lower } = indicator.lines;
  if (upper && lower) fillBand(ctx, view, [upper, lower], points, withOpacity(colours.muted, BAND_OPACITY));
  for (const { colour, values } of lines) {
    if (colour === null) drawBars(ctx, view, values, points, colours);
    else {
      ctx.beginPath();
      traceLine(ctx, view, values, points);
      ctx.strokeStyle = lineColour(colours, colour);
      ctx.stroke();
    }
  }
  ctx.restore();
}

/** The last row of each pixel column. */
function columnRows({ xOf }: PlotView, { first, last }: RowRange): number[] {
  const rows: number[] = [];
  for (let row = first; row <= last; row += 1) {
    if (row === last || Math.round(xOf(row)) !== Math.round(xOf(row + 1))) rows.push(row);
  }
  return rows;
}

/** Rows without a value interrupt the line. */
function traceLine(
  ctx: CanvasRenderingContext2D,
  { xOf, yOf }: PlotView,
  values: LineValues,
  rows: readonly number[],
): void {
  let isDrawing = false;
  for (const row of rows) {
    const value = values.at(row);
    if (Number.isNaN(value)) isDrawing = false;
    else {
      if (isDrawing) ctx.lineTo(xOf(row), yOf(value));
      else ctx.moveTo(xOf(row), yOf(value));
      isDrawing = true;
    }
  }
}

function fillBand(
  ctx: CanvasRenderingContext2D,
  { xOf, yOf }: PlotView,
  [upper, lower]: [LineValues, LineValues],
  rows: readonly number[],
  fill: string,
): void {
  const filled = rows.filter((row) => !Number.isNaN(upper.at(row)));
  ctx.beginPath();
  for (const row of filled) ctx.lineTo(xOf(row), yOf(upper.at(row)));
  for (const row of filled.toReversed()) ctx.lineTo(xOf(row), yOf(lower.at(row)));
  ctx.fillStyle = fill;
  ctx.fill();
}

function drawBars(
  ctx: CanvasRenderingContext2D,
  { xOf, yOf }: PlotView,
  values: LineValues,
  rows: readonly number[],
  colours: ChartColours,
): void {
  const width = Math.max(1, Math.round((xOf(1) - xOf(0)) * BAR_SHARE));
  const zero = Math.round(yOf(0));
  const [up, down]: [Rect[], Rect[]] = [[], []];
  for (const row of rows) {
    const value = values.at(row);
    if (Number.isNaN(value)) continue;
    const left = Math.round(xOf(row)) - Math.floor(width / 2);
    (value >= 0 ? up : down).push([left, zero, width, Math.round(yOf(value)) - zero]);
  }
  fillRects(ctx, up, withOpacity(colours.up, HISTOGRAM_OPACITY));
  fillRects(ctx, down, withOpacity(colours.down, HISTOGRAM_OPACITY));
}

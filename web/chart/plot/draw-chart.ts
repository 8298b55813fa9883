import type { CandleColumns } from "./candle-columns.ts";
import { type ChartColours, withOpacity } from "./chart-colours.ts";
import type { ChartType } from "./chart-types.ts";
import { type CandleShape, drawCandles } from "./draw-candles.ts";
import { clipTo, type PlotView, type RowRange } from "./plot-view.ts";

const SHAPES: Readonly<Record<ChartType, CandleShape>> = {
  candles: "candles",
  bars: "bars",
  line: "none",
  area: "none",
  heikinAshi: "candles",
};

const LINE_PX = 2;
const AREA_OPACITY = 0.14;

/**
 * Draws candles and volume of some rows as a chart type. A line begins one row before them, where the line of the rows
 * before ends.
 */
export function drawChart(
  ctx: CanvasRenderingContext2D,
  view: PlotView,
  drawn: { type: ChartType; drawnColumns: CandleColumns; firstDrawnRow: number; rows: RowRange; volumePx: number },
  colours: ChartColours,
): void {
  const { type, drawnColumns, firstDrawnRow, volumePx } = drawn;
  const rows = { ...drawn.rows, first: Math.max(drawn.rows.first, firstDrawnRow) };
  drawCandles(ctx, view, drawnColumns, colours, rows, volumePx, SHAPES[type]);
  if (SHAPES[type] !== "none") return;
  const points = linePoints(view, drawnColumns.close, { ...rows, first: Math.max(0, rows.first - 1) });
  if (type === "area") fillBelow(ctx, view, points, withOpacity(colours.accent, AREA_OPACITY));
  strokeLine(ctx, view, points, { colour: colours.accent, widthPx: LINE_PX });
}

/** A point of a line, canvas px. */
export type LinePoint = readonly [x: number, y: number];

/** The points of a line through the values of some rows, one in a pixel column; a row without a value has none. */
export function linePoints(
  { xOf, yOf }: PlotView,
  values: ArrayLike<number | null>,
  { first, last }: RowRange,
): LinePoint[] {
  const points: LinePoint[] = [];
  for (let row = first; row <= last; row++) {
    const value = values[row];
    const x = xOf(row);
    const isColumnsLast = row === last || Math.round(x) !== Math.round(xOf(row + 1));
    if (isColumnsLast && value !== null && value !== undefined) points.push([x, yOf(value)]);
  }
  return points;
}

/** Strokes a line through points, within the plot. */
export function strokeLine(
  ctx: CanvasRenderingContext2D,
  { area, ratio }: PlotView,
  points: readonly LinePoint[],
  { colour, widthPx }: { colour: string; widthPx: number },
): void {
  ctx.save();
  clipTo(ctx, area);
  ctx.lineWidth = widthPx * ratio;
  ctx.lineJoin = "round";
  ctx.strokeStyle = colour;
  ctx.beginPath();
  for (const [x, y] of points) ctx.lineTo(x, y);
  ctx.stroke();
  ctx.restore();
}

function fillBelow(
  ctx: CanvasRenderingContext2D,
  { area }: PlotView,
  points: readonly LinePoint[],
  colour: string,
): void {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return;
  const foot = area.top + area.height;
  ctx.save();
  clipTo(ctx, area);
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.moveTo(first[0], foot);
  for (const [x, y] of points) ctx.lineTo(x, y);
  ctx.lineTo(last[0], foot);
  ctx.fill();
  ctx.restore();
}

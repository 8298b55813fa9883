import { type ChartColours, withOpacity } from "./chart-colours.ts";
import type { PlotView } from "./plot-view.ts";

/** Of the grid, over the plot and over panes. */
export const GRID_OPACITY = 0.55;

/** Draws the grid of a plot at its labels, and the border to its axes. */
export function drawGrid(
  ctx: CanvasRenderingContext2D,
  { area, priceAxis, timeAxis, ratio, xOf, yOf }: PlotView,
  labelled: { rows: readonly number[]; prices: readonly number[] },
  colours: ChartColours,
): void {
  const { left, top, width, height } = area;
  const [right, foot] = [left + width, top + height];
  ctx.save();
  ctx.lineWidth = Math.max(1, Math.round(ratio));
  ctx.strokeStyle = withOpacity(colours.line, GRID_OPACITY);
  for (const row of labelled.rows) strokeSharp(ctx, [xOf(row), top], [xOf(row), foot]);
  for (const price of labelled.prices) strokeSharp(ctx, [left, yOf(price)], [right, yOf(price)]);
  ctx.strokeStyle = colours.line;
  strokeSharp(ctx, [priceAxis.left, top], [priceAxis.left, foot]);
  strokeSharp(ctx, [timeAxis.left, foot], [right, foot]);
  ctx.restore();
}

/** Draws a horizontal or vertical line without blurred edges, with the width and the colour of the context. */
export function strokeSharp(ctx: CanvasRenderingContext2D, from: [number, number], to: [number, number]): void {
  ctx.beginPath();
  // The middle of a pixel.
  ctx.moveTo(Math.round(from[0]) + 0.5, Math.round(from[1]) + 0.5);
  ctx.lineTo(Math.round(to[0]) + 0.5, Math.round(to[1]) + 0.5);
  ctx.stroke();
}

import type { CandleColumns } from "./candle-columns.ts";
import { type ChartColours, withOpacity } from "./chart-colours.ts";
import { AVERAGE_PERIODS, movingAverage } from "./moving-average.ts";
import { clipTo, type PlotView, type RowRange } from "./plot-view.ts";

const PAINT: Record<(typeof AVERAGE_PERIODS)[number], (colours: ChartColours) => string> = {
  9: ({ accent }) => accent,
  21: ({ text }) => withOpacity(text, 0.7),
};
const WIDTH_PX = 1.5;

/**
 * Draws the moving averages of the closes in some rows, with one point per pixel column: further points would cost time
 * and not be visible.
 * @param hidden the periods that are left out
 */
export function drawAverages(
  ctx: CanvasRenderingContext2D,
  { area, ratio, xOf, yOf }: PlotView,
  columns: CandleColumns,
  colours: ChartColours,
  hidden: ReadonlySet<number>,
  { first, last }: RowRange,
): void {
  ctx.save();
  clipTo(ctx, area);
  ctx.lineWidth = WIDTH_PX * ratio;
  ctx.lineJoin = "round";
  for (const period of AVERAGE_PERIODS) {
    if (hidden.has(period)) continue;
    const from = Math.max(0, first - period + 1);
    const means = movingAverage(columns.close.slice(from, last + 1), period);
    ctx.beginPath();
    for (const [i, mean] of means.entries()) {
      const x = xOf(from + i);
      const isColumnsLast = i === means.length - 1 || Math.round(x) !== Math.round(xOf(from + i + 1));
      if (mean !== null && isColumnsLast) ctx.lineTo(x, yOf(mean));
    }
    ctx.strokeStyle = PAINT[period](colours);
    ctx.stroke();
  }
  ctx.restore();
}

import { type ChartColours, withOpacity } from "./chart-colours.ts";
import { clipTo, type PlotView } from "./plot-view.ts";

const HATCH_STEP_PX = 7;

/** Hatches the time since the last price: from after the last candle to the axis. */
export function drawStale(
  ctx: CanvasRenderingContext2D,
  { area, ratio, xOf }: PlotView,
  rowCount: number,
  colours: ChartColours,
): void {
  const right = area.left + area.width;
  const left = Math.max(area.left, Math.round(xOf(rowCount)));
  if (left >= right) return;
  ctx.save();
  clipTo(ctx, { ...area, left, width: right - left });
  ctx.lineWidth = Math.max(1, Math.round(ratio));
  ctx.strokeStyle = withOpacity(colours.control, 0.45);
  ctx.beginPath();
  const step = HATCH_STEP_PX * ratio;
  for (let foot = area.top; foot < area.top + area.height + (right - left); foot += step) {
    ctx.moveTo(left, foot);
    ctx.lineTo(right, foot - (right - left));
  }
  ctx.stroke();
  ctx.strokeStyle = colours.warn;
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(left + 0.5, area.top);
  ctx.lineTo(left + 0.5, area.top + area.height);
  ctx.stroke();
  ctx.restore();
}

import type uPlot from "uplot";
import { type ChartColours, withOpacity } from "./chart-colours.ts";

const HATCH_STEP_PX = 7;

/** Hatches the time since the last price: from after the last candle to the axis. */
export function drawStale(u: uPlot, rowCount: number, colours: ChartColours): void {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio || 1;
  const right = bbox.left + bbox.width;
  const left = Math.max(bbox.left, Math.round(u.valToPos(rowCount, "x", true)));
  if (left >= right) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, bbox.top, right - left, bbox.height);
  ctx.clip();
  ctx.lineWidth = Math.max(1, Math.round(ratio));
  ctx.strokeStyle = withOpacity(colours.control, 0.45);
  ctx.beginPath();
  const step = HATCH_STEP_PX * ratio;
  for (let foot = bbox.top; foot < bbox.top + bbox.height + (right - left); foot += step) {
    ctx.moveTo(left, foot);
    ctx.lineTo(right, foot - (right - left));
  }
  ctx.stroke();
  ctx.strokeStyle = colours.warn;
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(left + 0.5, bbox.top);
  ctx.lineTo(left + 0.5, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

import type uPlot from "uplot";
import type { CandleColumns } from "./candle-columns.ts";
import { type ChartColours, withOpacity } from "./chart-colours.ts";

/** The share of the plot's height, from its foot, that the volume takes. */
const VOLUME_SHARE = 0.14;
const VOLUME_OPACITY = 0.28;
const BODY_SHARE = 0.75;

/**
 * Draws wicks, bodies and volume of the candles in sight: two paths a colour, so that five thousand of them cost four
 * fills.
 * @param u the plot, whose x is the candle's row
 */
export function drawCandles(u: uPlot, columns: CandleColumns, colours: ChartColours): void {
  const { ctx, bbox } = u;
  const first = Math.max(0, Math.floor(u.scales.x?.min ?? 0));
  const last = Math.min(columns.startMs.length - 1, Math.ceil(u.scales.x?.max ?? -1));
  const step = u.valToPos(1, "x", true) - u.valToPos(0, "x", true);
  const ratio = devicePixelRatio || 1;
  const body = Math.max(1, Math.round(step * BODY_SHARE));
  const wick = Math.max(1, Math.round(ratio));
  const floor = bbox.top + bbox.height;
  const volumePx = volumeScale(columns.volume, first, last, bbox.height * VOLUME_SHARE);
  const up = { shapes: new Path2D(), volume: new Path2D() };
  const down = { shapes: new Path2D(), volume: new Path2D() };

  for (let row = first; row <= last; row++) {
    const open = columns.open[row] ?? 0;
    const close = columns.close[row] ?? 0;
    const side = close >= open ? up : down;
    const middle = Math.round(u.valToPos(row, "x", true));
    const left = middle - Math.floor(body / 2);
    const high = Math.round(u.valToPos(columns.high[row] ?? 0, "y", true));
    const low = Math.round(u.valToPos(columns.low[row] ?? 0, "y", true));
    const top = Math.round(u.valToPos(Math.max(open, close), "y", true));
    const foot = Math.round(u.valToPos(Math.min(open, close), "y", true));
    side.shapes.rect(middle - Math.floor(wick / 2), high, wick, Math.max(1, low - high));
    if (body > wick) side.shapes.rect(left, top, body, Math.max(wick, foot - top));
    const volume = Math.round((columns.volume[row] ?? 0) * volumePx);
    if (volume > 0) side.volume.rect(left, floor - volume, body, volume);
  }

  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const [side, colour] of [
    [up, colours.up],
    [down, colours.down],
  ] as const) {
    ctx.fillStyle = withOpacity(colour, VOLUME_OPACITY);
    ctx.fill(side.volume);
    ctx.fillStyle = colour;
    ctx.fill(side.shapes);
  }
  ctx.restore();
}

function volumeScale(volume: readonly number[], first: number, last: number, heightPx: number): number {
  let most = 0;
  for (let row = first; row <= last; row++) most = Math.max(most, volume[row] ?? 0);
  return most > 0 ? heightPx / most : 0;
}

import type { Candle } from "../../worker/contract/candles.ts";
import { areaPxOf, canvasPx } from "./plot/axis-size.ts";
import { columnsOf } from "./plot/candle-columns.ts";
import { readColours } from "./plot/chart-colours.ts";
import { newestWindow, rowsThatFit } from "./plot/chart-window.ts";
import { drawCandles, volumeScale } from "./plot/draw-candles.ts";
import { drawGrid } from "./plot/draw-grid.ts";
import { rowsInSight, viewOf } from "./plot/plot-view.ts";
import { extentOf, rangeAround, rowsOf } from "./plot/shown-range.ts";

/**
 * Draws the newest candles where and as the chart draws them at first, without labels.
 * @param candles their prices in any unit
 */
export function drawFirstCandles(canvas: HTMLCanvasElement, candles: readonly Candle[]): void {
  const { width: widthPx, height: heightPx } = canvas.getBoundingClientRect();
  const areaPx = areaPxOf({ widthPx, heightPx, panesPx: 0 });
  const columns = columnsOf(candles);
  const window = newestWindow(candles.length, rowsThatFit(areaPx.width));
  const extent = extentOf(columns, rowsOf(window));
  canvas.width = canvasPx(widthPx);
  canvas.height = canvasPx(heightPx);
  const ctx = canvas.getContext("2d");
  if (!ctx || !extent || areaPx.height === 0) return;
  const range = rangeAround(extent, { mode: "linear", heightPx: areaPx.height, legendPx: 0 });
  const view = viewOf(canvas, areaPx, { window, mode: "linear", range });
  const rows = rowsInSight(view, candles.length);
  const colours = readColours();
  drawGrid(ctx, view, { rows: [], prices: [] }, colours);
  drawCandles(ctx, view, columns, colours, rows, volumeScale(columns.volume, rows, view));
  canvas.dataset.shows = "candles";
}

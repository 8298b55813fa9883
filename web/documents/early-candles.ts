import type { Candle } from "../../worker/contract/candles.ts";
import { areaPxOf, canvasPx } from "../chart/plot/axis-size.ts";
import { columnsOf } from "../chart/plot/candle-columns.ts";
import { readColours } from "../chart/plot/chart-colours.ts";
import { newestWindow, rowsThatFit } from "../chart/plot/chart-window.ts";
import { drawCandles, volumeScale } from "../chart/plot/draw-candles.ts";
import { drawGrid } from "../chart/plot/draw-grid.ts";
import { rowsInSight, viewOf } from "../chart/plot/plot-view.ts";
import { extentOf, rangeAround, rowsOf } from "../chart/plot/shown-range.ts";
import { isStandardChart } from "../chart/stored-interval.ts";
import { copyRead, hasPreloads } from "../state/network/preloads.ts";
import { lastAccount } from "../state/storage/account-storage.ts";
import { firstCandles, firstCharted } from "../trading/first-symbol.ts";

/**
 * Draws the first candles into the document where and as the chart draws them at first, which takes a second more on a slow phone.
 * The chart takes the canvas over until its own is drawn: `useEarlyCandles`. The documents load this file beside
 * `early-balance.ts`, which sends the request.
 */
export async function showEarlyCandles(): Promise<void> {
  const places = document.querySelectorAll<HTMLCanvasElement>('#root > [aria-busy] [data-awaited="candles"]');
  const place = [...places].find((one) => one.getClientRects().length > 0);
  if (!place || !hasPreloads() || !isStandardChart()) return;
  const reply = await copyRead(firstCandles(firstCharted(lastAccount())));
  // The shape of the answer is that of the call whose address this is.
  if (reply?.ok) drawFirstCandles(place, (await reply.json()) as { candles: Candle[] });
}

/** @param answer its prices are dollars */
function drawFirstCandles(canvas: HTMLCanvasElement, { candles }: { candles: readonly Candle[] }): void {
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

// The chart shows and retries what fails here.
showEarlyCandles().catch(() => {});

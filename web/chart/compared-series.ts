import { effect } from "@preact/signals-react";
import type { CandleInterval } from "../../worker/contract/candles.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { rowAtTime } from "../drawings/projection.ts";
import { drawnQuoteOf } from "../state/prices.ts";
import { watchQuery } from "../state/query.ts";
import type { CandleSeries } from "./candle-series.ts";
import type { ChartController } from "./chart-controller.ts";
import { fetchCandles } from "./fetch-candles.ts";
import type { CandleColumns } from "./plot/candle-columns.ts";
import { coverPriceLabels } from "./plot/draw-axis-labels.ts";
import { linePoints, strokeLine } from "./plot/draw-chart.ts";
import { type PlotView, type RowRange, rowsInSight } from "./plot/plot-view.ts";
import { type PriceRange, percentOf } from "./plot/price-scale.ts";
import { seriesQuery } from "./series-query.ts";

const LINE_PX = 1.5;
/** The height of its tag and of the last price's, which have two lines, and of a line. */
const TAG_PX = 36;
const TAG_LINE_PX = 14;

/**
 * Returns the close of another symbol for each of some candles: that of the candle under way when each begins, or null
 * before its first one. Times without a candle of its own keep the close before, as its market was closed.
 */
export function alignedCloses(
  startMs: readonly number[],
  other: Pick<CandleColumns, "startMs" | "close">,
  { first, last }: RowRange,
): (number | null)[] {
  const closes: (number | null)[] = [];
  let row = rowAtTime(other.startMs, startMs[first] ?? 0);
  for (let i = first; i <= last; i++) {
    const atMs = startMs[i] ?? 0;
    while ((other.startMs[row + 1] ?? Number.POSITIVE_INFINITY) <= atMs) row += 1;
    closes.push(other.close[row] ?? null);
  }
  return closes;
}

/**
 * Compares a chart's symbol with another one: a line of its closes, laid onto the price axis so that both begin at the
 * same place at the left edge, with a tag of its change since then.
 *
 * @returns ends it
 */
export function compareWith(chart: ChartController, symbol: FeedSymbol, interval: CandleInterval): () => void {
  let series: CandleSeries | null = null;
  const layer = chart.plot.addLayer((ctx, view) => draw(ctx, view));

  const stopQuery = watchQuery(seriesQuery(symbol, interval, fetchCandles, "comparison"), ({ value }) => {
    if (!value || value === series) return;
    series = value;
    series.onChange = () => chart.redraw();
    series.onPrice = () => layer.redraw();
    chart.redraw();
  });
  const stopPrices = effect(() => {
    const quote = drawnQuoteOf(symbol).value;
    if (quote) series?.take(quote);
  });
  chart.setExtent((rows) => extentOf(pricesOf(rows)?.prices ?? []));

  return () => {
    stopPrices();
    stopQuery();
    series?.leave();
    layer.remove();
    chart.setExtent(() => null);
  };

  /** Its closes on the scale of the chart's prices, and the close that is laid onto the chart's first visible one. */
  function pricesOf(rows: RowRange): { prices: (number | null)[]; base: number; closes: (number | null)[] } | null {
    const startMs = chart.series?.columns.startMs;
    if (!startMs || !series) return null;
    const range = { first: Math.max(0, rows.first), last: Math.min(rows.last, startMs.length - 1) };
    const closes = alignedCloses(startMs, series.columns, range);
    const base = closes.find((close) => close !== null);
    if (base === undefined || base === null) return null;
    return { prices: closes.map((close) => close && (close / base) * chart.plot.base()), base, closes };
  }

  function draw(ctx: CanvasRenderingContext2D, view: PlotView): void {
    const rowCount = chart.rowCount.peek();
    const rows = rowsInSight(view, rowCount);
    const firstMs = chart.series?.columns.startMs[rows.first] ?? 0;
    if (series && (series.columns.startMs[0] ?? 0) > firstMs) void series.loadOlder();
    const compared = pricesOf(rows);
    if (!compared) return;
    const { prices, base, closes } = compared;
    // The points are by rows: what is out of sight is left empty.
    const byRow = { ...view, xOf: (i: number) => view.xOf(rows.first + i) };
    const points = linePoints(byRow, prices, { first: 0, last: prices.length - 1 });
    strokeLine(ctx, view, points, { colour: chart.colours.muted, widthPx: LINE_PX });
    const [last, lastClose] = [prices.at(-1), closes.at(-1)];
    if (last && lastClose) drawTag(ctx, view, view.yOf(last), percentOf(lastClose, base));
  }

  function drawTag(ctx: CanvasRenderingContext2D, view: PlotView, at: number, percent: string): void {
    const { area, priceAxis, ratio } = view;
    const { colours } = chart;
    const lastPrice = chart.series?.columns.close.at(-1);
    const tagTop = lastPrice === undefined ? null : view.yOf(lastPrice);
    const apart = (TAG_PX + 1) * ratio;
    const y = tagTop !== null && Math.abs(at - tagTop) < apart ? tagTop + (at < tagTop ? -apart : apart) : at;
    if (y < area.top || y > area.top + area.height) return;
    const tag = { price: view.priceAt(y), tagText: [symbol, percent], look: "over" } as const;
    coverPriceLabels(ctx, view, chart.plot.priceLabels(), [tag], colours.bg);
    const [left, width] = [priceAxis.left + ratio, priceAxis.width - 2 * ratio];
    const height = TAG_PX * ratio;
    ctx.beginPath();
    ctx.roundRect(left, y - height / 2, width, height, 3 * ratio);
    ctx.fillStyle = colours.raised;
    ctx.fill();
    ctx.lineWidth = Math.max(1, Math.round(ratio));
    ctx.strokeStyle = colours.control;
    ctx.stroke();
    ctx.font = `500 ${12 * ratio}px ${chart.plot.fontFamily}`;
    ctx.textAlign = "right";
    ctx.textBaseline = "middle";
    ctx.fillStyle = colours.muted;
    ctx.fillText(symbol, left + width - 7 * ratio, y - (TAG_LINE_PX / 2) * ratio);
    ctx.fillStyle = colours.text;
    ctx.fillText(percent, left + width - 7 * ratio, y + (TAG_LINE_PX / 2) * ratio);
  }
}

function extentOf(prices: readonly (number | null)[]): PriceRange | null {
  let range: PriceRange | null = null;
  for (const price of prices) {
    if (price === null) continue;
    range = range ? { min: Math.min(range.min, price), max: Math.max(range.max, price) } : { min: price, max: price };
  }
  return range;
}

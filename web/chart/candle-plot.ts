import uPlot from "uplot";
import { AxisPicture } from "./axis-picture.ts";
import type { CandleColumns } from "./candle-columns.ts";
import { type ChartColours, withOpacity } from "./chart-colours.ts";
import type { ChartWindow } from "./chart-window.ts";
import { drawAverages } from "./draw-averages.ts";
import { drawCandles } from "./draw-candles.ts";
import { drawPriceLines, type PriceLine } from "./draw-price-lines.ts";
import { drawStale } from "./draw-stale.ts";
import { priceAxisOf } from "./plot-places.ts";
import { labelledRows, timeLabel } from "./time-labels.ts";

export const AXIS_WIDTH_PX = 80;
export const AXIS_HEIGHT_PX = 28;
/** What a time label needs, with the room between two. */
const LABEL_ROOM_PX = 76;
const PRICE_LABEL_ROOM_PX = 54;
/** Between the plot and its labels. */
const TIME_LABEL_GAP_PX = 6;
const PRICE_LABEL_GAP_PX = 8;
/** Above the highest candle stands the legend, below the lowest the volume. */
const HEADROOM_PX = 56;
const FOOTROOM = 0.2;

/** All that is drawn. The columns are read when the plot draws, so they may grow in place. */
export type PlotScene = {
  columns: CandleColumns;
  hiddenAverages: ReadonlySet<number>;
  lines: readonly PriceLine[];
  sizeMs: number;
  timeZone: string;
  formatPrice: (price: number) => string;
};

export type CandlePlot = {
  show(scene: PlotScene, window: ChartWindow): void;
  resize(widthPx: number, heightPx: number): void;
  setColours(colours: ChartColours): void;
  /** The row under a place of the plot, CSS px from its left; not rounded. */
  rowAt(leftPx: number): number;
  priceAt(topPx: number): number;
  /** Where a price stands, CSS px from the plot's top. */
  topOf(price: number): number;
  /** The plot without its axes: what listens to the pointer. */
  area: HTMLElement;
  /** Its size, CSS px, known without a look at the page. */
  areaPx(): { width: number; height: number };
  destroy(): void;
};

/**
 * Owns the uPlot: makes it, gives it data, and draws the candles into it.
 * @param onHover the row under the crosshair, or null; CSS px of the pointer within the plot
 */
export function makeCandlePlot(
  target: HTMLElement,
  given: {
    widthPx: number;
    heightPx: number;
    colours: ChartColours;
    onHover: (at: { row: number; leftPx: number; topPx: number } | null) => void;
    onDrawn: () => void;
  },
): CandlePlot {
  let { colours } = given;
  let scene: PlotScene | null = null;
  /** 0, 1, ... as far as there are candles: uPlot's x. */
  const rows: number[] = [];
  // Asked for once: while it draws, the question would make the browser compute all styles again.
  const { fontFamily } = getComputedStyle(target);
  const canvasFont = (weight: number) => `${weight} ${12 * (devicePixelRatio || 1)}px ${fontFamily}`;
  const tint = (share: number) => () => withOpacity(colours.line, share);

  const timeLabels = new AxisPicture();
  const priceLabels = new AxisPicture();
  const priceTags = new AxisPicture();
  /** Where uPlot puts the grid: the labels are written beside it. */
  let labelledAt: { rows: number[]; prices: number[] } = { rows: [], prices: [] };

  const extent: uPlot.Series = { scale: "y", paths: () => null, points: { show: false } };

  const u = new uPlot(
    {
      width: given.widthPx,
      height: given.heightPx,
      padding: [0, 0, 0, 0],
      legend: { show: false },
      cursor: { drag: { x: false, y: false, setScale: false }, points: { show: false } },
      scales: {
        x: { time: false, auto: false, range: (_, min, max) => [min, max] },
        y: { range: (plot, min, max) => roomFor(min, max, plot.bbox.height / (devicePixelRatio || 1)) },
      },
      series: [{}, extent, extent],
      axes: [
        {
          size: AXIS_HEIGHT_PX,
          grid: { stroke: tint(0.55), width: 1 },
          ticks: { show: false },
          border: { show: true, stroke: () => colours.line, width: 1 },
          splits: (plot) => (scene ? labelsIn(plot, scene) : []),
          values: (_, rows) => {
            labelledAt = { ...labelledAt, rows };
            return [];
          },
        },
        {
          side: 1,
          size: AXIS_WIDTH_PX,
          space: PRICE_LABEL_ROOM_PX,
          grid: { stroke: tint(0.55), width: 1 },
          ticks: { show: false },
          border: { show: true, stroke: () => colours.line, width: 1 },
          values: (_, prices) => {
            labelledAt = { ...labelledAt, prices };
            return [];
          },
        },
      ],
      hooks: {
        drawAxes: [
          (plot) => {
            if (!scene) return;
            const look = { font: canvasFont(400), colour: colours.muted };
            drawTimeLabels(plot, timeLabels, look, scene, labelledAt.rows);
            drawPriceLabels(plot, priceLabels, look, scene, labelledAt.prices);
            drawCandles(plot, scene.columns, colours);
            drawAverages(plot, scene.columns, colours, scene.hiddenAverages);
          },
        ],
        draw: [
          (plot) => {
            if (!scene) return;
            if (scene.lines.some(({ look }) => look === "stale"))
              drawStale(plot, scene.columns.startMs.length, colours);
            drawPriceLines(plot, priceTags, scene.lines, colours, canvasFont(500));
            given.onDrawn();
          },
        ],
        setCursor: [
          (plot) => {
            const { left = -1, top = -1 } = plot.cursor;
            given.onHover(
              left < 0 || top < 0 ? null : { row: Math.round(plot.posToVal(left, "x")), leftPx: left, topPx: top },
            );
          },
        ],
      },
    },
    undefined,
    target,
  );

  return {
    show(next, window) {
      scene = next;
      const { columns } = next;
      for (let row = rows.length; row < columns.startMs.length; row++) rows.push(row);
      rows.length = columns.startMs.length;
      // uPlot's type wants mutable lists; it only reads them.
      const data = [rows, columns.high, columns.low] as unknown as uPlot.AlignedData;
      u.batch(() => {
        u.setData(data, false);
        u.setScale("x", { min: window.from, max: window.to });
      });
    },
    resize: (width, height) => u.setSize({ width, height }),
    setColours(next) {
      colours = next;
      u.redraw(true, true);
    },
    rowAt: (leftPx) => u.posToVal(leftPx, "x"),
    priceAt: (topPx) => u.posToVal(topPx, "y"),
    topOf: (price) => u.valToPos(price, "y"),
    area: u.over,
    areaPx: () => ({ width: u.bbox.width / (devicePixelRatio || 1), height: u.bbox.height / (devicePixelRatio || 1) }),
    destroy: () => u.destroy(),
  };
}

/** The range that leaves room above and below the candles in a plot of this height, CSS px. */
function roomFor(min: number | null, max: number | null, heightPx: number): [number, number] {
  if (min === null || max === null) return [0, 1];
  const span = max - min || Math.abs(max) * 0.01 || 1;
  const headroom = Math.min(0.3, HEADROOM_PX / Math.max(1, heightPx));
  const whole = span / (1 - headroom - FOOTROOM);
  return [min - whole * FOOTROOM, max + whole * headroom];
}

function labelsIn(plot: uPlot, { columns, sizeMs, timeZone }: PlotScene): number[] {
  const from = plot.scales.x?.min ?? 0;
  const to = plot.scales.x?.max ?? 0;
  const rowsApart = (LABEL_ROOM_PX * (to - from)) / Math.max(1, plot.bbox.width / (devicePixelRatio || 1));
  // A label whose left half would be cut off is none.
  return labelledRows(columns.startMs, { from: from + rowsApart / 4, to }, { rows: rowsApart, sizeMs }, timeZone);
}

function labelOf({ columns, sizeMs, timeZone }: PlotScene, row: number): string {
  const atMs = columns.startMs[row];
  return atMs === undefined ? "" : timeLabel(atMs, columns.startMs[row - 1] ?? null, sizeMs, timeZone);
}

type LabelPaint = { font: string; colour: string };

function drawTimeLabels(
  plot: uPlot,
  picture: AxisPicture,
  { font, colour }: LabelPaint,
  scene: PlotScene,
  rows: number[],
): void {
  const { ctx, bbox } = plot;
  const { columns, sizeMs, timeZone } = scene;
  const top = bbox.top + bbox.height;
  const area = { left: 0, top, width: ctx.canvas.width, height: ctx.canvas.height - top };
  const places = rows.map((row) => Math.round(plot.valToPos(row, "x", true)));
  const shown = rows.map((row, i) => `${columns.startMs[row]}@${places[i]}`);
  picture.draw(ctx, area, [font, colour, sizeMs, timeZone, ...shown].join(" "), (onto) => {
    onto.font = font;
    onto.fillStyle = colour;
    onto.textAlign = "center";
    onto.textBaseline = "top";
    const y = top + TIME_LABEL_GAP_PX * (devicePixelRatio || 1);
    for (const [i, row] of rows.entries()) onto.fillText(labelOf(scene, row), places[i] ?? 0, y);
  });
}

/** A label that a tag covers is left out, and one that would reach below the plot. */
function drawPriceLabels(
  plot: uPlot,
  picture: AxisPicture,
  { font, colour }: LabelPaint,
  { lines, formatPrice }: PlotScene,
  prices: number[],
): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio || 1;
  const placeOf = (price: number) => Math.round(plot.valToPos(price, "y", true));
  const tags = lines.map(({ price, words }) => ({ y: placeOf(price), roomPx: (words.length > 1 ? 26 : 17) * ratio }));
  const free = prices
    .map((price) => ({ price, y: placeOf(price) }))
    .filter(({ y }) => y <= bbox.top + bbox.height - PRICE_LABEL_GAP_PX * ratio)
    .filter(({ y }) => tags.every((tag) => Math.abs(tag.y - y) >= tag.roomPx));
  // How one of them is written tells how all are.
  const state = [font, colour, formatPrice(0), ...free.map(({ price, y }) => `${price}@${y}`)].join(" ");
  const area = priceAxisOf(plot);
  picture.draw(ctx, area, state, (onto) => {
    onto.font = font;
    onto.fillStyle = colour;
    onto.textAlign = "left";
    onto.textBaseline = "middle";
    for (const { price, y } of free) onto.fillText(formatPrice(price), area.left + PRICE_LABEL_GAP_PX * ratio, y);
  });
}

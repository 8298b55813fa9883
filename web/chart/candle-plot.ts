import uPlot from "uplot";
import type { CandleColumns } from "./candle-columns.ts";
import { type ChartColours, withOpacity } from "./chart-colours.ts";
import type { ChartWindow } from "./chart-window.ts";
import { drawAverages } from "./draw-averages.ts";
import { drawCandles } from "./draw-candles.ts";
import { drawPriceLines, type PriceLine } from "./draw-price-lines.ts";
import { labelledRows, timeLabel } from "./time-labels.ts";

export const AXIS_WIDTH_PX = 80;
export const AXIS_HEIGHT_PX = 28;
/** What a time label needs, with the room between two. */
const LABEL_ROOM_PX = 76;
const PRICE_LABEL_ROOM_PX = 54;
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
  const canvasFont = () => `500 ${12 * (devicePixelRatio || 1)}px ${fontFamily}`;
  const tint = (share: number) => () => withOpacity(colours.line, share);

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
          font: `400 12px ${fontFamily}`,
          stroke: () => colours.muted,
          grid: { stroke: tint(0.55), width: 1 },
          ticks: { show: false },
          border: { show: true, stroke: () => colours.line, width: 1 },
          gap: 6,
          splits: (plot) => (scene ? labelsIn(plot, scene) : []),
          values: (_, rows) => rows.map((row) => (scene ? labelOf(scene, row) : "")),
        },
        {
          side: 1,
          size: AXIS_WIDTH_PX,
          space: PRICE_LABEL_ROOM_PX,
          font: `400 12px ${fontFamily}`,
          stroke: () => colours.muted,
          grid: { stroke: tint(0.55), width: 1 },
          ticks: { show: false },
          border: { show: true, stroke: () => colours.line, width: 1 },
          gap: 8,
          values: (plot, prices) => prices.map((price) => (scene ? axisPrice(plot, scene, price) : "")),
        },
      ],
      hooks: {
        drawAxes: [
          (plot) => {
            if (!scene) return;
            drawCandles(plot, scene.columns, colours);
            drawAverages(plot, scene.columns, colours, scene.hiddenAverages);
          },
        ],
        draw: [
          (plot) => {
            if (scene) drawPriceLines(plot, scene.lines, colours, canvasFont());
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

function labelsIn(plot: uPlot, { columns, timeZone }: PlotScene): number[] {
  const from = plot.scales.x?.min ?? 0;
  const to = plot.scales.x?.max ?? 0;
  const rowsApart = (LABEL_ROOM_PX * (to - from)) / Math.max(1, plot.bbox.width / (devicePixelRatio || 1));
  // A label whose left half would be cut off is none.
  return labelledRows(columns.startMs, { from: from + rowsApart / 4, to }, rowsApart, timeZone);
}

function labelOf({ columns, sizeMs, timeZone }: PlotScene, row: number): string {
  const atMs = columns.startMs[row];
  return atMs === undefined ? "" : timeLabel(atMs, columns.startMs[row - 1] ?? null, sizeMs, timeZone);
}

/** A label that a tag covers is left out. */
function axisPrice(plot: uPlot, { lines, formatPrice }: PlotScene, price: number): string {
  const top = plot.valToPos(price, "y");
  const isCovered = lines.some((line) => {
    const room = line.words.length > 1 ? 26 : 17;
    return Math.abs(plot.valToPos(line.price, "y") - top) < room;
  });
  return isCovered ? "" : formatPrice(price);
}

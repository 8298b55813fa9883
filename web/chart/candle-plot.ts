import uPlot from "uplot";
import { AxisPicture } from "./axis-picture.ts";
import { AXIS_HEIGHT_PX, AXIS_WIDTH_PX } from "./axis-size.ts";
import type { CandleColumns } from "./candle-columns.ts";
import { type ChartColours, withOpacity } from "./chart-colours.ts";
import type { ChartType, ScaleMode } from "./chart-types.ts";
import { type ChartWindow, hasRow } from "./chart-window.ts";
import { coverPriceLabels, drawPriceLabels, drawTimeLabels } from "./draw-axis-labels.ts";
import { VOLUME_SHARE, volumeScale } from "./draw-candles.ts";
import { drawChart } from "./draw-chart.ts";
import { drawIndicator } from "./draw-indicator.ts";
import { drawPriceLines, type PriceLine, TagPictures } from "./draw-price-lines.ts";
import { drawStale } from "./draw-stale.ts";
import type { ShownIndicator } from "./indicator-board.ts";
import { type Pane, panesHeightPx } from "./pane-layout.ts";
import { type DrawLayer, PlotLayer } from "./plot-layer.ts";
import { PlotPanes } from "./plot-panes.ts";
import {
  liveRows,
  type PlotView,
  priceMappingOf,
  priceRangeOf,
  type RowRange,
  rowsInSight,
  viewOf,
} from "./plot-view.ts";
import {
  fromUnit,
  labelledPrices,
  type PriceRange,
  percentOf,
  priceMapping,
  rangeWithRoom,
  toUnit,
} from "./price-scale.ts";
import { labelledRows } from "./time-labels.ts";

/** The width of a time label including the gap to the next one. */
const LABEL_ROOM_PX = 76;
/** The buttons of the scale at the right end of the time axis, which have no labels below them. */
const SCALE_BUTTONS_PX = 124;
/**
 * Room above the highest candle for the legend, in px, and below the lowest for the volume, as a share of the height.
 */
const HEADROOM_PX = 56;
const FOOTROOM = 0.2;
/** A price that comes nearer than this to the top of the plot changes the price range. */
const EDGE_PX = 12;

/** Everything that is drawn. The columns are read at draw time, so they may grow in place. */
export type PlotScene = {
  columns: CandleColumns;
  indicators: readonly ShownIndicator[];
  /** Where the indicators with a pane of their own are drawn, below the plot. */
  panes: readonly Pane[];
  /** What is drawn of each candle; Heikin-Ashi candles in place of `columns` where that is the type. */
  type: ChartType;
  drawnColumns: CandleColumns;
  scale: ScaleMode;
  /** The price range that the trader has set; null while it follows the candles. */
  manualRange: PriceRange | null;
  /** The smallest step of the symbol's price. */
  priceStep: number;
  /** Prices that are shown too, of some rows; null without any. */
  extentOf: (rows: { first: number; last: number }) => PriceRange | null;
  lines: readonly PriceLine[];
  sizeMs: number;
  timeZone: string;
  formatPrice: (price: number) => string;
};

/** The plot as its controller sees it. Sizes and positions in CSS px. */
export type CandlePlot = {
  show(scene: PlotScene, window: ChartWindow): void;
  /**
   * Draws a new price: the newest candle and the lines, on a layer of their own.
   * @returns false where that is not enough, because the price has left the price range: the plot must be shown again
   */
  showPrice(scene: PlotScene): boolean;
  /**
   * Adds a layer above the others. The plot draws it with each drawing of its own; what changes it otherwise calls its
   * `redraw`.
   */
  addLayer(draw: DrawLayer): Pick<PlotLayer, "redraw" | "remove">;
  resize(widthPx: number, heightPx: number): void;
  setColours(colours: ChartColours): void;
  /** The row at a position, CSS px from the plot's left; not rounded. */
  rowAt(leftPx: number): number;
  /** The middle of a row, CSS px from the plot's left. */
  leftOf(row: number): number;
  priceAt(topPx: number): number;
  /** The position of a price, CSS px from the plot's top. */
  topOf(price: number): number;
  /** What the axis says at a position, CSS px from the plot's top: a price, or the value of a pane below the plot. */
  axisText(topPx: number): string;
  /** The prices at its foot and its top. */
  priceRange(): PriceRange;
  /** The close of the first visible row, which is 0 on the percent scale. */
  base(): number;
  fontFamily: string;
  /** The middles of the price labels, canvas px. */
  priceLabels(): readonly number[];
  /** The element of the plot without its axes; attach pointer listeners here. */
  area: HTMLElement;
  /** The element of the panes below the plot, with the same left edge. */
  panesArea: HTMLElement;
  /** The plot's size, CSS px, known without a layout read. */
  areaPx(): { width: number; height: number };
  destroy(): void;
};

type PlotGiven = {
  widthPx: number;
  heightPx: number;
  colours: ChartColours;
  onHover: (at: { row: number; leftPx: number; topPx: number } | null) => void;
  onDrawn: () => void;
};

/** What the hooks of the plot draw, and their cached labels. */
type Drawing = {
  scene: PlotScene | null;
  window: ChartWindow;
  colours: ChartColours;
  /** Read once: reading it while drawing would make the browser compute all styles again. */
  readonly fontFamily: string;
  /** The grid positions chosen by uPlot; the labels are drawn at them. */
  readonly labelledAt: { rows: number[]; prices: number[] };
  readonly pictures: { readonly times: AxisPicture; readonly prices: AxisPicture; readonly tags: TagPictures };
  /** From the plot's last drawing: what the layers have in common, the middles of its price labels, the volume's scale. */
  drawn: { view: PlotView; priceLabels: readonly number[]; volumePx: number } | null;
  readonly panes: PlotPanes;
  readonly layers: Set<PlotLayer>;
};

/**
 * Owns the uPlot instance: creates it, passes it data, and draws the candles into it. What a price changes is drawn on a
 * layer above, so that the rest is drawn only when the window, the candles before the newest, the size or the colours
 * change.
 * @param given.onHover called with the row under the crosshair and the pointer's position in CSS px, or with null
 * @param given.onDrawn called after every drawing
 */
export function makeCandlePlot(target: HTMLElement, given: PlotGiven): CandlePlot {
  const drawing: Drawing = {
    scene: null,
    window: { from: 0, to: 0 },
    colours: given.colours,
    fontFamily: getComputedStyle(target).fontFamily,
    labelledAt: { rows: [], prices: [] },
    pictures: { times: new AxisPicture(), prices: new AxisPicture(), tags: new TagPictures() },
    drawn: null,
    panes: new PlotPanes(),
    layers: new Set(),
  };
  /** 0, 1, ... for each candle: uPlot's x values. */
  const rows: number[] = [];
  const u = new uPlot(candleOptions(drawing, given), undefined, target);
  const panesArea = addPanesArea(u);
  let panesPx = 0;
  const addLayer = (draw: DrawLayer) => {
    const layer = new PlotLayer(u.ctx.canvas, draw);
    drawing.layers.add(layer);
    const remove = () => {
      drawing.layers.delete(layer);
      layer.remove();
    };
    return { redraw: () => layer.redraw(), remove };
  };
  const live = addLayer((ctx, view) => drawLive(ctx, view, drawing));

  return {
    addLayer,
    showPrice(next) {
      drawing.scene = next;
      if (!drawing.drawn || leavesRange(drawing, drawing.drawn.view, next)) return false;
      live.redraw();
      return true;
    },
    show(next, window) {
      drawing.scene = next;
      drawing.window = window;
      const { columns, drawnColumns } = next;
      for (let row = rows.length; row < columns.startMs.length; row++) rows.push(row);
      rows.length = columns.startMs.length;
      // uPlot's type requires mutable arrays, but it only reads them.
      const data = [rows, drawnColumns.high, drawnColumns.low] as unknown as uPlot.AlignedData;
      const heightPx = panesHeightPx(next.panes);
      const isResized = heightPx !== panesPx;
      panesPx = heightPx;
      u.root.style.setProperty("--panes-px", `${panesPx}px`);
      u.batch(() => {
        u.setData(data, false);
        if (isResized) u.redraw(true, true);
        u.setScale("x", { min: window.from, max: window.to });
      });
    },
    resize: (width, height) => u.setSize({ width, height }),
    setColours(next) {
      drawing.colours = next;
      u.redraw(true, true);
    },
    rowAt: (leftPx) => u.posToVal(leftPx, "x"),
    leftOf: (row) => u.valToPos(row, "x"),
    priceAt: (topPx) => priceMappingOf(u, scaleOf(drawing)).priceAt(topPx),
    topOf: (price) => priceMappingOf(u, scaleOf(drawing)).yOf(price),
    axisText(topPx) {
      const { scene } = drawing;
      if (!scene) return "";
      const y = topPx * (devicePixelRatio || 1) + u.bbox.top;
      const price = priceMappingOf(u, scene.scale).priceAt(topPx);
      return drawing.panes.textAt(y, scene) ?? scene.formatPrice(price);
    },
    priceRange: () => priceRangeOf(u),
    base: () => baseOf(drawing),
    fontFamily: drawing.fontFamily,
    priceLabels: () => drawing.drawn?.priceLabels ?? [],
    area: u.over,
    panesArea,
    areaPx: () => ({ width: u.bbox.width / (devicePixelRatio || 1), height: u.bbox.height / (devicePixelRatio || 1) }),
    destroy: () => u.destroy(),
  };
}

function candleOptions(drawing: Drawing, { widthPx, heightPx, onHover, onDrawn }: PlotGiven): uPlot.Options {
  const extent: uPlot.Series = { scale: "y", paths: () => null, points: { show: false } };
  return {
    width: widthPx,
    height: heightPx,
    padding: [0, 0, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: false, y: false, setScale: false }, points: { show: false } },
    scales: {
      x: { time: false, auto: false, range: (_, min, max) => [min, max] },
      y: {
        // uPlot draws the grid alone by these, all else is placed by the view.
        distr: 100,
        fwd: (price) => toUnit(scaleOf(drawing), price),
        bwd: (unit) => fromUnit(scaleOf(drawing), unit),
        range: (plot, min, max) => shownRange(drawing, min, max, plot.bbox.height / (devicePixelRatio || 1)),
      },
    },
    series: [{}, extent, extent],
    axes: candleAxes(drawing),
    hooks: {
      drawAxes: [(plot) => drawCandleArea(plot, drawing)],
      draw: [
        (plot) => {
          if (!drawing.drawn) return;
          for (const layer of drawing.layers) layer.show(drawing.drawn.view, plot.ctx.canvas);
          onDrawn();
        },
      ],
      setCursor: [
        (plot) => {
          const { left = -1, top = -1 } = plot.cursor;
          onHover(left < 0 || top < 0 ? null : { row: Math.round(plot.posToVal(left, "x")), leftPx: left, topPx: top });
        },
      ],
    },
  };
}

/** The axes have a grid and a border; uPlot chooses the positions of their labels, which are drawn with the candles. */
function candleAxes(drawing: Drawing): uPlot.Axis[] {
  const lines: uPlot.Axis = {
    grid: { stroke: () => withOpacity(drawing.colours.line, 0.55), width: 1 },
    ticks: { show: false },
    border: { show: true, stroke: () => drawing.colours.line, width: 1 },
  };
  const keep = (name: keyof Drawing["labelledAt"]) => (_: uPlot, splits: number[]) => {
    drawing.labelledAt[name] = splits;
    return [];
  };
  return [
    {
      ...lines,
      size: () => AXIS_HEIGHT_PX + panesHeightPx(drawing.scene?.panes ?? []),
      splits: (plot) => (drawing.scene ? labelsIn(plot, drawing.scene) : []),
      values: keep("rows"),
    },
    {
      ...lines,
      side: 1,
      size: AXIS_WIDTH_PX,
      splits: (plot) => pricesWithLabels(plot, drawing),
      filter: (_, splits) => splits,
      values: keep("prices"),
    },
  ];
}

/** Draws what no price changes. */
function drawCandleArea(plot: uPlot, drawing: Drawing): void {
  const { scene, colours, labelledAt, pictures } = drawing;
  if (!scene) return;
  const { ctx } = plot;
  const view = viewOf(plot, scene.scale);
  const { columns } = scene;
  const look = { font: canvasFont(drawing, 400), colour: colours.muted };
  drawTimeLabels(ctx, view, pictures.times, look, scene, labelledAt.rows);
  const base = baseOf(drawing);
  const labelOf = scene.scale === "percent" ? (price: number) => percentOf(price, base) : scene.formatPrice;
  const priceLabels = drawPriceLabels(ctx, view, pictures.prices, look, labelOf, labelledAt.prices);
  const inSight = rowsInSight(view, columns.startMs.length);
  const volumePx = volumeScale(columns.volume, inSight, view);
  const settled = { ...inSight, last: Math.min(inSight.last, liveRows(view, columns.startMs.length).first - 1) };
  drawChart(ctx, view, { ...scene, rows: settled, volumePx }, colours);
  drawOverlays(ctx, view, drawing, volumePx, settled);
  drawing.panes.draw(ctx, view, scene, colours, fontsOf(drawing), { inSight, settled, labelled: labelledAt.rows });
  drawing.drawn = { view, priceLabels, volumePx };
}

/** Draws the indicators over the candles and over the volume. */
function drawOverlays(
  ctx: CanvasRenderingContext2D,
  view: PlotView,
  { scene, colours }: Drawing,
  volumePx: number,
  rows: RowRange,
): void {
  const volumes = { min: 0, max: view.area.height / volumePx };
  const volumeView = { ...view, ...priceMapping("linear", volumes, view.area) };
  for (const shown of scene?.indicators ?? []) {
    const { pane } = shown.kind;
    if (pane !== "own") drawIndicator(ctx, pane === "price" ? view : volumeView, shown, colours, rows);
  }
}

/** The element of the panes: a pointer on it moves the crosshair of the plot. */
function addPanesArea(u: uPlot): HTMLElement {
  const element = document.createElement("div");
  element.dataset.panes = "";
  u.over.parentElement?.append(element);
  element.addEventListener("mousemove", ({ offsetX, offsetY }) =>
    u.setCursor({ left: offsetX, top: u.bbox.height / (devicePixelRatio || 1) + offsetY }),
  );
  element.addEventListener("mouseleave", () => u.setCursor({ left: -10, top: -10 }));
  return element;
}

function fontsOf(drawing: Drawing) {
  return { labels: canvasFont(drawing, 400), tags: canvasFont(drawing, 500) };
}

/** Draws what a price changes: the newest candle, the end of the indicators, and the lines with their tags. */
function drawLive(ctx: CanvasRenderingContext2D, view: PlotView, drawing: Drawing): void {
  const { scene, drawn, colours } = drawing;
  if (!scene || !drawn) return;
  const { columns, lines } = scene;
  const rowCount = columns.startMs.length;
  const live = liveRows(view, rowCount);
  const isLastInSight = hasRow(view.window, rowCount - 1);
  const fromSettled = { ...live, first: Math.max(0, live.first - 1) };
  if (isLastInSight) {
    drawChart(ctx, view, { ...scene, rows: live, volumePx: drawn.volumePx }, colours);
    drawOverlays(ctx, view, drawing, drawn.volumePx, fromSettled);
  }
  const rows = { live: isLastInSight ? fromSettled : null, last: rowCount - 1 };
  drawing.panes.drawLive(ctx, scene, colours, fontsOf(drawing), rows);
  if (lines.some(({ look }) => look === "stale")) drawStale(ctx, view, rowCount, colours);
  coverPriceLabels(ctx, view, drawn.priceLabels, lines, colours.bg);
  drawPriceLines(ctx, view, drawing.pictures.tags, lines, colours, canvasFont(drawing, 500));
}

/**
 * Whether the newest candle is in sight and outside of the automatic price range, or its indicators outside of theirs.
 * The range has room around the candles, so that it changes only once in many prices: a candle may use the room for the
 * legend, but not that of the volume.
 */
function leavesRange({ panes }: Drawing, view: PlotView, { drawnColumns, manualRange }: PlotScene): boolean {
  const { area, ratio, yOf } = view;
  const { high, low } = drawnColumns;
  const last = high.length - 1;
  if (last < 0 || !hasRow(view.window, last)) return false;
  const isAbove = yOf(high[last] ?? 0) < area.top + EDGE_PX * ratio;
  const isBelow = yOf(low[last] ?? 0) > area.top + area.height * (1 - VOLUME_SHARE);
  return (manualRange === null && (isAbove || isBelow)) || panes.isLeft(last);
}

function canvasFont({ fontFamily }: Drawing, weight: number): string {
  return `${weight} ${12 * (devicePixelRatio || 1)}px ${fontFamily}`;
}

/** How far lines of trades may widen the price range, as a share of that of the candles. */
const WIDENED_MAX = 0.5;

/** The prices to show: those of the candles, and of the lines of trades near them. */
function withLines({ min, max }: PriceRange, lines: readonly PriceLine[]): PriceRange {
  const room = (max - min) * WIDENED_MAX;
  const near = lines
    .filter(({ price, look }) => look === "over" && price >= min - room && price <= max + room)
    .map(({ price }) => price);
  return { min: Math.min(min, ...near), max: Math.max(max, ...near) };
}

/**
 * The prices at the foot and at the top: those that the trader has set, or the candles with room around them.
 * @param heightPx the plot's height, CSS px
 */
function shownRange(
  { scene, window }: Drawing,
  min: number | null,
  max: number | null,
  heightPx: number,
): [number, number] {
  if (scene?.manualRange) return [scene.manualRange.min, scene.manualRange.max];
  if (!scene || min === null || max === null) return [0, 1];
  const rows = { first: Math.floor(window.from), last: Math.ceil(window.to) };
  const more = scene.extentOf(rows);
  const extent = more ? { min: Math.min(min, more.min), max: Math.max(max, more.max) } : { min, max };
  const above = Math.min(0.3, HEADROOM_PX / Math.max(1, heightPx));
  const range = rangeWithRoom(scene.scale, withLines(extent, scene.lines), { above, below: FOOTROOM });
  return [range.min, range.max];
}

function scaleOf({ scene }: Drawing): ScaleMode {
  return scene?.scale ?? "linear";
}

/** The close of the first visible row. */
function baseOf({ scene, window }: Drawing): number {
  const close = scene?.columns.close ?? [];
  return close[Math.min(Math.max(0, Math.ceil(window.from)), close.length - 1)] ?? 0;
}

function pricesWithLabels(plot: uPlot, drawing: Drawing): number[] {
  const { scene } = drawing;
  if (!scene) return [];
  const heightPx = plot.bbox.height / (devicePixelRatio || 1);
  const axis = { heightPx, step: scene.priceStep, base: baseOf(drawing) };
  return labelledPrices(scene.scale, priceRangeOf(plot), axis);
}

function labelsIn(plot: uPlot, { columns, sizeMs, timeZone }: PlotScene): number[] {
  const from = plot.scales.x?.min ?? 0;
  const to = plot.scales.x?.max ?? 0;
  const rowsApart = (LABEL_ROOM_PX * (to - from)) / Math.max(1, plot.bbox.width / (devicePixelRatio || 1));
  const perPx = rowsApart / LABEL_ROOM_PX;
  // Leaves out a label whose left half would be cut off, and those below the buttons at the right.
  const span = { from: from + rowsApart / 4, to: to - SCALE_BUTTONS_PX * perPx - rowsApart / 4 };
  return labelledRows(columns.startMs, span, { rows: rowsApart, sizeMs }, timeZone);
}

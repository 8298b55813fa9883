import { AxisPicture } from "./axis-picture.ts";
import type { CandleColumns } from "./candle-columns.ts";
import type { ChartColours } from "./chart-colours.ts";
import type { ChartType, ScaleMode } from "./chart-types.ts";
import { type ChartWindow, hasRow } from "./chart-window.ts";
import { coverPriceLabels, drawPriceLabels, drawTimeLabels } from "./draw-axis-labels.ts";
import { VOLUME_SHARE, volumeScale } from "./draw-candles.ts";
import { drawChart } from "./draw-chart.ts";
import { drawGrid } from "./draw-grid.ts";
import { drawIndicator } from "./draw-indicator.ts";
import { drawPriceLines, type PriceLine, TagPictures } from "./draw-price-lines.ts";
import { drawStale } from "./draw-stale.ts";
import type { ShownIndicator } from "./indicator-board.ts";
import { type Pane, panesHeightPx } from "./pane-layout.ts";
import { PlotFrame } from "./plot-frame.ts";
import { type DrawLayer, PlotLayer } from "./plot-layer.ts";
import { PlotPanes } from "./plot-panes.ts";
import { liveRows, type PlotView, type RowRange, rowsInSight, viewOf } from "./plot-view.ts";
import { labelledPrices, type PriceMapping, type PriceRange, percentOf, priceMapping } from "./price-scale.ts";
import { extentOf, rangeAround, rowsOf } from "./shown-range.ts";
import { labelledRows } from "./time-labels.ts";

/** The width of a time label including the gap to the next one. */
const LABEL_ROOM_PX = 76;
/** The buttons of the scale at the right end of the time axis, for fingers, which have no labels below them. */
const SCALE_BUTTONS_PX = 140;
/** A price that comes nearer than this to the top of the plot changes the price range. */
const EDGE_PX = 12;

/** Everything that is drawn. The columns are read at draw time, so they may grow in place. */
export type PlotScene = {
  columns: CandleColumns;
  indicators: readonly ShownIndicator[];
  /** Where the indicators with a pane of their own are drawn, below the plot. */
  panes: readonly Pane[];
  /** The drawn values of each candle; Heikin-Ashi candles in place of `columns` where that is the type. */
  type: ChartType;
  drawnColumns: CandleColumns;
  /** The first of them that is drawn: older candles, if there are some, would change those before it. */
  firstDrawnRow: number;
  scale: ScaleMode;
  /** The price range that the trader has set; null while it follows the candles. */
  manualRange: PriceRange | null;
  /** Prices that are shown too, of some rows; null without any. */
  extentOf: (rows: { first: number; last: number }) => PriceRange | null;
  /** The height of the legend, which the automatic price range leaves free, CSS px. */
  legendPx: number;
  lines: readonly PriceLine[];
  /** The middles of tags over the price axis, CSS px from the plot's top. */
  tags: readonly number[];
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
  /** The text of the axis at a position, CSS px from the plot's top: a price, on the percent scale its change, or the value of a pane. */
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

/** The scene, and the labels that are kept between drawings. */
type Drawing = {
  scene: PlotScene | null;
  window: ChartWindow;
  range: PriceRange;
  colours: ChartColours;
  /** Read once: reading it while drawing would make the browser compute all styles again. */
  readonly fontFamily: string;
  readonly pictures: { readonly times: AxisPicture; readonly prices: AxisPicture; readonly tags: TagPictures };
  /** From the plot's last drawing: what the layers have in common, the middles of its price labels, the volume's scale. */
  drawn: { view: PlotView; priceLabels: readonly number[]; volumePx: number } | null;
  readonly panes: PlotPanes;
};

/**
 * Draws candles on a canvas, with their axes. What a price changes is drawn on a layer with a copy of the rest, which is drawn
 * only when the window, the candles before the newest, the size or the colours change.
 * @param given.onHover called with the row under the crosshair and the pointer's position in CSS px, or with null
 * @param given.onDrawn called after every drawing
 */
export function makeCandlePlot(target: HTMLElement, given: PlotGiven): CandlePlot {
  const drawing: Drawing = {
    scene: null,
    window: { from: 0, to: 1 },
    range: { min: 0, max: 1 },
    colours: given.colours,
    fontFamily: getComputedStyle(target).fontFamily,
    pictures: { times: new AxisPicture(), prices: new AxisPicture(), tags: new TagPictures() },
    drawn: null,
    panes: new PlotPanes(),
  };
  let { widthPx, heightPx } = given;
  const frame = new PlotFrame(target, { onHover: hover, onRatio: draw });
  const layers = new Set<PlotLayer>();
  // In each frame that the page draws, the browser copies every canvas that is displayed.
  frame.canvas.hidden = true;
  const live = addLayer((ctx, view) => {
    ctx.drawImage(frame.canvas, 0, 0);
    drawLive(ctx, view, drawing);
  });
  layOut();

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
      draw();
    },
    resize(width, height) {
      [widthPx, heightPx] = [width, height];
      draw();
    },
    setColours(next) {
      drawing.colours = next;
      draw();
    },
    rowAt,
    leftOf(row) {
      const { from, to } = drawing.window;
      return ((row - from) / (to - from)) * frame.areaPx.width;
    },
    priceAt: (topPx) => mapping().priceAt(topPx),
    topOf: (price) => mapping().yOf(price),
    axisText(topPx) {
      const { scene } = drawing;
      if (!scene) return "";
      const pane = drawing.panes.textAt(topPx * (devicePixelRatio || 1), scene);
      return pane ?? priceLabelOf(drawing, scene)(mapping().priceAt(topPx));
    },
    priceRange: () => drawing.range,
    base: () => baseOf(drawing),
    fontFamily: drawing.fontFamily,
    priceLabels: () => drawing.drawn?.priceLabels ?? [],
    area: frame.area,
    panesArea: frame.panesArea,
    areaPx: () => frame.areaPx,
    destroy() {
      frame.destroy();
      for (const layer of layers) layer.remove();
    },
  };

  function layOut(): void {
    frame.layOut({ widthPx, heightPx, panesPx: panesHeightPx(drawing.scene?.panes ?? []) });
  }

  function draw(): void {
    layOut();
    const ctx = frame.canvas.getContext("2d");
    const { scene, window } = drawing;
    const { canvas, areaPx } = frame;
    if (!ctx || !scene || areaPx.width === 0 || areaPx.height === 0) return;
    drawing.range = shownRange(scene, window, areaPx.height);
    const view = viewOf(canvas, areaPx, { window, mode: scene.scale, range: drawing.range });
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    drawing.drawn = drawCandleArea(ctx, view, drawing, scene, areaPx);
    for (const layer of layers) layer.show(view, canvas);
    if (frame.place) hover();
    given.onDrawn();
  }

  function addLayer(drawLayer: DrawLayer): Pick<PlotLayer, "redraw" | "remove"> {
    const layer = new PlotLayer(frame.canvas, drawLayer);
    layers.add(layer);
    const remove = () => {
      layers.delete(layer);
      layer.remove();
    };
    return { redraw: () => layer.redraw(), remove };
  }

  function rowAt(leftPx: number): number {
    const { from, to } = drawing.window;
    return from + (leftPx / (frame.areaPx.width || 1)) * (to - from);
  }

  function mapping(): PriceMapping {
    return priceMapping(drawing.scene?.scale ?? "linear", drawing.range, { top: 0, height: frame.areaPx.height });
  }

  function hover(): void {
    const { place } = frame;
    given.onHover(place && { row: Math.round(rowAt(place.leftPx)), ...place });
  }
}

/** Draws what no price changes. */
function drawCandleArea(
  ctx: CanvasRenderingContext2D,
  view: PlotView,
  drawing: Drawing,
  scene: PlotScene,
  areaPx: { width: number; height: number },
): Drawing["drawn"] {
  const { colours, pictures } = drawing;
  const { columns } = scene;
  const base = baseOf(drawing);
  const axis = { heightPx: areaPx.height, step: 1, base };
  const labelled = {
    rows: rowsWithLabels(scene, view.window, areaPx.width),
    prices: labelledPrices(scene.scale, drawing.range, axis),
  };
  drawGrid(ctx, view, labelled, colours);
  const look = { font: canvasFont(drawing, 400), colour: colours.muted };
  drawTimeLabels(ctx, view, pictures.times, look, scene, labelled.rows);
  const priceLabels = drawPriceLabels(ctx, view, pictures.prices, look, priceLabelOf(drawing, scene), labelled.prices);
  const inSight = rowsInSight(view, columns.startMs.length);
  const volumePx = volumeScale(columns.volume, inSight, view);
  const settled = { ...inSight, last: Math.min(inSight.last, liveRows(view, columns.startMs.length).first - 1) };
  drawChart(ctx, view, { ...scene, rows: settled, volumePx }, colours);
  drawOverlays(ctx, view, drawing, volumePx, settled);
  drawing.panes.draw(ctx, view, scene, colours, fontsOf(drawing), { inSight, settled, labelled: labelled.rows });
  return { view, priceLabels, volumePx };
}

/** How the axis says a price: on the percent scale as a change. */
function priceLabelOf(drawing: Drawing, { scale, formatPrice }: PlotScene): (price: number) => string {
  const base = baseOf(drawing);
  return scale === "percent" ? (price) => percentOf(price, base) : formatPrice;
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
  coverPriceLabels(ctx, view, drawn.priceLabels, lines, colours.bg, scene.tags);
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
 * The prices at the foot and at the top: those that the trader has set, or the candles in sight with room around them.
 * @param heightPx the plot's height, CSS px
 */
function shownRange(scene: PlotScene, window: ChartWindow, heightPx: number): PriceRange {
  if (scene.manualRange) return scene.manualRange;
  const rows = rowsOf(window);
  const extent = extentOf(scene.drawnColumns, rows);
  if (!extent) return { min: 0, max: 1 };
  const more = scene.extentOf(rows);
  const whole = more ? { min: Math.min(extent.min, more.min), max: Math.max(extent.max, more.max) } : extent;
  return rangeAround(withLines(whole, scene.lines), { mode: scene.scale, heightPx, legendPx: scene.legendPx });
}

/** The close of the first visible row. */
function baseOf({ scene, window }: Drawing): number {
  const close = scene?.columns.close ?? [];
  return close[Math.min(Math.max(0, Math.ceil(window.from)), close.length - 1)] ?? 0;
}

function rowsWithLabels(
  { columns, sizeMs, timeZone }: PlotScene,
  { from, to }: ChartWindow,
  widthPx: number,
): number[] {
  const perPx = (to - from) / widthPx;
  const rowsApart = LABEL_ROOM_PX * perPx;
  // Leaves out a label whose left half would be cut off, and those below the buttons at the right.
  const span = { from: from + rowsApart / 4, to: to - SCALE_BUTTONS_PX * perPx - rowsApart / 4 };
  return labelledRows(columns.startMs, span, { rows: rowsApart, sizeMs }, timeZone);
}

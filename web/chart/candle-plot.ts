import uPlot from "uplot";
import { AxisPicture } from "./axis-picture.ts";
import { AXIS_HEIGHT_PX, AXIS_WIDTH_PX } from "./axis-size.ts";
import type { CandleColumns } from "./candle-columns.ts";
import { type ChartColours, withOpacity } from "./chart-colours.ts";
import type { ChartWindow } from "./chart-window.ts";
import { drawAverages } from "./draw-averages.ts";
import { drawCandles } from "./draw-candles.ts";
import { drawPriceLines, type PriceLine } from "./draw-price-lines.ts";
import { drawStale } from "./draw-stale.ts";
import { priceAxisOf } from "./plot-places.ts";
import { labelledRows, timeLabel } from "./time-labels.ts";

/** The width of a time label including the gap to the next one. */
const LABEL_ROOM_PX = 76;
const PRICE_LABEL_ROOM_PX = 54;
/** The gap between the plot and its labels. */
const TIME_LABEL_GAP_PX = 6;
const PRICE_LABEL_GAP_PX = 8;
/**
 * Room above the highest candle for the legend, in px, and below the lowest for the volume, as a share of the height.
 */
const HEADROOM_PX = 56;
const FOOTROOM = 0.2;

/** Everything that is drawn. The columns are read at draw time, so they may grow in place. */
export type PlotScene = {
  columns: CandleColumns;
  hiddenAverages: ReadonlySet<number>;
  lines: readonly PriceLine[];
  sizeMs: number;
  timeZone: string;
  formatPrice: (price: number) => string;
};

/** The plot as its controller sees it. Sizes and positions in CSS px. */
export type CandlePlot = {
  show(scene: PlotScene, window: ChartWindow): void;
  resize(widthPx: number, heightPx: number): void;
  setColours(colours: ChartColours): void;
  /** The row at a position, CSS px from the plot's left; not rounded. */
  rowAt(leftPx: number): number;
  priceAt(topPx: number): number;
  /** The position of a price, CSS px from the plot's top. */
  topOf(price: number): number;
  /** The element of the plot without its axes; attach pointer listeners here. */
  area: HTMLElement;
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
  colours: ChartColours;
  /** Read once: reading it while drawing would make the browser compute all styles again. */
  readonly fontFamily: string;
  /** The grid positions chosen by uPlot; the labels are drawn at them. */
  readonly labelledAt: { rows: number[]; prices: number[] };
  readonly pictures: Readonly<Record<"times" | "prices" | "tags", AxisPicture>>;
};

/**
 * Owns the uPlot instance: creates it, passes it data, and draws the candles into it.
 * @param given.onHover called with the row under the crosshair and the pointer's position in CSS px, or with null
 * @param given.onDrawn called after every drawing
 */
export function makeCandlePlot(target: HTMLElement, given: PlotGiven): CandlePlot {
  const drawing: Drawing = {
    scene: null,
    colours: given.colours,
    fontFamily: getComputedStyle(target).fontFamily,
    labelledAt: { rows: [], prices: [] },
    pictures: { times: new AxisPicture(), prices: new AxisPicture(), tags: new AxisPicture() },
  };
  /** 0, 1, ... for each candle: uPlot's x values. */
  const rows: number[] = [];
  const u = new uPlot(candleOptions(drawing, given), undefined, target);

  return {
    show(next, window) {
      drawing.scene = next;
      const { columns } = next;
      for (let row = rows.length; row < columns.startMs.length; row++) rows.push(row);
      rows.length = columns.startMs.length;
      // uPlot's type requires mutable arrays, but it only reads them.
      const data = [rows, columns.high, columns.low] as unknown as uPlot.AlignedData;
      u.batch(() => {
        u.setData(data, false);
        u.setScale("x", { min: window.from, max: window.to });
      });
    },
    resize: (width, height) => u.setSize({ width, height }),
    setColours(next) {
      drawing.colours = next;
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
      y: { range: (plot, min, max) => roomFor(min, max, plot.bbox.height / (devicePixelRatio || 1)) },
    },
    series: [{}, extent, extent],
    axes: candleAxes(drawing),
    hooks: {
      drawAxes: [(plot) => drawCandleArea(plot, drawing)],
      draw: [
        (plot) => {
          const { scene, colours, pictures } = drawing;
          if (!scene) return;
          if (scene.lines.some(({ look }) => look === "stale")) drawStale(plot, scene.columns.startMs.length, colours);
          drawPriceLines(plot, pictures.tags, scene.lines, colours, canvasFont(drawing, 500));
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
      size: AXIS_HEIGHT_PX,
      splits: (plot) => (drawing.scene ? labelsIn(plot, drawing.scene) : []),
      values: keep("rows"),
    },
    { ...lines, side: 1, size: AXIS_WIDTH_PX, space: PRICE_LABEL_ROOM_PX, values: keep("prices") },
  ];
}

function drawCandleArea(plot: uPlot, drawing: Drawing): void {
  const { scene, colours, labelledAt, pictures } = drawing;
  if (!scene) return;
  const look = { font: canvasFont(drawing, 400), colour: colours.muted };
  drawTimeLabels(plot, pictures.times, look, scene, labelledAt.rows);
  drawPriceLabels(plot, pictures.prices, look, scene, labelledAt.prices);
  drawCandles(plot, scene.columns, colours);
  drawAverages(plot, scene.columns, colours, scene.hiddenAverages);
}

function canvasFont({ fontFamily }: Drawing, weight: number): string {
  return `${weight} ${12 * (devicePixelRatio || 1)}px ${fontFamily}`;
}

/**
 * Returns the price range that leaves room above and below the candles.
 * @param heightPx the plot's height, CSS px
 */
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
  // Leaves out a label whose left half would be cut off.
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

/** Leaves out labels that a price tag covers or that would reach below the plot. */
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
  const tags = lines.map(({ price, tagText }) => ({
    y: placeOf(price),
    roomPx: (tagText.length > 1 ? 26 : 17) * ratio,
  }));
  const free = prices
    .map((price) => ({ price, y: placeOf(price) }))
    .filter(({ y }) => y <= bbox.top + bbox.height - PRICE_LABEL_GAP_PX * ratio)
    .filter(({ y }) => tags.every((tag) => Math.abs(tag.y - y) >= tag.roomPx));
  // The format of one price identifies the format of all of them.
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

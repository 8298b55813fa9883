import { AxisPicture } from "./axis-picture.ts";
import { AXIS_WIDTH_PX } from "./axis-size.ts";
import { type ChartColours, withOpacity } from "./chart-colours.ts";
import { coverPriceLabels, drawPriceLabels } from "./draw-axis-labels.ts";
import { GRID_OPACITY, strokeSharp } from "./draw-grid.ts";
import { drawIndicator } from "./draw-indicator.ts";
import { drawPriceLines, type PriceLine, TagPictures } from "./draw-price-lines.ts";
import type { ShownIndicator } from "./indicator-board.ts";
import { formatValue } from "./indicator-values.ts";
import type { Pane } from "./pane-layout.ts";
import type { PlotView, RowRange } from "./plot-view.ts";
import { type PriceRange, priceMapping } from "./price-scale.ts";

/** Room above and below the values, CSS px. */
const PAD_PX = 4;
/** Room above and below the values of a scale without fixed ends, as a share of their range. */
const MARGIN = 0.08;
/** The least distance between two labels of the scale, CSS px. */
const LABEL_ROOM_PX = 32;
const LEVELS_OPACITY = 0.05;

type PaneScene = {
  indicators: readonly ShownIndicator[];
  panes: readonly Pane[];
  formatPrice: (price: number) => string;
};

type Fonts = { labels: string; tags: string };

type Pictures = { prices: AxisPicture; tags: TagPictures };

/** A pane as it was drawn; its view has the scale of its indicator. */
type DrawnPane = {
  shown: ShownIndicator;
  view: PlotView;
  labels: readonly number[];
  pictures: Pictures;
};

/** Draws the panes below the price: what no price changes onto the plot, the rest onto the layer above it. */
export class PlotPanes {
  readonly #pictures = new Map<string, Pictures>();
  #drawn: readonly DrawnPane[] = [];

  /**
   * Draws what no price changes.
   * @param rows.inSight the visible rows, from which a scale without fixed ends takes its range
   * @param rows.settled those of them that no price changes
   * @param rows.labelled those with a label on the time axis
   */
  draw(
    ctx: CanvasRenderingContext2D,
    view: PlotView,
    scene: PaneScene,
    colours: ChartColours,
    fonts: Fonts,
    rows: { inSight: RowRange; settled: RowRange; labelled: readonly number[] },
  ): void {
    this.#drawn = scene.panes.flatMap((pane) => {
      const shown = scene.indicators.find(({ chosen }) => chosen.id === pane.id);
      if (!shown) return [];
      const range = rangeOf(shown, rows.inSight);
      const paneView = viewOfPane(view, pane, range);
      const pictures = this.#picturesOf(pane.id);
      const { ratio, xOf, area, yOf } = paneView;
      const levels = shown.kind.levels ?? [];

      ctx.save();
      ctx.fillStyle = withOpacity(colours.muted, LEVELS_OPACITY);
      const [low, high] = levels;
      if (low !== undefined && high !== undefined) ctx.fillRect(area.left, yOf(high), area.width, yOf(low) - yOf(high));
      ctx.lineWidth = Math.max(1, Math.round(ratio));
      ctx.strokeStyle = withOpacity(colours.line, GRID_OPACITY);
      for (const row of rows.labelled) strokeSharp(ctx, [xOf(row), area.top], [xOf(row), area.top + area.height]);
      ctx.strokeStyle = colours.line;
      const right = area.left + area.width;
      strokeSharp(ctx, [area.left, area.top], [right + paneView.priceAxis.width, area.top]);
      strokeSharp(ctx, [right, area.top], [right, area.top + area.height]);
      strokeSharp(ctx, [area.left, area.top + area.height], [right, area.top + area.height]);
      ctx.strokeStyle = colours.control;
      ctx.setLineDash([2 * ratio, 3 * ratio]);
      for (const level of levels) strokeSharp(ctx, [area.left, yOf(level)], [right, yOf(level)]);
      ctx.restore();

      const look = { font: fonts.labels, colour: colours.muted };
      const { values, format } = labelsOf(shown, range, pane.heightPx, scene.formatPrice);
      const labels = drawPriceLabels(ctx, paneView, pictures.prices, look, format, values);
      drawIndicator(ctx, paneView, shown, colours, rows.settled);
      return [{ shown, view: paneView, labels, pictures }];
    });
  }

  /** Draws what a price changes: the end of the lines, and the newest values on the scale. @param live null out of view */
  drawLive(
    ctx: CanvasRenderingContext2D,
    { formatPrice }: PaneScene,
    colours: ChartColours,
    fonts: Fonts,
    rows: { live: RowRange | null; last: number },
  ): void {
    for (const { shown, view, labels, pictures } of this.#drawn) {
      if (rows.live) drawIndicator(ctx, view, shown, colours, rows.live);
      const price = shown.lines.find(({ colour }) => colour !== null)?.values.at(rows.last) ?? Number.NaN;
      if (Number.isNaN(price)) continue;
      const tag: PriceLine[] = [{ price, tagText: [formatValue(shown.kind, price, formatPrice)], look: "value" }];
      coverPriceLabels(ctx, view, labels, tag, colours.bg);
      drawPriceLines(ctx, view, pictures.tags, tag, colours, fonts.tags);
    }
  }

  /** Whether a value of a row is outside of its scale, which must then be drawn again. */
  isLeft(row: number): boolean {
    return this.#drawn.some(({ shown: { lines }, view: { area, yOf } }) =>
      lines.some(({ values }) => {
        const y = yOf(values.at(row));
        return y < area.top || y > area.top + area.height;
      }),
    );
  }

  /** The value at a position as text; null outside of the panes. @param y canvas px */
  textAt(y: number, { formatPrice }: PaneScene): string | null {
    const pane = this.#drawn.find(({ view: { area } }) => y >= area.top && y < area.top + area.height);
    if (!pane) return null;
    return formatValue(pane.shown.kind, pane.view.priceAt(y), formatPrice);
  }

  #picturesOf(id: string): Pictures {
    const known = this.#pictures.get(id) ?? { prices: new AxisPicture(), tags: new TagPictures() };
    this.#pictures.set(id, known);
    return known;
  }
}

function rangeOf({ kind, lines }: ShownIndicator, { first, last }: RowRange): PriceRange {
  if (kind.scale) return { min: kind.scale[0], max: kind.scale[1] };
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const include = (value: number) => {
    if (value < min) min = value;
    if (value > max) max = value;
  };
  for (const { values } of lines) for (let row = first; row <= last; row += 1) include(values.at(row));
  for (const level of kind.levels ?? []) include(level);
  if (min > max) return { min: 0, max: 1 };
  const margin = (max - min || Math.abs(max) || 1) * MARGIN;
  return { min: min - margin, max: max + margin };
}

function viewOfPane(view: PlotView, { topPx, heightPx }: Pane, range: PriceRange): PlotView {
  const { ratio } = view;
  const top = Math.round(topPx * ratio);
  const height = Math.round((topPx + heightPx) * ratio) - top;
  const pad = PAD_PX * ratio;
  return {
    ...view,
    area: { ...view.area, top, height },
    priceAxis: { ...view.priceAxis, top, height, width: Math.round(AXIS_WIDTH_PX * ratio) },
    ...priceMapping("linear", range, { top: top + pad, height: height - 2 * pad }),
  };
}

/** The levels of an indicator, or without them round values. */
function labelsOf(
  { kind }: ShownIndicator,
  { min, max }: PriceRange,
  heightPx: number,
  formatPrice: (price: number) => string,
): { values: readonly number[]; format: (value: number) => string } {
  if (kind.scale) return { values: kind.levels ?? [], format: String };
  const least = ((max - min) * LABEL_ROOM_PX) / heightPx;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least) ?? 10 * power;
  const values: number[] = [];
  for (let i = Math.ceil(min / step); i * step <= max; i += 1) values.push(i * step);
  return { values, format: formatPrice };
}

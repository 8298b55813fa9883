import type { AxisPicture } from "./axis-picture.ts";
import { AXIS_FIGURE_PX, AXIS_HEIGHT_PX } from "./axis-size.ts";
import type { CandleColumns } from "./candle-columns.ts";
import type { PriceLine } from "./draw-price-lines.ts";
import type { PlotView } from "./plot-view.ts";
import { timeLabel } from "./time-labels.ts";

/** Between a label and the edge of the canvas. At the right it is a tag's, so that their decimal points are in one line. */
const PRICE_LABEL_GAP_PX = 8;
/** The height of a label's text, and how near its middle may come to that of a tag of one and of two lines. */
const LABEL_PX = 16;
const ROOM_BY_TAG_PX = { oneLine: 17, twoLines: 26 };

type LabelPaint = { font: string; colour: string };
type TimeScale = { columns: Pick<CandleColumns, "startMs">; sizeMs: number; timeZone: string };

/** Draws the labels of the time axis. @param rows the rows that have one */
export function drawTimeLabels(
  ctx: CanvasRenderingContext2D,
  { timeAxis, ratio, xOf }: PlotView,
  picture: AxisPicture,
  { font, colour }: LabelPaint,
  scale: TimeScale,
  rows: readonly number[],
): void {
  const { columns, sizeMs, timeZone } = scale;
  const places = rows.map((row) => Math.round(xOf(row)));
  const shown = rows.map((row, i) => `${columns.startMs[row]}@${places[i]}`);
  picture.draw(ctx, timeAxis, [font, colour, sizeMs, timeZone, ...shown].join(" "), (onto) => {
    onto.font = font;
    onto.fillStyle = colour;
    onto.textAlign = "center";
    onto.textBaseline = "middle";
    const y = timeAxis.top + (AXIS_HEIGHT_PX / 2) * ratio;
    for (const [i, row] of rows.entries()) onto.fillText(labelOf(scale, row), places[i] ?? 0, y);
  });
}

function labelOf({ columns, sizeMs, timeZone }: TimeScale, row: number): string {
  const atMs = columns.startMs[row];
  return atMs === undefined ? "" : timeLabel(atMs, columns.startMs[row - 1] ?? null, sizeMs, timeZone);
}

/**
 * Draws the labels of the price axis.
 * @returns the positions of their middles, canvas px
 */
export function drawPriceLabels(
  ctx: CanvasRenderingContext2D,
  { area, priceAxis, ratio, yOf }: PlotView,
  picture: AxisPicture,
  { font, colour }: LabelPaint,
  formatPrice: (price: number) => string,
  prices: readonly number[],
): number[] {
  const labels = prices
    .map((price) => ({ text: formatPrice(price), y: Math.round(yOf(price)) }))
    // A higher or lower one would be cut off.
    .filter(
      ({ y }) =>
        y >= priceAxis.top + (LABEL_PX / 2) * ratio && y <= area.top + area.height - PRICE_LABEL_GAP_PX * ratio,
    );
  const state = [font, colour, ...labels.map(({ text, y }) => `${text}@${y}`)].join(" ");
  picture.draw(ctx, priceAxis, state, (onto) => {
    onto.font = font;
    onto.fillStyle = colour;
    onto.textAlign = "right";
    onto.textBaseline = "middle";
    const right = priceAxis.left + priceAxis.width - PRICE_LABEL_GAP_PX * ratio;
    // The longest prices are drawn narrower, so that none is cut off.
    for (const { text, y } of labels) onto.fillText(text, right, y, AXIS_FIGURE_PX * ratio);
  });
  return labels.map(({ y }) => y);
}

/**
 * Covers the price labels that are too near to a tag, on a layer above them: drawing the labels again would draw the
 * whole plot.
 * @param labels the middles of the labels, canvas px
 * @param lines those with a tag that is drawn
 * @param tags the middles of tags of elements over the axis, CSS px from the plot's top
 */
export function coverPriceLabels(
  ctx: CanvasRenderingContext2D,
  { area, priceAxis, ratio, yOf }: PlotView,
  labels: readonly number[],
  lines: readonly PriceLine[],
  background: string,
  tags: readonly number[] = [],
): void {
  ctx.fillStyle = background;
  for (const { price, tagText, look } of lines) {
    if (look !== "over") cover(yOf(price), tagText.length > 1 ? ROOM_BY_TAG_PX.twoLines : ROOM_BY_TAG_PX.oneLine);
  }
  for (const topPx of tags) cover(area.top + topPx * ratio, ROOM_BY_TAG_PX.oneLine);

  function cover(middle: number, roomPx: number): void {
    for (const y of labels) {
      if (Math.abs(middle - y) >= roomPx * ratio) continue;
      // The border of the axis stays.
      ctx.fillRect(priceAxis.left + ratio, y - (LABEL_PX / 2) * ratio, priceAxis.width - ratio, LABEL_PX * ratio);
    }
  }
}

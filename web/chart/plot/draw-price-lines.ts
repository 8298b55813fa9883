import { AxisPicture, type CanvasArea } from "./axis-picture.ts";
import { AXIS_FIGURE_PX } from "./axis-size.ts";
import type { ChartColours } from "./chart-colours.ts";
import type { PlotView } from "./plot-view.ts";

/** A price drawn as a line across the plot, with a tag on the axis. */
export type PriceLine = {
  price: number;
  /** The lines of the tag's text. */
  tagText: readonly string[];
  /** `over`: an element over the plot shows the line and its tag. Here it only widens the price range. */
  look: DrawnLook | "over";
};

/** `value`: the newest value of an indicator, a tag without a line. */
type DrawnLook = "up" | "down" | "stale" | "value";

const TAG_LINE_PX = 14;
const TAG_PADDING_PX = 4;

/** The tags of price lines, each as an image that is painted when its text or colours change, and else only copied. */
export class TagPictures {
  readonly #pictures: AxisPicture[] = [];

  /** The image of the tag of the line at an index. */
  at(index: number): AxisPicture {
    this.#pictures[index] ??= new AxisPicture();
    return this.#pictures[index];
  }
}

/** Draws lines and tags; later ones cover earlier ones. */
export function drawPriceLines(
  ctx: CanvasRenderingContext2D,
  { area, priceAxis, ratio, yOf }: PlotView,
  pictures: TagPictures,
  lines: readonly PriceLine[],
  colours: ChartColours,
  font: string,
): void {
  const visible = lines
    .flatMap(({ price, tagText, look }, index) => {
      if (look === "over") return [];
      return [{ tagText, index, y: Math.round(yOf(price)), paint: PAINT[look](colours) }];
    })
    .filter(({ y }) => y >= area.top && y <= area.top + area.height);
  ctx.save();
  ctx.lineWidth = Math.max(1, Math.round(ratio));
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  for (const { y, paint } of visible) {
    ctx.strokeStyle = paint.line;
    ctx.beginPath();
    ctx.moveTo(area.left, y + 0.5);
    ctx.lineTo(area.left + area.width, y + 0.5);
    ctx.stroke();
  }
  ctx.restore();
  for (const { index, tagText, y, paint } of visible) {
    const height = (tagText.length * TAG_LINE_PX + 2 * TAG_PADDING_PX) * ratio;
    // The border is half outside of the tag.
    const tag = { ...priceAxis, top: Math.floor(y - height / 2 - ratio), height: Math.ceil(height + 2 * ratio) };
    pictures.at(index).draw(ctx, tag, `${font} ${JSON.stringify([tagText, paint])}`, (onto) => {
      onto.font = font;
      onto.textAlign = "right";
      onto.textBaseline = "middle";
      onto.lineWidth = Math.max(1, Math.round(ratio));
      drawTag(onto, tag, { tagText, y: tag.top + height / 2 + ratio, height, paint }, ratio);
    });
  }
}

type Paint = { line: string; fill: string; border: string; text: string };

const PAINT: Record<DrawnLook, (colours: ChartColours) => Paint> = {
  up: ({ up, bg }) => ({ line: up, fill: up, border: up, text: bg }),
  down: ({ down, bg }) => ({ line: down, fill: down, border: down, text: bg }),
  value: ({ raised, control, text }) => ({ line: "transparent", fill: raised, border: control, text }),
  stale: ({ warn, bg }) => ({ line: warn, fill: bg, border: warn, text: warn }),
};

function drawTag(
  ctx: CanvasRenderingContext2D,
  { left, width }: CanvasArea,
  { tagText, y, height, paint }: { tagText: readonly string[]; y: number; height: number; paint: Paint },
  ratio: number,
): void {
  ctx.beginPath();
  ctx.roundRect(left + ratio, y - height / 2, width - 2 * ratio, height, 3 * ratio);
  ctx.fillStyle = paint.fill;
  ctx.fill();
  ctx.strokeStyle = paint.border;
  ctx.stroke();
  ctx.fillStyle = paint.text;
  for (const [i, line] of tagText.entries()) {
    const middle = y + (i - (tagText.length - 1) / 2) * TAG_LINE_PX * ratio;
    ctx.fillText(line, left + width - 8 * ratio, middle, AXIS_FIGURE_PX * ratio);
  }
}

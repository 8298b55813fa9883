import type uPlot from "uplot";
import type { AxisPicture, CanvasArea } from "./axis-picture.ts";
import type { ChartColours } from "./chart-colours.ts";
import { priceAxisOf } from "./plot-places.ts";

/** A price drawn as a line across the plot, with a tag on the axis. */
export type PriceLine = {
  price: number;
  /** The lines of the tag's text. */
  tagText: readonly string[];
  /** `over`: an element over the plot shows the line and its tag. Here it keeps axis labels away from the tag. */
  look: DrawnLook | "over";
};

type DrawnLook = "up" | "down" | "stale";

const TAG_LINE_PX = 14;
const TAG_PADDING_PX = 4;

/**
 * Draws lines and tags; later ones cover earlier ones.
 * @param picture caches the tags
 */
export function drawPriceLines(
  u: uPlot,
  picture: AxisPicture,
  lines: readonly PriceLine[],
  colours: ChartColours,
  font: string,
): void {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio || 1;
  const visible = lines
    .flatMap(({ price, tagText, look }) => {
      if (look === "over") return [];
      return [{ tagText, y: Math.round(u.valToPos(price, "y", true)), paint: PAINT[look](colours) }];
    })
    .filter(({ y }) => y >= bbox.top && y <= bbox.top + bbox.height);
  ctx.save();
  ctx.lineWidth = Math.max(1, Math.round(ratio));
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  for (const { y, paint } of visible) {
    ctx.strokeStyle = paint.line;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y + 0.5);
    ctx.lineTo(bbox.left + bbox.width, y + 0.5);
    ctx.stroke();
  }
  ctx.restore();
  const axis = priceAxisOf(u);
  picture.draw(ctx, axis, `${font} ${JSON.stringify(visible)}`, (onto) => {
    onto.font = font;
    onto.textAlign = "right";
    onto.textBaseline = "middle";
    onto.lineWidth = Math.max(1, Math.round(ratio));
    for (const tag of visible) drawTag(onto, axis, tag, ratio);
  });
}

type Paint = { line: string; fill: string; border: string; text: string };

const PAINT: Record<DrawnLook, (colours: ChartColours) => Paint> = {
  up: ({ up, bg }) => ({ line: up, fill: up, border: up, text: bg }),
  down: ({ down, bg }) => ({ line: down, fill: down, border: down, text: bg }),
  stale: ({ warn, bg }) => ({ line: warn, fill: bg, border: warn, text: warn }),
};

function drawTag(
  ctx: CanvasRenderingContext2D,
  { left, width }: CanvasArea,
  { tagText, y, paint }: { tagText: readonly string[]; y: number; paint: Paint },
  ratio: number,
): void {
  const height = (tagText.length * TAG_LINE_PX + 2 * TAG_PADDING_PX) * ratio;
  ctx.beginPath();
  ctx.roundRect(left + ratio, y - height / 2, width - 2 * ratio, height, 3 * ratio);
  ctx.fillStyle = paint.fill;
  ctx.fill();
  ctx.strokeStyle = paint.border;
  ctx.stroke();
  ctx.fillStyle = paint.text;
  for (const [i, line] of tagText.entries()) {
    ctx.fillText(line, left + width - 8 * ratio, y + (i - (tagText.length - 1) / 2) * TAG_LINE_PX * ratio);
  }
}

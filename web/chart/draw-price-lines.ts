import type uPlot from "uplot";
import { type ChartColours, withOpacity } from "./chart-colours.ts";

/** A price that is drawn across the plot, with its tag on the axis. */
export type PriceLine = {
  price: number;
  /** What the tag says, a line each. */
  words: readonly string[];
  look: "up" | "down" | "stale" | "entry";
};

const TAG_LINE_PX = 14;
const TAG_PADDING_PX = 4;

/** Draws lines and tags; the last of them lies on top. */
export function drawPriceLines(u: uPlot, lines: readonly PriceLine[], colours: ChartColours, font: string): void {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio || 1;
  ctx.save();
  ctx.font = font;
  ctx.textBaseline = "middle";
  for (const { price, words, look } of lines) {
    const y = Math.round(u.valToPos(price, "y", true));
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    const paint = PAINT[look](colours);
    ctx.strokeStyle = paint.line;
    ctx.lineWidth = Math.max(1, Math.round(ratio));
    ctx.setLineDash(look === "entry" ? [6 * ratio, 4 * ratio] : [2 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y + 0.5);
    ctx.lineTo(bbox.left + bbox.width, y + 0.5);
    ctx.stroke();
    ctx.setLineDash([]);
    drawTag(
      ctx,
      { x: bbox.left + bbox.width, y, width: ctx.canvas.width - bbox.left - bbox.width },
      words,
      paint,
      ratio,
    );
  }
  ctx.restore();
}

type Paint = { line: string; fill: string; border: string; text: string };

const PAINT: Record<PriceLine["look"], (colours: ChartColours) => Paint> = {
  up: ({ up, bg }) => ({ line: up, fill: up, border: up, text: bg }),
  down: ({ down, bg }) => ({ line: down, fill: down, border: down, text: bg }),
  stale: ({ warn, bg }) => ({ line: warn, fill: bg, border: warn, text: warn }),
  entry: ({ text, raised, control }) => ({ line: withOpacity(text, 0.55), fill: raised, border: control, text }),
};

function drawTag(
  ctx: CanvasRenderingContext2D,
  { x, y, width }: { x: number; y: number; width: number },
  words: readonly string[],
  paint: Paint,
  ratio: number,
): void {
  const height = (words.length * TAG_LINE_PX + 2 * TAG_PADDING_PX) * ratio;
  ctx.beginPath();
  ctx.roundRect(x + ratio, y - height / 2, width - 2 * ratio, height, 3 * ratio);
  ctx.fillStyle = paint.fill;
  ctx.fill();
  ctx.strokeStyle = paint.border;
  ctx.stroke();
  ctx.fillStyle = paint.text;
  ctx.textAlign = "right";
  for (const [i, word] of words.entries()) {
    ctx.fillText(word, x + width - 8 * ratio, y + (i - (words.length - 1) / 2) * TAG_LINE_PX * ratio);
  }
}

import { type LineLook, type Shape, type ShapeColour, TAG_HEIGHT_PX, TAG_INSET_PX } from "./drawing-shapes.ts";
import type { Point } from "./projection.ts";

const DASHES: Record<LineLook["line"], (width: number) => number[]> = {
  solid: () => [],
  dashed: (width) => [6 + width, 4 + width],
  dotted: (width) => [width, 2 + width],
};
/** Half of the side of a handle, CSS px. Source: look/terminal.md, "The lines" */
const HANDLE_PX = 3.5;
/** Of which half is outside of the letters, CSS px. */
const HALO_PX = 3;
const textFont = (fontFamily: string) => `500 12px ${fontFamily}`;

/** The theme's colours as values for a canvas. */
export type ShapeColours = Readonly<Record<ShapeColour | "bg" | "raised", string>>;

export type ShapePaint = { colours: ShapeColours; fontFamily: string };

/** Measures how wide texts are drawn, CSS px. */
export function textMeasure(fontFamily: string): (text: string) => number {
  return (text) => {
    // Making one takes milliseconds: all charts share it, and a chart without texts makes none.
    measuring ??= document.createElement("canvas").getContext("2d");
    if (!measuring) return 0;
    measuring.font = textFont(fontFamily);
    return measuring.measureText(text).width;
  };
}
let measuring: CanvasRenderingContext2D | null = null;

/** Draws the tags among shapes in CSS px, or the others. */
export function paintShapes(
  ctx: CanvasRenderingContext2D,
  shapes: readonly Shape[],
  { tags, ...paint }: ShapePaint & { tags: boolean },
): void {
  for (const shape of shapes) if (isTag(shape) === tags) paintShape(ctx, shape, paint);
  ctx.globalAlpha = 1;
}

function isTag(shape: Shape): boolean {
  return shape.type === "text" && shape.isTag;
}

/** Draws the handles of the selected drawing. @param focused the one that the arrow keys move; null for none */
export function paintHandles(
  ctx: CanvasRenderingContext2D,
  handles: readonly Point[],
  { colours, focused, isSquare }: { colours: ShapeColours; focused: number | null; isSquare: boolean },
): void {
  ctx.lineWidth = 1.5;
  ctx.setLineDash([]);
  ctx.strokeStyle = colours.accent;
  for (const [i, { x, y }] of handles.entries()) {
    ctx.fillStyle = i === focused ? colours.accent : colours.bg;
    ctx.beginPath();
    if (isSquare) ctx.rect(x - HANDLE_PX, y - HANDLE_PX, 2 * HANDLE_PX, 2 * HANDLE_PX);
    else ctx.arc(x, y, HANDLE_PX, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
}

function paintShape(ctx: CanvasRenderingContext2D, shape: Shape, { colours, fontFamily }: ShapePaint): void {
  switch (shape.type) {
    case "line": {
      const { colour, width, line, opacity } = shape.look;
      ctx.strokeStyle = colours[colour];
      ctx.globalAlpha = opacity;
      ctx.lineWidth = width;
      ctx.setLineDash(DASHES[line](width));
      ctx.beginPath();
      ctx.moveTo(shape.from.x, shape.from.y);
      ctx.lineTo(shape.to.x, shape.to.y);
      ctx.stroke();
      return;
    }
    case "area": {
      const [first, ...others] = shape.corners;
      ctx.fillStyle = colours[shape.colour];
      ctx.globalAlpha = shape.opacity;
      ctx.beginPath();
      ctx.moveTo(first.x, first.y);
      for (const { x, y } of others) ctx.lineTo(x, y);
      ctx.fill();
      return;
    }
    case "text": {
      const { at, text, widthPx, colour, isTag } = shape;
      ctx.globalAlpha = 1;
      ctx.font = textFont(fontFamily);
      ctx.textAlign = "left";
      ctx.textBaseline = "middle";
      if (isTag) {
        const width = widthPx + 2 * TAG_INSET_PX;
        ctx.fillStyle = colours.raised;
        ctx.beginPath();
        ctx.roundRect(at.x - TAG_INSET_PX, at.y - TAG_HEIGHT_PX / 2, width, TAG_HEIGHT_PX, 3);
        ctx.fill();
      } else {
        // Between the letters and what is behind them, so that they are read over candles too.
        ctx.strokeStyle = colours.bg;
        ctx.lineWidth = HALO_PX;
        ctx.lineJoin = "round";
        ctx.setLineDash([]);
        ctx.strokeText(text, at.x, at.y);
      }
      ctx.fillStyle = colours[colour];
      ctx.fillText(text, at.x, at.y);
    }
  }
}

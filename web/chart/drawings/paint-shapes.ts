import type { LineLook, Shape, ShapeColour } from "./drawing-shapes.ts";
import type { Point } from "./projection.ts";

const DASHES: Record<LineLook["line"], (width: number) => number[]> = {
  solid: () => [],
  dashed: (width) => [6 + width, 4 + width],
  dotted: (width) => [width, 2 + width],
};
/** Half of the side of a handle, CSS px. Source: look/terminal.md, "The lines" */
const HANDLE_PX = 3.5;
const TAG_HEIGHT_PX = 20;

/** The theme's colours as values for a canvas. */
export type ShapeColours = Readonly<Record<ShapeColour | "bg" | "raised", string>>;

export type ShapePaint = { colours: ShapeColours; fontFamily: string; widthPx: number; heightPx: number };

/** Draws shapes in CSS px; those that are out of view are left out. */
export function paintShapes(ctx: CanvasRenderingContext2D, shapes: readonly Shape[], paint: ShapePaint): void {
  for (const shape of shapes) if (isInView(shape, paint)) paintShape(ctx, shape, paint);
  ctx.globalAlpha = 1;
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
      const { at, text, align, colour, isTag } = shape;
      ctx.globalAlpha = 1;
      ctx.font = `500 12px ${fontFamily}`;
      ctx.textAlign = align;
      ctx.textBaseline = "middle";
      if (isTag) {
        const width = ctx.measureText(text).width + 16;
        ctx.fillStyle = colours.raised;
        ctx.beginPath();
        ctx.roundRect(at.x - width / 2, at.y - TAG_HEIGHT_PX / 2, width, TAG_HEIGHT_PX, 3);
        ctx.fill();
      }
      ctx.fillStyle = colours[colour];
      ctx.fillText(text, at.x, at.y);
    }
  }
}

/** Texts are drawn always: their width is not known here. */
function isInView(shape: Shape, { widthPx, heightPx }: ShapePaint): boolean {
  if (shape.type === "text") return true;
  const points = shape.type === "line" ? [shape.from, shape.to] : shape.corners;
  const isBeyond = (of: (point: Point) => number, max: number) =>
    points.every((point) => of(point) < -HANDLE_PX) || points.every((point) => of(point) > max + HANDLE_PX);
  return !isBeyond(({ x }) => x, widthPx) && !isBeyond(({ y }) => y, heightPx);
}

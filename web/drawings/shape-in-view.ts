import { type Shape, TAG_HEIGHT_PX, TAG_INSET_PX } from "./drawing-shapes.ts";
import type { Point } from "./projection.ts";

/** A shape whose points are this far outside of the plot may still be seen in part: half of the widest line, and more. */
const MARGIN_PX = 3.5;

/** Whether a shape may be in view. @param plot its size, CSS px */
export function isInView(shape: Shape, plot: { widthPx: number; heightPx: number }): boolean {
  const corners = cornersOf(shape);
  const [lefts, tops] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return overlaps(lefts, plot.widthPx) && overlaps(tops, plot.heightPx);
}

function overlaps(places: readonly number[], lengthPx: number): boolean {
  return Math.max(...places) >= -MARGIN_PX && Math.min(...places) <= lengthPx + MARGIN_PX;
}

function cornersOf(shape: Shape): readonly Point[] {
  switch (shape.type) {
    case "line":
      return [shape.from, shape.to];
    case "area":
      return shape.corners;
    case "text": {
      const { at, widthPx } = shape;
      const [left, right] = [at.x - TAG_INSET_PX, at.x + widthPx + TAG_INSET_PX];
      return [
        { x: left, y: at.y - TAG_HEIGHT_PX / 2 },
        { x: right, y: at.y + TAG_HEIGHT_PX / 2 },
      ];
    }
  }
}

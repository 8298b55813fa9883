import type { Shape } from "./drawing-shapes.ts";
import type { Point } from "./projection.ts";

/** How far from a line it is still hit, CSS px: a finger covers 44. */
export const REACH_PX = { mouse: 6, touch: 22 } as const;

/** A drawing as far as hitting it is concerned. `handles` are empty for one that is not selected. */
export type Target = { id: string; shapes: readonly Shape[]; handles: readonly Point[] };

/** A hit handle of a drawing, or with null the drawing itself. */
export type Hit = { id: string; handle: number | null };

const TEXT_HEIGHT_PX = 16;

/**
 * The drawing at a point. Handles are hit before lines, lines before the inside of areas; of several the nearest, and of
 * equally near ones the last, which covers the others.
 * @param targets in the order in which they are drawn
 */
export function hitDrawing(targets: readonly Target[], point: Point, reachPx: number): Hit | null {
  let best: (Hit & { rank: number }) | null = null;
  const offer = (id: string, handle: number | null, rank: number) => {
    if (!best || rank <= best.rank) best = { id, handle, rank };
  };
  for (const { id, shapes, handles } of targets) {
    for (const [handle, at] of handles.entries()) {
      const away = Math.hypot(at.x - point.x, at.y - point.y);
      if (away <= reachPx) offer(id, handle, away / reachPx);
    }
    for (const shape of shapes) {
      const away = distanceTo(shape, point);
      if (away <= reachPx) offer(id, null, 1 + away / reachPx + (shape.type === "area" ? 1 : 0));
    }
  }
  // The compiler does not see that the function above assigns it.
  const found = best as (Hit & { rank: number }) | null;
  return found && { id: found.id, handle: found.handle };
}

/** How far a point is from a shape; 0 inside an area or text. Infinite for an area that it is not inside. */
function distanceTo(shape: Shape, point: Point): number {
  switch (shape.type) {
    case "line":
      return distanceToLine(shape.from, shape.to, point);
    case "area":
      return isInside(shape.corners, point) ? 0 : Number.POSITIVE_INFINITY;
    case "text": {
      const left = shape.at.x;
      const dx = Math.max(left - point.x, 0, point.x - left - shape.widthPx);
      const dy = Math.max(Math.abs(point.y - shape.at.y) - TEXT_HEIGHT_PX / 2, 0);
      return Math.hypot(dx, dy);
    }
  }
}

function distanceToLine(from: Point, to: Point, point: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length;
  const at = Math.min(1, Math.max(0, share));
  return Math.hypot(from.x + dx * at - point.x, from.y + dy * at - point.y);
}

/** Whether a point is inside a convex polygon, whichever way round its corners go. */
function isInside(corners: readonly Point[], point: Point): boolean {
  const sides = corners.map((from, i) => {
    const to = corners[(i + 1) % corners.length] ?? from;
    return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

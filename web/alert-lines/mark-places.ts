import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import type { Point, Projection } from "../drawings/projection.ts";

/** Where the marks of alerts stand in the plot, CSS px. */

/** From the right end of a drawing to its bell; less on one that is shorter. */
const FROM_END_PX = 42;

/**
 * The middle of a drawing's bell: on the drawn line, near the right end of what is in view of it.
 * @returns null where none of it is in view, or where the drawing is no line
 */
export function bellPlace({ kind, anchors }: Drawing, projection: Projection): Point | null {
  const { widthPx, heightPx, pointOf } = projection;
  const [from, to = from] = anchors.map(pointOf);
  if (!from || !to) return null;
  if (kind === "horizontal") return alongLine({ x: 0, y: from.y }, { x: widthPx, y: from.y }, { widthPx, heightPx });
  if (kind !== "trend" && kind !== "ray") return null;
  // A ray continues after its second point.
  const times = kind === "ray" ? (widthPx + heightPx) / Math.max(1, Math.hypot(to.x - from.x, to.y - from.y)) + 1 : 1;
  const end = { x: from.x + (to.x - from.x) * times, y: from.y + (to.y - from.y) * times };
  return alongLine(from, end, { widthPx, heightPx });
}

function alongLine(from: Point, to: Point, { widthPx, heightPx }: { widthPx: number; heightPx: number }): Point | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [first, last] = [0, 1];
  for (const [start, by, size] of [
    [from.x, dx, widthPx],
    [from.y, dy, heightPx],
  ] as const) {
    if (by === 0 && (start < 0 || start > size)) return null;
    if (by === 0) continue;
    const [one, other] = [-start / by, (size - start) / by];
    first = Math.max(first, Math.min(one, other));
    last = Math.min(last, Math.max(one, other));
  }
  if (first > last) return null;
  const lengthPx = Math.hypot(dx, dy) * (last - first);
  const share = lengthPx === 0 ? 0 : Math.min(0.5, FROM_END_PX / lengthPx) * (last - first);
  const at = dx >= 0 ? last - share : first + share;
  return { x: from.x + dx * at, y: from.y + dy * at };
}

/** From a candle to its mark, and between marks of one candle. */
const GAP_PX = { candle: 6, mark: 2 } as const;

/**
 * The left top corners of marks above their candles, those of one candle above each other. Where a candle has no room above
 * it, they stand at the plot's top.
 */
export function firedPlaces(
  marks: readonly { id: number; row: number; left: number; highPx: number }[],
  { sizePx, heightPx }: { sizePx: number; heightPx: number },
): { id: number; left: number; top: number }[] {
  const counts = new Map<number, number>();
  return marks.flatMap(({ id, row, left, highPx }) => {
    const before = counts.get(row) ?? 0;
    counts.set(row, before + 1);
    const top = Math.round(highPx - GAP_PX.candle - sizePx - before * (sizePx + GAP_PX.mark));
    if (highPx < 0 || highPx > heightPx) return [];
    return [{ id, left: Math.round(left - sizePx / 2), top: Math.max(0, top) }];
  });
}

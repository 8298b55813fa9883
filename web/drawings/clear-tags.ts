import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import { type Shape, TAG_HEIGHT_PX, TAG_INSET_PX } from "./drawing-shapes.ts";

/** A place that something over the plot takes, CSS px from the plot's left top corner. */
export type Box = { left: number; top: number; width: number; height: number };

type Drawn = { drawing: Drawing; shapes: readonly Shape[] };
type Tag = Extract<Shape, { type: "text" }>;

/** Between a tag and what it yields to. */
const GAP_PX = 4;

/** How far a tag may be below its line: not at all, beside the line, and as far as a pill on the line reaches. */
const ROWS_PX = [0, -TAG_HEIGHT_PX, TAG_HEIGHT_PX, -30, 30] as const;

/**
 * Moves tags of horizontal lines along their lines to the left, as far as each would lie under a mark or over the tag of an
 * earlier drawing. One without room on its line is above or below it, and one without room there stays at the right.
 *
 * @param marks what is shown above the drawings
 * @param plot.heightPx the plot's height, CSS px
 */
export function clearTags<Target extends Drawn>(
  targets: readonly Target[],
  marks: readonly Box[],
  { heightPx }: { heightPx: number },
): Target[] {
  const taken = [...marks];
  return targets.map((target) => {
    const shapes = target.shapes.map((shape) => {
      if (shape.type !== "text" || !shape.isTag) return shape;
      const placed = target.drawing.kind === "horizontal" ? clearOf(taken, shape, heightPx) : shape;
      taken.push(boxOf(placed));
      return placed;
    });
    return { ...target, shapes };
  });
}

function clearOf(taken: readonly Box[], tag: Tag, heightPx: number): Tag {
  for (const downPx of ROWS_PX) {
    const y = tag.at.y + downPx;
    const box = boxOf({ ...tag, at: { ...tag.at, y } });
    for (let other = hit(taken, box); other; other = hit(taken, box)) box.left = other.left - GAP_PX - box.width;
    if (box.left >= 0 && box.top >= 0 && box.top + box.height <= heightPx)
      return { ...tag, at: { x: box.left + TAG_INSET_PX, y } };
  }
  return tag;
}

function hit(taken: readonly Box[], { left, top, width, height }: Box): Box | undefined {
  return taken.find(
    (other) =>
      left < other.left + other.width + GAP_PX &&
      other.left < left + width + GAP_PX &&
      top < other.top + other.height &&
      other.top < top + height,
  );
}

function boxOf({ at, widthPx }: Tag): Box {
  const [left, top] = [at.x - TAG_INSET_PX, at.y - TAG_HEIGHT_PX / 2];
  return { left, top, width: widthPx + 2 * TAG_INSET_PX, height: TAG_HEIGHT_PX };
}

/** The distance of a pill from the plot's left, CSS px. */
const PILL_LEFT_PX = 12;
const PILL_GAP_PX = 8;
/** Of a pill with the space to the next one below. */
const PILL_ROOM_PX = 26;
const TAG_PX = 20;
/** How far a tag may be from its line: beside the last price's tag, which has two lines. */
const TAG_MOVED_MAX_PX = 28;

/** A line over the plot. Lines earlier in a list keep their places, later ones yield. */
export type PlacedLine = {
  /** Its distance from the top of the plot, CSS px. */
  top: number;
  /** The largest width of its pill, CSS px. */
  pillPx: number;
};

/**
 * The places of a line's parts, CSS px in the plot: the middle of its pill, and the middle of its tag on the axis; null for
 * a tag that has no room.
 */
export type LinePlace = { top: number; pill: { top: number; left: number }; tagTop: number | null };

type Plot = {
  width: number;
  height: number;
  /** The tag of the last price, which keeps its place; null without one. */
  priceTag: { top: number; heightPx: number } | null;
};

/**
 * Places the pills at the left ends of their lines, and the tags on the axis. A pill that would cover an earlier one moves to
 * its right, and without room there towards the middle of the plot. A tag that would cover an earlier one moves a
 * little, or is left out.
 *
 * @returns null for a line that is out of view
 */
export function linePlaces(lines: readonly PlacedLine[], plot: Plot): (LinePlace | null)[] {
  const pills: { top: number; left: number; right: number }[] = [];
  const tags: { top: number; heightPx: number }[] = plot.priceTag ? [plot.priceTag] : [];
  return lines.map(({ top, pillPx }) => {
    if (top < 0 || top > plot.height) return null;
    const pill = freePill(top, pillPx);
    pills.push({ ...pill, right: pill.left + pillPx });
    const tagTop = freeTag(top);
    if (tagTop !== null) tags.push({ top: tagTop, heightPx: TAG_PX });
    return { top, pill, tagTop };
  });

  function freePill(lineTop: number, pillPx: number): { top: number; left: number } {
    const step = lineTop > plot.height / 2 ? -PILL_ROOM_PX : PILL_ROOM_PX;
    const edge = PILL_ROOM_PX / 2;
    let top = Math.min(Math.max(lineTop, edge), Math.max(edge, plot.height - edge));
    for (; ; top += step) {
      let left = PILL_LEFT_PX;
      for (const other of near(top)) {
        if (other.left - PILL_GAP_PX < left + pillPx && left < other.right + PILL_GAP_PX)
          left = other.right + PILL_GAP_PX;
      }
      if (left === PILL_LEFT_PX || left + pillPx <= plot.width) return { top, left };
    }
  }

  /** The pills in the row of another one, from the left. */
  function near(top: number) {
    return pills.filter((other) => Math.abs(other.top - top) < PILL_ROOM_PX).sort((a, b) => a.left - b.left);
  }

  function freeTag(lineTop: number): number | null {
    const isFree = (top: number) => tags.every((tag) => Math.abs(tag.top - top) >= (tag.heightPx + TAG_PX) / 2);
    for (let moved = 0; moved <= TAG_MOVED_MAX_PX; moved += 1) {
      for (const top of [lineTop - moved, lineTop + moved]) if (isFree(top)) return top;
    }
    return null;
  }
}

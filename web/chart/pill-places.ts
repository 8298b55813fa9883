/** The widest pill, with a long amount and a large result, and the space to the next one. */
const PILL_STEP_PX = 320;
const PILL_LEFT_PX = 12;
const PILL_ROOM_PX = 26;

/** The position of a pill's middle in the plot, in CSS pixels. */
export type PillPlace = { top: number; left: number };

/**
 * Places pills at the left end of their lines, in the given order. One that would cover an earlier one moves to the side, and
 * where no column is free, towards the middle of the plot.
 * @param tops the lines' distances from the top of the plot
 * @returns null for a line that is out of view
 */
export function pillPlaces(tops: readonly number[], plot: { width: number; height: number }): (PillPlace | null)[] {
  const columns = Math.max(1, Math.floor((plot.width - PILL_LEFT_PX) / PILL_STEP_PX));
  const placed: PillPlace[] = [];
  return tops.map((lineTop) => {
    if (lineTop < 12 || lineTop > plot.height - 12) return null;
    const step = lineTop > plot.height / 2 ? -PILL_ROOM_PX : PILL_ROOM_PX;
    for (let top = lineTop; ; top += step) {
      const near = placed.filter((other) => Math.abs(other.top - top) < PILL_ROOM_PX);
      for (let column = 0; column < columns; column += 1) {
        const left = PILL_LEFT_PX + column * PILL_STEP_PX;
        if (near.some((other) => other.left === left)) continue;
        placed.push({ top, left });
        return { top, left };
      }
    }
  });
}

/** The height of a pane below the price, CSS px. */
export const PANE_PX = { standard: 92, min: 48 } as const;

/** A pane below the price: its place from the chart's top, CSS px. */
export type Pane = { id: string; topPx: number; heightPx: number };

/** The panes that have room, from top to bottom, and the ids of those that have none. */
export type PaneLayout = { panes: readonly Pane[]; leftOut: readonly string[] };

/**
 * Places panes below the price, which keeps at least half of the height. A pane that does not fit in its height is made
 * lower; one for which not even the least height is left is left out.
 * @param heightPx of the chart without its time axis
 * @param heights wanted heights by id; the standard one where there is none
 */
export function layOutPanes(
  ids: readonly string[],
  heights: Readonly<Record<string, number>>,
  heightPx: number,
): PaneLayout {
  const sizes: { id: string; heightPx: number }[] = [];
  const leftOut: string[] = [];
  let roomPx = Math.floor(heightPx / 2);
  for (const id of ids) {
    const paneHeightPx = Math.min(Math.max(PANE_PX.min, Math.round(heights[id] ?? PANE_PX.standard)), roomPx);
    if (paneHeightPx < PANE_PX.min) leftOut.push(id);
    else {
      sizes.push({ id, heightPx: paneHeightPx });
      roomPx -= paneHeightPx;
    }
  }
  let topPx = heightPx - panesHeightPx(sizes);
  const panes = sizes.map((size) => {
    const pane = { ...size, topPx };
    topPx += size.heightPx;
    return pane;
  });
  return { panes, leftOut };
}

/** The height of all panes together, CSS px. */
export function panesHeightPx(panes: readonly { heightPx: number }[]): number {
  return panes.reduce((sum, { heightPx }) => sum + heightPx, 0);
}

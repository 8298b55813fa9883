/** The height of a pane below the price, CSS px. */
export const PANE_PX = { standard: 92, min: 48 } as const;

/** The least height of the price in a low chart, as on a phone that is held sideways, CSS px. */
const PRICE_MIN_PX = 190;

/** A pane below the price: its place from the chart's top and the height that it may have, CSS px. */
export type Pane = { id: string; topPx: number; heightPx: number; maxPx: number };

/** The panes that have room, from top to bottom, and the ids of those that have none. */
export type PaneLayout = { panes: readonly Pane[]; leftOut: readonly string[] };

/**
 * Places panes below the price, which keeps at least half of the height, and of a low chart most of it. With standard
 * heights, the last pane that fits is made lower, and one for which not even the least height is left is left out. A pane
 * that was made higher takes no more than leaves the others that have room their least height.
 * @param heightPx of the chart without its time axis
 * @param heights wanted heights by id; the standard one where there is none
 */
export function layOutPanes(
  ids: readonly string[],
  heights: Readonly<Record<string, number>>,
  heightPx: number,
): PaneLayout {
  const wantedPx = (id: string) => Math.max(PANE_PX.min, Math.round(heights[id] ?? PANE_PX.standard));
  const allPx = Math.max(0, Math.min(Math.floor(heightPx / 2), heightPx - PRICE_MIN_PX));
  const fitting: string[] = [];
  const leftOut: string[] = [];
  let roomPx = allPx;
  for (const id of ids) {
    if (roomPx < PANE_PX.min) leftOut.push(id);
    else {
      fitting.push(id);
      roomPx -= Math.min(wantedPx(id), PANE_PX.standard, roomPx);
    }
  }
  roomPx = allPx;
  const sizes = fitting.map((id, at) => {
    const maxPx = roomPx - (fitting.length - 1 - at) * PANE_PX.min;
    const paneHeightPx = Math.min(wantedPx(id), maxPx);
    roomPx -= paneHeightPx;
    return { id, heightPx: paneHeightPx, maxPx };
  });
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

/** The distance of a pill from the plot's left, CSS px. */
const PILL_LEFT_PX = 12;
const PILL_GAP_PX = 8;
const TAG_PX = 20;
/** How far a pill may be from its line, in rows of pills: whole, and folded. */
const ROWS_MOVED_MAX = { whole: 2, folded: 4 } as const;

/** A line over the plot. Pills earlier in a list keep their places, later ones yield. */
export type PlacedLine = {
  /** Its distance from the top of the plot, CSS px. */
  top: number;
  /** The largest width of its pill, CSS px. */
  pillPx: number;
  /** The width of its pill while that is folded, CSS px. */
  foldedPx: number;
};

/** The middle and the left end of a pill, CSS px in the plot. One without room is folded until it is used. */
export type PillPlace = {
  top: number;
  left: number;
  isFolded: boolean;
  /** Its largest width as it is, folded or whole. */
  widthPx: number;
  /** Its left end while a folded one is shown whole. */
  openLeft: number;
};

/**
 * The places of a line's parts, CSS px in the plot: its pill, and the middle of its tag on the axis; null for a tag that has
 * no room.
 */
export type LinePlace = { top: number; pill: PillPlace; tagTop: number | null };

type PillPlot = {
  width: number;
  height: number;
  /** The height of the legend at the top, which pills leave free. */
  legendPx: number;
  /** Of a pill with the space to the next one below. */
  rowPx: number;
};

type Plot = PillPlot & {
  /** The tag of the last price, which keeps its place; null without one. */
  priceTag: { top: number; heightPx: number } | null;
};

/**
 * Places the pills at the left ends of their lines, and the tags on the axis. Tags that would overlap move apart, away from
 * the last price and in the order of their prices.
 *
 * @param pills their places, where they are known: they do not depend on the price
 * @returns null for a line that is out of view
 */
export function linePlaces(
  lines: readonly PlacedLine[],
  plot: Plot,
  pills: readonly (PillPlace | null)[] = pillPlaces(lines, plot),
): (LinePlace | null)[] {
  const tags = tagPlaces(
    lines.map(({ top }, i) => (pills[i] ? top : null)),
    plot,
  );
  return lines.map(({ top }, i) => {
    const pill = pills[i];
    return pill ? { top, pill, tagTop: tags[i] ?? null } : null;
  });
}

/**
 * Places pills: one that would cover an earlier one moves to its right or to a row nearby, and is folded where neither has
 * room.
 * @returns null for a line that is out of view
 */
export function pillPlaces(lines: readonly PlacedLine[], plot: PillPlot): (PillPlace | null)[] {
  const pills: { top: number; left: number; right: number }[] = [];
  return lines.map((line) => {
    if (line.top < 0 || line.top > plot.height) return null;
    const pill = placePill(line);
    pills.push({ ...pill, right: pill.left + pill.widthPx });
    return pill;
  });

  function placePill({ top, pillPx, foldedPx }: PlacedLine): PillPlace {
    const whole = freePlace(top, pillPx, ROWS_MOVED_MAX.whole);
    if (whole) return { ...whole, isFolded: false, widthPx: pillPx, openLeft: whole.left };
    const place = freePlace(top, foldedPx, ROWS_MOVED_MAX.folded) ?? { top: inPlot(top), left: PILL_LEFT_PX };
    const openLeft = Math.max(0, Math.min(place.left, plot.width - pillPx));
    return { ...place, isFolded: true, widthPx: foldedPx, openLeft };
  }

  /** The free place nearest to a line; null without one. */
  function freePlace(lineTop: number, pillPx: number, rowsMax: number): { top: number; left: number } | null {
    for (let moved = 0; moved <= rowsMax * plot.rowPx; moved += 1) {
      for (const top of [inPlot(lineTop) - moved, inPlot(lineTop) + moved]) {
        if (top !== inPlot(top)) continue;
        let left = PILL_LEFT_PX;
        for (const other of near(top)) {
          if (other.left - PILL_GAP_PX < left + pillPx && left < other.right + PILL_GAP_PX)
            left = other.right + PILL_GAP_PX;
        }
        if (left + pillPx <= plot.width) return { top, left };
      }
    }
    return null;
  }

  /** The middle of a pill nearest to a place, between the legend and the foot of the plot. */
  function inPlot(top: number): number {
    const edge = plot.rowPx / 2;
    const highest = plot.legendPx + edge;
    return Math.min(Math.max(top, highest), Math.max(highest, plot.height - edge));
  }

  /** The pills in the row of another one, from the left. */
  function near(top: number) {
    return pills.filter((other) => Math.abs(other.top - top) < plot.rowPx).sort((a, b) => a.left - b.left);
  }
}

/** The middles of the tags: beginning at the last price, each yields to the one before it. */
function tagPlaces(tops: readonly (number | null)[], { height, priceTag }: Plot): (number | null)[] {
  const places = tops.map((): number | null => null);
  const [highest, lowest] = [TAG_PX / 2, height - TAG_PX / 2];
  const wanted = tops.flatMap((top, index) => (top === null ? [] : [{ index, top }]));
  const last = priceTag?.top ?? Number.NEGATIVE_INFINITY;
  const above = wanted.filter(({ top }) => top < last).sort((one, other) => other.top - one.top);
  const below = wanted.filter(({ top }) => top >= last).sort((one, other) => one.top - other.top);
  for (const [side, sign] of [
    [above, -1],
    [below, 1],
  ] as const) {
    let before = last + (sign * ((priceTag?.heightPx ?? 0) - TAG_PX)) / 2;
    for (const { index, top } of side) {
      const atLine = Math.min(Math.max(top, highest), lowest);
      const place = sign < 0 ? Math.min(atLine, before - TAG_PX) : Math.max(atLine, before + TAG_PX);
      if (place < highest || place > lowest) break;
      places[index] = place;
      before = place;
    }
  }
  return places;
}

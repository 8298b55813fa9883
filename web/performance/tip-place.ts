/** A span of px, down or along. */
type Span = { from: number; to: number };

/** The line is a few px thick, and wants air. */
const AIR_PX = 6;

/**
 * Where a note beside a crosshair stands: right or left of it, at the top or the bottom of its plot, wherever it covers
 * least of the curve. Right before left and top before bottom, where it is all the same.
 *
 * @param given.atPx    the crosshair, from the left end of what is `widthPx` wide
 * @param given.tip     the note's size, and its distance to the crosshair
 * @param given.topsPx  the two places down
 * @param given.curveIn which heights the curve has over a span; null where it has none
 */
export function tipPlace(given: {
  atPx: number;
  widthPx: number;
  tip: { widthPx: number; heightPx: number; gapPx: number };
  topsPx: readonly number[];
  curveIn: (along: Span) => Span | null;
}): { left: number; top: number } {
  const { atPx, widthPx, tip, topsPx, curveIn } = given;
  const right = atPx + tip.gapPx;
  const left = Math.max(0, atPx - tip.widthPx - tip.gapPx);
  const lefts = right + tip.widthPx <= widthPx ? [right, left] : [left];
  const places = lefts.flatMap((place) => {
    const curve = curveIn({ from: place, to: place + tip.widthPx });
    return topsPx.map((top) => ({
      left: place,
      top,
      coveredPx: curve
        ? overlap({ from: curve.from - AIR_PX, to: curve.to + AIR_PX }, { from: top, to: top + tip.heightPx })
        : 0,
    }));
  });
  const least = Math.min(...places.map(({ coveredPx }) => coveredPx));
  const { left: x, top } = places.find(({ coveredPx }) => coveredPx === least) ?? { left, top: 0 };
  return { left: x, top };
}

function overlap(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
}

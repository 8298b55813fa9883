/** A span in px, vertical or horizontal. */
type Span = { from: number; to: number };

/** Extra distance to the curve, which has a line width. */
const CURVE_MARGIN_PX = 6;

/**
 * Returns the position of a tip beside a crosshair: right or left of it, at the top or the bottom of its plot, wherever
 * it covers the least of the curve. Ties prefer right over left and top over bottom.
 * @param given.atPx    the crosshair, from the left end of the plot
 * @param given.widthPx the plot's width
 * @param given.tip     the tip's size, and its distance to the crosshair
 * @param given.topsPx  the two vertical positions
 * @param given.curveIn returns the vertical extent of the curve over a horizontal span; null where there is none
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
        ? overlap(
            { from: curve.from - CURVE_MARGIN_PX, to: curve.to + CURVE_MARGIN_PX },
            { from: top, to: top + tip.heightPx },
          )
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

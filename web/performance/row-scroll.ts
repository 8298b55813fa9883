/**
 * Where in a list a scrollbar stands. A browser cannot make an element as high as a million rows, so above a bound the bar
 * is shorter than the list: small steps move the list by as much as the bar, long ones by their share of the whole.
 * All lengths are CSS px.
 */
export type ScrollGeometry = {
  /** All rows together. */
  contentPx: number;
  /** What the bar scrolls over. */
  barPx: number;
  /** How much of the rows is in sight. */
  viewPx: number;
};

/** Every browser makes an element this high; Firefox ends at 17.9 million, Chromium at 33.5. */
const BAR_PX_MAX = 8_000_000;

export function scrollGeometry(contentPx: number, viewPx: number): ScrollGeometry {
  return { contentPx, barPx: Math.min(contentPx, BAR_PX_MAX), viewPx };
}

function contentPxMax({ contentPx, viewPx }: ScrollGeometry): number {
  return Math.max(0, contentPx - viewPx);
}

function barPxMax({ barPx, viewPx }: ScrollGeometry): number {
  return Math.max(0, barPx - viewPx);
}

/** Where the bar belongs when the list stands at `listTop`. */
export function barTopFor(listTop: number, geometry: ScrollGeometry): number {
  const most = contentPxMax(geometry);
  return most === 0 ? 0 : (listTop / most) * barPxMax(geometry);
}

/** Where the list stands once the bar moved from one place to another. */
export function listTopAfter(
  before: { listTop: number; barTop: number },
  barTop: number,
  geometry: ScrollGeometry,
): number {
  if (geometry.barPx === geometry.contentPx) return barTop;
  const most = contentPxMax(geometry);
  const step = barTop - before.barTop;
  const next = Math.abs(step) <= geometry.viewPx ? before.listTop + step : (barTop / barPxMax(geometry)) * most;
  return Math.min(Math.max(0, next), most);
}

/** The rows that are at least partly in sight; `to` no longer. */
export function rowsInSight(
  listTop: number,
  rowPx: number,
  viewPx: number,
  count: number,
): { from: number; to: number } {
  const from = Math.min(Math.max(0, Math.floor(listTop / rowPx)), Math.max(0, count - 1));
  return { from, to: Math.min(count, Math.ceil((listTop + viewPx) / rowPx)) };
}

/** Where the list stands so that a row is wholly in sight, moved no further than that takes. */
export function listTopShowing(row: number, listTop: number, rowPx: number, viewPx: number): number {
  if (row * rowPx < listTop) return row * rowPx;
  return Math.max(listTop, (row + 1) * rowPx - viewPx);
}

/**
 * Maps a scrollbar to a position in a list. Browsers limit the height of an element to less than a million rows, so
 * above a limit the scroll range is shorter than the list: small steps move the list by the same distance, large ones
 * by the same share of the whole. All lengths are CSS px.
 */
export type ScrollGeometry = {
  /** The height of all rows. */
  contentPx: number;
  /** The scroll range of the bar. */
  barPx: number;
  /** The visible height. */
  viewPx: number;
};

/** Every browser supports this height; Firefox's limit is 17.9 million, Chromium's 33.5. */
const BAR_PX_MAX = 8_000_000;

/** Returns the geometry of a list; its scroll range is limited to what browsers support. */
export function scrollGeometry(contentPx: number, viewPx: number): ScrollGeometry {
  return { contentPx, barPx: Math.min(contentPx, BAR_PX_MAX), viewPx };
}

function contentPxMax({ contentPx, viewPx }: ScrollGeometry): number {
  return Math.max(0, contentPx - viewPx);
}

function barPxMax({ barPx, viewPx }: ScrollGeometry): number {
  return Math.max(0, barPx - viewPx);
}

/** The bar's position for a position of the list. */
export function barTopFor(listTop: number, geometry: ScrollGeometry): number {
  const most = contentPxMax(geometry);
  return most === 0 ? 0 : (listTop / most) * barPxMax(geometry);
}

/** The position of the list after the bar moved. */
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

/** The rows that are at least partly visible; `to` is exclusive. */
export function rowsInSight(
  listTop: number,
  rowPx: number,
  viewPx: number,
  count: number,
): { from: number; to: number } {
  const from = Math.min(Math.max(0, Math.floor(listTop / rowPx)), Math.max(0, count - 1));
  return { from, to: Math.min(count, Math.ceil((listTop + viewPx) / rowPx)) };
}

/** The list position at which a row is fully visible, with the least movement. */
export function listTopShowing(row: number, listTop: number, rowPx: number, viewPx: number): number {
  if (row * rowPx < listTop) return row * rowPx;
  return Math.max(listTop, (row + 1) * rowPx - viewPx);
}

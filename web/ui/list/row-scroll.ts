import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

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
/** After this long without a movement, the scrollbar is aligned with the position of the list. */
const REST_MS = 150;

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

/**
 * Follows the scrollbar of an element whose rows are drawn at their visible position.
 * @param geometry the same object while nothing in it changes
 * @returns the list's position in px, the visible rows, and a function that scrolls to a row
 */
export function useRowScroll(
  element: RefObject<HTMLElement | null>,
  { geometry, rowPx, count }: { geometry: ScrollGeometry; rowPx: number; count: number },
) {
  const [listTop, setListTop] = useState(0);
  const place = useRef({ listTop: 0, barTop: 0 });

  const moveTo = useCallback(
    (next: number) => {
      const bar = element.current;
      if (!bar) return;
      bar.scrollTop = barTopFor(next, geometry);
      place.current = { listTop: next, barTop: bar.scrollTop };
      setListTop(next);
    },
    [element, geometry],
  );

  useEffect(() => {
    const bar = element.current;
    if (!bar) return;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      const next = listTopAfter(place.current, bar.scrollTop, geometry);
      place.current = { listTop: next, barTop: bar.scrollTop };
      setListTop(next);
      clearTimeout(rest);
      rest = setTimeout(() => moveTo(place.current.listTop), REST_MS);
    };
    bar.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(rest);
      bar.removeEventListener("scroll", onScroll);
    };
  }, [element, geometry, moveTo]);

  // With fewer rows than before, the list ends earlier.
  useLayoutEffect(() => {
    const most = Math.max(0, geometry.contentPx - geometry.viewPx);
    if (place.current.listTop > most) moveTo(most);
  }, [geometry, moveTo]);

  const show = (row: number) => {
    const next = listTopShowing(row, place.current.listTop, rowPx, geometry.viewPx);
    if (next !== place.current.listTop) moveTo(next);
  };
  return { listTop, sight: rowsInSight(listTop, rowPx, geometry.viewPx, count), show };
}

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { barTopFor, listTopAfter, listTopShowing, rowsInSight, type ScrollGeometry } from "./row-scroll.ts";

/** After this long without a movement, the scrollbar is aligned with the position of the list. */
const REST_MS = 150;

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

import { type RefObject, useLayoutEffect, useState } from "react";
import { UNMEASURED_PX } from "../positions/list-columns.tsx";

/** The width of an element, px. */
export function useWidthOf(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(UNMEASURED_PX);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setWidth(current.clientWidth || UNMEASURED_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

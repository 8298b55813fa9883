import { useLayoutEffect, useRef } from "react";

const RETURN_MS = 150;

/**
 * Animates the way back of a line that was moved and is not accepted.
 * @param isAway whether it is held or was sent
 * @returns the `ref` of the line
 */
export function useReturn(top: number | null, isAway: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const before = useRef({ top, isAway });
  useLayoutEffect(() => {
    const { top: from, isAway: wasAway } = before.current;
    before.current = { top, isAway };
    if (!wasAway || isAway || from === null || top === null || from === top) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const at = (px: number) => ({ transform: `translateY(${px}px)` });
    frame.current?.animate([at(from), at(top)], { duration: RETURN_MS, easing: "ease-out" });
  }, [top, isAway]);
  return frame;
}

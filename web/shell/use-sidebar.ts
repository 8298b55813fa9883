import { useEffect, useState } from "react";
import { SIDEBAR } from "../../worker/contract/limits.ts";

/**
 * Whether the sidebar is open, and whether it is beside the page or over it. Every resize decides again: open where
 * there is room beside the page, closed where there is not.
 */
export function useSidebar(): { isOpen: boolean; isOver: boolean; open: () => void; close: () => void } {
  const [isOver, setIsOver] = useState(isNarrow);
  const [isOpen, setIsOpen] = useState(() => !isNarrow());

  useEffect(() => {
    function onResize() {
      setIsOver(isNarrow());
      setIsOpen(!isNarrow());
    }
    addEventListener("resize", onResize);
    return () => removeEventListener("resize", onResize);
  }, []);

  return { isOpen, isOver, open: () => setIsOpen(true), close: () => setIsOpen(false) };
}

function isNarrow(): boolean {
  return window.innerWidth < SIDEBAR.breakpointPx;
}

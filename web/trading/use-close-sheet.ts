import { useCallback, useEffect } from "react";
import { useLocation } from "wouter";
import { ROUTE } from "../state/routes.ts";

/** Selects the rows that close a watchlist over the chart, by click or key. The arrow keys only go through them. */
const ROW = '[data-area="watchlist"] button[aria-current]';

/**
 * Closes the sheets over the chart, which are open by their addresses: that of the chart takes their place. Esc closes
 * them too, and so does the choice of a symbol.
 * @param isOpen whether a sheet is open now
 */
export function useCloseSheet(isOpen: boolean): () => void {
  const [, navigate] = useLocation();
  const close = useCallback(() => navigate(ROUTE.tradingChart, { replace: true }), [navigate]);
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isTaken = event.defaultPrevented || document.querySelector("[data-modal]") !== null;
      if (event.key === "Escape" && !isTaken) close();
    };
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest(ROW)) close();
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("click", onClick);
    };
  }, [isOpen, close]);
  return close;
}

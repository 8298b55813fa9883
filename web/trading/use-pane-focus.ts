import { useEffect, useRef } from "react";
import type { TradingView } from "./trading-state.ts";

/** The id of the heading of each view's pane. */
const PANE_OF: Record<TradingView, string> = {
  watchlist: "watchlist",
  positions: "positions",
  chart: "chart",
  orders: "order",
};

/**
 * Moves the focus to the pane of an address that is opened. @param view null for the section's root address: there it stays at
 * the heading
 */
export function usePaneFocus(view: TradingView | null): void {
  const shown = useRef<TradingView>("watchlist");
  useEffect(() => {
    if (view === null || shown.current === view) return;
    shown.current = view;
    document.getElementById(PANE_OF[view])?.focus();
  }, [view]);
}

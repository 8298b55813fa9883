import { useEffect, useRef } from "react";
import { DemoBadge } from "../ui/badge.tsx";
import { InHeader } from "../ui/header-slot.tsx";
import { ChartPane } from "./chart-pane.tsx";
import { DemoFigures } from "./demo-figures.tsx";
import { Dock } from "./dock.tsx";
import { DockGrip, useDockHeight } from "./dock-grip.tsx";
import { OrderPane } from "./order-pane.tsx";
import { DOCK_HEAD_PX, TerminalFrame } from "./terminal-frame.ts";
import type { TradingState, TradingView } from "./trading-state.ts";
import { useDockFold } from "./use-dock-fold.ts";
import { WatchlistPane } from "./watchlist-pane.tsx";

// The same elements on every render, so that the order pane does not render when other state changes.
const ORDER_ASIDE = <DemoBadge />;

/** The pane that each address moves the focus to. */
const PANE_OF: Record<TradingView, string> = {
  watchlist: "watchlist",
  positions: "positions",
  chart: "chart",
  orders: "order",
};

/** The layout from 1280 px: all panes at once, edge to edge. The page never scrolls; single panes do. */
export function TradingTerminal(state: TradingState) {
  const { view, selected, onSelect, ordered, onOrdered, onChartOrder, timeZone } = state;
  // On the section's root address the focus stays at the heading.
  const shown = useRef<TradingView>("watchlist");
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    document.getElementById(PANE_OF[view])?.focus();
  }, [view]);

  const [dockPx, setDockPx] = useDockHeight();
  const fold = useDockFold(view === "positions");
  return (
    <TerminalFrame style={{ gridTemplateRows: `minmax(0, 1fr) ${fold.isOpen ? dockPx : DOCK_HEAD_PX}px` }}>
      <InHeader>
        <DemoFigures timeZone={timeZone} />
      </InHeader>
      <WatchlistPane selected={selected} onSelect={onSelect} timeZone={timeZone} />
      <ChartPane symbol={selected} timeZone={timeZone} onOrder={onChartOrder} />
      <div>
        {fold.isOpen && <DockGrip heightPx={dockPx} onHeight={setDockPx} />}
        <Dock timeZone={timeZone} fold={fold} />
      </div>
      <OrderPane symbol={ordered} onSymbol={onOrdered} aside={ORDER_ASIDE} />
    </TerminalFrame>
  );
}

import { useEffect, useRef } from "react";
import { WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";
import { CountBadge, DemoBadge } from "../ui/badge.tsx";
import { InHeader } from "../ui/header-slot.tsx";
import { BandGrip, useBandHeight } from "./band-grip.tsx";
import { ChartPane } from "./chart-pane.tsx";
import { DemoFigures } from "./demo-figures.tsx";
import { marketText } from "./market-text.ts";
import { OrderPane } from "./order-pane.tsx";
import { Pane } from "./pane.tsx";
import { ClosedPane, OpenPane } from "./positions-pane.tsx";
import { ResetDemo } from "./reset-demo.tsx";
import { SymbolToday } from "./symbol-today.tsx";
import { TerminalFrame } from "./terminal-frame.ts";
import type { TradingState, TradingView } from "./trading-state.ts";
import { Watchlist } from "./watchlist.tsx";

// The same elements on every render, so that the order pane does not render when other state changes.
const ORDER_ASIDE = (
  <>
    <ResetDemo />
    <DemoBadge />
  </>
);

/** The pane that each address moves the focus to. */
const PANE_OF: Record<TradingView, string> = {
  watchlist: "watchlist",
  positions: "positions",
  chart: "chart",
  orders: "order",
};

/** The layout from 1280 px: all panes at once, edge to edge. The page never scrolls; single panes do. */
export function TradingTerminal(state: TradingState) {
  const { view, selected, onSelect, ordered, onOrdered, timeZone } = state;
  // On the section's root address the focus stays at the heading.
  const shown = useRef<TradingView>("watchlist");
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    document.getElementById(PANE_OF[view])?.focus();
  }, [view]);

  const [bandPx, setBandPx] = useBandHeight();
  return (
    <TerminalFrame style={{ gridTemplateRows: `minmax(0, 1fr) ${bandPx}px` }}>
      <InHeader>
        <DemoFigures />
      </InHeader>
      <Pane id="watchlist" title={marketText.watchlist} mark={<CountBadge count={WATCHLIST_SYMBOLS.length} />}>
        <Watchlist symbols={WATCHLIST_SYMBOLS} selected={selected} onSelect={onSelect} />
        <SymbolToday symbol={selected} timeZone={timeZone} />
      </Pane>
      <ChartPane symbol={selected} timeZone={timeZone} />
      <div>
        <BandGrip heightPx={bandPx} onHeight={setBandPx} />
        <OpenPane timeZone={timeZone} />
      </div>
      <ClosedPane timeZone={timeZone} />
      <OrderPane symbol={ordered} onSymbol={onOrdered} aside={ORDER_ASIDE} />
    </TerminalFrame>
  );
}

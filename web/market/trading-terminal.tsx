import { styled } from "goober";
import { useEffect, useRef } from "react";
import { WATCHLIST_SYMBOLS } from "../../worker/contract/market-messages.ts";
import { CountBadge } from "../ui/badge.tsx";
import { ChartPane } from "./chart-pane.tsx";
import { DemoFigures } from "./demo-figures.tsx";
import { marketText } from "./market-text.ts";
import { OrderPane } from "./order-pane.tsx";
import { Pane } from "./pane.tsx";
import { PositionsPane } from "./positions-pane.tsx";
import { SymbolToday } from "./symbol-today.tsx";
import type { TradingState } from "./trading-page.tsx";
import type { TradingView } from "./trading-view.ts";
import { Watchlist } from "./watchlist.tsx";

const HEADER_PX = 64;

const Frame = styled("div")`
  --pane-frame: 0;
  --pane-radius: 0;
  display: grid;
  grid-template:
    "figures figures figures" 56px
    "watchlist chart order" minmax(0, 1fr)
    "watchlist positions order" 264px
    / 280px minmax(0, 1fr) 320px;
  gap: 1px;
  height: calc(100dvh - ${HEADER_PX}px);
  min-height: 620px;
  background: var(--line);
  & > :nth-child(1) {
    grid-area: figures;
    padding: 0 20px;
    background: var(--surface);
  }
  & > :nth-child(2) {
    grid-area: watchlist;
  }
  & > :nth-child(3) {
    grid-area: chart;
  }
  & > :nth-child(4) {
    grid-area: positions;
  }
  & > :nth-child(5) {
    grid-area: order;
  }
`;

/** The pane that each address moves the focus to. */
const PANE_OF: Record<TradingView, string> = {
  watchlist: "watchlist",
  positions: "positions",
  chart: "chart",
  orders: "order",
};

/** From 1280 px: everything at once, from edge to edge. The page never scrolls; a pane does. */
export function TradingTerminal({ view, selected, onSelect, ordered, onOrdered, timeZone }: TradingState) {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    document.getElementById(PANE_OF[view])?.focus();
  }, [view]);

  return (
    <Frame>
      <DemoFigures />
      <Pane id="watchlist" title={marketText.watchlist} mark={<CountBadge count={WATCHLIST_SYMBOLS.length} />}>
        <Watchlist symbols={WATCHLIST_SYMBOLS} selected={selected} onSelect={onSelect} />
        <SymbolToday symbol={selected} timeZone={timeZone} />
      </Pane>
      <ChartPane symbol={selected} timeZone={timeZone} />
      <PositionsPane timeZone={timeZone} />
      <OrderPane symbol={ordered} onSymbol={onOrdered} />
    </Frame>
  );
}

import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type CSSProperties, useEffect, useMemo, useRef } from "react";
import { Link } from "wouter";
import { editedSymbol } from "../alerts/alerts-on-demand.ts";
import { FeedState } from "../prices/feed-state.tsx";
import { marketText } from "../prices/market-text.ts";
import { DemoFigures } from "../runs/account-figures.tsx";
import { ROUTE } from "../state/routes.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { InHeader } from "../ui/header-slot.tsx";
import { Icon, List, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Row } from "../ui/layout.tsx";
import { type ToastInset, useToastPlace } from "../ui/toast/use-toast-place.ts";
import { AlertPane } from "./alert-place.tsx";
import { ChartPane, chartPane } from "./chart-pane.tsx";
import { Dock } from "./dock.tsx";
import { DockGrip, useDockHeight } from "./dock-grip.tsx";
import { OrderPane } from "./order-pane.tsx";
import { PhoneTitle, PlotMarks } from "./phone-title.tsx";
import { DOCK_HEAD_PX, TerminalFrame, type TerminalLayout, TerminalPage } from "./terminal-frame.ts";
import { TradeBar } from "./trade-bar-on-demand.tsx";
import type { TradingState, TradingView } from "./trading-state.ts";
import { useCloseSheet } from "./use-close-sheet.ts";
import { useDockFold } from "./use-dock-fold.ts";
import { WatchlistPane } from "./watchlist-pane.tsx";

/** Right of the drawing tools, and above the times. */
const DESK_INSET: ToastInset = { leftPx: 56, bottomPx: 40 };
const LYING_INSET: ToastInset = { leftPx: 12, bottomPx: 32 };

// The same elements on every render, so that components that receive them do not render when other state changes.
const BADGE = <DemoBadge />;
const FEED = <FeedState hasBadge={false} />;

/**
 * All panes at once, edge to edge, where there is room; the watchlist, then the ticket too, are sheets over the chart
 * where there is less. The addresses of the section open or focus them.
 */
export function TradingTerminal({ layout, ...state }: TradingState & { layout: TerminalLayout }) {
  useSignals();
  const { view, isNamed, selected, onSelect, ordered, onOrdered, onChartOrder, timeZone } = state;
  const isEditingAlert = editedSymbol.value !== null;
  const hasTicket = layout.hasTicketBeside || view === "orders";
  const { kind, hasListBeside, hasTicketBeside } = layout;
  usePaneFocus(isNamed ? view : null);
  useToastPlace(chartPane, kind === "lying" ? LYING_INSET : DESK_INSET);
  const dockHeight = useDockHeight(hasTicketBeside ? "desk" : "tablet");
  const fold = useDockFold(view === "positions", layout.isDockClosed);
  const isLying = kind === "lying";
  const close = useCloseSheet(isSheet());
  useBarsOnTap(isLying);
  const sheet = useMemo(() => ({ isOpen: true, set: (isOpen: boolean) => !isOpen && close() }), [close]);
  const closable = useMemo(() => <Closable onClose={close} />, [close]);

  function isSheet(): boolean {
    if (view === "watchlist") return !hasListBeside;
    return view === "orders" ? !hasTicketBeside : view === "positions" && isLying;
  }
  // CSSProperties has no custom properties.
  const dock = { "--dock": `${fold.isOpen ? dockHeight.heightPx : DOCK_HEAD_PX}px` } as CSSProperties;
  return (
    <TerminalPage>
      {kind === "desk" && (
        <InHeader>
          <DemoFigures timeZone={timeZone} />
        </InHeader>
      )}
      {kind === "tablet" && <DemoFigures timeZone={timeZone} aside={FEED} />}
      {isLying && (
        <InHeader>
          <PhoneTitle symbol={selected} />
          <DemoFigures timeZone={timeZone} />
        </InHeader>
      )}
      <TerminalFrame style={dock}>
        {(hasListBeside || view === "watchlist") && (
          <div data-area="watchlist" data-asked={view === "watchlist"}>
            <WatchlistPane
              selected={selected}
              onSelect={onSelect}
              timeZone={timeZone}
              onClose={hasListBeside ? undefined : close}
            />
          </div>
        )}
        <div data-area="chart">
          <ChartPane
            symbol={selected}
            timeZone={timeZone}
            onOrder={onChartOrder}
            lead={hasListBeside ? undefined : TO_LIST}
          />
          {isLying && <PlotMarks symbol={selected} />}
        </div>
        {!hasTicketBeside && (
          <div data-area="bar">
            <TradeBar symbol={ordered} look={isLying ? "edge" : "line"} />
          </div>
        )}
        {(hasTicket || isEditingAlert) && (
          <div data-area="order" data-asked={view === "orders" || isEditingAlert} data-covered={isEditingAlert}>
            {hasTicket && (
              <OrderPane symbol={ordered} onSymbol={onOrdered} aside={hasTicketBeside ? BADGE : closable} />
            )}
            {isEditingAlert && <AlertPane timeZone={timeZone} />}
          </div>
        )}
        {(!isLying || view === "positions") && (
          <div data-area="dock" data-asked={view === "positions"}>
            {fold.isOpen && !isLying && <DockGrip {...dockHeight} />}
            <Dock timeZone={timeZone} fold={isLying ? sheet : fold} />
          </div>
        )}
      </TerminalFrame>
    </TerminalPage>
  );
}

/** An icon with a larger place to press. */
const ToList = styled("a")`
  position: relative;
  &::after {
    content: "";
    position: absolute;
    inset: -12px;
  }
`;

/** Opens the watchlist, where it is a sheet. */
const TO_LIST = (
  <Link href={ROUTE.tradingWatchlist} asChild>
    <ToList href={ROUTE.tradingWatchlist} aria-label={marketText.watchlist} title={marketText.watchlist}>
      <Icon of={List} size={20} />
    </ToList>
  </Link>
);

function Closable({ onClose }: { onClose: () => void }) {
  return (
    <Row gap={8}>
      <DemoBadge />
      <IconButton icon={X} label={marketText.closeSheet} onClick={onClose} />
    </Row>
  );
}

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
function usePaneFocus(view: TradingView | null): void {
  const shown = useRef<TradingView>("watchlist");
  useEffect(() => {
    if (view === null || shown.current === view) return;
    shown.current = view;
    document.getElementById(PANE_OF[view])?.focus();
  }, [view]);
}

/**
 * On a phone that is held sideways the header and the bar at the bottom are hidden, so that the chart has the screen: a
 * tap on the chart shows and hides them, see `shell-frame.ts`.
 * @param isOn whether the phone is held that way
 */
function useBarsOnTap(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const root = document.documentElement;
    const onClick = ({ target }: MouseEvent) => {
      const isControl = !(target instanceof Element) || target.closest("button, a, input, select, label") !== null;
      if (!isControl && target.closest('[data-area="chart"]')) root.toggleAttribute("data-bars");
    };
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("click", onClick);
      root.removeAttribute("data-bars");
    };
  }, [isOn]);
}

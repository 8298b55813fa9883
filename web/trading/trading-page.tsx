import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useCallback, useEffect, useMemo } from "react";
import { flushSync } from "react-dom";
import { Redirect, useLocation, useSearchParams } from "wouter";
import { DEFAULT_TIME_ZONE } from "../../worker/contract/limits.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { closeAlertEditor } from "../alerts/alerts-on-demand.ts";
import { demoRun, useDemoAccount } from "../demo/demo-account.ts";
import { Receipts } from "../demo/receipt-link.tsx";
import { takeFirstPrices } from "../prices/first-prices.ts";
import { marketText } from "../prices/market-text.ts";
import { tradedAs } from "../prices/traded-symbols.ts";
import { useFeedOrigin } from "../prices/use-feed-origin.ts";
import { useDayHistory, usePrices } from "../prices/use-prices.ts";
import { closedTrade } from "../review/closed-trade.ts";
import { adminReceiptPath, receiptTrader } from "../state/receipt-links.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { useShortcuts } from "../state/shortcuts.ts";
import { loadWhenIdle } from "../state/timing/when-idle.ts";
import { onTerminalRefusal, useTerminalSettings } from "../terminal/drawings-and-settings.ts";
import type { ChartOrder } from "../ticket/chart-order.ts";
import { fillTicket } from "../ticket/draft.ts";
import { beginOrder } from "../ticket/focus.ts";
import { media } from "../ui/theme.ts";
import { toast } from "../ui/toast/toast.ts";
import { ClosedTradeSheet, StopOutNotice } from "./account-notices.tsx";
import { MarketChart } from "./chart-pane.tsx";
import { chooseChart, chooseTraded, chosenSymbol } from "./chosen-symbol.ts";
import { AlertsTable, FillsTable, OrdersTable } from "./dock.tsx";
import { OrderForm } from "./order-pane.tsx";
import { selectedDrawing } from "./selected-drawing.ts";
import { StaleAnnouncement } from "./stale-prices.tsx";
import { useSymbolInAddress } from "./symbol-in-address.ts";
import { useTerminalLayout } from "./terminal-frame.ts";
import { LoadedBar } from "./trade-bar-on-demand.tsx";
import { TradingPhone } from "./trading-phone.tsx";
import { fillOf, isSectionRoot, type TradingState, tradingView } from "./trading-state.ts";
import { TradingTerminal } from "./trading-terminal.tsx";
import { useEventToasts } from "./use-event-toasts.ts";
import { useOpenedView } from "./use-opened-view.ts";
import { useTabTitle } from "./use-tab-title.ts";
import { WatchlistEditor, watchedSymbols } from "./watchlist-pane.tsx";

/** What every screen of the section shows at first or opens with one press. */
const FIRST_PARTS = [LoadedBar, OrderForm] as const;
const LATER_PARTS = [OrdersTable, FillsTable, AlertsTable, StopOutNotice, WatchlistEditor] as const;

/** A ticket that the address opens on a phone covers the chart, whose code it would wait for. */
const isTicketFirst = () =>
  tradingView(location.pathname) === "orders" && matchMedia(media.upright.slice("@media ".length)).matches;

/** Before the first render: React would show an empty place for parts that are not ready then, and keep it for a while. */
export async function prepareTrading(): Promise<void> {
  void takeFirstPrices();
  const parts = isTicketFirst() ? FIRST_PARTS : [MarketChart, ...FIRST_PARTS];
  await Promise.all(parts.map((part) => part.preload()));
}

/** The trading section: panes side by side where there is room, otherwise sheets over the chart; each has its own address. */
export function TradingPage() {
  useSignals();
  useDemoAccount();
  useTerminalSettings();
  useEventToasts();
  useEffect(
    () => () => {
      closedTrade.value = null;
      selectedDrawing.value = null;
    },
    [],
  );
  useEffect(
    () => onTerminalRefusal((error) => void toast.error(marketText.notKept(error?.message ?? marketText.notReadYet))),
    [],
  );
  // A page that loses its network has them by then.
  useEffect(
    () =>
      loadWhenIdle(() => {
        for (const part of LATER_PARTS) void part.preload();
      }),
    [],
  );
  const [path, navigate] = useLocation();
  // What another address opens would be below it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the address is what this is about
  useEffect(() => closeAlertEditor, [path]);
  const [search] = useSearchParams();
  const layout = useTerminalLayout();
  useSymbolInAddress();
  const { charted: selected, traded: ordered } = chosenSymbol.value;
  useTabTitle(selected);
  const begin = (side: "buy" | "sell") => {
    // The ticket is below it.
    flushSync(closeAlertEditor);
    beginOrder(side, () => navigate(ROUTE.tradingOrders));
  };
  useShortcuts({ buy: () => begin("buy"), sell: () => begin("sell") });

  // The same function for all symbols: the chart renders with another one a little later than the rest.
  const onChartOrder = useCallback(
    (order: ChartOrder) => {
      const { charted, traded } = chosenSymbol.peek();
      const symbol = TRADED_SYMBOLS[traded].pricedFrom === charted ? traded : (tradedAs(charted) ?? traded);
      closeAlertEditor();
      fillTicket(symbol, order);
      chooseTraded(symbol);
      navigate(ROUTE.tradingOrders);
    },
    [navigate],
  );

  const state: TradingState = {
    view: useOpenedView(path, layout.hasListBeside),
    isNamed: !isSectionRoot(path),
    selected,
    onSelect: chooseChart,
    ordered,
    onOrdered: chooseTraded,
    onChartOrder,
    timeZone: user.value?.timeZone ?? DEFAULT_TIME_ZONE,
  };
  const fillId = fillOf(path);
  const traderId = receiptTrader(search);
  const person = user.value;
  // An admin who follows a trader's link.
  if (fillId !== null && traderId !== null && traderId !== person?._id && person?.role === "admin") {
    return <Redirect to={adminReceiptPath(traderId, fillId)} replace />;
  }
  // On phones the lists are a sheet, which would open over a receipt that was there first, as after a turn of the phone.
  const behind = fillId === null ? state.view : "chart";
  return (
    <>
      <ShownPrices selected={selected} ordered={TRADED_SYMBOLS[ordered].pricedFrom} />
      <StaleAnnouncement symbols={[selected, TRADED_SYMBOLS[ordered].pricedFrom]} />
      {layout.kind === "upright" ? (
        <TradingPhone {...state} view={behind} />
      ) : (
        <TradingTerminal {...state} layout={layout} />
      )}
      <Receipts
        timeZone={state.timeZone}
        inAddress={fillId === null ? null : { fillId, traderId }}
        onLeave={() => navigate(ROUTE.tradingPositions, { replace: true })}
      />
      {closedTrade.value && (
        <Suspense fallback={null}>
          <ClosedTradeSheet />
        </Suspense>
      )}
    </>
  );
}

/**
 * Subscribes to the prices of all symbols on the screen. A component of its own, so that opening or closing a trade
 * renders only this.
 */
function ShownPrices({ selected, ordered }: { selected: FeedSymbol; ordered: FeedSymbol }) {
  const shown = useShownSymbols([selected, ordered]);
  usePrices(shown);
  useDayHistory(shown);
  useFeedOrigin(selected);
  return null;
}

/**
 * The symbols of the watchlist, the given ones and those that price positions and orders. Returns the same array while they are
 * unchanged.
 */
function useShownSymbols(more: readonly FeedSymbol[]): readonly FeedSymbol[] {
  useSignals();
  const { positions = [], orders = [] } = demoRun.value ?? {};
  const traded = [...positions, ...orders].map(({ symbol }) => TRADED_SYMBOLS[symbol].pricedFrom);
  const symbols = new Set<FeedSymbol>([...watchedSymbols.value, ...more, ...traded]);
  const names = FEED_SYMBOL_LIST.filter((symbol) => symbols.has(symbol)).join();
  return useMemo(() => FEED_SYMBOL_LIST.filter((symbol) => names.split(",").includes(symbol)), [names]);
}

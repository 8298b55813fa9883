import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useDeferredValue, useMemo } from "react";
import { Link } from "wouter";
import { editedSymbol } from "../alerts/alerts-on-demand.ts";
import { demoFailure, demoRun } from "../demo/demo-account.ts";
import { dockText } from "../positions/dock-text.ts";
import { tradeWords } from "../positions/list-cells.tsx";
import { marketText } from "../prices/market-text.ts";
import { SymbolToday } from "../prices/symbol-today.tsx";
import { DemoFigures, DemoProfit } from "../runs/account-figures.tsx";
import { RunSwitch } from "../runs/switch.tsx";
import { ROUTE } from "../state/routes.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { InHeader } from "../ui/header-slot.tsx";
import { ChevronUp, Icon } from "../ui/icon.tsx";
import { Text } from "../ui/layout.tsx";
import { type } from "../ui/theme.ts";
import { type ToastInset, useToastPlace } from "../ui/toast/use-toast-place.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { AlertSheet } from "./alert-place.tsx";
import { ChartPane, chartPane } from "./chart-pane.tsx";
import { Dock } from "./dock.tsx";
import { OrderSheet } from "./order-sheet.tsx";
import { PhoneTitle } from "./phone-title.tsx";
import { PriceHead } from "./price-head.tsx";
import { ListBarPlace, TerminalPage, TradeDockPlace } from "./terminal-frame.ts";
import { TradeBar } from "./trade-bar-on-demand.tsx";
import type { TradingState } from "./trading-state.ts";
import { useCloseSheet } from "./use-close-sheet.ts";
import { PhoneWatchlist } from "./watchlist-pane.tsx";

/** Above the bar of the lists, and above the times of the chart. */
const TOAST_INSET: ToastInset = { leftPx: 8, bottomPx: 32 };

/** To the edges of a sheet. */
const Edge = styled("div")`
  --pane-frame: 0;
  --pane-radius: 0;
  margin: 0 -16px;
  border-top: 1px solid var(--line);
`;

const Bar = styled("a")`
  ${type.dense}
  display: flex;
  align-items: center;
  gap: 10px;
  height: 100%;
  padding: 0 16px;
  background: var(--bg);
  color: var(--muted);
  & > b {
    color: var(--text);
  }
  & > [data-result] {
    flex: none;
    margin-left: auto;
  }
  & > [data-trade] {
    flex: 0 1 auto;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    /* Beside a result of eight digits nothing readable would be left. */
    @media (max-width: 379px) {
      display: none;
    }
  }
  & > :not([data-trade]) {
    flex: none;
  }
  white-space: nowrap;
`;

/** The layout of a phone: the chart with Sell and Buy below it; the other views are sheets over it. */
export function TradingPhone({ view, selected, onSelect, ordered, onOrdered, onChartOrder, timeZone }: TradingState) {
  useSignals();
  useToastPlace(chartPane, TOAST_INSET);
  const close = useCloseSheet(view === "watchlist");
  // A ticket that the address opens covers the chart, and is waited for.
  const isChartLater = useDeferredValue(false, view === "orders");
  const head = useMemo(() => <PriceHead symbol={selected} />, [selected]);
  return (
    <TerminalPage>
      <InHeader>
        <PhoneTitle symbol={selected} />
        <RunSwitch timeZone={timeZone} />
      </InHeader>
      <DemoFigures timeZone={timeZone} isBare />
      <ChartPane symbol={selected} timeZone={timeZone} onOrder={onChartOrder} head={head} isChartLater={isChartLater} />
      <ListBarPlace>
        <ListBar />
      </ListBarPlace>
      <TradeDockPlace>
        <TradeBar symbol={ordered} look="dock" />
      </TradeDockPlace>
      {view === "watchlist" && (
        <Dialog title={marketText.watchlist} onClose={close} isTall>
          <Edge data-area="watchlist">
            <PhoneWatchlist
              selected={selected}
              onSelect={onSelect}
              details={<SymbolToday symbol={selected} timeZone={timeZone} isShort />}
            />
          </Edge>
        </Dialog>
      )}
      {view === "positions" && (
        <Dialog title={marketText.tabs.positions} onClose={close} isTall="most">
          <Edge>
            <Dock timeZone={timeZone} />
          </Edge>
        </Dialog>
      )}
      {view === "orders" && <OrderSheet symbol={ordered} onSymbol={onOrdered} onClose={close} />}
      {editedSymbol.value !== null && <AlertSheet timeZone={timeZone} />}
    </TerminalPage>
  );
}

/** Opens the lists of the run; it has their counts or the only position, and the result of the open positions. */
function ListBar() {
  useSignals();
  const { positions = [], orders = [] } = demoRun.value ?? {};
  const [only] = positions.length === 1 && orders.length === 0 ? positions : [];
  // Of an account that is not loaded, nothing is known to be open or not.
  const unknown = demoFailure.value ? dockText.loadFailure.refused.title : marketText.tabs.positions;
  return (
    <Link href={ROUTE.tradingPositions} asChild>
      <Bar href={ROUTE.tradingPositions}>
        <Icon of={ChevronUp} />
        {positions.length > 0 ? (
          <b>
            <VisuallyHidden>{marketText.tabs.positions}: </VisuallyHidden>
            {marketText.openCount(positions.length)}
          </b>
        ) : (
          <span>{demoRun.value ? marketText.noneOpen : unknown}</span>
        )}
        {only && <span data-trade="">{tradeWords(only)}</span>}
        {orders.length > 0 && <span>{marketText.orderCount(orders.length)}</span>}
        {positions.length > 0 && (
          <span data-result="">
            {marketText.pnl}{" "}
            <Text as="span" size="body" tone="text" weight={600} margin="0 0 0 8px">
              <DemoProfit />
            </Text>
          </span>
        )}
      </Bar>
    </Link>
  );
}

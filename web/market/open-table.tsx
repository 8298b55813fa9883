import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useDeferredValue, useMemo } from "react";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatSignedPercent, NO_VALUE } from "../ui/format.ts";
import { LiveText } from "../ui/live-text.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { toast } from "../ui/toaster.tsx";
import { useMedia } from "../ui/use-media.ts";
import { closeTrade, openTrades } from "./demo-trading.ts";
import { type DemoTrade, profitPercent } from "./demo-trading-rules.ts";
import { LiveProfit } from "./live-profit.tsx";
import { marketText } from "./market-text.ts";
import { PriceBound } from "./price-bound.ts";
import { PriceText } from "./price-figures.tsx";
import { ENTRY_COLUMN, SCROLLS, TRADE_COLUMN, TRADE_COLUMNS } from "./trade-columns.tsx";

const PRICE: Column<DemoTrade> = {
  key: "price",
  head: marketText.current,
  isNumeric: true,
  cell: (trade) => <Current trade={trade} />,
};

const PROFIT: Column<DemoTrade> = {
  key: "profit",
  head: marketText.profit,
  isNumeric: true,
  isStrong: true,
  cell: (trade) => <LiveProfit trade={trade} />,
};

const PERCENT: Column<DemoTrade> = {
  key: "percent",
  head: "%",
  isNumeric: true,
  cell: (trade) => <Percent trade={trade} />,
};

const CLOSE: Column<DemoTrade> = {
  key: "close",
  head: marketText.close,
  isNumeric: true,
  isPinned: true,
  cell: (trade) => <Close trade={trade} />,
};

const WIDE = [...TRADE_COLUMNS, ENTRY_COLUMN, PRICE, PROFIT, PERCENT, CLOSE];
/** The result comes before the columns that are reached by scrolling. */
const NARROW = [TRADE_COLUMN, PROFIT, PERCENT, ENTRY_COLUMN, PRICE, CLOSE];

/**
 * The open positions with their current results. The table is deferred: the rest of the screen updates first, and the
 * row follows in the next frame.
 */
export function OpenTable() {
  useSignals();
  const isNarrow = useMedia(SCROLLS);
  const trades = useDeferredValue(openTrades.value);
  return (
    <Table
      caption={marketText.openPositionsTable}
      columns={isNarrow ? NARROW : WIDE}
      rows={trades}
      rowKey={(trade) => trade.id}
      empty={
        <EmptyState
          title={marketText.noOpenPositions}
          text={marketText.noOpenPositionsText}
          action={<ButtonLink href={ROUTE.tradingOrders}>{marketText.toOrder}</ButtonLink>}
        />
      }
    />
  );
}

function Current({ trade }: { trade: DemoTrade }) {
  useSignals();
  const { pricedFrom } = TRADED_SYMBOLS[trade.symbol];
  return (
    <PriceBound data-stale={isStale(pricedFrom).value}>
      <PriceText symbol={pricedFrom} />
    </PriceBound>
  );
}

function Percent({ trade }: { trade: DemoTrade }) {
  useSignals();
  const { pricedFrom } = TRADED_SYMBOLS[trade.symbol];
  const text = useMemo(
    () =>
      computed(() => {
        const price = quoteOf(pricedFrom).value?.price;
        return price === undefined ? NO_VALUE : formatSignedPercent(profitPercent(trade, price));
      }),
    [trade, pricedFrom],
  );
  return (
    <PriceBound data-stale={isStale(pricedFrom).value}>
      <LiveText text={text} />
    </PriceBound>
  );
}

function Close({ trade }: { trade: DemoTrade }) {
  useSignals();
  const { symbol, id } = trade;

  function close(button: HTMLElement) {
    const next = neighbourOf(button);
    if (!closeTrade(id)) toast.error(marketText.closeFailed);
    else next?.focus({ preventScroll: true });
  }

  return (
    <Button
      size="dense"
      disabled={isStale(TRADED_SYMBOLS[symbol].pricedFrom).value}
      aria-label={marketText.closePosition(symbol)}
      onClick={(event) => close(event.currentTarget)}
    >
      {marketText.close}
    </Button>
  );
}

/** The element that takes the focus after a row is removed: Close in the next or previous row, or the pane's head. */
function neighbourOf(button: HTMLElement): HTMLElement | null {
  const row = button.closest("tr");
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  return next?.querySelector("button") ?? document.getElementById("positions");
}

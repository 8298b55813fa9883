import { useSignals } from "@preact/signals-react/runtime";
import { useDeferredValue } from "react";
import { FEED_SYMBOLS, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { capUsd, formatClock, formatHour, formatPrice } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { closedTrades } from "./demo-trading.ts";
import { type DemoTrade, profitUsd } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";
import { ENTRY_COLUMN, TRADE_COLUMN, TRADE_COLUMNS } from "./trade-columns.tsx";

type ClosedTrade = Extract<DemoTrade, { status: "closed" }>;

const PROFIT: Column<ClosedTrade> = {
  key: "profit",
  head: marketText.profit,
  isNumeric: true,
  isStrong: true,
  cell: (trade) => <Money usd={capUsd(profitUsd(trade, trade.closePrice))} as="result" />,
};

const closedAt = (write: (at: number) => string): Column<ClosedTrade> => ({
  key: "at",
  head: marketText.closedAt,
  isNumeric: true,
  cell: (trade) => write(trade.closedAt),
});

const EXIT: Column<ClosedTrade> = {
  key: "exit",
  head: marketText.exit,
  isNumeric: true,
  cell: ({ symbol, closePrice }) => formatPrice(closePrice, FEED_SYMBOLS[TRADED_SYMBOLS[symbol].pricedFrom].decimals),
};

// A closed trade has all fields of an open one, so it can use the same columns.
const [COMMON, ENTRY] = [TRADE_COLUMNS as Column<ClosedTrade>[], ENTRY_COLUMN as Column<ClosedTrade>];

function wideColumns(when: Column<ClosedTrade>): Column<ClosedTrade>[] {
  return [...COMMON, ENTRY, EXIT, PROFIT, when];
}

/** Result and time come before the columns that are reached by scrolling. */
function narrowColumns(when: Column<ClosedTrade>): Column<ClosedTrade>[] {
  return [TRADE_COLUMN as Column<ClosedTrade>, PROFIT, when, ENTRY, EXIT];
}

type ClosedTableProps = { timeZone: string /** In a pane of 280 px. */; isNarrow?: boolean };

/** Positions closed since the page was loaded, last closed first. */
export function ClosedTable({ timeZone, isNarrow = false }: ClosedTableProps) {
  useSignals();
  const isPhone = useMedia(media.phone);
  const when = closedAt((at) => (isNarrow ? formatHour : formatClock)(at, timeZone));
  const trades = useDeferredValue(closedTrades.value);
  return (
    <Table
      caption={marketText.closedPositions}
      columns={(isNarrow || isPhone ? narrowColumns : wideColumns)(when)}
      rows={trades}
      rowKey={(trade) => trade.id}
      empty={<EmptyState title={marketText.noClosedPositions} text={marketText.noClosedPositionsText} />}
    />
  );
}

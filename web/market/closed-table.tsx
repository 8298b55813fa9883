import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useDeferredValue } from "react";
import { FEED_SYMBOLS } from "../../worker/contract/market-messages.ts";
import { capUsd, formatAmount, formatClock, formatHour, formatPrice } from "../format.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Money } from "../ui/money.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { closedTrades } from "./demo-trading.ts";
import { type DemoTrade, profitUsd } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";
import { ENTRY_COLUMN, TRADE_COLUMNS } from "./trade-columns.tsx";
import { TRADED_SYMBOLS } from "./traded-symbols.ts";

type ClosedTrade = Extract<DemoTrade, { status: "closed" }>;

const Muted = styled("span")`
  color: var(--muted);
  font-weight: 400;
`;

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

// A closed trade has all that an open one shows.
const [COMMON, ENTRY] = [TRADE_COLUMNS as Column<ClosedTrade>[], ENTRY_COLUMN as Column<ClosedTrade>];

function wideColumns(timeZone: string): Column<ClosedTrade>[] {
  return [...COMMON, ENTRY, EXIT, PROFIT, closedAt((at) => formatClock(at, timeZone))];
}

/** What was won or lost, and when, come before what is scrolled to. */
function phoneColumns(timeZone: string): Column<ClosedTrade>[] {
  return [...COMMON, PROFIT, closedAt((at) => formatClock(at, timeZone)), ENTRY, EXIT];
}

function narrowColumns(timeZone: string): Column<ClosedTrade>[] {
  return [
    {
      key: "trade",
      head: marketText.trade,
      isRowHead: true,
      cell: ({ symbol, type, amount }) => (
        <>
          {symbol}{" "}
          <Muted>
            {marketText.sides[type].word} {formatAmount(amount)}
          </Muted>
        </>
      ),
    },
    PROFIT,
    closedAt((at) => formatHour(at, timeZone)),
    ENTRY,
    EXIT,
  ];
}

type ClosedTableProps = { timeZone: string /** In a pane of 280 px. */; isNarrow?: boolean };

/** What was closed since the page was loaded, the last first. */
export function ClosedTable({ timeZone, isNarrow = false }: ClosedTableProps) {
  useSignals();
  const isPhone = useMedia(media.phone);
  const wide = isPhone ? phoneColumns : wideColumns;
  const trades = useDeferredValue(closedTrades.value);
  return (
    <Table
      caption={marketText.closedPositions}
      columns={(isNarrow ? narrowColumns : wide)(timeZone)}
      rows={trades}
      rowKey={(trade) => trade.id}
      empty={<EmptyState title={marketText.noClosedPositions} text={marketText.noClosedPositionsText} />}
    />
  );
}

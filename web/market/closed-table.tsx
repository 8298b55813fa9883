import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useDeferredValue } from "react";
import { FEED_SYMBOLS } from "../../worker/contract/market-messages.ts";
import { capUsd, formatAmount, formatClock, formatHour, formatPrice } from "../format.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Money } from "../ui/money.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { closedTrades } from "./demo-trading.ts";
import { type DemoTrade, profitUsd } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";
import { TRADE_COLUMNS } from "./trade-columns.tsx";
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

function wideColumns(timeZone: string): Column<ClosedTrade>[] {
  return [
    // A closed trade has all that an open one shows.
    ...(TRADE_COLUMNS as Column<ClosedTrade>[]),
    {
      key: "exit",
      head: marketText.exit,
      isNumeric: true,
      isHiddenOnPhone: true,
      cell: ({ symbol, closePrice }) =>
        formatPrice(closePrice, FEED_SYMBOLS[TRADED_SYMBOLS[symbol].pricedFrom].decimals),
    },
    PROFIT,
    closedAt((at) => formatClock(at, timeZone)),
  ];
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
    closedAt((at) => formatHour(at, timeZone)),
    PROFIT,
  ];
}

type ClosedTableProps = { timeZone: string /** In a pane of 280 px. */; isNarrow?: boolean };

/** What was closed since the page was loaded, the last first. */
export function ClosedTable({ timeZone, isNarrow = false }: ClosedTableProps) {
  useSignals();
  const trades = useDeferredValue(closedTrades.value);
  return (
    <Table
      caption={marketText.closedPositions}
      columns={isNarrow ? narrowColumns(timeZone) : wideColumns(timeZone)}
      rows={trades}
      rowKey={(trade) => trade.id}
      empty={<EmptyState title={marketText.noClosedPositions} text={marketText.noClosedPositionsText} />}
    />
  );
}

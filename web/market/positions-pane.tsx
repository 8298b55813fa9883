import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { FEED_SYMBOLS } from "../../worker/contract/market-messages.ts";
import { capUsd, formatClock, formatPrice, formatSignedPercent, NO_VALUE } from "../format.ts";
import { ROUTE } from "../routes.ts";
import { closedTrades, closeTrade, demoProfit, isDemoStale, openTrades } from "../state/demo-trading.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Money } from "../ui/money.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { type } from "../ui/theme.ts";
import { toast } from "../ui/toaster.tsx";
import { type DemoTrade, profitPercent, profitUsd } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";
import { Pane } from "./pane.tsx";
import { PriceBound } from "./price-bound.ts";
import { PriceText } from "./price-figures.tsx";
import { SideWord } from "./side-word.ts";
import { TRADED_SYMBOLS } from "./traded-symbols.ts";

const Subhead = styled("h3")`
  ${type.dense}
  padding: 16px 20px 8px;
  border-top: 1px solid var(--line);
  color: var(--muted);
`;

const Sum = styled("span")`
  ${type.dense}
  color: var(--muted);
  & > span {
    font-weight: 600;
  }
`;

type ClosedTrade = Extract<DemoTrade, { status: "closed" }>;

const entry = (trade: DemoTrade) =>
  formatPrice(trade.price, FEED_SYMBOLS[TRADED_SYMBOLS[trade.symbol].pricedFrom].decimals);

const COMMON: Column<DemoTrade>[] = [
  { key: "symbol", head: marketText.symbol, isRowHead: true, cell: (trade) => trade.symbol },
  {
    key: "side",
    head: marketText.side,
    cell: (trade) => <SideWord data-side={trade.type}>{marketText.sides[trade.type].word}</SideWord>,
  },
  { key: "amount", head: marketText.amount, isNumeric: true, cell: (trade) => trade.amount },
  {
    key: "entry",
    head: marketText.entry,
    isNumeric: true,
    isHiddenOnPhone: true,
    cell: (trade) => <span title={trade.isOwnPrice ? marketText.atOwnPrice : undefined}>{entry(trade)}</span>,
  },
];

const OPEN: Column<DemoTrade>[] = [
  ...COMMON,
  {
    key: "price",
    head: marketText.current,
    isNumeric: true,
    isHiddenOnPhone: true,
    cell: (trade) => <Current trade={trade} />,
  },
  {
    key: "profit",
    head: marketText.profit,
    isNumeric: true,
    isStrong: true,
    cell: (trade) => <Profit trade={trade} />,
  },
  { key: "percent", head: "%", isNumeric: true, isHiddenOnPhone: true, cell: (trade) => <Percent trade={trade} /> },
  { key: "close", head: marketText.close, isNumeric: true, cell: (trade) => <Close trade={trade} /> },
];

function closedColumns(timeZone: string): Column<ClosedTrade>[] {
  return [
    // A closed trade has all that an open one shows.
    ...(COMMON as Column<ClosedTrade>[]),
    {
      key: "exit",
      head: marketText.exit,
      isNumeric: true,
      isHiddenOnPhone: true,
      cell: ({ symbol, closePrice }) =>
        formatPrice(closePrice, FEED_SYMBOLS[TRADED_SYMBOLS[symbol].pricedFrom].decimals),
    },
    {
      key: "profit",
      head: marketText.profit,
      isNumeric: true,
      isStrong: true,
      cell: (trade) => <Money usd={profitUsd(trade, trade.closePrice)} as="result" />,
    },
    { key: "at", head: marketText.closedAt, isNumeric: true, cell: ({ closedAt }) => formatClock(closedAt, timeZone) },
  ];
}

/** The open trades with what they win or lose now, and below them those closed since the page was loaded. */
export function PositionsPane({ timeZone }: { timeZone: string }) {
  useSignals();
  const closed = closedTrades.value;
  return (
    <Pane id="positions" title={marketText.openPositions} mark={<DemoBadge />} aside={<Total />}>
      <Table
        caption={marketText.openPositionsTable}
        columns={OPEN}
        rows={openTrades.value}
        rowKey={(trade) => trade.id}
        empty={
          <EmptyState
            title={marketText.noOpenPositions}
            text={marketText.noOpenPositionsText}
            action={<ButtonLink href={ROUTE.tradingOrders}>{marketText.toOrder}</ButtonLink>}
          />
        }
      />
      {closed.length > 0 && (
        <>
          <Subhead>{marketText.closedPositions}</Subhead>
          <Table
            caption={marketText.closedPositions}
            columns={closedColumns(timeZone)}
            rows={closed}
            rowKey={(trade) => trade.id}
            empty={null}
          />
        </>
      )}
    </Pane>
  );
}

function Total() {
  useSignals();
  if (openTrades.value.length === 0) return null;
  return (
    <Sum>
      {marketText.totalProfit}{" "}
      <PriceBound data-stale={isDemoStale.value}>
        <Money usd={capUsd(demoProfit.value)} as="result" />
      </PriceBound>
    </Sum>
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

function Profit({ trade }: { trade: DemoTrade }) {
  useSignals();
  const { pricedFrom } = TRADED_SYMBOLS[trade.symbol];
  const price = quoteOf(pricedFrom).value?.price;
  return (
    <PriceBound data-stale={isStale(pricedFrom).value}>
      <Money usd={price === undefined ? null : profitUsd(trade, price)} as="result" />
    </PriceBound>
  );
}

function Percent({ trade }: { trade: DemoTrade }) {
  useSignals();
  const { pricedFrom } = TRADED_SYMBOLS[trade.symbol];
  const price = quoteOf(pricedFrom).value?.price;
  return (
    <PriceBound data-stale={isStale(pricedFrom).value}>
      {price === undefined ? NO_VALUE : formatSignedPercent(profitPercent(trade, price))}
    </PriceBound>
  );
}

function Close({ trade }: { trade: DemoTrade }) {
  useSignals();
  const { symbol, id } = trade;

  function close() {
    if (!closeTrade(id)) toast.error(marketText.closeFailed);
  }

  return (
    <Button
      size="dense"
      disabled={isStale(TRADED_SYMBOLS[symbol].pricedFrom).value}
      aria-label={marketText.closePosition(symbol)}
      onClick={close}
    >
      {marketText.close}
    </Button>
  );
}

import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { FEED_SYMBOLS, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import {
  capUsd,
  formatAmount,
  formatClock,
  formatHour,
  formatPrice,
  formatSignedPercent,
  NO_VALUE,
} from "../ui/format.ts";
import { Stack, Text } from "../ui/layout.tsx";
import { LiveText } from "../ui/live-text.tsx";
import { Money } from "../ui/money.tsx";
import { SideWord } from "../ui/side.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { media, type } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { LiveProfit } from "./demo-figures.tsx";
import { closedTrades, closeTrade, openTrades } from "./demo-trading.ts";
import { type DemoTrade, profitPercent, profitUsd } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";
import { Priced, PriceText } from "./price-figures.tsx";

type ClosedTrade = Extract<DemoTrade, { status: "closed" }>;

const ShortTrade = styled("span")`
  & > small {
    color: var(--muted);
    font-size: inherit;
    font-weight: 400;
  }
  ${media.phone} {
    display: inline-block;
    padding: 6px 0;
    & > small {
      ${type.caption}
      display: block;
    }
  }
`;

/** A column of figures. */
function figures<Row>(key: string, head: string, cell: (trade: Row) => ReactNode): Column<Row> {
  return { key, head, isNumeric: true, cell };
}

const side = ({ type }: DemoTrade) => <SideWord data-side={type}>{marketText.sides[type].word}</SideWord>;
const priceOf = ({ symbol }: DemoTrade, price: number) =>
  formatPrice(price, FEED_SYMBOLS[TRADED_SYMBOLS[symbol].pricedFrom].decimals);

/** Symbol, side and amount in one cell, for narrow tables; on phones in two lines. */
const TRADE: Column<DemoTrade> = {
  key: "trade",
  head: marketText.trade,
  isRowHead: true,
  cell: (trade) => (
    <ShortTrade>
      {trade.symbol}{" "}
      <small>
        {side(trade)} {formatAmount(trade.amount)}
      </small>
    </ShortTrade>
  ),
};
const ENTRY = figures<DemoTrade>("entry", marketText.entry, (trade) => <span>{priceOf(trade, trade.price)}</span>);
/** The columns of every trade, open or closed. */
const COMMON: Column<DemoTrade>[] = [
  { key: "symbol", head: marketText.symbol, isRowHead: true, cell: ({ symbol }) => symbol },
  { key: "side", head: marketText.side, cell: side },
  figures("amount", marketText.amount, ({ amount }) => formatAmount(amount)),
  ENTRY,
];

const OPEN_PRICE = figures<DemoTrade>("price", marketText.current, ({ symbol }) => (
  <Priced symbol={TRADED_SYMBOLS[symbol].pricedFrom}>
    <PriceText symbol={TRADED_SYMBOLS[symbol].pricedFrom} />
  </Priced>
));
/** The current price above the entry price, for narrow tables: beside each other, the pinned column would cover one. */
const OPEN_PRICES = figures<DemoTrade>("prices", marketText.currentAndEntry, (trade) => (
  <Stack as="span" align="end">
    {OPEN_PRICE.cell(trade)}
    <Text as="small" size="caption" tone="muted">
      {ENTRY.cell(trade)}
    </Text>
  </Stack>
));
const OPEN_PROFIT = {
  ...figures<DemoTrade>("profit", marketText.profit, (trade) => <LiveProfit trade={trade} />),
  isStrong: true,
};
const PERCENT = figures<DemoTrade>("percent", "%", (trade) => <Percent trade={trade} />);
const CLOSE = {
  ...figures<DemoTrade>("close", marketText.close, (trade) => <Close trade={trade} />),
  isPinned: true,
};
const OPEN_WIDE = [...COMMON, OPEN_PRICE, OPEN_PROFIT, PERCENT, CLOSE];
/** The result comes before the columns that large figures may push below the pinned one. */
const OPEN_NARROW = [TRADE, OPEN_PROFIT, PERCENT, OPEN_PRICES, CLOSE];

/** The widths at which there is no room for a column of each figure: phones, and the pane between two others. */
const NARROW = "@media (max-width: 639px), (min-width: 1280px) and (max-width: 1439px)";

/**
 * The open positions with their current results. The table is deferred: the rest of the screen updates first, and the
 * row follows in the next frame.
 */
export function OpenTable() {
  useSignals();
  const isNarrow = useMedia(NARROW);
  const trades = useDeferredValue(openTrades.value);
  return (
    <Table
      caption={marketText.openPositionsTable}
      columns={isNarrow ? OPEN_NARROW : OPEN_WIDE}
      rows={trades}
      rowKey={({ id }) => id}
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

function Percent({ trade }: { trade: DemoTrade }) {
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
    <Priced symbol={pricedFrom}>
      <LiveText text={text} />
    </Priced>
  );
}

function Close({ trade }: { trade: DemoTrade }) {
  useSignals();
  const { symbol, id } = trade;
  const [isClosing, setClosing] = useState(false);

  async function close(button: HTMLElement) {
    const next = neighbourOf(button);
    setClosing(true);
    const isClosed = await closeTrade(id);
    setClosing(false);
    if (isClosed) next?.focus({ preventScroll: true });
  }

  return (
    <Button
      size="dense"
      disabled={isClosing || isStale(TRADED_SYMBOLS[symbol].pricedFrom).value}
      aria-label={marketText.closePosition(symbol)}
      onClick={(event) => void close(event.currentTarget)}
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

const EXIT = figures<ClosedTrade>("exit", marketText.exit, (trade) => priceOf(trade, trade.closePrice));
const RESULT = {
  ...figures<ClosedTrade>("profit", marketText.profit, (trade) => (
    <Money usd={capUsd(profitUsd(trade, trade.closePrice))} as="result" />
  )),
  isStrong: true,
};

type ClosedTableProps = { timeZone: string /** In a pane of 280 px. */; isNarrow?: boolean };

/** Positions closed since the page was loaded, last closed first. */
export function ClosedTable({ timeZone, isNarrow = false }: ClosedTableProps) {
  useSignals();
  const isPhone = useMedia(media.phone);
  const trades = useDeferredValue(closedTrades.value);
  const write = isNarrow ? formatHour : formatClock;
  const at = figures<ClosedTrade>("at", marketText.closedAt, ({ closedAt }) => write(closedAt, timeZone));
  return (
    <Table<ClosedTrade>
      caption={marketText.closedPositions}
      // In a narrow table, result and time come before the columns that are reached by scrolling.
      columns={isNarrow || isPhone ? [TRADE, RESULT, at, ENTRY, EXIT] : [...COMMON, EXIT, RESULT, at]}
      rows={trades}
      rowKey={({ id }) => id}
      empty={<EmptyState title={marketText.noClosedPositions} text={marketText.noClosedPositionsText} />}
    />
  );
}

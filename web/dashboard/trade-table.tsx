import { styled } from "goober";
import { SideWord } from "../market/side-word.ts";
import type { Trade } from "../performance/trade-types.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatAmount, formatRelativeDay, formatTime } from "../ui/format.ts";
import { ArrowDown, ArrowUp, Icon } from "../ui/icon.tsx";
import { Money } from "../ui/money.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { media, type } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { useMinute } from "../ui/use-now.ts";
import { dashboardText as text } from "./dashboard-text.ts";
import { RECENT_TRADES } from "./trading-record.ts";

const Type = styled(SideWord)`
  display: inline-flex;
  align-items: center;
  gap: 12px;
`;

const When = styled("time")`
  & > span {
    display: inline-block;
    min-width: 72px;
    color: var(--muted);
  }
`;

/** Two lines in one cell, for narrow screens. */
const Stacked = styled("span")`
  display: inline-grid;
  padding: 10px 0;
  font-weight: 500;
  & > :last-child {
    ${type.caption}
    color: var(--muted);
    font-weight: 400;
  }
`;

type TradeTableProps = {
  /** Null while they load. */
  trades: readonly Trade[] | null;
  timeZone: string;
  rowsMax: number;
};

/** Closed trades: symbol and amount, time, and result. */
export function TradeTable({ trades, timeZone, rowsMax }: TradeTableProps) {
  const isPhone = useMedia(media.phone);
  const nowMs = useMinute();
  return (
    <Table
      caption={text.newestFirst}
      columns={(isPhone ? phoneColumns : desktopColumns)(nowMs, timeZone)}
      rows={trades?.slice(0, rowsMax) ?? null}
      rowKey={({ id }) => id}
      loadingRows={Math.min(rowsMax, RECENT_TRADES)}
      empty={<EmptyState picture="candles" title={text.noTrades} text={text.noTradesText} />}
    />
  );
}

const PROFIT: Column<Trade> = {
  key: "profit",
  head: text.columns.profit,
  isNumeric: true,
  isStrong: true,
  cell: ({ profitLoss }) => <Money usd={profitLoss} as="result" />,
};

function desktopColumns(nowMs: number, timeZone: string): Column<Trade>[] {
  return [
    {
      key: "type",
      head: text.columns.type,
      cell: ({ direction }) => (
        <Type data-side={direction.toLowerCase()}>
          <Icon of={direction === "Buy" ? ArrowUp : ArrowDown} />
          {text.sides[direction]}
        </Type>
      ),
    },
    { key: "symbol", head: text.columns.symbol, isRowHead: true, cell: ({ symbol }) => symbol },
    { key: "amount", head: text.columns.amount, isNumeric: true, cell: ({ lotSize }) => formatAmount(lotSize) },
    {
      key: "time",
      head: text.columns.time,
      isNumeric: true,
      cell: ({ closeTime }) => (
        <When dateTime={closeTime}>
          {formatRelativeDay(closeTime, nowMs, timeZone)} <span>{formatTime(closeTime, timeZone)}</span>
        </When>
      ),
    },
    PROFIT,
  ];
}

function phoneColumns(nowMs: number, timeZone: string): Column<Trade>[] {
  return [
    {
      key: "trade",
      head: text.columns.trade,
      isRowHead: true,
      cell: ({ symbol, direction, lotSize }) => (
        <Stacked>
          <span>{symbol}</span>
          <span>
            <SideWord data-side={direction.toLowerCase()}>{text.sides[direction]}</SideWord> {formatAmount(lotSize)}
          </span>
        </Stacked>
      ),
    },
    {
      key: "time",
      head: text.columns.time,
      isNumeric: true,
      cell: ({ closeTime }) => (
        <Stacked>
          <span>{formatRelativeDay(closeTime, nowMs, timeZone)}</span>
          <time dateTime={closeTime}>{formatTime(closeTime, timeZone)}</time>
        </Stacked>
      ),
    },
    PROFIT,
  ];
}

import type { ReactNode } from "react";
import type { Trade } from "../performance/trade-types.ts";
import { ApiError, requestIdOf } from "../state/api.ts";
import { ALL_TRADES, DASHBOARD_HISTORY, ROUTE } from "../state/routes.ts";
import { accountText } from "../trade-accounts/account-text.ts";
import { type AccountName, runOf, withAccount } from "../trade-accounts/trade-account.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { formatAmount, formatRelativeDay, formatTime } from "../ui/format.ts";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { type Column, Table } from "../ui/list/table.tsx";
import { Money } from "../ui/money.tsx";
import { Side, SideWord } from "../ui/side.tsx";
import { StaleLine } from "../ui/stale-line.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { useMinute } from "../ui/use-now.ts";
import { dashboardText as text } from "./dashboard-text.ts";
import { RECENT_TRADES, reloadTradingRecord, useRecentTrades } from "./trading-record.ts";

/** The number of rows on phones, which show more cards on less space. */
const PHONE_ROWS = 5;

/** The height of their two lines, with the line above them. */
const PHONE_ROW_PX = 57;

type TradeCardProps = {
  account: AccountName;
  /** The account that the address names; null for the one that the page opens with. */
  addressed: AccountName | null;
  /** False: nothing is loaded, and a placeholder is shown. */
  hasTraded: boolean;
  timeZone: string;
};

type RecentTradesProps = TradeCardProps & {
  /** While there are none, the table keeps its head. */
  keepsHead: boolean;
};

export function RecentTrades({ account, addressed, hasTraded, timeZone, keepsHead }: RecentTradesProps) {
  const isPhone = useMedia(media.phone);
  return (
    <Card isFlush aria-labelledby="recent-trades">
      <CardHead
        id="recent-trades"
        title={text.recentTrades}
        mark={runOf(account) !== null && <DemoBadge />}
        action={
          <TextLink href={withAccount(hasTraded ? ALL_TRADES : DASHBOARD_HISTORY, addressed)} tone="accent">
            {hasTraded ? text.allTrades : text.history}
          </TextLink>
        }
      />
      {hasTraded ? (
        <LoadedTrades account={account} timeZone={timeZone} rowsMax={isPhone ? PHONE_ROWS : Number.POSITIVE_INFINITY} />
      ) : (
        <TradeTable trades={[]} timeZone={timeZone} rowsMax={0} keepsHead={keepsHead} />
      )}
    </Card>
  );
}

/** The dashboard's section 'history': the recent trades with a link to all of them, for accounts with trades. */
export function HistorySection({ account, addressed, hasTraded, timeZone }: TradeCardProps) {
  return (
    <Card isFlush aria-labelledby="trading-history">
      <CardHead
        id="trading-history"
        title={text.history}
        mark={runOf(account) !== null && <DemoBadge />}
        action={
          hasTraded && (
            <TextLink href={withAccount(ALL_TRADES, addressed)} tone="accent">
              {text.allTrades}
            </TextLink>
          )
        }
      />
      {hasTraded ? (
        <LoadedTrades account={account} timeZone={timeZone} rowsMax={Number.POSITIVE_INFINITY} />
      ) : (
        <EmptyState
          picture="candles"
          title={text.historySoon}
          action={
            <Row wrap justify="center" gap={8}>
              <ButtonLink href={withAccount(ALL_TRADES, addressed)} variant="accent">
                {text.allTrades}
              </ButtonLink>
              <ButtonLink href={ROUTE.dashboard}>{text.back}</ButtonLink>
            </Row>
          }
        />
      )}
    </Card>
  );
}

type LoadedTradesProps = { account: AccountName; timeZone: string; rowsMax: number };

function LoadedTrades({ account, timeZone, rowsMax }: LoadedTradesProps) {
  const { value, atMs, isLoading, error } = useRecentTrades(account);
  const run = runOf(account);
  if (value === null && run !== null && error instanceof ApiError && error.code === "not_found") {
    return (
      <EmptyState
        title={accountText.unknown(run)}
        text={accountText.unknownText}
        action={<ButtonLink href={ROUTE.dashboard}>{text.ownDashboard}</ButtonLink>}
      />
    );
  }
  if (value === null && error !== null) {
    return (
      <ErrorState
        {...text.notLoaded}
        requestId={requestIdOf(error)}
        isRetrying={isLoading}
        onRetry={reloadTradingRecord}
      />
    );
  }
  return (
    <>
      {error !== null && <StaleLine atMs={atMs}>{text.notLoaded.title}</StaleLine>}
      <TradeTable trades={value} timeZone={timeZone} rowsMax={rowsMax} />
    </>
  );
}

type TradeTableProps = {
  /** Null while they load. */
  trades: readonly Trade[] | null;
  timeZone: string;
  rowsMax: number;
  keepsHead?: boolean;
};

export function TradeTable({ trades, timeZone, rowsMax, keepsHead = false }: TradeTableProps) {
  const isPhone = useMedia(media.phone);
  const nowMs = useMinute();
  return (
    <Table
      caption={text.newestFirst}
      columns={(isPhone ? phoneColumns : desktopColumns)(nowMs, timeZone)}
      rows={trades?.slice(0, rowsMax) ?? null}
      rowKey={({ id }) => id}
      rowHeight={isPhone ? PHONE_ROW_PX : undefined}
      loadingRows={Math.min(rowsMax, RECENT_TRADES)}
      keepsHead={keepsHead}
      empty={
        <EmptyState
          picture="candles"
          title={text.noTrades}
          text={text.noTradesText}
          action={<ButtonLink href={ROUTE.tradingOrders}>{text.placeTrade}</ButtonLink>}
        />
      }
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
      cell: ({ direction }) => <Side of={direction} label={text.sides[direction]} />,
    },
    { key: "symbol", head: text.columns.symbol, isRowHead: true, cell: ({ symbol }) => symbol },
    { key: "amount", head: text.columns.amount, isNumeric: true, cell: ({ lotSize }) => formatAmount(lotSize) },
    {
      key: "time",
      head: text.columns.time,
      isNumeric: true,
      cell: ({ closeTime }) => (
        <Row as="time" dateTime={closeTime} justify="end" gap={4}>
          {formatRelativeDay(closeTime, nowMs, timeZone)}{" "}
          <Text as="span" tone="muted" minWidth={72}>
            {formatTime(closeTime, timeZone)}
          </Text>
        </Row>
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
        <TwoLines
          title={symbol}
          note={
            <>
              <SideWord data-side={direction.toLowerCase()}>{text.sides[direction]}</SideWord> {formatAmount(lotSize)}
            </>
          }
        />
      ),
    },
    {
      key: "time",
      head: text.columns.time,
      isNumeric: true,
      cell: ({ closeTime }) => (
        <TwoLines
          title={formatRelativeDay(closeTime, nowMs, timeZone)}
          note={<time dateTime={closeTime}>{formatTime(closeTime, timeZone)}</time>}
        />
      ),
    },
    PROFIT,
  ];
}

/** Two lines in one cell, for narrow screens. */
function TwoLines({ title, note }: { title: string; note: ReactNode }) {
  return (
    <Stack as="span" pad="10px 0" weight={500}>
      <span>{title}</span>
      <Text as="span" size="caption" tone="muted" weight={400}>
        {note}
      </Text>
    </Stack>
  );
}

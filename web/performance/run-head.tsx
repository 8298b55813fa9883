import { useState } from "react";
import { dayAt } from "../../worker/contract/trade-calendar.ts";
import { ReceiptLink, Receipts } from "../demo/receipt-link.tsx";
import { ApiError, requestIdOf } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { useQuery } from "../state/use-query.ts";
import { accountText } from "../trade-accounts/account-text.ts";
import { runAccount } from "../trade-accounts/trade-account.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { dialogOnDemand } from "../ui/dialog/dialog-on-demand.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { FactPairs } from "../ui/fact-line.tsx";
import { Figure } from "../ui/figure.ts";
import {
  capUsd,
  formatAmount,
  formatCount,
  formatDate,
  formatMoney,
  formatPrice,
  formatSignedPercent,
  formatTime,
} from "../ui/format.ts";
import { Box, Row, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { SideWord } from "../ui/side.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { HeadPlace } from "./performance-skeleton.tsx";
import { RunLine } from "./run-line.ts";
import { runText as text } from "./run-text.ts";
import { fetchTrades } from "./trade-calls.ts";
import { priceDecimals } from "./trade-columns.tsx";
import type { RunDetail, Trade } from "./trade-types.ts";

type RunHeadProps = {
  number: number;
  run: RunDetail | null;
  isFiltered: boolean;
  /** Why it could not be loaded; null otherwise. */
  error: unknown;
  isLoading: boolean;
  onRetry: () => void;
  timeZone: string;
  nowMs: number;
};

/** A demo run above its figures, and its first closed position; or why there is none. */
export function RunHead({ number, run, isFiltered, error, isLoading, onRetry, timeZone, nowMs }: RunHeadProps) {
  if (run === null) {
    if (error === null) {
      return (
        <Loading label={text.loading}>
          <HeadPlace />
        </Loading>
      );
    }
    if (error instanceof ApiError && error.code === "not_found") return <UnknownRun number={number} />;
    return (
      <Card>
        <ErrorState
          title={text.failed}
          text={text.failedText}
          requestId={requestIdOf(error)}
          isRetrying={isLoading}
          onRetry={onRetry}
        />
      </Card>
    );
  }
  const isFirst = run.closed === 1 && !isFiltered;
  return (
    <>
      <RunCard run={run} timeZone={timeZone} nowMs={nowMs} isBrief={isFirst} />
      {isFirst && <FirstTrade run={run} />}
      <Receipts timeZone={timeZone} />
      {run.closed === 0 && <NoTrades isArchived={run.archivedAt !== null} />}
    </>
  );
}

function NoTrades({ isArchived }: { isArchived: boolean }) {
  return (
    <Card>
      <EmptyState
        picture="candles"
        title={isArchived ? text.emptyArchived : text.empty}
        text={isArchived ? text.emptyArchivedText : text.emptyText}
        action={
          !isArchived && (
            <ButtonLink variant="accent" href={ROUTE.trading}>
              {text.toTrading}
            </ButtonLink>
          )
        }
      />
    </Card>
  );
}

function UnknownRun({ number }: { number: number }) {
  return (
    <Card role="alert">
      <EmptyState
        title={accountText.unknown(number)}
        text={accountText.unknownText}
        action={
          <ButtonLink variant="accent" href={ROUTE.performance}>
            {text.toOwn}
          </ButtonLink>
        }
      />
    </Card>
  );
}

/** Buttons for after a first closed position. */
export function FirstSteps({ isCurrent }: { isCurrent: boolean }) {
  function showCalendar() {
    const title = document.getElementById("monthly-pnl");
    title?.focus({ preventScroll: true });
    title?.scrollIntoView({ block: "start" });
  }
  return (
    <Row gap={12} wrap phone={{ each: 1 }}>
      <Button size="touch" onClick={showCalendar}>
        {text.seeCalendar}
      </Button>
      {isCurrent && (
        <ButtonLink size="touch" variant="accent" href={ROUTE.trading}>
          {text.tradeAgain}
        </ButtonLink>
      )}
    </Row>
  );
}

/** The first closed position of a run: its result, and why it was filled at its prices. */
function FirstTrade({ run }: { run: RunDetail }) {
  const { number, result, balance } = run;
  const account = runAccount(number);
  const { value } = useQuery({
    key: ["first-trade", account],
    fetch: async (signal) => (await fetchTrades({ account }, { limit: 1 }, signal)).trades[0] ?? null,
    failure: "first trade not loaded",
    isKept: true,
  });
  const costs = (value?.demo?.commission ?? 0) + (value?.demo?.overnight ?? 0);
  return (
    <Card isFlush aria-labelledby="first-trade">
      <Box pad="16px 20px" phone={{ pad: "16px 16px 12px" }}>
        <Text as="h2" id="first-trade" size="caption" tone="muted" weight={400}>
          {number === 1 ? text.firstEver : text.firstOfRun}
        </Text>
        <Box isContainer margin="4px 0 0">
          <Figure className="num" data-size="hero">
            <Money usd={capUsd(result)} as="result" />
          </Figure>
        </Box>
        <Text className="num" size="caption" tone="muted" margin="4px 0 0">
          {text.balance}{" "}
          <Text as="b" tone="text">
            <Money usd={capUsd(balance)} />
          </Text>
          {costs > 0 && text.afterCosts(formatMoney(costs))}
        </Text>
      </Box>
      <Row
        wrap
        justify="space-between"
        gap="8px 16px"
        minHeight={60}
        pad="8px 20px"
        line="top"
        phone={{ pad: "8px 16px" }}
      >
        {value ? <Position trade={value} /> : <Skeleton width={176} height={32} />}
        {value && <ReceiptLink fillId={Number(value.id)} of={value.symbol} />}
      </Row>
    </Card>
  );
}

function Position({ trade }: { trade: Trade }) {
  const { symbol, direction, lotSize, entryPrice, exitPrice } = trade;
  const decimals = priceDecimals(trade);
  return (
    <Box className="num" size="dense">
      <p>
        <b>{symbol}</b> <SideWord data-side={direction.toLowerCase()}>{direction}</SideWord> {formatAmount(lotSize)}
      </p>
      <Text tone="muted">{text.fromTo(formatPrice(entryPrice, decimals), formatPrice(exitPrice, decimals))}</Text>
    </Box>
  );
}

const ResetDialog = dialogOnDemand(
  async () => (await import("./reset-dialog.tsx")).ResetDialog,
  (_: { onClose: () => void }) => ({ title: text.resetTitle }),
);

type RunCardProps = {
  run: RunDetail;
  timeZone: string;
  nowMs: number;
  /** The result is shown in a card below. */
  isBrief: boolean;
};

/** A demo run: when it began or ended, its settings and its result; the current one can be reset. */
function RunCard({ run, timeZone, nowMs, isBrief }: RunCardProps) {
  const [isResetting, setIsResetting] = useState(false);
  const { number, startBalance, costs, leverage, closed, result, archivedAt } = run;
  const facts = [
    { name: isBrief ? text.start : text.startBalance, value: <Money usd={capUsd(startBalance)} /> },
    { name: text.costs, value: text.costWords[costs] },
    { name: text.leverage, value: leverage === null ? text.noLeverage : text.oneTo(leverage) },
  ];
  const outcome = [
    {
      name: text.closed,
      value: formatCount(closed),
      after: (
        <Text as="span" tone="muted" weight={400}>
          {" "}
          {text.trades(closed)}
        </Text>
      ),
    },
    {
      name: text.result,
      value: (
        <>
          <Money usd={capUsd(result)} as="result" />{" "}
          <Text as="small" size="caption" tone="muted">
            {formatSignedPercent((result * 100) / startBalance)}
          </Text>
        </>
      ),
    },
  ];
  return (
    <Card aria-labelledby="demo-run">
      <RunLine>
        <Box minWidth={0}>
          <Row gap={10}>
            <Text as="h2" id="demo-run" size="lead" weight={600}>
              {accountText.run(number)}
            </Text>
            <DemoBadge />
          </Row>
          <Text size="caption" tone="muted">
            {archivedAt === null ? startOf(run, timeZone, nowMs) : text.archived(formatDate(archivedAt, timeZone))}
          </Text>
        </Box>
        <dl className="num">
          <FactPairs facts={isBrief ? facts : [...facts, ...outcome]} />
        </dl>
        {archivedAt === null && (
          <Button onPointerEnter={ResetDialog.preload} onClick={() => setIsResetting(true)}>
            {text.reset}
          </Button>
        )}
      </RunLine>
      {isResetting && <ResetDialog onClose={() => setIsResetting(false)} />}
    </Card>
  );
}

/** `Started Nov 9, 2026, 2:02 PM, day 14` */
function startOf({ startedAt }: RunDetail, timeZone: string, nowMs: number): string {
  const time = formatTime(startedAt, timeZone);
  const day = dayAt(nowMs, timeZone) - dayAt(Date.parse(startedAt), timeZone) + 1;
  return day <= 1
    ? text.startedToday(time)
    : `${text.started(formatDate(startedAt, timeZone), time)}, ${text.day(day)}`;
}

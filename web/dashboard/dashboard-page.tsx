import { useSignals } from "@preact/signals-react/runtime";
import { Suspense } from "react";
import { useSearchParams } from "wouter";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import { dayAt, isoDate } from "../../worker/contract/trade-calendar.ts";
import type { User } from "../state/api.ts";
import { demoBalance } from "../state/demo-balance.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { tradesOfDayPath } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { useFreshFigures } from "../state/use-fresh-figures.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { capUsd, formatPercent } from "../ui/format.ts";
import { Box, Grid, Stack } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Stat } from "../ui/stat.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { useMinute } from "../ui/use-now.ts";
import { BalanceCard } from "./balance-card.tsx";
import { dashboardText as text } from "./dashboard-text.ts";
import { QuickActions } from "./quick-actions.tsx";
import { HistorySection, RecentTrades } from "./recent-trades.tsx";
import { type TradedDay, useTradedDays } from "./trading-record.ts";

const LivePrices = lazyPage(async () => (await import("../market/live-prices.tsx")).LivePrices);
const OpenPositions = lazyPage(async () => (await import("./open-positions.tsx")).OpenPositions);
const EquityCard = lazyPage(async () => (await import("./equity-card.tsx")).EquityCard);

/**
 * The dashboard: the account's figures, recent trades and quick actions, or the trading history in its section
 * 'history'.
 */
export function DashboardPage() {
  useSignals();
  const person = user.value;
  // During sign-out the signal is empty for a moment while this page is still mounted.
  return (
    person && (
      <>
        <Dashboard person={person} />
        {/* For the feed's state in the header and for open positions: nothing of the first paint needs it. */}
        <Suspense fallback={null}>
          <LivePrices symbols={FEED_SYMBOL_LIST} />
        </Suspense>
      </>
    )
  );
}

function Dashboard({ person }: { person: User }) {
  const [search] = useSearchParams();
  const { timeZone, analytics } = person;
  const hasTraded = analytics.totalTrades > 0;
  useFreshFigures();

  if (search.get("section") === "history") return <HistorySection hasTraded={hasTraded} timeZone={timeZone} />;
  return (
    <>
      <Grid
        role="group"
        aria-label={text.figures}
        columns="minmax(0, 464fr) repeat(3, minmax(0, 208fr))"
        gap={16}
        margin="0 0 16px"
        medium={{ columns: 3 }}
        phone={{ columns: 2, gap: 12, margin: "0 0 12px" }}
      >
        <BalanceCard user={person} />
        <TodaysResult person={person} />
        <Suspense
          fallback={<Stat isShortOnPhone label={text.openPositions} figure={<Skeleton width={32} height={24} />} />}
        >
          <OpenPositions />
        </Suspense>
        <WinRate percent={analytics.dayWinPercentage} hasTraded={hasTraded} />
        <Box showOn="phone">
          <DemoBalance />
        </Box>
      </Grid>
      <Grid columns="minmax(0, 1fr) 368px" gap={16} medium={{ columns: 1 }} phone={{ gap: 12 }}>
        <RecentTrades hasTraded={hasTraded} timeZone={timeZone} />
        <Stack
          gap="inherit"
          minWidth={0}
          medium={{ direction: "row", each: 1 }}
          phone={{ direction: "column", each: "none" }}
        >
          <QuickActions isVerifiable={["none", "rejected"].includes(person.idVerificationStatus)} />
          {hasTraded && (
            <Suspense fallback={<Card aria-hidden="true" grow minHeight={290} />}>
              <EquityCard timeZone={timeZone} />
            </Suspense>
          )}
        </Stack>
      </Grid>
    </>
  );
}

function TodaysResult({ person }: { person: User }) {
  const today = isoDate(dayAt(useMinute(), person.timeZone));
  const { todayPnL } = person.analytics;
  const closed = useTradedDays().value?.findLast(({ day }) => day === today)?.trades ?? 0;
  return (
    <Stat
      isShortOnPhone
      label={text.todayPnl}
      figure={<Money usd={capUsd(todayPnL)} as="result" />}
      foot={
        closed > 0 ? (
          <TextLink href={tradesOfDayPath(today)} tone="text">
            {text.tradesClosed(closed)}
          </TextLink>
        ) : (
          todayPnL === 0 && text.noTradesToday
        )
      }
    />
  );
}

/**
 * The share of winning days.
 * @param hasTraded false: there are no trading days to load
 */
function WinRate({ percent, hasTraded }: { percent: number; hasTraded: boolean }) {
  const { value } = useTradedDays();
  const days = hasTraded ? value : [];
  return (
    <Stat
      isShortOnPhone
      label={text.winRate}
      figure={formatPercent(percent)}
      foot={days === null ? text.ofDays : wonDays(days)}
    />
  );
}

function wonDays(days: readonly TradedDay[]): string {
  if (days.length === 0) return text.noTradesYet;
  return text.wonDays(days.filter(({ pnl }) => pnl > 0).length, days.length);
}

/** The open demo positions and their current result. */
function DemoBalance() {
  useSignals();
  return (
    <Stat
      isShortOnPhone
      label={text.demoBalance}
      badge={<DemoBadge />}
      figure={<Money usd={capUsd(demoBalance.value)} />}
    />
  );
}

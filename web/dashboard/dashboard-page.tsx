import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "wouter";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import { dayAt, isoDate } from "../../worker/contract/trade-calendar.ts";
import type { User } from "../state/api.ts";
import { demoBalance } from "../state/demo-balance.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { dropPreloads } from "../state/network/preloads.ts";
import { DASHBOARD_HISTORY, ROUTE, tradesOfDayPath } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { useFreshFigures } from "../state/use-fresh-figures.ts";
import { AccountSwitch } from "../trade-accounts/account-switch.tsx";
import { type AccountName, cashOrRunIn, runOf, usualAccount, withAccount } from "../trade-accounts/trade-account.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { capUsd, formatPercent } from "../ui/format.ts";
import { Box, Grid, Stack } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Stat } from "../ui/stat.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { UnknownFigure } from "../ui/unknown-figure.tsx";
import { useMinute } from "../ui/use-now.ts";
import { BalanceCard } from "./balance-card.tsx";
import { dashboardText as text } from "./dashboard-text.ts";
import { hadFirstSteps, hasFirstSteps } from "./first-steps.ts";
import { NewcomerSkeleton } from "./newcomer-skeleton.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { HistorySection, RecentTrades } from "./recent-trades.tsx";
import { reloadTradingRecord, TRADES, type TradedDay, useFigures } from "./trading-record.ts";

const LivePrices = lazyPage(async () => (await import("../prices/live-prices.tsx")).LivePrices, { isQuiet: true });
const OpenPositions = lazyPage(async () => (await import("./open-positions.tsx")).OpenPositions);
const FollowRuns = lazyPage(async () => (await import("../performance/follow-runs.tsx")).FollowRuns, { isQuiet: true });
const NewcomerDashboard = lazyPage(async () => (await import("./newcomer-dashboard.tsx")).NewcomerDashboard);
const EquityCard = lazyPage(async () => (await import("./equity-card.tsx")).EquityCard);

// Beside the session check, and not after it.
if (hadFirstSteps()) void NewcomerDashboard.preload();

const FOLLOWING = [TRADES];

/** The dashboard: the account's figures, recent trades and quick actions, or the trading history in its section 'history'. */
export function DashboardPage() {
  useSignals();
  const person = user.value;
  // During sign-out the signal is empty for a moment while this page is still mounted.
  return (
    person && (
      <>
        <Dashboard person={person} />
        {/* For the feed's state in the header, open positions and results: nothing of the first paint needs them. */}
        <Suspense fallback={null}>
          <LivePrices symbols={FEED_SYMBOL_LIST} />
          <FollowRuns shown={null} queries={FOLLOWING} />
        </Suspense>
      </>
    )
  );
}

function Dashboard({ person }: { person: User }) {
  const [search] = useSearchParams();
  const { timeZone, analytics } = person;
  const addressed = cashOrRunIn(search);
  const account = addressed ?? usualAccount(person);
  // Whether a run has trades is known with its figures.
  const hasTraded = runOf(account) !== null || analytics.totalTrades > 0;
  const forgetPreloads = useEffectEvent(() => {
    if (!hasTraded) dropPreloads();
  });
  // Trades that are not asked for at first were preloaded in vain, and would be outdated when the first ones come.
  useEffect(() => forgetPreloads(), []);
  // Until the next load, so that the last step does not change the page; hiding the steps does.
  const [isNew] = useState(() => hasFirstSteps(person));
  const isNewcomer = isNew && !person.firstSteps.isHidden;
  // Who comes back from a step is to see it done.
  useFreshFigures({ now: isNew });

  const isHistory = search.get("section") === "history";
  const choice = (
    <AccountSwitch
      person={person}
      account={account}
      hrefOf={(name) => withAccount(isHistory ? DASHBOARD_HISTORY : ROUTE.dashboard, name)}
    />
  );
  const shown = { account, addressed, hasTraded, timeZone };
  if (isHistory) {
    return (
      <Stack gap={16} phone={{ gap: 12 }}>
        {choice}
        <HistorySection {...shown} />
      </Stack>
    );
  }
  const figures = (
    <>
      <TodaysResult person={person} account={account} addressed={addressed} />
      <Suspense
        fallback={<Stat isShortOnPhone label={text.openPositions} figure={<Skeleton width={32} height={24} />} />}
      >
        <OpenPositions />
      </Suspense>
      <WinRate person={person} account={account} />
    </>
  );
  return (
    <>
      {isNewcomer ? (
        <Suspense fallback={<NewcomerSkeleton />}>
          <NewcomerDashboard person={person} figures={figures} />
        </Suspense>
      ) : (
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
          {figures}
          <Box showOn="phone">
            <DemoBalance />
          </Box>
        </Grid>
      )}
      {/* Below the balance, which is cash whatever is chosen, and stays where it was drawn first. */}
      {person.demo !== null && (
        <Box margin="0 0 16px" phone={{ margin: "0 0 12px" }}>
          {choice}
        </Box>
      )}
      <Grid
        columns={isNewcomer && !hasTraded ? 1 : "minmax(0, 1fr) 368px"}
        gap={16}
        medium={{ columns: 1 }}
        phone={{ gap: 12 }}
      >
        <RecentTrades key={account} {...shown} keepsHead={isNewcomer} />
        {(hasTraded || !isNewcomer) && (
          <Stack
            gap="inherit"
            minWidth={0}
            medium={{ direction: "row", each: 1 }}
            phone={{ direction: "column", each: "none" }}
          >
            {/* The first steps are the actions of a new account. */}
            {!isNewcomer && <QuickActions isVerifiable={["none", "rejected"].includes(person.idVerificationStatus)} />}
            {hasTraded && (
              <Suspense fallback={<Card aria-hidden="true" grow minHeight={290} />}>
                <EquityCard key={account} account={account} timeZone={timeZone} />
              </Suspense>
            )}
          </Stack>
        )}
      </Grid>
    </>
  );
}

type TodaysResultProps = { person: User; account: AccountName; addressed: AccountName | null };

function TodaysResult({ person, account, addressed }: TodaysResultProps) {
  const today = isoDate(dayAt(useMinute(), person.timeZone));
  const { value, error } = useFigures(account);
  const isDemo = runOf(account) !== null;
  const todayPnL = isDemo ? value?.summary.todayPnL : person.analytics.todayPnL;
  // Without trades there are no days to load.
  const isCounted = value !== null || (!isDemo && person.analytics.totalTrades === 0);
  const closed = value?.equity.findLast(({ day }) => day === today)?.trades ?? 0;
  return (
    <Stat
      isShortOnPhone
      label={text.todayPnl}
      badge={isDemo && <DemoBadge />}
      figure={
        todayPnL === undefined ? (
          <UnknownFigure hasFailed={error !== null} onRetry={reloadTradingRecord} />
        ) : (
          <Money usd={capUsd(todayPnL)} as="result" />
        )
      }
      foot={
        closed > 0 ? (
          <TextLink href={withAccount(tradesOfDayPath(today), addressed)} tone="text">
            {text.tradesClosed(closed)}
          </TextLink>
        ) : (
          isCounted && todayPnL === 0 && text.noTradesToday
        )
      }
    />
  );
}

function WinRate({ person, account }: { person: User; account: AccountName }) {
  const { value, error } = useFigures(account);
  const isDemo = runOf(account) !== null;
  const { totalTrades, dayWinPercentage } = person.analytics;
  // As above.
  const days = isDemo || totalTrades > 0 ? (value?.equity ?? null) : [];
  const percent = isDemo ? value?.summary.dayWinPercentage : dayWinPercentage;
  return (
    <Stat
      isShortOnPhone
      label={text.winRate}
      badge={isDemo && <DemoBadge />}
      figure={
        percent === undefined ? (
          <UnknownFigure hasFailed={error !== null} onRetry={reloadTradingRecord} />
        ) : (
          formatPercent(percent)
        )
      }
      foot={days === null ? text.ofDays : wonDays(days)}
    />
  );
}

function wonDays(days: readonly TradedDay[]): string {
  if (days.length === 0) return text.noTradesYet;
  return text.wonDays(days.filter(({ pnl }) => pnl > 0).length, days.length);
}

/** The demo balance, for which the header of a phone has no room. */
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

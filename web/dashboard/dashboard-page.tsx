import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { Suspense, useEffect } from "react";
import { useSearchParams } from "wouter";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import { dayAt, isoDate } from "../../worker/contract/trade-calendar.ts";
import { demoBalance, demoProfit, openTrades } from "../market/demo-trading.ts";
import { usePrices } from "../market/use-prices.ts";
import type { User } from "../state/api.ts";
import { refreshBalance } from "../state/balance.ts";
import { keepFiguresFresh } from "../state/fresh-figures.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { tradesOfDayPath } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { capUsd, formatCount, formatPercent } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { Stat } from "../ui/stat.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { useMinute } from "../ui/use-now.ts";
import { BalanceCard } from "./balance-card.tsx";
import { dashboardText as text } from "./dashboard-text.ts";
import { HistorySection } from "./history-section.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { RecentTrades } from "./recent-trades.tsx";
import { loadTradingRecord, type TradedDay, tradedDays } from "./trading-record.ts";

const EquityCard = lazyPage(async () => (await import("./equity-card.tsx")).EquityCard);

const Figures = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 464fr) repeat(3, minmax(0, 208fr));
  gap: 16px;
  margin-bottom: 16px;
  & > [data-phone="only"] {
    display: none;
  }
  /* As high as the balance card beside them, which may have one more line. */
  @media (min-width: 1200px) {
    & > [role="group"] {
      height: auto;
      min-height: 132px;
    }
  }
  @media (max-width: 1199px) {
    grid-template-columns: repeat(3, minmax(0, 1fr));
    & > :first-child {
      grid-column: 1 / -1;
      min-height: 132px;
    }
  }
  @media (max-width: 639px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 12px;
    margin-bottom: 12px;
    & > [data-phone="only"] {
      display: block;
    }
  }
`;

const Below = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 368px;
  align-items: stretch;
  gap: 16px;
  @media (max-width: 1199px) {
    grid-template-columns: minmax(0, 1fr);
  }
  @media (max-width: 639px) {
    gap: 12px;
  }
`;

const Rail = styled("div")`
  display: flex;
  flex-direction: column;
  gap: inherit;
  min-width: 0;
  @media (min-width: 640px) and (max-width: 1199px) {
    flex-direction: row;
    & > * {
      flex: 1;
    }
  }
`;

/** The placeholder card while the code of the equity curve loads. */
const EquityPlace = styled(Card)`
  flex: 1;
  min-height: 290px;
`;

/**
 * The dashboard: the account's figures, recent trades and quick actions, or the trading history in its section
 * 'history'.
 */
export function DashboardPage() {
  useSignals();
  const person = user.value;
  // During sign-out the signal is empty for a moment while this page is still mounted.
  return person && <Dashboard person={person} />;
}

function Dashboard({ person }: { person: User }) {
  const [search] = useSearchParams();
  const { _id: userId, timeZone, analytics } = person;
  const hasTraded = analytics.totalTrades > 0;
  // The header shows the feed's state, and the open positions need prices.
  usePrices(FEED_SYMBOL_LIST);

  useEffect(() => {
    if (userId) void refreshBalance();
    return keepFiguresFresh();
  }, [userId]);

  const { totalTrades, grossProfit, grossLoss, todayPnL } = analytics;
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed figures mean that trades have changed
  useEffect(() => {
    if (totalTrades > 0) void loadTradingRecord();
  }, [userId, totalTrades, grossProfit, grossLoss, todayPnL]);

  if (search.get("section") === "history") return <HistorySection hasTraded={hasTraded} timeZone={timeZone} />;
  return (
    <>
      <Figures role="group" aria-label={text.figures}>
        <BalanceCard user={person} />
        <TodaysResult person={person} />
        <OpenPositions />
        <WinRate percent={analytics.dayWinPercentage} hasTraded={hasTraded} />
        <div data-phone="only">
          <DemoBalance />
        </div>
      </Figures>
      <Below>
        <RecentTrades hasTraded={hasTraded} timeZone={timeZone} />
        <Rail>
          <QuickActions isVerifiable={["none", "rejected"].includes(person.idVerificationStatus)} />
          {hasTraded && (
            <Suspense fallback={<EquityPlace aria-hidden="true" />}>
              <EquityCard timeZone={timeZone} />
            </Suspense>
          )}
        </Rail>
      </Below>
    </>
  );
}

function TodaysResult({ person }: { person: User }) {
  useSignals();
  const today = isoDate(dayAt(useMinute(), person.timeZone));
  const { todayPnL } = person.analytics;
  const closed = tradedDays.value.items?.findLast(({ day }) => day === today)?.trades ?? 0;
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
  useSignals();
  const days = hasTraded ? tradedDays.value.items : [];
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
function OpenPositions() {
  useSignals();
  const count = openTrades.value.length;
  return (
    <Stat
      isShortOnPhone
      label={text.openPositions}
      badge={count > 0 && <DemoBadge />}
      figure={formatCount(count)}
      foot={count > 0 ? <NotYetClosed /> : text.noPositions}
    />
  );
}

/** A component of its own, because it renders on every price. */
function NotYetClosed() {
  useSignals();
  return (
    <span>
      <Money usd={capUsd(demoProfit.value)} as="result" /> {text.notYetClosed}
    </span>
  );
}

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

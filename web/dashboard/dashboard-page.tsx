import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect } from "react";
import { useSearchParams } from "wouter";
import { FEED_SYMBOL_LIST } from "../../worker/contract/market-messages.ts";
import { capUsd, formatCount, formatPercent } from "../format.ts";
import { usePrices } from "../market/use-prices.ts";
import { refreshBalance } from "../state/balance.ts";
import { demoBalance, demoProfit, openTrades } from "../state/demo-trading.ts";
import { user } from "../state/session.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Money } from "../ui/money.tsx";
import { Stat } from "../ui/stat.tsx";
import { BalanceCard } from "./balance-card.tsx";
import { dashboardText as text } from "./dashboard-text.ts";
import { HistorySection } from "./history-section.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { RecentTrades } from "./recent-trades.tsx";

const Figures = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 464fr) repeat(3, minmax(0, 208fr));
  gap: 16px;
  margin-bottom: 16px;
  & > [data-phone="only"] {
    display: none;
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
`;

/** The figures of the account, its last trades and the ways on; or, as its section 'history', the trades of before. */
export function DashboardPage() {
  useSignals();
  const [search] = useSearchParams();
  const userId = user.value?._id;
  // The header says how the prices are, and the open positions live on them.
  usePrices(FEED_SYMBOL_LIST);

  useEffect(() => {
    if (userId) void refreshBalance();
  }, [userId]);

  if (search.get("section") === "history") return <HistorySection />;
  const todayPnl = user.value?.analytics.todayPnL ?? 0;
  const winRate = user.value?.analytics.dayWinPercentage ?? 0;
  const hasTrades = (user.value?.analytics.totalTrades ?? 0) > 0;
  return (
    <>
      <Figures role="group" aria-label={text.figures}>
        <BalanceCard todayPnl={todayPnl} />
        <Stat
          isShortOnPhone
          label={text.todayPnl}
          figure={<Money usd={todayPnl} as="result" />}
          foot={todayPnl === 0 && text.noTradesToday}
        />
        <OpenPositions />
        <Stat
          isShortOnPhone
          label={text.winRate}
          figure={formatPercent(winRate)}
          foot={hasTrades ? text.ofDays : text.noTradesYet}
        />
        <div data-phone="only">
          <DemoBalance />
        </div>
      </Figures>
      <Below>
        <RecentTrades />
        <QuickActions />
      </Below>
    </>
  );
}

/** The positions on demo money, and what they would bring now. */
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

/** On its own, because it changes with every price. */
function NotYetClosed() {
  useSignals();
  return (
    <span>
      <Money usd={demoProfit.value} as="result" /> {text.notYetClosed}
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

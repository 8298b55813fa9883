import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { memo, useContext } from "react";
import { dayOfIsoDate } from "../../worker/contract/trade-calendar.ts";
import { userResultUsd } from "../account/balance-equation.ts";
import type { User } from "../state/api.ts";
import { balance } from "../state/balance.ts";
import { capUsd, formatCount, formatPercent, formatRatio, NO_VALUE } from "../ui/format.ts";
import { Box, Row, Text } from "../ui/layout.tsx";
import { BusyGrid } from "../ui/list/busy-grid.ts";
import { Money } from "../ui/money.tsx";
import { Stat } from "../ui/stat.tsx";
import { media } from "../ui/theme.ts";
import { AveragesCard, type FigureViews, WinRateCard } from "./donut-cards.tsx";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import { tradeCounts } from "./trade-counts.ts";
import type { Only } from "./trade-filter.ts";
import type { CardFigures, RunDetail } from "./trade-types.ts";
import { AccountMark, AccountMoney, FewTrades, PageContext, ResultLink, TradesLink } from "./trades-link.tsx";

const text = performanceText.cards;

const BUYS: Only = { by: "direction", direction: "Buy" };
const SELLS: Only = { by: "direction", direction: "Sell" };
const WINS: Only = { by: "result", result: "win" };
const LOSSES: Only = { by: "result", result: "loss" };
const EVEN: Only = { by: "result", result: "even" };

type SummaryCardsProps = {
  person: User;
  figures: CardFigures;
  /** The demo run whose figures they are; null for the account of money. */
  run: RunDetail | null;
  /** The figures are filtered: they show the result of the matching trades instead of the account's. */
  isFiltered: boolean;
  /** The figures are still those of the previous filter. */
  isStale: boolean;
  today: number;
};

/** The summary cards. Source: specification section 2, "Performance page" */
export const SummaryCards = memo(function SummaryCards(props: SummaryCardsProps) {
  const { person, figures, run, isFiltered, isStale, today } = props;
  const { totalTrades, winningTrades, losingTrades, todayPnL, buyTrades, sellTrades } = figures;
  const viewOf = (trades: number, only: Only | null): TradeView | null => (trades > 0 ? { mode: "all", only } : null);
  const views: FigureViews = {
    all: viewOf(totalTrades, null),
    wins: viewOf(winningTrades, WINS),
    losses: viewOf(losingTrades, LOSSES),
    even: viewOf(tradeCounts(figures).even, EVEN),
  };
  return (
    <BusyGrid
      role="group"
      aria-label={text.group}
      aria-busy={isStale}
      columns={4}
      gap={16}
      medium={{ columns: 2 }}
      phone={{ gap: 12 }}
    >
      <TotalCard person={person} figures={figures} run={run} isFiltered={isFiltered} view={views.all} />
      <Stat
        label={text.todayPnl}
        figure={<ResultLink view={todayPnL === 0 ? null : { mode: "day", day: today }} usd={todayPnL} />}
        foot={todayPnL === 0 ? text.noTradesToday : text.todaysPerformance}
      />
      <WinRateCard figures={figures} views={views} />
      <AveragesCard figures={figures} views={views} />
      <ProfitFactorCard figures={figures} views={views} />
      <BestDay figures={figures} />
      <SideCard label={text.buyTrades} count={buyTrades} of={totalTrades} tone="up" view={viewOf(buyTrades, BUYS)} />
      <SideCard
        label={text.sellTrades}
        count={sellTrades}
        of={totalTrades}
        tone="down"
        view={viewOf(sellTrades, SELLS)}
      />
    </BusyGrid>
  );
});

type TotalCardProps = Pick<SummaryCardsProps, "person" | "figures" | "run" | "isFiltered"> & { view: TradeView | null };

/** The total profit of the account with its balance, or the result of the filtered trades. */
function TotalCard({ person, figures, run, isFiltered, view }: TotalCardProps) {
  const isImported = useContext(PageContext).mark === "imported";
  const whole = run === null ? userResultUsd(person) : run.result;
  const shown = isFiltered || isImported ? (figures.totalPnL ?? 0) : whole;
  return (
    <Stat
      label={text.totalPnl}
      badge={
        // On phones it has no room beside the label; the head above says it too.
        isImported ? (
          <Box as="span" showOn="wide">
            <AccountMark />
          </Box>
        ) : (
          <AccountMark />
        )
      }
      figure={
        // The only sum that is green at zero too, as specified.
        <Text as="span" tone={shown >= 0 ? "up" : undefined}>
          <TradesLink view={view}>
            <AccountMoney usd={shown} as="result" />
          </TradesLink>
        </Text>
      }
      foot={
        isFiltered ? (
          performanceText.trades(figures.totalTrades)
        ) : isImported ? (
          text.feesTakenOff
        ) : (
          <span>
            {text.balance} {run === null ? <CurrentBalance /> : <BalanceFoot usd={run.balance} />}
          </span>
        )
      }
    />
  );
}

/** A component of its own, because the balance changes independently. */
function CurrentBalance() {
  useSignals();
  return <BalanceFoot usd={balance.value ?? 0} />;
}

function BalanceFoot({ usd }: { usd: number }) {
  return (
    <Text as="b" tone="text">
      <Money usd={capUsd(usd)} />
    </Text>
  );
}

const Gross = styled("div")`
  display: flex;
  flex: 1;
  justify-content: space-between;
  gap: 8px;
  & i {
    font-style: normal;
  }
  /* One line per sum where two of the longest have no room side by side. */
  @container stat (max-width: 319px) {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
    & > span {
      display: flex;
      flex-flow: row-reverse wrap-reverse;
      justify-content: space-between;
      gap: 0 4px;
    }
    & i {
      text-transform: capitalize;
    }
  }
  ${media.touch} {
    /* A touch target for each. */
    line-height: 24px;
  }
`;

/** The profit factor with gross profit and gross loss; each opens its trades. */
function ProfitFactorCard({ figures, views }: { figures: CardFigures; views: FigureViews }) {
  const { profitFactor, grossProfit, grossLoss } = figures;
  const sums = [
    { name: text.profit, usd: grossProfit, view: views.wins },
    { name: text.grossLoss, usd: -grossLoss, view: views.losses },
  ];
  return (
    <Stat
      label={text.profitFactor}
      figure={
        <Row wrap align="baseline" gap="0 8px">
          {/* Inline, so that the room for a finger does not move it off the line of the other figures. */}
          <span>
            <TradesLink view={views.all}>{profitFactor === null ? NO_VALUE : formatRatio(profitFactor)}</TradesLink>
          </span>
          <FewTrades figures={figures} ratio={profitFactor} />
        </Row>
      }
      foot={
        <Gross>
          {sums.map(({ name, usd, view }) => (
            <span key={name}>
              <span>
                <ResultLink view={view} usd={usd} />
              </span>{" "}
              <i>{name}</i>
            </span>
          ))}
        </Gross>
      }
    />
  );
}

function BestDay({ figures: { bestDay, bestDayAmount, totalTrades } }: { figures: CardFigures }) {
  const day = bestDay ? dayOfIsoDate(bestDay.day) : null;
  return (
    <Stat
      label={text.bestDay}
      figure={<ResultLink view={day === null ? null : { mode: "day", day }} usd={bestDayAmount} />}
      foot={
        bestDay && day !== null
          ? `${performanceText.shortDate(day)}, ${performanceText.trades(bestDay.trades)}`
          : totalTrades === 0 && text.noTrades
      }
    />
  );
}

type SideCardProps = { label: string; count: number; of: number; tone: "up" | "down"; view: TradeView | null };

/** The number of trades of one direction, and their share. */
function SideCard({ label, count, of, tone, view }: SideCardProps) {
  const percent = of === 0 ? 0 : (count * 100) / of;
  return (
    <Stat
      label={label}
      figure={
        <Row wrap align="baseline" justify="space-between" gap="0 8px">
          <span>
            <TradesLink view={view}>{formatCount(count)}</TradesLink>
          </span>
          <Text as="small" size="caption" tone="muted" weight={400} style={{ letterSpacing: "normal" }}>
            {formatPercent(percent)} {text.ofTrades}
          </Text>
        </Row>
      }
      foot={
        <Box aria-hidden="true" grow self="end" height={4} margin="0 0 6px" surface="raised" radius="badge">
          <Box height="100%" surface={tone} radius="badge" style={{ width: `${percent}%` }} />
        </Box>
      }
    />
  );
}

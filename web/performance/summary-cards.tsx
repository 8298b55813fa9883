import { styled } from "goober";
import { memo } from "react";
import { dayOfIsoDate } from "../../worker/contract/trade-calendar.ts";
import type { User } from "../state/api.ts";
import { capUsd } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { Stat } from "../ui/stat.tsx";
import { media } from "../ui/theme.ts";
import type { CardFigures } from "./card-figures.ts";
import { AveragesCard, WinRateCard } from "./donut-cards.tsx";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import { ProfitFactorCard } from "./profit-factor-card.tsx";
import { SideCard } from "./side-card.tsx";
import { TotalCard } from "./total-card.tsx";
import type { Only } from "./trade-filter.ts";
import { TradesLink } from "./trades-link.tsx";

const text = performanceText.cards;

const Grid = styled("div")`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 16px;
  /* The cards of a row are as high as the highest one. */
  & > [role="group"] {
    height: auto;
    min-height: 132px;
  }
  & > [role="group"] > :last-child {
    height: auto;
    min-height: 64px;
  }
  @media (max-width: 1199px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  ${media.phone} {
    gap: 12px;
    & > [role="group"] {
      min-height: 122px;
    }
  }
  &[aria-busy="true"] {
    opacity: 0.6;
    transition: opacity var(--motion);
  }
`;

type SummaryCardsProps = {
  person: User;
  figures: CardFigures;
  /** The figures are filtered: they show the result of the matching trades instead of the account's. */
  isFiltered: boolean;
  /** The figures are still those of the previous filter. */
  isStale: boolean;
  today: number;
};

/** The summary cards. Source: specification section 2, "Performance page" */
export const SummaryCards = memo(function SummaryCards({
  person,
  figures,
  isFiltered,
  isStale,
  today,
}: SummaryCardsProps) {
  const { totalTrades, winningTrades, losingTrades, todayPnL, buyTrades, sellTrades } = figures;
  const all = (only: Only | null = null): TradeView | null => (totalTrades > 0 ? { mode: "all", only } : null);
  const wins: TradeView | null = winningTrades > 0 ? all({ by: "result", result: "win" }) : null;
  const losses: TradeView | null = losingTrades > 0 ? all({ by: "result", result: "loss" }) : null;
  return (
    <Grid role="group" aria-label={text.group} aria-busy={isStale}>
      <TotalCard person={person} figures={figures} isFiltered={isFiltered} view={all()} />
      <Stat
        label={text.todayPnl}
        figure={
          <TradesLink view={todayPnL === 0 ? null : { mode: "day", day: today }}>
            <Money usd={capUsd(todayPnL)} as="result" />
          </TradesLink>
        }
        foot={todayPnL === 0 ? text.noTradesToday : text.todaysPerformance}
      />
      <WinRateCard figures={figures} wins={wins} losses={losses} all={all()} />
      <AveragesCard figures={figures} wins={wins} losses={losses} all={all()} />
      <ProfitFactorCard figures={figures} wins={wins} losses={losses} all={all()} />
      <BestDay figures={figures} />
      <SideCard label={text.buyTrades} count={buyTrades} of={totalTrades} tone="up" view={all(BUYS)} />
      <SideCard label={text.sellTrades} count={sellTrades} of={totalTrades} tone="down" view={all(SELLS)} />
    </Grid>
  );
});

const BUYS: Only = { by: "direction", direction: "Buy" };
const SELLS: Only = { by: "direction", direction: "Sell" };

function BestDay({ figures: { bestDay, bestDayAmount, totalTrades } }: { figures: CardFigures }) {
  const day = bestDay ? dayOfIsoDate(bestDay.day) : null;
  return (
    <Stat
      label={text.bestDay}
      figure={
        <TradesLink view={day === null ? null : { mode: "day", day }}>
          <Money usd={capUsd(bestDayAmount)} as="result" />
        </TradesLink>
      }
      foot={
        bestDay && day !== null
          ? `${performanceText.shortDate(day)}, ${performanceText.trades(bestDay.trades)}`
          : totalTrades === 0 && text.noTrades
      }
    />
  );
}
